package import PreferenceTree

/// Why a verb did not do what it was asked: what is wrong, where, and the remedy.
package struct ClientFault: Error, Hashable, Sendable, CustomStringConvertible {
    package var code: ErrorCode
    package var message: String
    /// What to do next; empty when the message says it all.
    package var hint: String
    /// Whether the same may succeed later without a change.
    package var retry: Bool

    package init(_ code: ErrorCode, _ message: String, hint: String = "", retry: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.retry = retry
    }

    package init(_ fault: RequestFault) {
        self.init(.node(fault.code), fault.message, hint: fault.hint, retry: fault.retry)
    }

    package var description: String { hint.isEmpty ? message : "\(message); \(hint)" }
}
