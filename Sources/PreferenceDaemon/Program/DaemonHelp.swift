/// What `prefd --help` says.
enum DaemonHelp {
    static let text = """
        Usage: prefd [--config FILE] [OPTION]...

        The daemon of a node: reduces the values of its sources and child nodes, and tells whoever watches.

        Options:
          -c, --config FILE      the configuration (default: \(DaemonOptions.standardFile); - is standard input)
              --check-config     say what is wrong with the configuration, and start nothing
              --dump-config      print the values in effect and where each came from, and start nothing
              --log-level LEVEL  debug, info, notice, warning or error (default: info)
              --version          print the version
          -h, --help             print this

        Exit status:
          0  stopped by SIGTERM or SIGINT
          2  the command line or the configuration is wrong
          3  an endpoint cannot be listened at, or the data directory is in use or unusable

        SIGHUP reloads the configuration; a bad one changes nothing.

        Examples:
          prefd --config rack1.toml                 run a node in the foreground
          prefd --check-config rack1.toml           check a file before systemctl reload
          prefd --check-config - < rack1.toml       the same from standard input
          prefd --config rack1.toml --dump-config   see the defaults
          systemctl start prefd@rack1               run /etc/prefd/rack1.toml as a service
          prefctl status                            ask how the node is

        """
}
