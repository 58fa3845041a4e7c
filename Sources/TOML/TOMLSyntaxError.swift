/// The first place where a text is no TOML.
package struct TOMLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    package let position: SourcePosition
    package let message: String

    package var line: Int { position.line }
    package var column: Int { position.column }
    package var description: String { "\(line):\(column): \(message)" }
}
