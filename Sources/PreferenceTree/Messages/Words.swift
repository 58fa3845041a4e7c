/// A closed list whose members have one word each, in every answer and on the disk.
package protocol Worded: CaseIterable, Sendable {}

extension Worded {
    package var text: String { String(describing: self) }

    /// Nil: no member has this word.
    package init?(text: String) {
        guard let member = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = member
    }
}
