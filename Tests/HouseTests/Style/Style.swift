/// What the house does not want to read in its sources.
enum Style {
    static let longestFile = 400

    /// Words that say nothing about the thing they name.
    static let emptyWords: Set<String> = [
        "Manager", "Managers", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Common", "Handler",
        "Handlers", "Impl",
    ]

    /// The words of a name in camel case, with or without other signs between them.
    static func words(of name: String) -> [String] {
        name.matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/).map { match in
            match.output.prefix(1).uppercased() + match.output.dropFirst()
        }
    }

    static func isEmpty(_ name: String) -> Bool { words(of: name).contains { emptyWords.contains($0) } }

    /// The types that a Swift text declares.
    static func types(in text: String) -> [String] {
        code(of: text)
            .matches(of: /\b(?:class|struct|enum|actor|protocol|typealias|associatedtype)\s+(?<name>[A-Z]\w*)/)
            .map { String($0.name) }
    }

    /// The text without its line comments and the contents of its texts on one line.
    static func code(of text: String) -> String {
        Repository.lines(of: text).map { code(ofLine: $0) }.joined(separator: "\n")
    }

    static func code(ofLine line: String) -> String {
        var code = ""
        var inText = false
        var before: Character = " "
        for character in line {
            if character == "\"", before != "\\" { inText.toggle() }
            if !inText, character == "/", before == "/" { return String(code.dropLast()) }
            if !inText || character == "\"" { code.append(character) }
            before = character
        }
        return code
    }

    /// What Swift has and the house does without.
    static func shortcuts(in text: String) -> [String] {
        let code = code(of: text)
        let patterns: [(String, Regex<Substring>)] = [
            ("try" + "!", /\btry!/), ("as" + "!", /\bas!/), ("fatalError", /\bfatalError\b/),
        ]
        return patterns.filter { code.contains($0.1) }.map(\.0)
    }

    /// The rules that the comments of a Swift text refer to, such as a letter and a number behind a bracket.
    static func rules(in text: String) -> Set<String> {
        let comments = Repository.lines(of: text).compactMap { line in
            line.firstMatch(of: /(?:^|\s)\/\/(?<comment>.*)/).map { String($0.comment) }
        }
        return Set(comments.flatMap { $0.matches(of: /\b[CFLNR][0-9]{1,2}\b/).map { String($0.output) } })
    }

    /// The lines, counted from 1, that use `word` without a comment above it in the same paragraph.
    static func unexplained(_ word: Regex<Substring>, in text: String) -> [Int] {
        let lines = Repository.lines(of: text)
        return lines.indices.filter { index in
            guard code(ofLine: lines[index]).contains(word) else { return false }
            let above = lines[..<index].reversed().prefix { !$0.allSatisfy(\.isWhitespace) }
            return !above.contains { $0.contains("//") }
        }
        .map { $0 + 1 }
    }
}
