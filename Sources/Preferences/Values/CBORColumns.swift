/// Columns of numbers: RFC 8746 typed arrays, little endian.
///
/// The bulk of every frame goes through here.
///
/// Both ways work on blocks of eight elements cut out of a span with one bounds check; inside a block every offset is
/// a constant, which the optimizer turns into plain wide loads and stores.
package enum CBORColumn {
    package static let uint32Tag: UInt64 = 70
    package static let int64Tag: UInt64 = 79
    package static let float64Tag: UInt64 = 86
    static let block = 8
}

extension CBORWriter {
    package mutating func uint32Column(_ elements: Span<UInt32>) {
        column(CBORColumn.uint32Tag, elements) { $0 }
    }

    package mutating func int64Column(_ elements: Span<Int64>) {
        column(CBORColumn.int64Tag, elements) { UInt64(bitPattern: $0) }
    }

    package mutating func float64Column(_ elements: Span<Double>) {
        column(CBORColumn.float64Tag, elements) { $0.bitPattern }
    }

    package mutating func uint32Column(_ elements: [UInt32]) { uint32Column(elements.span) }
    package mutating func int64Column(_ elements: [Int64]) { int64Column(elements.span) }
    package mutating func float64Column(_ elements: [Double]) { float64Column(elements.span) }

    @inline(__always)
    private mutating func column<Element: BitwiseCopyable, Bits: FixedWidthInteger>(
        _ number: UInt64, _ elements: Span<Element>, bits: (Element) -> Bits
    ) {
        let width = Bits.bitWidth / 8
        tag(number)
        head(CBORKind.Major.bytes, UInt64(elements.count * width))
        var target = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: elements.count * width))
        var room = bytes.mutableSpan
        var index = 0
        while elements.count &- index >= CBORColumn.block {
            let block = elements.extracting(index..<(index &+ CBORColumn.block))
            var place = room._mutatingExtracting(target..<(target &+ CBORColumn.block &* width))
            for element in 0..<CBORColumn.block { store(bits(block[element]), at: element &* width, in: &place) }
            index &+= CBORColumn.block
            target &+= CBORColumn.block &* width
        }
        while index < elements.count {
            var place = room._mutatingExtracting(target..<(target &+ width))
            store(bits(elements[index]), at: 0, in: &place)
            index &+= 1
            target &+= width
        }
    }
}

@inline(__always)
private func store<Bits: FixedWidthInteger>(_ bits: Bits, at offset: Int, in place: inout MutableSpan<UInt8>) {
    for byte in 0..<(Bits.bitWidth / 8) {
        place[offset &+ byte] = UInt8(truncatingIfNeeded: bits &>> Bits(truncatingIfNeeded: byte &* 8))
    }
}

extension CBORReader {
    /// Appends a column of key ids to `elements`, allocating only where its capacity does not suffice.
    package mutating func readUInt32Column(into elements: inout [UInt32]) throws(CBORFault) {
        try readColumn(CBORColumn.uint32Tag, into: &elements) { (bits: UInt32) in bits }
    }

    package mutating func readInt64Column(into elements: inout [Int64]) throws(CBORFault) {
        try readColumn(CBORColumn.int64Tag, into: &elements) { (bits: UInt64) in Int64(bitPattern: bits) }
    }

    /// Appends a column of floats; a NaN or −0.0 among them is a fault.
    package mutating func readFloat64Column(into elements: inout [Double]) throws(CBORFault) {
        let start = position
        let before = elements.count
        try readColumn(CBORColumn.float64Tag, into: &elements) { (bits: UInt64) in Double(bitPattern: bits) }
        if let fault = floatFault(elements.span.extracting(before...)) { throw CBORFault(fault, at: start) }
    }

    @inline(__always)
    private mutating func readColumn<Element: BitwiseCopyable, Bits: FixedWidthInteger>(
        _ number: UInt64, into elements: inout [Element], make: (Bits) -> Element
    ) throws(CBORFault) {
        let width = Bits.bitWidth / 8
        try readTag(number)
        let start = position
        let content = try readBytesRange()
        if !content.count.isMultiple(of: width) {
            throw CBORFault(.raggedColumn(bytes: content.count, element: width), at: start)
        }
        let count = content.count / width
        let source = bytes.span.extracting(content)
        // Twice as much at once, so that a table that grows column by column is not copied each time.
        if elements.capacity - elements.count < count {
            elements.reserveCapacity(Swift.max(elements.count + count, 2 * elements.capacity))
        }
        elements.append(addingCapacity: count) { output in
            var offset = 0
            let end = source.count
            while end &- offset >= CBORColumn.block &* width {
                let block = source.extracting(offset..<(offset &+ CBORColumn.block &* width))
                for element in 0..<CBORColumn.block { output.append(make(load(at: element &* width, in: block))) }
                offset &+= CBORColumn.block &* width
            }
            while offset < end {
                output.append(make(load(at: 0, in: source.extracting(offset..<(offset &+ width)))))
                offset &+= width
            }
        }
    }
}

@inline(__always)
private func load<Bits: FixedWidthInteger>(at offset: Int, in source: Span<UInt8>) -> Bits {
    var bits: Bits = 0
    for byte in 0..<(Bits.bitWidth / 8) {
        bits |= Bits(truncatingIfNeeded: source[offset &+ byte]) &<< Bits(truncatingIfNeeded: byte &* 8)
    }
    return bits
}

/// Looks at every float without branching: a second pass over what is still in the cache.
private func floatFault(_ elements: Span<Double>) -> CBORFault.Reason? {
    var notNumbers = 0
    var negativeZeros = 0
    for index in elements.indices {
        let number = elements[index]
        notNumbers &+= number.isNaN ? 1 : 0
        negativeZeros &+= number.bitPattern == (-0.0).bitPattern ? 1 : 0
    }
    return notNumbers > 0 ? .notANumber : negativeZeros > 0 ? .negativeZero : nil
}
