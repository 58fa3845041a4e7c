internal import Glibc
internal import PreferenceTree

/// The program: reads the command line, runs the verb, says what went wrong.
package enum Prefctl {
    /// Runs the process's command line and ends the process.
    ///
    /// Nothing is taken down: what was to be written is written, and the kernel closes the rest at once.
    package static func main() -> Never {
        StandardStreams.occupy()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if Invocation.wantsJSON(arguments) { Interrupts.sayAndExitOnSignals() } else { Interrupts.exitOnSignals() }
        if let position = firstUnreadableArgument() {
            var options = GlobalOptions()
            options.json = arguments.contains("--json")
            let fault = ClientFault(
                .node(.invalidValue), "argument \(position) is not UTF-8",
                hint: "give it in UTF-8, or bytes as {\"$bytes\":\"base64\"}")
            VerbContext(options: options, surroundings: .ofProcess(), console: Console()).report(fault)
            _exit(ExitCode.refused.rawValue)
        }
        let code = run(arguments, in: .ofProcess())
        _exit(code.rawValue)
    }

    /// The position of an argument that `CommandLine.arguments` had to repair, counted from 1; nil: all are UTF-8.
    private static func firstUnreadableArgument() -> Int? {
        (1..<max(1, Int(CommandLine.argc))).first { position in
            // The vector is the process's own: it has argc members and is never changed.
            guard let text = unsafe CommandLine.unsafeArgv[position] else { return false }
            return unsafe String(validatingCString: text) == nil
        }
    }

    /// The arguments do not begin with the program's name.
    ///
    /// Returns what the process exits with.
    package static func run(
        _ arguments: [String], in surroundings: Surroundings, console: Console = Console(),
        input: InputReader = InputReader(0)
    ) -> ExitCode {
        switch Invocation.parse(arguments, in: surroundings) {
        case .failure(let error):
            var options = GlobalOptions()
            options.json = error.json
            VerbContext(options: options, surroundings: surroundings, console: console).report(error.fault)
            return error.exitCode
        case .success(let invocation):
            let context = VerbContext(
                options: invocation.options, surroundings: surroundings, console: console, input: input)
            return run(invocation.action, in: context)
        }
    }

    private static func run(_ action: Invocation.Action, in context: VerbContext) -> ExitCode {
        var code = ExitCode.done
        switch action {
        case .help(let text): context.console.print(text)
        case .version: context.console.print("prefctl \(SoftwareVersion.text)")
        case .command(let command):
            do {
                code = try dispatch(command, context)
            } catch {
                context.report(error)
                return error.code.exitCode(writing: command.isWriting)
            }
        }
        // What nobody could read was not done.
        guard let fault = context.console.outputFault else { return code }
        context.report(fault)
        return fault.code.exitCode()
    }

    private static func dispatch(_ command: Command, _ context: VerbContext) throws(ClientFault) -> ExitCode {
        switch command {
        case .publish(let command): try PublishVerb(command: command, context: context).run()
        case .hold(let command): try HoldVerb(command: command, context: context).run()
        case .retract(let command): try RetractVerb(command: command, context: context).run()
        case .drain(let command): try DrainVerb(command: command, context: context).run()
        case .forget(let command): try ForgetVerb(command: command, context: context).run()
        case .ping(let command): try PingVerb(command: command, context: context).run()
        case .get(let command): try GetVerb(command: command, context: context).run()
        case .watch(let command): try WatchVerb(command: command, context: context).run()
        case .wait(let command): try WaitVerb(command: command, context: context).run()
        case .status(let command): try StatusVerb(command: command, context: context).run()
        case .tree(let command): try TreeVerb(command: command, context: context).run()
        case .explain(let command): try ExplainVerb(command: command, context: context).run()
        case .sources(let command): try SourcesVerb(command: command, context: context).run()
        case .keys(let command): try KeysVerb(command: command, context: context).run()
        case .reload(let command): try ReloadVerb(command: command, context: context).run()
        }
    }
}
