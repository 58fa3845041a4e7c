/// `docs/status.md`: tables of what works and what does not yet.
struct StatusPage {
    static let path = "docs/status.md"
    static let works = "works since 0.1"
    static let notYet = "not yet"

    /// The rows below each heading; cells without backticks.
    let sections: [String: [[String]]]

    init(_ text: String = Repository.text(StatusPage.path)) {
        var sections: [String: [[String]]] = [:]
        var heading = ""
        for line in Repository.lines(of: text) {
            if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" || $0 == " " })
            } else if line.hasPrefix("|") {
                let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map { cell in
                    cell.filter { $0 != "`" }.replacing("\u{1}", with: "|").trimmingWhitespace()
                }
                let isRule = cells.allSatisfy { $0.allSatisfy { "-:".contains($0) } }
                if !isRule { sections[heading, default: []].append(cells) }
            }
        }
        // The first row of a table names its columns.
        self.sections = sections.mapValues { Array($0.dropFirst()) }
    }

    func rows(_ heading: String) -> [[String]] { sections[heading] ?? [] }

    /// The entries of a table whose last column has `state`; of several columns the first ones joined by a space.
    func entries(_ heading: String, _ state: String) -> [String] {
        rows(heading).filter { $0.last == state }.map { $0.dropLast().joined(separator: " ") }
    }
}

extension String {
    func trimmingWhitespace() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
