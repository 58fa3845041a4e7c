/// Lines in columns for people.
///
/// Columns are as wide as their widest cell, the last one is not filled up.
struct TextTable {
    private var rows: [[String]] = []
    private let header: [String]

    init(_ header: String...) { self.header = header }

    mutating func add(_ cells: String...) { rows.append(cells) }

    var isEmpty: Bool { rows.isEmpty }

    /// The header and the rows, each with its line's end; nothing without rows.
    func text(_ paint: Paint) -> String {
        if rows.isEmpty { return "" }
        let widths = header.indices.map { column in
            ([header] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        var text = paint.strong(TextTable.line(header, widths)) + "\n"
        for row in rows { text += TextTable.line(row, widths) + "\n" }
        return text
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            line += index == cells.count - 1 ? cell : cell.padded(to: widths[index] + 2)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Without control characters, which a terminal would obey.
    var printable: String {
        if unicodeScalars.allSatisfy({ !TerminalText.isControl($0) }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if TerminalText.isControl(scalar) { text += "\u{FFFD}" } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
