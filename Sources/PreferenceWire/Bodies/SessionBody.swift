import PreferenceTree
import Preferences

/// `[bytes, frames]`.
extension Window: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.uint(UInt64(bytes))
        writer.cbor.uint(UInt64(frames))
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(bytes: try reader.uint32(), frames: try reader.uint32())
    }
}

/// `[name, incarnation]`.
extension PathStep: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.text(name.text)
        writer.cbor.uint(incarnation)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(name: try reader.nodeName(), incarnation: try reader.uint())
    }
}

extension PathFrame: WireItem {
    private enum Member: UInt8 {
        case steps, cutOff
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.list(Member.steps, steps)
        if let cutOff { writer.interval(Member.cutOff, cutOff) }
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let steps: [PathStep] = try reader.list(Member.steps)
        let cutOff = try reader.find(Member.cutOff) ? try reader.interval() : nil
        try reader.leaveMap(outer)
        self.init(steps: steps, cutOff: cutOff)
    }
}

extension CatalogFrame: WireItem {
    private enum Member: UInt8 {
        case hash, definitions
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.hash, hash)
        writer.member(Member.definitions)
        writer.cbor.value(definitions)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let hash = try reader.uint(Member.hash)
        try reader.require(Member.definitions)
        let definitions = try reader.value()
        try reader.leaveMap(outer)
        self.init(hash: hash, definitions: definitions)
    }
}

extension ProtocolFault: WireItem {
    private enum Member: UInt8 {
        case code, message
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.choice(Member.code, code)
        writer.text(Member.message, message)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let code: Code = try reader.choice(Member.code)
        let message = try reader.text(Member.message)
        try reader.leaveMap(outer)
        self.init(code: code, message: message)
    }
}
