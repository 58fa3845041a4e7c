internal import Glibc
internal import PreferenceTree
internal import ServiceRuntime

/// The program prefd: arguments in, exit code out.
package enum DaemonProgram {
    /// How the process ends.
    package enum ExitCode {
        package static let stopped: Int32 = 0
        package static let configuration: Int32 = 2
        package static let unavailable: Int32 = 3
    }

    /// The most descriptors that are asked for: one for each connection, which is let go again without (`AcceptGuard`).
    static let descriptors: UInt64 = 1 << 20

    /// What must be done on the first thread before there is another: all of them are to leave the signals alone.
    package static func prepare() {
        Signals.block(SignalService.handled)
        // The group may use the sockets; others may not even look at what is kept.
        umask(0o007)
    }

    /// Runs the program to its end; the arguments are without its name.
    package static func run(_ arguments: [String]) async -> Int32 {
        let options: DaemonOptions
        do {
            options = try DaemonOptions(arguments)
        } catch {
            say("prefd: \(error)")
            return ExitCode.configuration
        }
        switch options.task {
        case .help: Output.write(DaemonHelp.text)
        case .version: Output.write("prefd \(SoftwareVersion.text)\n")
        case .check: return ConfigurationCheck(options.file).check()
        case .dump: return ConfigurationCheck(options.file).dump()
        case .serve: return await serve(options)
        }
        return ExitCode.stopped
    }

    private static func serve(_ options: DaemonOptions) async -> Int32 {
        let check = ConfigurationCheck(options.file)
        guard let configuration = check.loaded.configuration else { return check.check() }
        let log = DaemonLog(options.logLevel)
        for warning in check.loaded.warnings { log.log.event(.warning, warning.sentence) }
        do {
            _ = try? DescriptorLimit.raise(to: descriptors)
            let store = try Store(directory: configuration.node.dataDirectory)
            let service = try NodeService(
                configuration, from: options.file, loader: check.loader, store: store, log: log)
            return await run(service, log)
        } catch {
            log.log.event(.error, "\(error)")
            return ExitCode.unavailable
        }
    }

    private static func run(_ service: NodeService, _ log: DaemonLog) async -> Int32 {
        do {
            let signals = try SignalService { await service.node.reload() }
            let group = ServiceGroup([service, signals])
            switch await group.run(overdue: { names in
                log.log.event(.warning, "not ended in time: \(names.joined(separator: ", "))")
                // What is left waits for a disk that does not answer; nothing of it was ever acknowledged.
                _exit(ExitCode.stopped)
            }) {
            case .stopped, .failed(service: signals.name, error: nil): break
            case .failed(_, let error?):
                log.log.event(.error, "\(error)")
                return ExitCode.unavailable
            case .failed(let name, nil): log.log.event(.error, "\(name) ended by itself")
            case .overdue: break
            }
            log.log.event(.notice, "stopped")
            return ExitCode.stopped
        } catch {
            log.log.event(.error, "\(error)")
            return ExitCode.unavailable
        }
    }

    /// Words for whoever started the program.
    static func say(_ text: String) { Output.write(text + "\n", to: Output.error) }
}
