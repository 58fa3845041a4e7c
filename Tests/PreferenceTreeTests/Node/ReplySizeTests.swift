import PreferenceTree
import Preferences
import Testing

@Suite("Answers that do not fit a frame")
struct ReplySizeTests {
    @Test("are refused with a hint, and nothing larger leaves")
    func tooLarge() throws {
        let texts = (0..<200).map { "key.\($0)" }
        var node = try NodeInHand(
            try texts.map { Definition(pattern: try KeyPattern($0), type: .int, policy: .sum) }
        ) { $0.limits.frame = 16 * 1024 }
        let client = node.attachClient()
        let few = node.ask(.get, [("keys", .list(texts.prefix(10).map { .text($0) }))], on: client)
        #expect(few?.fault == nil)
        let all = node.ask(.get, [("keys", .list(texts.map { .text($0) }))], on: client)
        #expect(all?.fault?.code == .tooLarge)
        #expect(all?.body == .null)
        #expect(all?.fault?.hint.isEmpty == false)
    }
}
