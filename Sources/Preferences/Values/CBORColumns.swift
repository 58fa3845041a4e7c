/// Columns of numbers: RFC 8746 typed arrays, little endian.
///
/// The bulk of every frame goes through here. Both ways work on blocks of eight elements cut out of a span with one
/// bounds check; inside a block every offset is a constant, which the optimizer turns into plain wide loads and stores.
extension CBORWriter {
    package mutating func uint32Column(_ elements: Span<UInt32>) { column(elements) }
    package mutating func int64Column(_ elements: Span<Int64>) { column(elements) }
    package mutating func float64Column(_ elements: Span<Double>) { column(elements) }

    package mutating func uint32Column(_ elements: [UInt32]) { column(elements.span) }
    package mutating func int64Column(_ elements: [Int64]) { column(elements.span) }
    package mutating func float64Column(_ elements: [Double]) { column(elements.span) }

    private mutating func column<Element: ColumnElement>(_ elements: Span<Element>) {
        let width = Element.width
        tag(Element.columnTag)
        head(CBORKind.Major.bytes, UInt64(elements.count * width))
        var target = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: elements.count * width))
        var room = bytes.mutableSpan
        var index = 0
        while elements.count &- index >= columnBlock {
            let block = elements.extracting(index..<(index &+ columnBlock))
            var place = room._mutatingExtracting(target..<(target &+ columnBlock &* width))
            for element in 0..<columnBlock { block[element].store(in: &place, at: element &* width) }
            index &+= columnBlock
            target &+= columnBlock &* width
        }
        while index < elements.count {
            var place = room._mutatingExtracting(target..<(target &+ width))
            elements[index].store(in: &place, at: 0)
            index &+= 1
            target &+= width
        }
    }
}

extension CBORReader {
    /// Appends a column of key ids to `elements`, allocating only where its capacity does not suffice.
    package mutating func readUInt32Column(into elements: inout [UInt32]) throws(CBORFault) {
        try readColumn(into: &elements)
    }

    package mutating func readInt64Column(into elements: inout [Int64]) throws(CBORFault) {
        try readColumn(into: &elements)
    }

    /// Appends a column of floats; a NaN or −0.0 among them is a fault.
    package mutating func readFloat64Column(into elements: inout [Double]) throws(CBORFault) {
        try readColumn(into: &elements)
    }

    private mutating func readColumn<Element: ColumnElement>(into elements: inout [Element]) throws(CBORFault) {
        let start = position
        let width = Element.width
        try readTag(Element.columnTag)
        let content = try readBytesRange()
        if !content.count.isMultiple(of: width) {
            throw CBORFault(.raggedColumn(bytes: content.count, element: width), at: start)
        }
        let before = elements.count
        elements.append(contentsOf: repeatElement(.zero, count: content.count / width))
        var room = elements.mutableSpan
        let flaws = fill(&room, from: before, with: bytes.span.extracting(content))
        if flaws.leadingZeroBitCount == 0 {
            let isNaN = elements[before...].contains { $0 != $0 }
            throw CBORFault(isNaN ? .notANumber : .negativeZero, at: start)
        }
    }
}

/// Returns the flaws of all elements, united.
private func fill<Element: ColumnElement>(
    _ room: inout MutableSpan<Element>, from first: Int, with source: Span<UInt8>
) -> UInt64 {
    let width = Element.width
    var flaws: UInt64 = 0
    var target = first
    var offset = 0
    while source.count &- offset >= columnBlock &* width {
        let block = source.extracting(offset..<(offset &+ columnBlock &* width))
        var place = room._mutatingExtracting(target..<(target &+ columnBlock))
        for index in 0..<columnBlock {
            let element = Element(load: block, at: index &* width)
            flaws |= element.flaw
            place[index] = element
        }
        offset &+= columnBlock &* width
        target &+= columnBlock
    }
    while offset < source.count {
        let element = Element(load: source.extracting(offset..<(offset &+ width)), at: 0)
        flaws |= element.flaw
        room[target] = element
        offset &+= width
        target &+= 1
    }
    return flaws
}
