import PreferenceTree
import Preferences
import Testing

@Suite("As many clients as a node takes")
struct ClientLimitTests {
    @Test("one more is refused, one that comes back on another connection is not")
    func full() throws {
        var node = try NodeInHand([]) { $0.limits.clients = 1 }
        _ = node.attachClient(1)
        let other = node.attachClient(2)
        #expect(node.heard(on: other).contains { if case .refuse(let why) = $0 { why.code == .limit } else { false } })
        let again = node.attachClient(3, instance: 1)
        #expect(node.heard(on: again).contains { if case .welcome = $0 { true } else { false } })
    }
}
