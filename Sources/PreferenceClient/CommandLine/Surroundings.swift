/// What a process finds at its start, so that a command line is judged without asking the system.
package struct Surroundings: Sendable {
    /// Which of the standard streams is a terminal.
    package struct Terminals: Hashable, Sendable {
        package var input: Bool
        package var output: Bool
        package var errors: Bool

        package init(input: Bool = false, output: Bool = false, errors: Bool = false) {
            self.input = input
            self.output = output
            self.errors = errors
        }
    }

    package var environment: [String: String]
    package var terminals: Terminals
    /// The login name, or the number of the user where there is none.
    package var user: String
    package var processID: Int32

    package init(
        environment: [String: String] = [:], terminals: Terminals = Terminals(), user: String, processID: Int32
    ) {
        self.environment = environment
        self.terminals = terminals
        self.user = user
        self.processID = processID
    }

    /// A variable that is set to something.
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
