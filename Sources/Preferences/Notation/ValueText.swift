/// How a value is written where a person writes or reads it: a text key's value as it is, any other as JSON.
package enum ValueText {
    /// Reads an operand by its key's type: the text itself for a text key, else (or with no type known) JSON.
    ///
    /// What comes out is still to be checked against the definition, which turns `71` into the float that a float key
    /// wants.
    package static func read(_ text: String, type: ValueType?, forcesJSON: Bool = false) throws(JSONFault) -> Value {
        type == .text && !forcesJSON ? .text(text) : try JSONReader.read(text)
    }

    /// A text as it is, any other value as JSON on one line.
    package static func raw(_ value: Value) -> String {
        if case .text(let text) = value { text } else { JSONWriter.text(of: value) }
    }
}
