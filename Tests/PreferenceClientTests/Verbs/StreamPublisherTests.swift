import PreferenceTestSupport
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("A stream of statements")
struct StreamPublisherTests {
    private func publish(
        _ statements: [Statement], to node: PretendNode, confirmAtRoot: Bool = false, isEnding: Bool = false
    ) throws -> (StreamPublisher, [StreamPublisher.Refused], Conversation, ScriptedPeer) {
        let peer = try ScriptedPeer(script: node.script)
        var options = GlobalOptions()
        options.endpoints = [peer.endpoint.text]
        options.timeout = .seconds(20)
        let context = VerbContext(options: options, surroundings: Surroundings(user: "u", processID: 1))
        let conversation = try context.converse(.writes)
        var stream = StreamPublisher(conversation, confirmAtRoot: confirmAtRoot, replaces: true)
        var refused: [StreamPublisher.Refused] = []
        for (index, statement) in statements.enumerated() { try stream.add(statement, line: index + 1) }
        try stream.flush()
        refused += try settle(&stream, conversation, confirmed: !isEnding)
        return (stream, refused, conversation, peer)
    }

    /// Takes outcomes in until all have come; returns what was refused.
    private func settle(
        _ stream: inout StreamPublisher, _ conversation: Conversation, confirmed: Bool
    ) throws -> [StreamPublisher.Refused] {
        var refused: [StreamPublisher.Refused] = []
        while !stream.isSettled || (confirmed && !stream.isConfirmed) {
            switch try conversation.next(before: ClientConnection.now + .seconds(20)) {
            case .outcome(.published(let outcome)): refused += stream.take(outcome)
            case .deadline: throw NeverHappened("an outcome")
            default: continue
            }
        }
        return refused
    }

    @Test("What is refused is told by its line, and holds nothing up")
    func lines() throws {
        let node = PretendNode()
        let statements = (0..<1300).map { index in
            index % 500 == 7 ? state("nowhere", Int64(index)) : state("n", Int64(index))
        }
        let (stream, refused, _, peer) = try publish(statements, to: node)
        #expect(refused.map(\.line) == [8, 508, 1008])
        #expect(stream.published == 1297)
        #expect(stream.refused == 3)
        #expect(node.statements.count == 1297)
        #expect(node.frames.count == 3)
        try peer.stop()
    }

    @Test("A replacement ends the stream that all of its batches belong to")
    func replacement() throws {
        let node = PretendNode()
        var (stream, _, _, peer) = try publish([state("n", 1), state("n", 2)], to: node)
        _ = try stream.replace(source: "s")
        let frames = node.frames
        #expect(frames.last?.replacement == .init(source: "s", stream: frames[0].stream))
        #expect(frames[0].stream != 0)
        try peer.stop()
    }

    @Test("It is confirmed when the root has applied every batch that had something accepted")
    func confirmed() throws {
        let (stream, refused, _, peer) = try publish(
            [state("nowhere", 1)] + (0..<600).map { state("n", $0) }, to: PretendNode(), confirmAtRoot: true)
        #expect(stream.isConfirmed)
        #expect(refused.count == 1)
        try peer.stop()
    }

    @Test("Its end loses no confirmation that comes meanwhile, and waits for its own")
    func confirmedEnd() throws {
        let node = PretendNode()
        var (stream, _, conversation, peer) = try publish(
            (0..<1100).map { state("n", $0) }, to: node, confirmAtRoot: true, isEnding: true)
        _ = try stream.replace(source: "s")
        _ = try settle(&stream, conversation, confirmed: true)
        #expect(stream.isConfirmed)
        #expect(node.frames.last?.confirmAtRoot == true)
        try peer.stop()
    }
}
