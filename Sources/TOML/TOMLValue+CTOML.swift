internal import CTOML

// Copies of C nodes. Each takes a node whose document is alive for the call, and keeps no pointer into it.
// How deep they recurse is bounded by the limits of `ctoml_parse`.

extension SourcePosition {
    init(_ position: ctoml_position) {
        self.init(line: Int(position.line), column: Int(position.column))
    }
}

extension TOMLTable {
    @unsafe
    init(copying node: ctoml_node) {
        // unsafe: the children of a living node.
        unsafe self.init(entries: children(of: node).map { unsafe Entry(copying: $0) })
    }
}

extension TOMLTable.Entry {
    @unsafe
    fileprivate init(copying node: ctoml_node) {
        // unsafe: the document is alive, as the caller promises.
        unsafe self.init(
            key: String(copying: node.key),
            position: SourcePosition(node.key_position),
            value: TOMLValue(copying: node))
    }
}

extension TOMLValue {
    @unsafe
    init(copying node: ctoml_node) {
        // unsafe: the document is alive, as the caller promises.
        unsafe self.init(position: SourcePosition(node.position), content: Content(copying: node))
    }
}

extension TOMLValue.Content {
    @unsafe
    fileprivate init(copying node: ctoml_node) {
        // unsafe: a node says by its kind which of its fields hold; the document is alive, as the caller promises.
        switch unsafe node.kind {
        case CTOML_TABLE.rawValue: self = unsafe .table(TOMLTable(copying: node))
        case CTOML_ARRAY.rawValue: self = unsafe .array(children(of: node).map { unsafe TOMLValue(copying: $0) })
        case CTOML_STRING.rawValue: self = unsafe .string(String(copying: node.text))
        case CTOML_INTEGER.rawValue: self = unsafe .integer(node.integer)
        case CTOML_FLOAT.rawValue: self = unsafe .float(node.real)
        case CTOML_BOOLEAN.rawValue: self = unsafe .boolean(node.boolean != 0)
        // The shim knows no further kind than a date.
        default: self = unsafe .datetime(String(copying: node.text))
        }
    }
}

extension String {
    @unsafe
    fileprivate init(copying text: ctoml_text) {
        // unsafe: the text's bytes belong to a living document.
        let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: text.count)
        // unsafe: as above; the bytes are copied.
        unsafe self.init(decoding: bytes, as: UTF8.self)
    }
}

@unsafe
private func children(of node: ctoml_node) -> UnsafeBufferPointer<ctoml_node> {
    // unsafe: pointer and count are of one block of a living document.
    unsafe UnsafeBufferPointer(start: node.children, count: node.child_count)
}
