/// How JSON carries what it has no words for: `{"$float":"inf"}` and `{"$bytes":"base64"}`.
///
/// A user's own map with a mark as its only key stays itself: where a map's only key is a mark behind any number of
/// `$`, the writer puts one more `$` before it, and the reader takes one away. So `{"$float":1}` as a map is written
/// `{"$$float":1}`, that one `{"$$$float":1}`, and every text has one meaning.
package enum JSONMark: String, CaseIterable, Sendable {
    case float = "$float"
    case bytes = "$bytes"

    var remedy: String {
        switch self {
        case .float: "{\"$float\": …} takes \"inf\" or \"-inf\"; write {\"$$float\": …} for a map with that key"
        case .bytes: "{\"$bytes\": …} takes base64 in a string; write {\"$$bytes\": …} for a map with that key"
        }
    }

    /// The value that the mark's content means; nil if it means none.
    func value(of content: Value) -> Value? {
        guard case .text(let text) = content else { return nil }
        switch self {
        case .float:
            switch text {
            case "inf": return .float(.infinity)
            case "-inf": return .float(-.infinity)
            default: return nil
            }
        case .bytes: return Base64.decode(text).map { .bytes($0) }
        }
    }

    /// Whether a map's only key needs one more `$` to stay a key, which is where its own `$` hide a mark.
    static func isMark(behindDollars key: String) -> Bool {
        let name = key.utf8.drop { $0 == UInt8(ascii: "$") }
        return key.utf8.first == UInt8(ascii: "$")
            && JSONMark.allCases.contains { $0.rawValue.utf8.dropFirst().elementsEqual(name) }
    }
}
