import PreferenceTree
import Preferences

/// Numeric columns are typed arrays that are copied as blocks; empty ones are left out. Removals and reasons are two
/// columns each: key ids, and a byte string with one reason a byte.
extension StateFrame {
    private enum Member: UInt8 {
        case marks, catalogHash, names, released, floatIDs, floats, intIDs, ints, others
        case removalIDs, removalReasons, coverageIDs, liveSources, staleSources, conditions, reasonIDs, reasons
    }

    func write(to writer: inout BodyWriter) {
        precondition(
            floatIDs.count == floats.count && intIDs.count == ints.count
                && coverageIDs.count == liveSources.count && coverageIDs.count == staleSources.count,
            "columns of one state frame have one length")
        let outer = writer.enterMap()
        writer.nonzero(Member.marks, marks.rawValue)
        writer.uint(Member.catalogHash, catalogHash)
        writer.list(Member.names, names)
        writer.column(Member.released, released)
        writer.column(Member.floatIDs, floatIDs)
        if !floats.isEmpty {
            writer.member(Member.floats)
            writer.cbor.float64Column(floats)
        }
        writer.column(Member.intIDs, intIDs)
        if !ints.isEmpty {
            writer.member(Member.ints)
            writer.cbor.int64Column(ints)
        }
        writer.list(Member.others, others)
        writer.reasons(Member.removalIDs, Member.removalReasons, removals)
        writer.column(Member.coverageIDs, coverageIDs)
        writer.column(Member.liveSources, liveSources)
        writer.column(Member.staleSources, staleSources)
        writer.list(Member.conditions, conditions)
        writer.reasons(Member.reasonIDs, Member.reasons, reasons)
        writer.leaveMap(outer)
    }

    /// Reads into this frame, which is empty, reusing its memory; after a fault it holds what had been read.
    mutating func read(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        if try reader.find(Member.marks) {
            let start = reader.position
            marks = try reader.bits(in: [.begin, .end, .settled])
            if marks.isEmpty { throw WireFault(.redundant, at: start) }
        }
        catalogHash = try reader.uint(Member.catalogHash)
        try reader.list(Member.names, into: &names)
        try reader.column(Member.released, into: &released)
        try readNumbers(from: &reader)
        try reader.list(Member.others, into: &others)
        try reader.reasons(Member.removalIDs, Member.removalReasons, into: &removals)
        try reader.column(Member.coverageIDs, into: &coverageIDs)
        try reader.column(Member.liveSources, into: &liveSources)
        try reader.columns(coverageIDs.count, liveSources.count)
        try reader.column(Member.staleSources, into: &staleSources)
        try reader.columns(coverageIDs.count, staleSources.count)
        try reader.list(Member.conditions, into: &conditions)
        try reader.reasons(Member.reasonIDs, Member.reasons, into: &reasons)
        try reader.leaveMap(outer)
    }

    private mutating func readNumbers(from reader: inout BodyReader) throws(WireFault) {
        try reader.column(Member.floatIDs, into: &floatIDs)
        if try reader.find(Member.floats) {
            try reader.read { (cbor) throws(CBORFault) in try cbor.readFloat64Column(into: &floats) }
            try reader.notEmpty(floats.count)
        }
        try reader.columns(floatIDs.count, floats.count)
        try reader.column(Member.intIDs, into: &intIDs)
        if try reader.find(Member.ints) {
            try reader.read { (cbor) throws(CBORFault) in try cbor.readInt64Column(into: &ints) }
            try reader.notEmpty(ints.count)
        }
        try reader.columns(intIDs.count, ints.count)
    }
}

extension BodyWriter {
    fileprivate mutating func column(_ number: some RawRepresentable<UInt8>, _ elements: [UInt32]) {
        if elements.isEmpty { return }
        member(number)
        cbor.uint32Column(elements)
    }

    fileprivate mutating func reasons(
        _ ids: some RawRepresentable<UInt8>, _ reasons: some RawRepresentable<UInt8>, _ removals: [StateFrame.Removal]
    ) {
        if removals.isEmpty { return }
        member(ids)
        cbor.uint32Column(removals.map(\.id))
        member(reasons)
        cbor.bytes(removals.map(\.reason.rawValue))
    }
}

extension BodyReader {
    fileprivate mutating func column(
        _ member: some RawRepresentable<UInt8>, into elements: inout [UInt32]
    ) throws(WireFault) {
        guard try find(member) else { return }
        try read { (cbor) throws(CBORFault) in try cbor.readUInt32Column(into: &elements) }
        try notEmpty(elements.count)
    }

    fileprivate func notEmpty(_ count: Int) throws(WireFault) {
        if count == 0 { throw WireFault(.redundant, at: position) }
    }

    fileprivate func columns(_ ids: Int, _ values: Int) throws(WireFault) {
        if ids != values { throw WireFault(.columnsDiffer(ids: ids, values: values), at: position) }
    }

    fileprivate mutating func reasons(
        _ ids: some RawRepresentable<UInt8>, _ reasons: some RawRepresentable<UInt8>,
        into removals: inout [StateFrame.Removal]
    ) throws(WireFault) {
        var keys: [UInt32] = []
        try column(ids, into: &keys)
        let isPresent = try find(reasons)
        let start = position
        let range = isPresent ? try read { (cbor) throws(CBORFault) in try cbor.readBytesRange() } : start..<start
        if isPresent { try notEmpty(range.count) }
        try columns(keys.count, range.count)
        for (key, offset) in zip(keys, range) {
            guard let reason = Reason(rawValue: cbor.bytes[offset]) else { throw WireFault(.meaningless, at: offset) }
            removals.append(StateFrame.Removal(id: key, reason: reason))
        }
    }
}
