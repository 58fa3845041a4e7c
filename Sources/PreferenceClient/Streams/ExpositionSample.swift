import PreferenceTree
import Preferences

/// One sample of the text exposition format: a metric's name, its labels and a number.
struct ExpositionSample: Hashable {
    struct Label: Hashable {
        var name: String
        var value: String
    }

    var name: String
    /// Sorted by name, byte-wise.
    var labels: [Label]
    var value: Double

    /// Nil for a comment.
    ///
    /// A time stamp and what follows a `#` behind it are passed over.
    init?(_ bytes: [UInt8]) throws(ClientFault) {
        var cursor = ExpositionCursor(bytes)
        cursor.skipSpace()
        if cursor.next == UInt8(ascii: "#") { return nil }
        name = try cursor.metricName()
        cursor.skipSpace()
        labels = cursor.next == UInt8(ascii: "{") ? try cursor.labels() : []
        cursor.skipSpace()
        value = try ExpositionSample.number(try cursor.word("a value"))
        cursor.skipSpace()
        if let next = cursor.next, next != UInt8(ascii: "#") {
            let stamp = try cursor.word("a time stamp")
            if Double(stamp) == nil { throw ExpositionCursor.fault("\"\(stamp)\" is no time stamp") }
            cursor.skipSpace()
            if let next = cursor.next, next != UInt8(ascii: "#") { throw cursor.unexpected("the end of the line") }
        }
        labels.sort { Bytewise.precedes($0.name, $1.name) }
        for (label, following) in zip(labels, labels.dropFirst()) where label.name == following.name {
            throw ExpositionCursor.fault("label \(label.name) is repeated")
        }
    }

    private static func number(_ word: String) throws(ClientFault) -> Double {
        switch word.lowercased() {
        case "nan", "+nan", "-nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default:
            // What exceeds a float is read as infinity, which the line has not said.
            if let value = Double(word), value.isFinite {
                // There is one zero (semantics §2).
                return value == 0 ? 0 : value
            }
            throw ExpositionCursor.fault("\"\(word)\" is no number")
        }
    }

    /// The sample as a statement; nil where it is passed over and counted.
    func statement(
        defaults: StatementDefaults, types: StatementReader.Types, skipped: inout SkippedSamples
    ) throws(ClientFault) -> Statement? {
        guard name.utf8.count <= Key.maximumBytes else {
            skipped.tooLong += 1
            return nil
        }
        let key = try StreamText.key(name)
        guard let type = types(key) else {
            skipped.undeclared += 1
            return nil
        }
        if value.isNaN {
            skipped.notANumber += 1
            return nil
        }
        let source = source(of: defaults)
        if source.utf8.count > SourceName.maximumBytes {
            skipped.tooLong += 1
            return nil
        }
        do {
            _ = try SourceName(source)
        } catch {
            throw ClientFault(.node(.invalidName), "labels of \(name): \(error)")
        }
        return defaults.statement(.publish(try value(as: type)), key: key, source: source)
    }

    /// The stream's source followed by the label set; one of both alone where the other is not there.
    private func source(of defaults: StatementDefaults) -> String {
        if labels.isEmpty { return defaults.sourceText }
        return (defaults.source?.text ?? "") + "{" + labels.map(\.text).joined(separator: ",") + "}"
    }

    private func value(as type: ValueType) throws(ClientFault) -> Value {
        switch type {
        case .float, .any: return .float(value)
        case .int:
            if let whole = Int64(exactly: value) { return .int(whole) }
            throw ClientFault(.node(.wrongType), "\(name) takes int, \(value) is no whole number of 64 bits")
        case .bool:
            if value == 0 || value == 1 { return .bool(value == 1) }
            throw ClientFault(.node(.wrongType), "\(name) takes bool, \(value) is neither 0 nor 1")
        case .text, .bytes, .list, .map:
            throw ClientFault(
                .node(.wrongType), "\(name) takes \(type.rawValue), a sample is a number",
                hint: "declare the key as float")
        }
    }
}

extension ExpositionSample.Label {
    /// `name="value"` with the escapes of the format.
    fileprivate var text: String {
        var text = name + "=\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
