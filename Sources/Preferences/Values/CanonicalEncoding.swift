/// The canonical encoding is what a value is: equality, size limits, sets of values and hashes go by it.
extension Value {
    /// Lists and maps nest at most this deep, so that no reader needs a deep stack.
    package static let maximumDepth = 32

    /// The largest value that is published, in bytes of canonical encoding.
    package static let maximumBytes = 64 * 1024

    package var canonicalBytes: [UInt8] {
        var writer = CBORWriter(capacity: canonicalSize)
        writer.value(self)
        return writer.bytes
    }

    /// Reads a whole canonical encoding, with nothing after it.
    package init(canonicalBytes bytes: [UInt8]) throws(CBORFault) {
        var reader = CBORReader(bytes)
        self = try reader.readValue()
        try reader.finish()
    }

    /// The number of `canonicalBytes`, without making them.
    package var canonicalSize: Int {
        switch self {
        case .null, .bool: 1
        case .int(let value): Value.headSize(UInt64(bitPattern: value < 0 ? ~value : value))
        case .float(let value): ShortestFloat(value).encodedSize
        case .text(let value): Value.stringSize(value.utf8.count)
        case .bytes(let value): Value.stringSize(value.count)
        case .list(let elements):
            elements.reduce(Value.headSize(UInt64(elements.count))) { $0 + $1.canonicalSize }
        case .map(let map):
            map.entries.reduce(Value.headSize(UInt64(map.entries.count))) { size, entry in
                size + Value.stringSize(entry.key.utf8.count) + entry.value.canonicalSize
            }
        }
    }

    /// Whether lists and maps nest deeper than `limit`; looks no deeper than that.
    package func nests(deeperThan limit: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .float, .text, .bytes: false
        case .list(let elements): limit == 0 || elements.contains { $0.nests(deeperThan: limit - 1) }
        case .map(let map): limit == 0 || map.entries.contains { $0.value.nests(deeperThan: limit - 1) }
        }
    }

    private static func stringSize(_ count: Int) -> Int { headSize(UInt64(count)) + count }

    private static func headSize(_ argument: UInt64) -> Int {
        switch argument {
        case ..<24: 1
        case ...0xFF: 2
        case ...0xFFFF: 3
        case ...0xFFFF_FFFF: 5
        default: 9
        }
    }
}
