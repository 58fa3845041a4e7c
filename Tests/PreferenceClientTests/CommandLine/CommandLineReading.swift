import PreferenceTree
import Preferences

@testable import PreferenceClient

/// Reads command lines as a user whose terminal and environment are known.
enum CommandLineReading {
    static let surroundings = Surroundings(user: "ada", processID: 4711)

    static func invocation(
        _ line: String, environment: [String: String] = [:], terminal: Bool = false
    ) throws -> Invocation {
        try invocation(words: line.split(separator: " ").map(String.init), environment: environment, terminal: terminal)
    }

    static func invocation(
        words: [String], environment: [String: String] = [:], terminal: Bool = false
    ) throws -> Invocation {
        var surroundings = surroundings
        surroundings.environment = environment
        surroundings.terminals = .init(input: terminal, output: terminal, errors: terminal)
        return try Invocation.parse(words, in: surroundings).get()
    }

    static func command(_ line: String, environment: [String: String] = [:]) throws -> Command {
        try command(words: line.split(separator: " ").map(String.init), environment: environment)
    }

    static func command(words: [String], environment: [String: String] = [:]) throws -> Command {
        guard case .command(let command) = try invocation(words: words, environment: environment).action else {
            throw UsageError("no command")
        }
        return command
    }

    static func error(_ line: String) -> UsageError? {
        switch Invocation.parse(line.split(separator: " ").map(String.init), in: surroundings) {
        case .success: nil
        case .failure(let error): error
        }
    }
}
