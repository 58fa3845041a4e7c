import PreferenceTree
import Preferences
import Testing

@Suite("What a client holds")
struct HeldTests {
    let setting: SumSetting
    private let link = LinkID(number: 5)
    private let client: UInt64 = 100

    init() throws { setting = try SumSetting() }

    private var hello: Message {
        var hello = ScriptedNode.reader
        hello.instance = client
        return .hello(hello)
    }

    private func states(_ value: Int64, restated: Bool = false) -> Message {
        let statement = Statement(
            operation: .publish(.int(value)), key: setting.key.text, source: "s", lifetime: .held)
        return .publish(PublishFrame(id: 1, statements: [statement], restated: restated))
    }

    @Test("stands while the client comes back over another connection, until it has stated everything again")
    func anotherConnection() throws {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.from(link, hello)
        node.flush()
        node.from(link, states(5))
        node.flush()
        #expect(node.value(setting.key) == .int(5))
        // The old connection is not known to have ended.
        let other = LinkID(number: 6)
        node.from(other, hello)
        node.flush()
        #expect(node.value(setting.key) == .int(5))
        node.handle(.linkClosed(link))
        node.flush()
        #expect(node.value(setting.key) == .int(5))
        node.from(other, .publish(PublishFrame(id: 1, statements: [], restated: true)))
        node.flush()
        #expect(node.value(setting.key) == nil)
    }

    /// A root that held 5 for the client when it was stopped.
    private func restarted() throws -> ScriptedNode {
        var recovered = Recovered()
        recovered.contributions = [
            ContributionRow(
                key: setting.key, source: try SourceName("s"), value: .int(5), rank: 0, lifetime: .held, lease: nil,
                deadline: nil, holder: client, since: ScriptedNode.wall, by: "u")
        ]
        return ScriptedNode(setting.rootSettings, catalog: setting.catalog, recovered: recovered)
    }

    @Test("stands after a restart if the client is back before settle, however late it states it again")
    func slowStatement() throws {
        var node = try restarted()
        node.from(link, hello)
        for _ in 0..<20 {
            node.from(link, .ping)
            node.pass(.milliseconds(900))
        }
        #expect(node.value(setting.key) == .int(5))
        node.from(link, states(6, restated: true))
        node.flush()
        #expect(node.value(setting.key) == .int(6))
    }

    @Test("is gone after a restart if the client is not back before settle")
    func nobody() throws {
        var node = try restarted()
        for _ in 0..<20 { node.pass(.milliseconds(900)) }
        #expect(node.value(setting.key) == nil)
    }
}
