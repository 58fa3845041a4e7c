import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("What status says of the links")
struct StatusTests {
    @Test("an attached node says since when it is, and one that is not says nothing of it")
    func attachedSince() throws {
        var node = try NodeInHand([Definition(pattern: try KeyPattern("a"), type: .int, policy: .sum)]) {
            $0.hasParent = true
        }
        node.handle(.tick)
        let client = node.attachClient()
        #expect(try parent(&node, on: client)["since"] == nil)
        let welcome = Welcome(
            attempt: 1, tree: "t", name: try NodeName("above"), incarnation: 1, version: 1, software: "",
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard, path: PathFrame(steps: [], cutOff: nil),
            catalogHash: 0)
        node.wait(.seconds(1))
        node.handle(.parentFrame(Frame(session: 4, message: .welcome(welcome))))
        let attached = try parent(&node, on: client)
        #expect(attached["name"] == .text("above"))
        #expect(attached["since"] == .int(node.now.nanoseconds / 1000))
    }

    private func parent(_ node: inout NodeInHand, on link: LinkID) throws -> ValueMap {
        let status = try members(node.ask(.status, on: link)?.body)
        return try members(status["parent"])
    }
}
