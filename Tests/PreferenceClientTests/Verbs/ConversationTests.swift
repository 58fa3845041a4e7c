import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("A verb's talk with its node")
struct ConversationTests {
    private func context(_ endpoint: Endpoint, timeout: Interval = .seconds(20)) -> VerbContext {
        var options = GlobalOptions()
        options.endpoints = [endpoint.text]
        options.timeout = timeout
        return VerbContext(options: options, surroundings: Surroundings(user: "u", processID: 1))
    }

    @Test("A fault of the node is the verb's, with its hint and code")
    func nodeFault() throws {
        let peer = try ScriptedPeer(script: PretendNode().script)
        let conversation = try context(peer.endpoint).converse(.reads)
        do throws(ClientFault) {
            _ = try conversation.ask(.drain, at: .here)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .node(.unsupported))
            #expect(error.message == "not here")
        }
        try peer.stop()
    }

    @Test("No daemon names the endpoint and the remedy, and is exit 3")
    func noDaemon() {
        let endpoint = Endpoint("ipc://\(ScriptedPeer.path())")
        do throws(ClientFault) {
            _ = try context(endpoint).converse(.reads)
            Issue.record("somebody was there")
        } catch {
            #expect(error.code.exitCode() == .unreachable)
            #expect(error.message.contains(endpoint.text))
            #expect(error.hint.contains("is prefd running?"))
        }
    }

    @Test("A refused session ends a verb that has had none")
    func refused() throws {
        let refusal = Refusal(attempt: 0, code: .limit, message: "4096 clients are attached")
        let peer = try ScriptedPeer(script: { if case .hello = $0 { [.refuse(refusal)] } else { [] } })
        let conversation = try context(peer.endpoint).converse(.reads)
        do throws(ClientFault) {
            _ = try conversation.ask(.status, at: .here)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .node(.limit))
            #expect(error.message.contains("4096 clients"))
        }
        try peer.stop()
    }

    @Test("A node that says nothing is out of time, and is told from one that is not there")
    func late() throws {
        let peer = try ScriptedPeer(script: { _ in [] })
        let conversation = try context(peer.endpoint, timeout: .milliseconds(200)).converse(.reads)
        do throws(ClientFault) {
            _ = try conversation.ask(.status, at: .here)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .node(.timeout))
            #expect(error.message == "leaf did not answer status within 200ms")
        }
        try peer.stop()
    }

    @Test("Types come from the exact definition, its alias, else the longest prefix")
    func types() throws {
        func entry(_ key: String, _ type: String, alias: String? = nil) -> Value {
            var map = ValueMap([("key", .text(key)), ("type", .text(type)), ("policy", .text("last"))])
            if let alias { map["alias"] = .text(alias) }
            return .map(map)
        }
        let keys = DeclaredKeys(
            try KeyEntry.list(
                .list([
                    entry("*", "any"), entry("host.cpu.*", "int"), entry("host.*", "float"),
                    entry("ui.title", "text", alias: "title"), entry("odd", "no type"),
                ])))
        #expect(keys.type(of: try Key("host.mem")) == .float)
        #expect(keys.type(of: try Key("host.cpu.0")) == .int)
        #expect(keys.type(of: try Key("title")) == .text)
        #expect(keys[try Key("title")]?.key == "ui.title")
        #expect(keys.type(of: try Key("else")) == .any)
        #expect(keys.type(of: try Key("odd")) == nil)
    }
}
