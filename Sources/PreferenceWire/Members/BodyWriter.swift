import Preferences

/// Writes the body of a frame: maps whose keys are the member numbers of a type, in ascending order, and arrays of a
/// fixed shape.
///
/// A map's head is one byte that counts its members as they come, so that nobody counts optional members beforehand;
/// no map has more than 23.
struct BodyWriter {
    /// Where the head of the map stands whose members are written.
    struct Map {
        fileprivate var head: Int
    }

    /// For items that are no member: elements of arrays, columns, partials.
    var cbor: CBORWriter
    private var map = Map(head: 0)

    init(after bytes: consuming [UInt8]) { cbor = CBORWriter(after: bytes) }

    /// Begins a map inside the present one, which the caller gives back to `leaveMap`.
    mutating func enterMap() -> Map {
        let outer = map
        map = Map(head: cbor.bytes.count)
        cbor.mapHead(0)
        return outer
    }

    mutating func leaveMap(_ outer: Map) { map = outer }

    /// Begins a member; its value must follow.
    mutating func member(_ member: some RawRepresentable<UInt8>) {
        cbor.bytes[map.head] &+= 1
        cbor.uint(UInt64(member.rawValue))
    }
}

/// An item of a list: written and read as one CBOR item.
protocol WireItem {
    func write(to writer: inout BodyWriter)
    init(from reader: inout BodyReader) throws(WireFault)
}

extension BodyWriter {
    mutating func uint(_ number: some RawRepresentable<UInt8>, _ value: some UnsignedInteger) {
        member(number)
        cbor.uint(UInt64(value))
    }

    /// Left out when zero.
    mutating func nonzero(_ number: some RawRepresentable<UInt8>, _ value: some BinaryInteger) {
        if value != 0 { int(number, value) }
    }

    mutating func int(_ number: some RawRepresentable<UInt8>, _ value: some BinaryInteger) {
        member(number)
        if value < 0 { cbor.int(Int64(value)) } else { cbor.uint(UInt64(value)) }
    }

    mutating func text(_ number: some RawRepresentable<UInt8>, _ value: String) {
        member(number)
        cbor.text(value)
    }

    /// Left out when empty.
    mutating func nonempty(_ number: some RawRepresentable<UInt8>, _ value: String) {
        if !value.utf8.isEmpty { text(number, value) }
    }

    /// Left out when false.
    mutating func flag(_ number: some RawRepresentable<UInt8>, _ value: Bool) {
        if value {
            member(number)
            cbor.bool(true)
        }
    }

    mutating func choice(_ number: some RawRepresentable<UInt8>, _ value: some RawRepresentable<UInt8>) {
        uint(number, value.rawValue)
    }

    mutating func choice(_ number: some RawRepresentable<UInt8>, _ value: some RawRepresentable<String>) {
        text(number, value.rawValue)
    }

    /// A span of time as nanoseconds; one before zero does not exist and is written as none.
    mutating func interval(_ number: some RawRepresentable<UInt8>, _ value: Interval) {
        uint(number, UInt64(max(0, value.nanoseconds)))
    }

    mutating func item(_ number: some RawRepresentable<UInt8>, _ value: some WireItem) {
        member(number)
        value.write(to: &self)
    }

    /// Left out when empty.
    mutating func list<Element: WireItem>(_ number: some RawRepresentable<UInt8>, _ elements: [Element]) {
        if elements.isEmpty { return }
        member(number)
        cbor.arrayHead(elements.count)
        for element in elements { element.write(to: &self) }
    }

    /// Left out when empty.
    mutating func texts(_ number: some RawRepresentable<UInt8>, _ elements: [String]) {
        if elements.isEmpty { return }
        member(number)
        cbor.arrayHead(elements.count)
        for element in elements { cbor.text(element) }
    }
}
