/// A command line taken apart: what was said, not yet what it means.
struct Arguments: Sendable {
    struct Option: Sendable {
        let name: String
        /// Empty for an option that takes none.
        let value: String
    }

    var operands: [String] = []
    /// In the order in which they were given.
    var options: [Option] = []
    /// What follows the `--` after the operands of a verb that takes a command.
    var command: [String]?

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The value of an option, of a repeated one the last.
    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}

extension Arguments {
    /// Refuses operands beyond `limit`.
    func expectAtMost(_ limit: Int, hint: String = "") throws(UsageError) {
        if operands.count > limit {
            throw UsageError("unexpected operand \"\(operands[limit])\"", hint: hint)
        }
    }

    /// Refuses two options that contradict each other.
    func exclude(_ left: String, _ right: String) throws(UsageError) {
        if has(left), has(right) { throw UsageError("--\(left) and --\(right) exclude each other") }
    }

    /// The operand at a position, or a message that names what is missing.
    func operand(_ index: Int, _ name: String) throws(UsageError) -> String {
        if index < operands.count { return operands[index] }
        throw UsageError("\(name) is missing")
    }
}
