/// Identities of 64 bits as 16 digits, the same in logs, answers and the store.
package enum Hexadecimal {
    package static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func number(_ text: String) -> UInt64? {
        text.utf8.count == 16 ? UInt64(text, radix: 16) : nil
    }
}
