/// The versions of the protocol that this program speaks.
///
/// The frames that are exchanged before a session exists (HELLO, REFUSE, SAY HELLO, FAULT) carry version 1 in every
/// version, so that two programs of any age can tell each other their ranges (semantics L10).
package enum ProtocolVersion {
    package static let lowest: UInt8 = 1
    package static let highest: UInt8 = 1
}
