internal import Glibc
internal import PreferenceDaemon

exit(await DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
