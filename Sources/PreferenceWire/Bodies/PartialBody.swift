import Preferences

/// `[0, value]`, `[1, exact]`, `[2, exact, count]` or `[3, count]`.
extension Partial: WireItem {
    private enum Form {
        static let value: UInt8 = 0
        static let sum: UInt8 = 1
        static let mean: UInt8 = 2
        static let count: UInt8 = 3
    }

    func write(to writer: inout BodyWriter) {
        switch self {
        case .value(let value):
            head(2, Form.value, &writer)
            writer.cbor.value(value)
        case .sum(let exact):
            head(2, Form.sum, &writer)
            exact.write(to: &writer)
        case .mean(let exact, let count):
            head(3, Form.mean, &writer)
            exact.write(to: &writer)
            writer.cbor.int(count)
        case .count(let count):
            head(2, Form.count, &writer)
            writer.cbor.int(count)
        }
    }

    private func head(_ count: Int, _ form: UInt8, _ writer: inout BodyWriter) {
        writer.cbor.arrayHead(count)
        writer.cbor.uint(UInt64(form))
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let start = reader.position
        let found = try reader.read { (cbor) throws(CBORFault) in try cbor.readArrayHead() }
        let form = try reader.uint8()
        let wanted = form == Form.mean ? 3 : 2
        if found != wanted { throw WireFault(.arrayLength(found: found, wanted: wanted), at: start) }
        switch form {
        case Form.value: self = .value(try reader.value())
        case Form.sum: self = .sum(try ExactNumber(from: &reader))
        case Form.mean: self = .mean(try ExactNumber(from: &reader), count: try reader.count())
        case Form.count: self = .count(try reader.count())
        default: throw WireFault(.meaningless, at: start)
        }
    }
}

extension BodyReader {
    /// A number of sources: never negative.
    fileprivate mutating func count() throws(WireFault) -> Int64 {
        Int64(try read { (cbor) throws(CBORFault) in try cbor.readUInt(atMost: UInt64(Int64.max)) })
    }
}
