internal import Preferences
internal import TOML

extension SettingNotation<Value> {
    /// A value in the JSON notation of values, with TOML's own words where it has them; whether it suits a key is
    /// not asked here.
    static let value = SettingNotation { content throws(SettingFault) in
        var writer = JSONWriter()
        try write(content, to: &writer)
        do throws(JSONFault) {
            return try JSONReader.read(writer.bytes)
        } catch {
            // Its place is one in the JSON in between, which the reader of a TOML file never sees.
            throw .illegal(error.sentence)
        }
    }

    private static func write(_ content: TOMLValue.Content, to writer: inout JSONWriter) throws(SettingFault) {
        switch content {
        case .string(let text): writer.string(text)
        case .integer(let value): writer.integer(value)
        case .float(let value):
            if value.isNaN { throw .illegal("nan is no value") }
            writer.float(value == 0 ? 0 : value)
        case .boolean(let value): writer.bool(value)
        case .datetime: throw .illegal("a date is no value; put it in quotes")
        case .array(let elements):
            writer.beginArray()
            for element in elements { try write(element.content, to: &writer) }
            writer.endArray()
        case .table(let table):
            writer.beginObject()
            for entry in table.entries {
                writer.name(entry.key)
                try write(entry.value.content, to: &writer)
            }
            writer.endObject()
        }
    }
}
