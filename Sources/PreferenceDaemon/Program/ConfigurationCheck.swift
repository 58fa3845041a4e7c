internal import ServiceRuntime

/// A configuration as the command line names it, read once.
struct ConfigurationCheck {
    let loader: ConfigurationLoader
    let loaded: LoadedConfiguration

    /// Reads a file, or standard input where it is `-`.
    init(_ file: String) {
        loader = ConfigurationLoader(environment: .current(), files: .system)
        guard file == "-" else {
            loaded = loader.load(file)
            return
        }
        loaded = loader.load(StandardInput.bytes(), from: ConfigurationLoader.standardInput)
    }

    /// Says every error and warning; answers the exit code.
    func check() -> Int32 {
        for diagnostic in loaded.diagnostics { DaemonProgram.say("\(diagnostic)") }
        return loaded.configuration == nil ? DaemonProgram.ExitCode.configuration : DaemonProgram.ExitCode.stopped
    }

    /// Prints what is in effect, where it can be used.
    func dump() -> Int32 {
        let code = check()
        if let configuration = loaded.configuration {
            Output.write("\(EffectiveConfiguration(configuration, origins: loaded.origins))")
        }
        return code
    }
}
