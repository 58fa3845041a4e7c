/// Colours on a terminal, or nothing where there is none.
package struct Paint: Hashable, Sendable {
    package var isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    package static let off = Paint(isOn: false)

    func good(_ text: String) -> String { wrap(text, "32") }
    func doubtful(_ text: String) -> String { wrap(text, "33") }
    func bad(_ text: String) -> String { wrap(text, "31") }
    func strong(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    /// A state's word in the colour of how much it is to be trusted.
    func state(_ word: String) -> String {
        switch word {
        case "ok", "live": good(word)
        case "missing", "quarantined": bad(word)
        case "shadowed": faint(word)
        default: doubtful(word)
        }
    }

    private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
