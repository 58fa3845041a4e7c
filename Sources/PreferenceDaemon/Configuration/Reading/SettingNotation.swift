internal import Preferences
internal import TOML

/// How one kind of setting is written in TOML.
struct SettingNotation<Setting>: Sendable {
    let read: @Sendable (TOMLValue.Content) throws(SettingFault) -> Setting
}

/// Why a value is not what its entry wants; the texts continue `ENTRY wants …` and `ENTRY: …`.
enum SettingFault: Error {
    case wants(String)
    case illegal(String)
    case notInThisVersion(String)
}

extension SettingNotation<String> {
    static let text = SettingNotation { content throws(SettingFault) in
        guard case .string(let text) = content else { throw .wants("a text in quotes") }
        return text
    }

    static let filledText = SettingNotation { content throws(SettingFault) in
        let text = try SettingNotation.text.read(content)
        if text.isEmpty { throw .illegal("it cannot be empty") }
        return text
    }

    /// A path; a NUL in it would end it early.
    static let path = SettingNotation { content throws(SettingFault) in
        let path = try SettingNotation.filledText.read(content)
        if path.utf8.contains(0) { throw .illegal("a path has no NUL") }
        return path
    }
}

extension SettingNotation<Bool> {
    static let boolean = SettingNotation { content throws(SettingFault) in
        guard case .boolean(let value) = content else { throw .wants("true or false") }
        return value
    }
}

extension SettingNotation<Int32> {
    static let rank = SettingNotation { content throws(SettingFault) in
        guard case .integer(let value) = content else { throw .wants("a whole number") }
        guard let rank = Int32(exactly: value) else {
            throw .illegal("\(value) is not from \(Int32.min) to \(Int32.max)")
        }
        return rank
    }
}

extension SettingNotation<Int> {
    static func count(_ range: ClosedRange<Int>) -> SettingNotation {
        SettingNotation { content throws(SettingFault) in
            guard case .integer(let value) = content else { throw .wants("a whole number") }
            guard let count = Int(exactly: value), range.contains(count) else {
                throw .illegal("\(value) is not from \(range.lowerBound) to \(range.upperBound)")
            }
            return count
        }
    }

    /// A number of bytes, or a text such as `64KiB`.
    static func size(_ range: ClosedRange<Int>) -> SettingNotation {
        SettingNotation { content throws(SettingFault) in
            let size: ByteSize
            switch content {
            case .integer(let bytes): size = ByteSize(bytes: bytes)
            case .string(let text):
                do { size = try ByteSize(text) } catch { throw .illegal("\(error)") }
            default: throw .wants("a size such as \"64KiB\"")
            }
            guard let bytes = Int(exactly: size.bytes), range.contains(bytes) else {
                let (low, high) = (ByteSize(bytes: Int64(range.lowerBound)), ByteSize(bytes: Int64(range.upperBound)))
                throw .illegal("\(size) is not from \(low) to \(high)")
            }
            return bytes
        }
    }
}

extension SettingNotation<Interval> {
    static func interval(_ range: ClosedRange<Interval>) -> SettingNotation {
        SettingNotation { content throws(SettingFault) in
            guard case .string(let text) = content else { throw .wants("a duration such as \"5s\"") }
            let interval: Interval
            do { interval = try Interval(text) } catch { throw .illegal("\(error)") }
            guard range.contains(interval) else {
                throw .illegal("\(interval) is not from \(range.lowerBound) to \(range.upperBound)")
            }
            return interval
        }
    }
}

extension SettingNotation<NodeName> {
    static let nodeName = SettingNotation { content throws(SettingFault) in
        let text = try SettingNotation<String>.text.read(content)
        do { return try NodeName(text) } catch { throw .illegal("\(error)") }
    }
}

extension SettingNotation<Endpoint> {
    static func endpoint(resolving: @escaping @Sendable (String) -> String) -> SettingNotation {
        SettingNotation { content throws(SettingFault) in
            guard case .string(let text) = content else {
                throw .wants("an endpoint such as \"ipc://prefd.sock\"")
            }
            do throws(EndpointFault) {
                return try Endpoint(text, resolving: resolving)
            } catch {
                if error == .ipv6 { throw .notInThisVersion("\(error)") }
                throw .illegal("\(error)")
            }
        }
    }
}
