import PreferenceTree
import Preferences

extension RequestFault: WireItem {
    private enum Member: UInt8 {
        case code, message, hint, retry
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.choice(Member.code, code)
        writer.text(Member.message, message)
        writer.nonempty(Member.hint, hint)
        writer.flag(Member.retry, retry)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let code: FaultCode = try reader.choice(Member.code)
        let message = try reader.text(Member.message)
        let hint = try reader.nonempty(Member.hint)
        let retry = try reader.flag(Member.retry)
        try reader.leaveMap(outer)
        self.init(code: code, message: message, hint: hint, retry: retry)
    }
}

/// A request's body is left out when it has no members.
extension RequestFrame: WireItem {
    private enum Member: UInt8 {
        case id, target, verb, timeout, body
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        writer.text(Member.target, target)
        writer.choice(Member.verb, verb)
        writer.interval(Member.timeout, timeout)
        if !body.entries.isEmpty {
            writer.member(Member.body)
            writer.cbor.value(.map(body))
        }
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint(Member.id)
        let target = try reader.text(Member.target)
        try reader.require(Member.verb)
        let verbStart = reader.position
        let verb = RequestVerb(rawValue: try reader.text())
        let timeout = try reader.interval(Member.timeout)
        let body = try reader.find(Member.body) ? try RequestFrame.body(from: &reader) : ValueMap()
        try reader.leaveMap(outer)
        guard let verb else { throw WireFault(.unknownVerb(request: id), at: verbStart) }
        self.init(id: id, target: target, verb: verb, body: body, timeout: timeout)
    }

    private static func body(from reader: inout BodyReader) throws(WireFault) -> ValueMap {
        let start = reader.position
        guard case .map(let body) = try reader.value() else { throw WireFault(.meaningless, at: start) }
        if body.entries.isEmpty { throw WireFault(.redundant, at: start) }
        return body
    }
}

/// A reply's body is left out when it is null; all parts but the last say that more follow.
extension ReplyFrame: WireItem {
    private enum Member: UInt8 {
        case id, body, fault, more
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        if body != .null {
            writer.member(Member.body)
            writer.cbor.value(body)
        }
        if let fault { writer.item(Member.fault, fault) }
        writer.flag(Member.more, !last)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint(Member.id)
        var body = Value.null
        if try reader.find(Member.body) {
            let start = reader.position
            body = try reader.answer()
            if body == .null { throw WireFault(.redundant, at: start) }
        }
        let fault: RequestFault? = try reader.optional(Member.fault)
        let more = try reader.flag(Member.more)
        try reader.leaveMap(outer)
        self.init(id: id, body: body, fault: fault, last: !more)
    }
}
