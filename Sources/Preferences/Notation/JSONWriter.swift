/// Writes JSON on one line.
///
/// Values come out canonically (maps in canonical order); objects that are built member by
/// member keep the order in which they are built, as the records of prefd need.
///
///     writer.object { record in
///         record.member("key", "pool.max_temp")
///         record.member("value", value)
///         record.member("coverage") { $0.object { $0.member("sources", 12) } }
///     }
///
/// Commas and colons are the writer's, balance is the caller's where `begin` and `end` are called by hand.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether a value stands directly before, so that the next one needs a comma.
    private var followsValue = false

    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of one value.
    package static func text(of value: Value) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    /// Ends a line, after which a document of its own begins.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        followsValue = false
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        followsValue = false
    }

    // MARK: Structure

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name; its value must follow.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        followsValue = false
    }

    package mutating func object<Failure: Error>(_ members: (inout JSONWriter) throws(Failure) -> Void) throws(Failure)
    {
        beginObject()
        try members(&self)
        endObject()
    }

    package mutating func array<Failure: Error>(_ elements: (inout JSONWriter) throws(Failure) -> Void) throws(Failure)
    {
        beginArray()
        try elements(&self)
        endArray()
    }

    // MARK: Values

    package mutating func null() { plain("null") }

    package mutating func bool(_ value: Bool) { plain(value ? "true" : "false") }

    package mutating func integer(_ value: some FixedWidthInteger) { plain(String(value)) }

    /// The shortest digits that read back to the same float, always with a point or an exponent.
    package mutating func float(_ value: Double) {
        if value.isFinite {
            plain(value.description)
        } else {
            object { $0.member(JSONMark.float.rawValue, value < 0 ? "-inf" : value > 0 ? "inf" : "nan") }
        }
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { character(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func value(_ value: Value) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): integer(value)
        case .float(let value): float(value)
        case .text(let value): string(value)
        case .bytes(let content):
            object { object in
                object.name(JSONMark.bytes.rawValue)
                object.base64(content)
            }
        case .list(let elements):
            array { array in
                for element in elements { array.value(element) }
            }
        case .map(let map):
            let isMark = map.entries.count == 1 && JSONMark.isMark(behindDollars: map.entries[0].key)
            object { object in
                for entry in map.entries { object.member(isMark ? "$" + entry.key : entry.key, entry.value) }
            }
        }
    }
}

extension JSONWriter {
    package mutating func member(_ name: String, _ value: Value) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    package mutating func member(_ name: String, _ value: some FixedWidthInteger) {
        self.name(name)
        integer(value)
    }

    /// A member whose one value `content` writes.
    package mutating func member<Failure: Error>(
        _ name: String, _ content: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        self.name(name)
        try content(&self)
    }
}

extension JSONWriter {
    private mutating func separate() {
        if followsValue { bytes.append(UInt8(ascii: ",")) }
        followsValue = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        followsValue = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        followsValue = true
    }

    private mutating func plain(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func base64(_ content: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        Base64.append(content, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func character(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
        case 0x08: bytes.append(contentsOf: "\\b".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0C: bytes.append(contentsOf: "\\f".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case ..<0x20:
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
