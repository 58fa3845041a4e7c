import PreferenceTree
import Preferences

/// Items by themselves: elements of arrays, and values of members that `find` has found.
extension BodyReader {
    mutating func uint() throws(WireFault) -> UInt64 {
        try read { (cbor) throws(CBORFault) in try cbor.readUInt() }
    }

    mutating func uint32() throws(WireFault) -> UInt32 {
        UInt32(try read { (cbor) throws(CBORFault) in try cbor.readUInt(atMost: UInt64(UInt32.max)) })
    }

    mutating func uint8() throws(WireFault) -> UInt8 {
        UInt8(try read { (cbor) throws(CBORFault) in try cbor.readUInt(atMost: UInt64(UInt8.max)) })
    }

    mutating func int() throws(WireFault) -> Int64 {
        try read { (cbor) throws(CBORFault) in try cbor.readInt() }
    }

    mutating func text() throws(WireFault) -> String {
        try read { (cbor) throws(CBORFault) in try cbor.readText() }
    }

    mutating func value() throws(WireFault) -> Value {
        try read { (cbor) throws(CBORFault) in try cbor.readValue() }
    }

    /// The body of an answer, which has values inside.
    mutating func answer() throws(WireFault) -> Value {
        try read { (cbor) throws(CBORFault) in try cbor.readValue(atMostNested: ReplyFrame.maximumDepth) }
    }

    mutating func interval() throws(WireFault) -> Interval {
        let limit = UInt64(Int64.max)
        return Interval(nanoseconds: Int64(try read { (cbor) throws(CBORFault) in try cbor.readUInt(atMost: limit) }))
    }

    mutating func key() throws(WireFault) -> Key {
        let start = position
        let text = try text()
        do { return try Key(text) } catch { throw WireFault(.name(error), at: start) }
    }

    mutating func nodeName() throws(WireFault) -> NodeName {
        let start = position
        let text = try text()
        do { return try NodeName(text) } catch { throw WireFault(.name(error), at: start) }
    }

    mutating func choice<Choice: RawRepresentable<UInt8>>() throws(WireFault) -> Choice {
        let start = position
        guard let choice = Choice(rawValue: try uint8()) else { throw WireFault(.meaningless, at: start) }
        return choice
    }

    mutating func choice<Choice: RawRepresentable<String>>() throws(WireFault) -> Choice {
        let start = position
        guard let choice = Choice(rawValue: try text()) else { throw WireFault(.meaningless, at: start) }
        return choice
    }

    /// A set of bits, none of them outside `known`.
    mutating func bits<Bits: OptionSet>(in known: Bits) throws(WireFault) -> Bits where Bits.RawValue == UInt8 {
        let start = position
        let bits = Bits(rawValue: try uint8())
        if !known.isSuperset(of: bits) { throw WireFault(.meaningless, at: start) }
        return bits
    }

    /// The head of an array that has one shape only.
    mutating func array(_ wanted: Int) throws(WireFault) {
        let start = position
        let found = try read { (cbor) throws(CBORFault) in try cbor.readArrayHead() }
        if found != wanted { throw WireFault(.arrayLength(found: found, wanted: wanted), at: start) }
    }

    /// The number of elements of a list, which is left out rather than empty.
    ///
    /// Nothing is set aside for them: the number is only a claim.
    mutating func listHead() throws(WireFault) -> Int {
        let start = position
        let count = try read { (cbor) throws(CBORFault) in try cbor.readArrayHead() }
        if count == 0 { throw WireFault(.redundant, at: start) }
        return count
    }
}
