/// The help texts, printed from the same tables by which command lines are read.
enum HelpText {
    private static let width = 80

    static func overview() -> String {
        var text = "prefctl: state, read and watch preferences, and look after prefd.\n\n"
        text += "usage: prefctl [OPTION…] VERB [OPERAND…]\n\nverbs:\n"
        text += table(VerbTable.all.map { ($0.grammar.verb, $0.grammar.summary) })
        text += "\noptions, before or after the verb:\n" + table(GlobalOptions.rules.map { ($0.spelling, $0.summary) })
        text += "\nexamples:\n"
        text += table([
            ("prefctl publish pool.max_temp 71.5", "state a value"),
            ("prefctl watch 'pool.*'", "print changes as they come"),
        ])
        text += "\nexit: 0 done, 1 a negative answer, 2 usage, 3 no daemon or no answer, 4 refused,\n"
        text += "5 kept but not confirmed at the root. prefctl VERB --help says more.\n"
        return text
    }

    static func verb(_ grammar: Grammar) -> String {
        var text = ""
        for (index, form) in grammar.forms.enumerated() {
            text += (index == 0 ? "usage: prefctl " : "       prefctl ") + form + "\n"
        }
        text += "\n" + lines(grammar.summary.prefix(1).uppercased() + grammar.summary.dropFirst() + ".")
        for paragraph in grammar.details { text += "\n" + lines(paragraph) }
        if !grammar.options.isEmpty {
            text += "\noptions:\n" + table(grammar.options.map { ($0.spelling, $0.summary) })
        }
        text += "\noptions of every verb:\n" + table(GlobalOptions.rules.map { ($0.spelling, $0.summary) })
        text += "\nexamples:\n"
        for example in grammar.examples { text += "  prefctl \(example.command)\n      \(example.effect)\n" }
        return text
    }

    /// Two columns; a left part that is too long stands on a line of its own.
    private static func table(_ rows: [(String, String)]) -> String {
        let widest = rows.map { $0.0.count }.filter { $0 <= 36 }.max() ?? 0
        let indent = widest + 4
        var text = ""
        for (left, right) in rows {
            let gap = left.count > widest ? "\n" + spaces(indent) : spaces(widest - left.count + 2)
            text += "  " + left + gap + lines(right, indent: indent)
        }
        return text
    }

    /// The text broken at spaces; the first line is not indented.
    private static func lines(_ text: String, indent: Int = 0) -> String {
        var result = ""
        var column = indent
        for word in text.split(separator: " ") {
            if column > indent, column + 1 + word.count > width {
                result += "\n" + spaces(indent)
                column = indent
            } else if column > indent {
                result += " "
                column += 1
            }
            result += word
            column += word.count
        }
        return result + "\n"
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
