import Preferences

/// How one verb is written, read and explained; one file in `Verbs` for each.
protocol VerbSyntax: Sendable {
    static var grammar: Grammar { get }

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command
}

/// The verbs of this version, in the order of the help text.
enum VerbTable {
    static let all: [any VerbSyntax.Type] = [
        PublishCommand.self, HoldCommand.self, RetractCommand.self,
        GetCommand.self, WatchCommand.self, WaitCommand.self,
        StatusCommand.self, TreeCommand.self, ExplainCommand.self, SourcesCommand.self, KeysCommand.self,
        DrainCommand.self, ForgetCommand.self, ReloadCommand.self, PingCommand.self,
    ]

    /// Verbs that other versions may have.
    static let notYet = [
        "top", "history", "pin", "unpin", "pins", "backup", "policy", "keygen", "context", "completion", "session",
    ]

    static func syntax(of word: String) -> (any VerbSyntax.Type)? {
        all.first { $0.grammar.verb == word }
    }

    static func unknown(_ word: String) -> UsageError {
        if notYet.contains(word) {
            return UsageError("\(word) is not in this version", hint: "prefctl --help lists the verbs")
        }
        let near = Spelling.nearest(to: word, among: all.map { $0.grammar.verb }, atMost: 1).first
        return UsageError(
            "unknown verb \"\(word)\"", hint: near.map { "did you mean \($0)?" } ?? "prefctl --help lists the verbs")
    }
}
