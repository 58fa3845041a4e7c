import Preferences

/// Reads the body of a frame, as `BodyWriter` writes it, from anyone.
///
/// Members are asked for in ascending order of their numbers; a member with a number that nobody asked for is one that
/// this version does not know and is passed over (protocol R12). Arrays have a fixed shape and never grow. What a member
/// says by its absence it may not say in so many words, so that a frame has one encoding.
struct BodyReader {
    /// The place in the map whose members are read.
    struct Map {
        /// Members whose key has not been read.
        fileprivate var left = 0
        /// The key of the member whose value is next.
        fileprivate var next: UInt64?
        fileprivate var previous: UInt64?
    }

    private(set) var cbor: CBORReader
    /// How many members were passed over.
    private(set) var skipped = 0
    private var map = Map()

    init(_ bytes: [UInt8], from start: Int) { cbor = CBORReader(bytes, from: start) }

    var position: Int { cbor.position }

    /// Reads with the reader beneath, whose faults become this one's.
    @inline(__always)
    mutating func read<Item>(_ item: (inout CBORReader) throws(CBORFault) -> Item) throws(WireFault) -> Item {
        do { return try item(&cbor) } catch { throw WireFault(error) }
    }

    func finish() throws(WireFault) {
        do { try cbor.finish() } catch { throw WireFault(error) }
    }
}

extension BodyReader {
    /// Begins a map inside the present one, which the caller gives back to `leaveMap`.
    mutating func enterMap() throws(WireFault) -> Map {
        let outer = map
        map = Map(left: try read { (cbor) throws(CBORFault) in try cbor.readMapHead() })
        return outer
    }

    /// Passes over what is left of the map.
    mutating func leaveMap(_ outer: Map) throws(WireFault) {
        while try hasNext() { try skip() }
        map = outer
    }

    /// Whether the map has this member; then its value is next.
    mutating func find(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> Bool {
        let wanted = UInt64(member.rawValue)
        while try hasNext(), let next = map.next, next <= wanted {
            if next == wanted {
                map.next = nil
                return true
            }
            try skip()
        }
        return false
    }

    mutating func require(_ member: some RawRepresentable<UInt8>) throws(WireFault) {
        if try !find(member) { throw WireFault(.missing(member: member.rawValue), at: position) }
    }

    private mutating func hasNext() throws(WireFault) -> Bool {
        if map.next != nil { return true }
        if map.left == 0 { return false }
        let start = position
        let key = try read { (cbor) throws(CBORFault) in try cbor.readUInt() }
        if let previous = map.previous, key <= previous {
            throw WireFault(.encoding(key == previous ? .duplicateKey : .unsortedKey), at: start)
        }
        map = Map(left: map.left - 1, next: key, previous: key)
        return true
    }

    private mutating func skip() throws(WireFault) {
        try read { (cbor) throws(CBORFault) in try cbor.skipItem() }
        map.next = nil
        skipped += 1
    }
}
