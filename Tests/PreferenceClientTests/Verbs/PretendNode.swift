import PreferenceTree
import Preferences
import Synchronization

@testable import PreferenceClient

/// What a small node answers: three keys, one value each, no tree.
final class PretendNode: Sendable {
    private let state = Mutex(State())

    private struct State {
        var values: [String: Value] = [:]
        var sources: [(key: String, source: String)] = []
        var revision: UInt64 = 0
        var statements: [Statement] = []
        var frames: [PublishFrame] = []
    }

    /// What was stated so far, in order.
    var statements: [Statement] { state.withLock { $0.statements } }
    var frames: [PublishFrame] { state.withLock { $0.frames } }
    let confirmsAtRoot: Bool
    /// Another one for every start.
    let epoch: UInt64

    init(confirmsAtRoot: Bool = true, epoch: UInt64 = 77) {
        self.confirmsAtRoot = confirmsAtRoot
        self.epoch = epoch
    }

    /// What a node says of itself.
    static func status(phase: String) -> Value {
        .map(
            ValueMap([
                ("name", .text("leaf")), ("path", .text("/leaf")), ("tree", .text("t")), ("state", .text("cut off")),
                ("phase", .text(phase)),
            ]))
    }

    static let types = ["n": "int", "f": "float", "t": "text"]

    var script: ScriptedPeer.Script { { [self] message in answer(message) } }

    private func answer(_ message: Message) -> [Message] {
        switch message {
        case .publish(let frame): state.withLock { take(frame, &$0) }
        case .request(let request): [.reply(state.withLock { reply(request, $0) })]
        case .subscribe(let frame): [.notify(state.withLock { snapshot(frame, $0) })]
        case .bye: [.byeOK]
        default: []
        }
    }

    private func take(_ frame: PublishFrame, _ state: inout State) -> [Message] {
        state.frames.append(frame)
        var failures: [PublishedFrame.Failure] = []
        var retracted: UInt32 = 0
        for (index, statement) in frame.statements.enumerated() {
            let fault = PretendNode.fault(statement)
            if let fault { failures.append(.init(index: UInt32(index), fault: fault)) }
            guard fault == nil else { continue }
            state.statements.append(statement)
            let existing = state.sources.firstIndex { $0.key == statement.key && $0.source == statement.source }
            switch statement.operation {
            case .publish(let value):
                state.revision += 1
                state.values[statement.key] = value
                if existing == nil { state.sources.append((statement.key, statement.source)) }
            case .retract:
                if let existing {
                    state.sources.remove(at: existing)
                    retracted += 1
                }
            }
        }
        let node = PublishedFrame(id: frame.id, stage: .node, failures: failures, retracted: retracted)
        let root = PublishedFrame(id: frame.id, stage: .root)
        return [.published(node)] + (frame.confirmAtRoot && confirmsAtRoot ? [.published(root)] : [])
    }

    private static func fault(_ statement: Statement) -> RequestFault? {
        guard let type = types[statement.key] else {
            return RequestFault(code: .unknownKey, message: "no key \(statement.key)", hint: "did you mean n?")
        }
        guard case .publish(let value) = statement.operation else { return nil }
        let fits =
            switch (type, value) {
            case ("int", .int), ("float", .float), ("float", .int), ("text", .text): true
            default: false
            }
        return fits ? nil : RequestFault(code: .wrongType, message: "\(statement.key) takes \(type)")
    }

    private func record(_ key: String, _ state: State) -> ValueMap {
        let value = state.values[key]
        return ValueMap([
            ("key", .text(key)), ("value", value ?? .null), ("explicit", .bool(value != nil)),
            ("revision", .int(Int64(state.revision))), ("state", .text("ok")), ("causes", .list([])),
            ("reason", .text("published")), ("cause", .text("")), ("time", .int(1_700_000_000_000_000)),
            ("sources", .int(1)), ("stale_sources", .int(0)),
        ])
    }

    private func reply(_ request: RequestFrame, _ state: State) -> ReplyFrame {
        switch request.verb {
        case .keys:
            let entries = PretendNode.types.sorted { $0.key < $1.key }.map { key, type in
                Value.map(
                    ValueMap([
                        ("key", .text(key)), ("defined_by", .text(key)), ("type", .text(type)),
                        ("policy", .text("last")), ("default", .null), ("nullable", .bool(false)),
                        ("lifetimes", .list([.text("durable")])), ("present", .bool(true)), ("sources", .int(1)),
                    ]))
            }
            return ReplyFrame(id: request.id, body: .list(entries))
        case .get:
            guard case .list(let keys)? = request.body["keys"] else { break }
            let names = keys.compactMap { if case .text(let key) = $0 { key } else { nil } }
            let known = names.filter { PretendNode.types[$0] != nil }
            let unknown = names.filter { PretendNode.types[$0] == nil }
            let body = ValueMap([
                ("at", .text("/")), ("epoch", .int(Int64(epoch))),
                (
                    "nodes",
                    .map(
                        ValueMap([("live", .int(1)), ("stale", .int(0)), ("missing", .int(0)), ("expected", .int(1))]))
                ),
                ("records", .list(known.map { .map(record($0, state)) })),
                (
                    "unknown",
                    .list(unknown.map { .map(ValueMap([("key", .text($0)), ("hint", .text("did you mean n?"))])) })
                ),
            ])
            return ReplyFrame(id: request.id, body: .map(body))
        case .sources:
            return ReplyFrame(
                id: request.id,
                body: .list(
                    state.sources.map {
                        .map(
                            ValueMap([
                                ("key", .text($0.key)), ("source", .text($0.source)), ("value", .int(1)),
                                ("rank", .int(0)),
                                ("lifetime", .text("durable")), ("since", .int(1)), ("by", .text("root")),
                                ("state", .text("ok")),
                            ]))
                    }))
        default: break
        }
        return ReplyFrame(id: request.id, body: .null, fault: RequestFault(code: .unsupported, message: "not here"))
    }

    private func snapshot(_ frame: SubscribeFrame, _ state: State) -> NotifyFrame {
        let records = PretendNode.types.keys.sorted().compactMap { name -> Record? in
            guard let key = try? Key(name), frame.patterns.contains(where: { $0.matches(key) }) else { return nil }
            return .test(key, state.values[name] ?? .null, state.revision, explicit: state.values[name] != nil)
        }
        return NotifyFrame(
            standpoint: frame.standpoint, epoch: epoch, nodes: .one, records: records, initial: frame.id,
            synced: frame.id, syncedRevision: state.revision, replaces: frame.after != nil)
    }

    /// A change as the node tells it.
    func change(_ name: String, _ value: Value, at standpoint: Standpoint) throws -> Message {
        let key = try Key(name)
        let revision = state.withLock { state in
            state.revision += 1
            state.values[name] = value
            return state.revision
        }
        return .notify(
            NotifyFrame(standpoint: standpoint, epoch: epoch, nodes: .one, records: [.test(key, value, revision)]))
    }
}
