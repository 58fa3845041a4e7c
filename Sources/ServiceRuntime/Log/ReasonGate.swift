/// Lets one line through for each change of reason: a state that is found again and again is told once.
package struct ReasonGate: Sendable {
    private var reasons: [String: String] = [:]
    private let capacity: Int

    /// Remembers the reasons of up to `capacity` subjects; with more it forgets all, and tells some again.
    package init(capacity: Int = 1_024) {
        self.capacity = capacity
    }

    /// Whether this reason is another than the last one told about the subject.
    package mutating func isNews(_ reason: String, about subject: String) -> Bool {
        guard reasons[subject] != reason else { return false }
        if reasons.count >= capacity, reasons[subject] == nil { reasons.removeAll() }
        reasons[subject] = reason
        return true
    }
}
