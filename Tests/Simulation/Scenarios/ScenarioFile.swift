/// A story in text: what it shows, a drawing of its tree, and blocks of commands with what they say.
///
///     # Comments: before the first block they tell the story.
///     command
///     command
///     ----
///     what the commands say, line by line
///
/// Blocks end with an empty line. A block without `----` says nothing.
package struct ScenarioFile {
    package struct Block {
        /// Comments right above the commands.
        let remarks: [String]
        let commands: [(line: Int, words: [String], text: String)]
        package let expected: [String]

        /// Where its first command stands.
        package var line: Int { commands.first?.line ?? 0 }
    }

    private let name: String
    private let preface: [String]
    package let blocks: [Block]

    static let separator = "----"

    package init(_ text: String, name: String) throws(ScenarioFault) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        self.name = name
        var sections: [[(line: Int, text: String)]] = [[]]
        for (index, line) in lines.enumerated() {
            if line.isEmpty { sections.append([]) } else { sections[sections.count - 1].append((index + 1, line)) }
        }
        sections.removeAll { $0.isEmpty }
        let isRemark = { (line: (line: Int, text: String)) in line.text.hasPrefix("#") }
        let firstBlock = sections.firstIndex { !$0.allSatisfy(isRemark) } ?? sections.count
        preface = sections[..<firstBlock].flatMap { $0.map(\.text) + [""] }
        var blocks: [Block] = []
        for section in sections[firstBlock...] { blocks.append(try ScenarioFile.block(section, name)) }
        self.blocks = blocks
        if preface.isEmpty { throw ScenarioFault(file: name, line: 1, message: "a story begins with what it shows") }
        if !blocks.contains(where: { !$0.expected.isEmpty }) {
            throw ScenarioFault(file: name, line: lines.count, message: "no block expects anything")
        }
    }

    private static func block(_ section: [(line: Int, text: String)], _ name: String) throws(ScenarioFault) -> Block {
        let remarks = section.prefix { $0.text.hasPrefix("#") }
        let rest = section.dropFirst(remarks.count)
        let commands = rest.prefix { $0.text != separator }
        guard let first = rest.first, !commands.isEmpty else {
            throw ScenarioFault(file: name, line: section[0].line, message: "a block without a command")
        }
        var read: [(line: Int, words: [String], text: String)] = []
        for command in commands {
            guard let words = words(of: command.text), !words.isEmpty else {
                throw ScenarioFault(file: name, line: command.line, message: "a quotation mark has no other")
            }
            read.append((command.line, words, command.text))
        }
        let expected = rest.dropFirst(commands.count + 1).map(\.text)
        if commands.count < rest.count, expected.isEmpty {
            throw ScenarioFault(file: name, line: first.line, message: "nothing is expected behind \(separator)")
        }
        return Block(remarks: remarks.map(\.text), commands: read, expected: expected)
    }

    /// Words at spaces; within quotation marks a space is part of a word. Nil: a quotation mark is missing.
    private static func words(of text: String) -> [String]? {
        var words: [String] = []
        var (word, isQuoted) = ("", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return isQuoted ? nil : words
    }

    /// The file with other outputs, one for each block.
    package func text(with outputs: [[String]]) -> String {
        var lines = preface
        for (block, output) in zip(blocks, outputs) {
            lines += block.remarks + block.commands.map(\.text)
            if !output.isEmpty { lines += [ScenarioFile.separator] + output }
            lines.append("")
        }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Runs the story; what each block says.
    package func run() throws(ScenarioFault) -> [[String]] {
        let stage = Stage()
        var outputs: [[String]] = []
        for block in blocks {
            var output: [String] = []
            for command in block.commands {
                do throws(StageFault) {
                    output += try stage.perform(command.words)
                } catch {
                    throw ScenarioFault(file: name, line: command.line, message: error.message)
                }
                if let violation = stage.violation { output.append("VIOLATION: \(violation)") }
            }
            outputs.append(output)
        }
        return outputs
    }
}

/// What is wrong with a scenario file, and where.
package struct ScenarioFault: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String

    package var description: String { "\(file):\(line): \(message)" }
}

/// What is wrong with a command.
struct StageFault: Error {
    let message: String
}
