import PreferenceTree
import PreferenceWire
import Preferences

extension RandomItems {
    mutating func frame(_ type: MessageType) -> Frame {
        Frame(session: number(), sequence: number(), acknowledged: number(), message: message(type))
    }

    mutating func message(_ type: MessageType) -> Message {
        switch type {
        case .hello: .hello(hello())
        case .welcome: .welcome(welcome())
        case .refuse: .refuse(Refusal(attempt: number(), code: pick(Refusal.Code.self), message: text()))
        case .sayHello: .sayHello
        case .roster:
            .roster(
                RosterFrame(
                    entries: list { $0.rosterEntry() }, removed: list { $0.reference() }, complete: often()))
        case .verdict: .verdict(list { Verdict(entry: $0.reference(), owner: $0.maybe { $0.text() }) })
        case .grant: .grant(list { $0.reference() })
        case .path: .path(path())
        case .catalog: .catalog(CatalogFrame(hash: number(), definitions: value()))
        case .state: .state(state())
        case .mark: .mark
        case .watermark: .watermark(number())
        case .ping: .ping
        case .credit: .credit(window())
        case .bye: .bye(pick([Farewell.stopping, .leaving, .moved]))
        case .byeOK: .byeOK
        case .fault: .fault(ProtocolFault(code: pick(ProtocolFault.Code.self), message: text()))
        case .publish: .publish(publish())
        case .published: .published(published())
        case .taken: .taken(TakenSource(key: text(), source: text(), by: text()))
        case .subscribe: .subscribe(subscribe())
        case .unsubscribe: .unsubscribe(number())
        case .notify: .notify(notify())
        case .request:
            .request(
                RequestFrame(
                    id: number(), target: text(), verb: pick(RequestVerb.self), body: map(), timeout: interval()))
        case .reply:
            .reply(ReplyFrame(id: number(), body: value(), fault: maybe { $0.requestFault() }, last: often()))
        }
    }
}

extension RandomItems {
    private mutating func hello() -> Hello {
        Hello(
            attempt: number(), role: pick([PeerRole.node, .client]), tree: text(), name: text(), instance: number(),
            incarnation: number(), lowestVersion: number(), highestVersion: number(), software: text(),
            catalogHash: number(), rank: number(), height: number(), syncing: often(), heartbeat: interval(),
            deadAfter: interval(), window: window())
    }

    private mutating func welcome() -> Welcome {
        Welcome(
            attempt: number(), tree: text(), name: node(), incarnation: number(), version: number(), software: text(),
            heartbeat: interval(), deadAfter: interval(), window: window(), path: path(), catalogHash: number())
    }

    private mutating func path() -> PathFrame {
        PathFrame(
            steps: list { PathStep(name: $0.node(), incarnation: $0.number()) }, cutOff: maybe { $0.interval() })
    }

    private mutating func reference() -> EntryReference { EntryReference(name: node(), id: number()) }

    private mutating func rosterEntry() -> RosterEntry {
        RosterEntry(
            name: node(), id: number(), parent: maybe { $0.node() }, counted: often(),
            presence: pick([Presence.pending, .live, .stale, .missing]))
    }

    private mutating func statement() -> Statement {
        let lifetimes: [Lifetime?] = [nil, .durable, .ttl(nil), .ttl(interval()), .volatile, .held]
        return Statement(
            operation: often() ? .publish(value()) : .retract, key: text(), source: text(), rank: number(),
            lifetime: pick(lifetimes), take: often())
    }

    private mutating func publish() -> PublishFrame {
        PublishFrame(
            id: number(), statements: list { $0.statement() }, confirmAtRoot: often(), stream: number(),
            replacement: maybe { PublishFrame.Replacement(source: $0.text(), stream: $0.number()) },
            restated: often())
    }

    private mutating func requestFault() -> RequestFault {
        RequestFault(code: pick(FaultCode.self), message: text(), hint: text(), retry: often())
    }

    private mutating func published() -> PublishedFrame {
        PublishedFrame(
            id: number(), stage: pick([PublishedFrame.Stage.node, .root]),
            failures: list { PublishedFrame.Failure(index: $0.number(), fault: $0.requestFault()) },
            retracted: number())
    }

    private mutating func subscribe() -> SubscribeFrame {
        SubscribeFrame(
            id: number(), patterns: list { $0.pattern() }, standpoint: pick([Standpoint.here, .root]),
            coverage: often(), after: maybe { Position(epoch: $0.number(), revision: $0.number()) })
    }

    private mutating func record() -> Record {
        Record(
            key: key(), value: maybe { $0.value() }, explicit: often(), revision: number(),
            state: pick([RecordState.ok, .degraded, .syncing, .stale]), causes: list { $0.text() },
            truncated: often(), reason: pick(Reason.self), cause: text(), time: WallTime(microseconds: number()),
            sources: number(), staleSources: number())
    }

    private mutating func notify() -> NotifyFrame {
        NotifyFrame(
            standpoint: pick([Standpoint.here, .root]), epoch: number(),
            nodes: NodeCoverage(live: number(), stale: number(), missing: number()), records: list { $0.record() },
            initial: maybe { $0.number() }, synced: maybe { $0.number() }, syncedRevision: number(),
            replaces: often(), forgotten: list { $0.key() }, age: maybe { $0.interval() })
    }

    private mutating func removals() -> [StateFrame.Removal] {
        list(upTo: 12) { StateFrame.Removal(id: $0.number(), reason: $0.pick(Reason.self)) }
    }

    private mutating func state() -> StateFrame {
        var frame = StateFrame()
        frame.marks = StateFrame.Marks(rawValue: UInt8(below(8)))
        frame.catalogHash = number()
        frame.names = list { StateFrame.Name(id: $0.number(), key: $0.key()) }
        frame.released = list { $0.number() }
        frame.floatIDs = list(upTo: 40) { $0.number() }
        frame.floats = frame.floatIDs.map { _ in float() }
        frame.intIDs = list(upTo: 40) { $0.number() }
        frame.ints = frame.intIDs.map { _ in number() }
        frame.others = list { StateFrame.Other(id: $0.number(), partial: $0.maybe { $0.partial() }) }
        frame.removals = removals()
        frame.coverageIDs = list(upTo: 12) { $0.number() }
        frame.liveSources = frame.coverageIDs.map { _ in number() }
        frame.staleSources = frame.coverageIDs.map { _ in number() }
        frame.conditions = list {
            StateFrame.Condition(
                id: $0.number(), state: TravellingState(rawValue: UInt8($0.below(8))), causes: $0.list { $0.text() })
        }
        frame.reasons = removals()
        return frame
    }
}
