import PreferenceTree
import Preferences

/// Bodies of messages that are not a type of their own: a map with one member, or with none.
private enum Only: UInt8 {
    case member
}

extension Message {
    func write(to writer: inout BodyWriter) {
        switch self {
        case .hello(let hello): hello.write(to: &writer)
        case .welcome(let welcome): welcome.write(to: &writer)
        case .refuse(let refusal): refusal.write(to: &writer)
        case .sayHello, .mark, .ping, .byeOK: writer.leaveMap(writer.enterMap())
        case .roster(let roster): roster.write(to: &writer)
        case .verdict(let verdicts): writer.alone { $0.list(Only.member, verdicts) }
        case .grant(let entries): writer.alone { $0.list(Only.member, entries) }
        case .path(let path): path.write(to: &writer)
        case .catalog(let catalog): catalog.write(to: &writer)
        case .state(let state): state.write(to: &writer)
        case .watermark(let sequence): writer.alone { $0.uint(Only.member, sequence) }
        case .credit(let window): writer.alone { $0.item(Only.member, window) }
        case .bye(let farewell): writer.alone { $0.choice(Only.member, farewell) }
        case .fault(let fault): fault.write(to: &writer)
        case .publish(let publish): publish.write(to: &writer)
        case .published(let published): published.write(to: &writer)
        case .taken(let taken): taken.write(to: &writer)
        case .subscribe(let subscribe): subscribe.write(to: &writer)
        case .unsubscribe(let id): writer.alone { $0.uint(Only.member, id) }
        case .notify(let notify): notify.write(to: &writer)
        case .request(let request): request.write(to: &writer)
        case .reply(let reply): reply.write(to: &writer)
        }
    }

    /// Reads the body of a message of any type but `state`, which the decoder reads into memory of its own.
    init(_ type: MessageType, from reader: inout BodyReader) throws(WireFault) {
        switch type {
        case .hello: self = .hello(try Hello(from: &reader))
        case .welcome: self = .welcome(try Welcome(from: &reader))
        case .refuse: self = .refuse(try Refusal(from: &reader))
        case .sayHello: self = try reader.empty(.sayHello)
        case .roster: self = .roster(try RosterFrame(from: &reader))
        case .verdict:
            self = .verdict(try reader.alone { (reader) throws(WireFault) in try reader.list(Only.member) })
        case .grant: self = .grant(try reader.alone { (reader) throws(WireFault) in try reader.list(Only.member) })
        case .path: self = .path(try PathFrame(from: &reader))
        case .catalog: self = .catalog(try CatalogFrame(from: &reader))
        case .state:
            var state = StateFrame()
            try state.read(from: &reader)
            self = .state(state)
        case .mark: self = try reader.empty(.mark)
        case .watermark:
            self = .watermark(try reader.alone { (reader) throws(WireFault) in try reader.uint(Only.member) })
        case .ping: self = try reader.empty(.ping)
        case .credit: self = .credit(try reader.alone { (reader) throws(WireFault) in try reader.item(Only.member) })
        case .bye: self = .bye(try reader.alone { (reader) throws(WireFault) in try reader.choice(Only.member) })
        case .byeOK: self = try reader.empty(.byeOK)
        case .fault: self = .fault(try ProtocolFault(from: &reader))
        case .publish: self = .publish(try PublishFrame(from: &reader))
        case .published: self = .published(try PublishedFrame(from: &reader))
        case .taken: self = .taken(try TakenSource(from: &reader))
        case .subscribe: self = .subscribe(try SubscribeFrame(from: &reader))
        case .unsubscribe:
            self = .unsubscribe(try reader.alone { (reader) throws(WireFault) in try reader.uint32(Only.member) })
        case .notify: self = .notify(try NotifyFrame(from: &reader))
        case .request: self = .request(try RequestFrame(from: &reader))
        case .reply: self = .reply(try ReplyFrame(from: &reader))
        }
    }
}

extension BodyWriter {
    fileprivate mutating func alone(_ write: (inout BodyWriter) -> Void) {
        let outer = enterMap()
        write(&self)
        leaveMap(outer)
    }
}

extension BodyReader {
    fileprivate mutating func alone<Item>(
        _ read: (inout BodyReader) throws(WireFault) -> Item
    ) throws(WireFault) -> Item {
        let outer = try enterMap()
        let item = try read(&self)
        try leaveMap(outer)
        return item
    }

    fileprivate mutating func empty(_ message: Message) throws(WireFault) -> Message {
        try leaveMap(try enterMap())
        return message
    }
}
