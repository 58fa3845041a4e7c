internal import CTOML

extension TOMLTable {
    /// Reads a TOML 1.0 document, given as any bytes; nothing of the C library outlives the call.
    package init(parsing bytes: [UInt8]) throws(TOMLSyntaxError) {
        let document = try TOMLDocument(bytes)
        self = document.table()
    }

    /// Reads a TOML 1.0 document.
    package init(parsing text: String) throws(TOMLSyntaxError) {
        try self.init(parsing: Array(text.utf8))
    }
}

// safe: the handle is private, never nil, and freed once.
/// The one owner of a parsed C document.
@safe
private struct TOMLDocument: ~Copyable {
    private let handle: OpaquePointer

    init(_ bytes: [UInt8]) throws(TOMLSyntaxError) {
        var error = ctoml_error()
        // unsafe: the buffer is read within the call only, `ctoml_parse` keeps no pointer into it; an empty
        // array may have no base address, and an empty text needs none.
        let parsed = unsafe bytes.withUnsafeBytes { buffer in
            unsafe ctoml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &error)
        }
        // unsafe: the pointer is only compared with nil, then owned.
        guard let parsed = unsafe parsed else { throw TOMLSyntaxError(error) }
        // unsafe: as above.
        unsafe handle = parsed
    }

    deinit {
        // unsafe: the one owner frees once; nothing has kept a pointer into the document.
        unsafe ctoml_free(handle)
    }

    func table() -> TOMLTable {
        // unsafe: the root and all below it live as long as self, and what is returned is a copy.
        unsafe TOMLTable(copying: ctoml_root(handle).pointee)
    }
}

extension TOMLSyntaxError {
    fileprivate init(_ error: ctoml_error) {
        var error = error
        // unsafe: bytes of the local copy, read within the closure.
        let message = unsafe withUnsafeBytes(of: &error.message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(position: SourcePosition(error.position), message: message)
    }
}
