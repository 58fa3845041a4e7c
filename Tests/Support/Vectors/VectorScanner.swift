package import Preferences

/// What is wrong with a line of a vector file.
package struct VectorFault: Error, CustomStringConvertible {
    package let line: Int
    package let message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "line \(line): \(message)" }
}

/// Reads the tokens of one line: values, words and trees.
package struct VectorScanner {
    private let text: [Character]
    private var position = 0
    package let line: Int

    package init(_ text: some StringProtocol, line: Int) {
        self.text = Array(text)
        self.line = line
    }

    package mutating func skipSpace() {
        while position < text.count, text[position] == " " { position += 1 }
    }

    package var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == text.count
        }
    }

    /// The next character that is no space, not taken.
    package mutating func peek() -> Character? {
        skipSpace()
        return position < text.count ? text[position] : nil
    }

    package mutating func take(_ character: Character) -> Bool {
        if peek() != character { return false }
        position += 1
        return true
    }

    package mutating func expect(_ character: Character) throws {
        if !take(character) { throw fault("expected \(character)") }
    }

    package func fault(_ message: String) -> VectorFault {
        VectorFault(line: line, message + " before “" + String(text[min(position, text.count)...].prefix(20)) + "”")
    }

    /// Letters, digits and what names are made of.
    package mutating func word() -> String {
        skipSpace()
        let start = position
        while position < text.count, VectorScanner.isWord(text[position]) { position += 1 }
        return String(text[start..<position])
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "._-*+∞".contains(character)
    }

    /// A word followed by `mark`, which is taken too; nil: there is none, and nothing is taken.
    package mutating func name(before mark: Character) -> String? {
        let start = position
        let name = word()
        if !name.isEmpty, position < text.count, text[position] == mark {
            position += 1
            return name
        }
        position = start
        return nil
    }

    package mutating func number() throws -> Int {
        guard let number = Int(word()) else { throw fault("expected a whole number") }
        return number
    }

    /// `MAX`, `MIN`, `inf`, `-inf`, `none`, JSON, or JSON between backticks where it would be taken for a tree.
    package mutating func value() throws -> Value {
        if take("`") { return try json(upTo: "`") }
        guard let next = peek() else { throw fault("expected a value") }
        if next == "\"" { return try json(token: quoted()) }
        if next == "[" || next == "{" { return try json(token: bracketed()) }
        let token = word()
        switch token {
        case "MAX": return .int(.max)
        case "MIN": return .int(.min)
        case "inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        default: return try json(token: token)
        }
    }

    private mutating func json(upTo end: Character) throws -> Value {
        let start = position
        while position < text.count, text[position] != end { position += 1 }
        let token = String(text[start..<position])
        try expect(end)
        return try json(token: token)
    }

    private func json(token: String) throws -> Value {
        do { return try JSONReader.read(token) } catch { throw fault("\(token) is no value: \(error)") }
    }

    private mutating func quoted() throws -> String {
        let start = position
        position += 1
        while position < text.count, text[position] != "\"" { position += text[position] == "\\" ? 2 : 1 }
        try expect("\"")
        return String(text[start..<position])
    }

    private mutating func bracketed() throws -> String {
        let start = position
        var depth = 0
        repeat {
            guard position < text.count else { throw fault("a bracket is open") }
            switch text[position] {
            case "\"":
                _ = try quoted()
                continue
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            default: break
            }
            position += 1
        } while depth > 0
        return String(text[start..<position])
    }
}
