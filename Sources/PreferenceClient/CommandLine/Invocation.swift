/// A command line that has been understood.
package struct Invocation: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case command(Command)
        /// A text for stdout.
        case help(String)
        case version
    }

    package var options: GlobalOptions
    package var action: Action

    /// Reads the arguments without the program's name.
    package static func parse(
        _ arguments: [String], in surroundings: Surroundings
    ) -> Result<Invocation, UsageError> {
        do {
            return .success(try read(arguments, in: surroundings))
        } catch {
            var error = error
            error.json = wantsJSON(arguments)
            return .failure(error)
        }
    }

    /// Whether errors are to be written as JSON, whatever else the arguments say.
    package static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    private static func read(
        _ arguments: [String], in surroundings: Surroundings
    ) throws(UsageError) -> Invocation {
        switch try ArgumentScanner.scan(arguments) {
        case .help(let syntax):
            let text = syntax.map { HelpText.verb($0.grammar) } ?? HelpText.overview()
            return Invocation(options: GlobalOptions(), action: .help(text))
        case .version:
            return Invocation(options: GlobalOptions(), action: .version)
        case .verb(let syntax, let arguments):
            let options = try GlobalOptions(arguments, in: surroundings)
            do {
                return Invocation(options: options, action: .command(try syntax.parse(arguments, in: surroundings)))
            } catch {
                var error = error
                if error.fault.hint.isEmpty, error.fault.code == .usage {
                    error.fault.hint = "usage: prefctl \(syntax.grammar.forms[0])"
                }
                throw error
            }
        }
    }
}
