internal import Glibc
internal import PreferenceDaemon

DaemonProgram.prepare()
exit(await DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
