import PreferenceTree
package import Preferences

/// Reads the values of `hold KEY -`: one on each line, by the key's type.
package struct ValueLineReader: Sendable {
    private let key: Key
    private let type: ValueType?
    private let forcesJSON: Bool
    private var lines = LineReader()

    package init(key: Key, type: ValueType?, forcesJSON: Bool = false) {
        self.key = key
        self.type = type
        self.forcesJSON = forcesJSON
    }

    /// The values of the lines that a chunk completes, each or why it is none.
    package mutating func read(_ chunk: some Collection<UInt8>) -> [Result<Value, LineFault>] {
        lines.read(chunk).compactMap { value(of: $0) }
    }

    package mutating func end() -> Result<Value, LineFault>? { lines.end().flatMap { value(of: $0) } }

    /// Nil for an empty line, unless an empty text is what it says.
    private func value(of line: LineReader.Line) -> Result<Value, LineFault>? {
        do throws(ClientFault) {
            guard let bytes = line.bytes else {
                throw ClientFault(.node(.tooLarge), "the line has more than \(LineReader.maximumBytes) bytes")
            }
            let text = try StreamText.decode(bytes)
            if text.isEmpty, type != .text || forcesJSON { return nil }
            let operand = ValueOperand(.text(text), forcesJSON: forcesJSON)
            return .success(try operand.value(of: text, key: key, type: type))
        } catch {
            return .failure(LineFault(line: line.number, fault: error))
        }
    }
}
