import Preferences

/// Members of the present map, in the same words as `BodyWriter`'s.
extension BodyReader {
    mutating func uint(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> UInt64 {
        try require(member)
        return try uint()
    }

    mutating func uint32(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> UInt32 {
        try require(member)
        return try uint32()
    }

    mutating func uint8(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> UInt8 {
        try require(member)
        return try uint8()
    }

    /// Zero when left out.
    mutating func nonzero<Number: FixedWidthInteger>(
        _ member: some RawRepresentable<UInt8>
    ) throws(WireFault) -> Number {
        guard try find(member) else { return 0 }
        let start = position
        let found: Number? = Number.isSigned ? Number(exactly: try int()) : Number(exactly: try uint())
        guard let number = found else { throw WireFault(.encoding(.integerOutOfRange), at: start) }
        if number == 0 { throw WireFault(.redundant, at: start) }
        return number
    }

    mutating func text(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> String {
        try require(member)
        return try text()
    }

    /// A text that is kept as long as a session lives.
    mutating func label(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> String {
        try require(member)
        let start = position
        let text = try text()
        if text.utf8.count > FrameLimits.labelBytes {
            throw WireFault(.tooLong(bytes: text.utf8.count, limit: FrameLimits.labelBytes), at: start)
        }
        return text
    }

    /// Empty when left out.
    mutating func nonempty(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> String {
        guard try find(member) else { return "" }
        let start = position
        let text = try text()
        if text.utf8.isEmpty { throw WireFault(.redundant, at: start) }
        return text
    }

    /// False when left out.
    mutating func flag(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> Bool {
        guard try find(member) else { return false }
        let start = position
        let value = try read { (cbor) throws(CBORFault) in try cbor.readBool() }
        if !value { throw WireFault(.redundant, at: start) }
        return true
    }

    mutating func choice<Choice: RawRepresentable<UInt8>>(
        _ member: some RawRepresentable<UInt8>
    ) throws(WireFault) -> Choice {
        try require(member)
        return try choice()
    }

    mutating func choice<Choice: RawRepresentable<String>>(
        _ member: some RawRepresentable<UInt8>
    ) throws(WireFault) -> Choice {
        try require(member)
        return try choice()
    }

    mutating func interval(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> Interval {
        try require(member)
        return try interval()
    }

    mutating func nodeName(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> NodeName {
        try require(member)
        return try nodeName()
    }

    mutating func item<Item: WireItem>(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> Item {
        try require(member)
        return try Item(from: &self)
    }

    /// Nil when left out.
    mutating func optional<Item: WireItem>(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> Item? {
        guard try find(member) else { return nil }
        return try Item(from: &self)
    }

    /// Empty when left out.
    mutating func list<Element: WireItem>(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> [Element] {
        var elements: [Element] = []
        try list(member, into: &elements)
        return elements
    }

    /// Appends to `elements`, whose memory is reused.
    mutating func list<Element: WireItem>(
        _ member: some RawRepresentable<UInt8>, into elements: inout [Element]
    ) throws(WireFault) {
        guard try find(member) else { return }
        for _ in 0..<(try listHead()) { elements.append(try Element(from: &self)) }
    }

    /// Empty when left out.
    mutating func texts(_ member: some RawRepresentable<UInt8>) throws(WireFault) -> [String] {
        guard try find(member) else { return [] }
        var texts: [String] = []
        for _ in 0..<(try listHead()) { texts.append(try text()) }
        return texts
    }
}
