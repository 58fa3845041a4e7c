import PreferenceTree
import Preferences
import Testing

@Suite("How long a child may be away")
struct AbsenceTests {
    let setting: SumSetting
    let link = LinkID(number: 1)

    init() throws { setting = try SumSetting() }

    /// A root with one child that has died; grace 30 s, settle 10 s, dead_after 3 s.
    private func stale() -> ScriptedNode {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        for _ in 0..<4 { node.pass(.milliseconds(900)) }
        return node
    }

    private func away(_ node: inout ScriptedNode, _ seconds: Int) {
        for _ in 0..<seconds { node.pass(.milliseconds(900)) }
        node.pass(.milliseconds(Int64(100 * seconds)))
    }

    @Test("one that comes back, drops out and stays away is lost when its whole absence is its grace (L2)")
    func dropsOutAgain() {
        var node = stale()
        away(&node, 20)
        // Back, with much below it, so that the latest end of its grace is far; it does not complete in eleven seconds.
        let back = LinkID(number: 2)
        node.hello(setting.leaf, on: back, catalogHash: setting.hash, height: 3)
        for _ in 0..<11 {
            node.from(back, .ping)
            away(&node, 1)
        }
        away(&node, 6)
        #expect(node.value(setting.key) == .int(3))
        away(&node, 9)
        #expect(node.value(setting.key) == nil)
    }

    @Test("the time that its node was asleep does not count against it (L6)")
    func asleep() {
        var node = stale()
        #expect(node.value(setting.key) == .int(3))
        node.pass(.seconds(60))
        for _ in 0..<12 { node.pass(.milliseconds(900)) }
        #expect(node.value(setting.key) == .int(3))
        for _ in 0..<40 { node.pass(.milliseconds(900)) }
        #expect(node.value(setting.key) == nil)
    }
}
