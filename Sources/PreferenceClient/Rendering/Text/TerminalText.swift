import Preferences

/// What people read on a terminal.
enum TerminalText {
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// `1 node`, `3 nodes`.
    static func count(_ number: some BinaryInteger, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }

    /// A span in whole seconds from ten seconds on, else in milliseconds.
    static func span(_ interval: Interval) -> String {
        let unit: Int64 = interval.nanoseconds >= 10_000_000_000 ? 1_000_000_000 : 1_000_000
        return Interval(nanoseconds: interval.nanoseconds / unit * unit).description
    }

    /// A value as JSON, cut where it would push all other columns aside.
    static func cell(_ value: Value) -> String {
        let text = JSONWriter.text(of: value)
        return (text.count > widestCell ? text.prefix(widestCell) + "…" : text).printable
    }

    private static let widestCell = 40

    /// To the second, `2026-11-30 12:00:00Z`.
    static func time(_ time: Timestamp) -> String {
        time.description.prefix(19).replacing("T", with: " ") + "Z"
    }
}
