/// One option: enough to find it on a command line and to print it in a help text.
struct OptionRule: Sendable {
    /// Without the dashes.
    let name: String
    let letter: Character?
    /// What its value is called; nil: the option takes none.
    let placeholder: String?
    let summary: String

    init(_ name: String, _ placeholder: String, _ summary: String) {
        self.name = name
        letter = nil
        self.placeholder = placeholder
        self.summary = summary
    }

    init(_ name: String, letter: Character? = nil, _ summary: String) {
        self.name = name
        self.letter = letter
        placeholder = nil
        self.summary = summary
    }

    /// As it is written: `--ttl D`, `-h, --help`.
    var spelling: String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + "--" + name + (placeholder.map { " " + $0 } ?? "")
    }
}

/// What one verb takes, and what its help says.
struct Grammar: Sendable {
    struct Example: Sendable {
        let command: String
        let effect: String

        init(_ command: String, _ effect: String) {
            self.command = command
            self.effect = effect
        }
    }

    let verb: String
    /// One line for each form, without `prefctl`.
    let forms: [String]
    /// One line in the list of verbs.
    let summary: String
    /// What else must be known, in short paragraphs.
    var details: [String] = []
    var options: [OptionRule] = []
    /// Options that other versions may have, so that their use is told from a misspelling.
    var notYet: [String] = []
    /// A second `--` among the operands begins a command.
    var takesCommand = false
    let examples: [Example]
}
