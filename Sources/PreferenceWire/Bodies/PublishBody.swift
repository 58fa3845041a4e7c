import PreferenceTree
import Preferences

/// A statement without a value retracts; one with null publishes null.
extension Statement: WireItem {
    private enum Member: UInt8 {
        case key, source, value, rank, lifetime, lease, take
    }

    /// The numbers of `Lifetime`'s cases.
    private enum LifetimeNumber: UInt8 {
        case durable, ttl, volatile, held
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.text(Member.key, key)
        writer.text(Member.source, source)
        if case .publish(let value) = operation {
            writer.member(Member.value)
            writer.cbor.value(value)
        }
        writer.nonzero(Member.rank, rank)
        switch lifetime {
        case nil: break
        case .durable: writer.choice(Member.lifetime, LifetimeNumber.durable)
        case .volatile: writer.choice(Member.lifetime, LifetimeNumber.volatile)
        case .held: writer.choice(Member.lifetime, LifetimeNumber.held)
        case .ttl(let lease):
            writer.choice(Member.lifetime, LifetimeNumber.ttl)
            if let lease { writer.interval(Member.lease, lease) }
        }
        writer.flag(Member.take, take)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let key = try reader.text(Member.key)
        let source = try reader.text(Member.source)
        let operation: Operation = try reader.find(Member.value) ? .publish(try reader.value()) : .retract
        let rank: Int32 = try reader.nonzero(Member.rank)
        let lifetime = try Statement.lifetime(from: &reader)
        let take = try reader.flag(Member.take)
        try reader.leaveMap(outer)
        self.init(operation: operation, key: key, source: source, rank: rank, lifetime: lifetime, take: take)
    }

    private static func lifetime(from reader: inout BodyReader) throws(WireFault) -> Lifetime? {
        let number: LifetimeNumber? = try reader.find(Member.lifetime) ? try reader.choice() : nil
        let start = reader.position
        let lease = try reader.find(Member.lease) ? try reader.interval() : nil
        switch number {
        case .ttl: return .ttl(lease)
        case _ where lease != nil: throw WireFault(.meaningless, at: start)
        case .durable: return .durable
        case .volatile: return .volatile
        case .held: return .held
        case nil: return nil
        }
    }
}

/// `[source, stream]`.
extension PublishFrame.Replacement: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.text(source)
        writer.cbor.uint(stream)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(source: try reader.text(), stream: try reader.uint())
    }
}

extension PublishFrame: WireItem {
    private enum Member: UInt8 {
        case id, statements, confirmAtRoot, stream, replacement, restated
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        writer.list(Member.statements, statements)
        writer.flag(Member.confirmAtRoot, confirmAtRoot)
        writer.nonzero(Member.stream, stream)
        if let replacement { writer.item(Member.replacement, replacement) }
        writer.flag(Member.restated, restated)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint(Member.id)
        let statements: [Statement] = try reader.list(Member.statements)
        let confirmAtRoot = try reader.flag(Member.confirmAtRoot)
        let stream: UInt64 = try reader.nonzero(Member.stream)
        let replacement: Replacement? = try reader.optional(Member.replacement)
        let restated = try reader.flag(Member.restated)
        try reader.leaveMap(outer)
        self.init(
            id: id, statements: statements, confirmAtRoot: confirmAtRoot, stream: stream, replacement: replacement,
            restated: restated)
    }
}
