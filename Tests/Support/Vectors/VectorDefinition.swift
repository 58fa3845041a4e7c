package import Preferences

/// A key of a vector with its definition: `sum int`, `A: first int nullable default=3`, `concat text separator=" "`.
package struct VectorDefinition: Sendable {
    package var key: String
    /// A policy's name, or `product`, which only a test folds.
    package var policy: String
    package var type: ValueType
    package var defaultValue: Value?
    package var separator = ""
    package var nullable = false

    package var isCustom: Bool { Policy(rawValue: policy) == nil }

    /// As the catalog has it; nil for a custom policy.
    package func definition() throws -> Definition? {
        guard let known = Policy(rawValue: policy) else { return nil }
        var definition = Definition(
            pattern: .exact(try Key(key)), type: type, policy: known, defaultValue: defaultValue)
        definition.separator = separator
        definition.nullable = nullable
        return definition
    }
}

extension VectorScanner {
    package mutating func definition() throws -> VectorDefinition {
        let key = name(before: ":") ?? "k"
        let policy = word()
        guard let type = ValueType(rawValue: word()) else { throw fault("expected a type") }
        var definition = VectorDefinition(key: key, policy: policy, type: type)
        while !isAtEnd, peek() != ";" {
            if let option = name(before: "=") {
                switch option {
                case "default": definition.defaultValue = try value()
                case "separator":
                    guard case .text(let separator) = try value() else { throw fault("a separator is a text") }
                    definition.separator = separator
                default: throw fault("no option \(option)")
                }
            } else if word() == "nullable" {
                definition.nullable = true
            } else {
                throw fault("expected an option")
            }
        }
        return definition
    }

    package mutating func definitions() throws -> [VectorDefinition] {
        var all = [try definition()]
        while take(";") { all.append(try definition()) }
        return all
    }

    /// Positions separated by dots; `root` is none.
    package mutating func path() throws -> [Int] {
        let text = word()
        if text == "root" { return [] }
        let path = text.split(separator: ".").compactMap { Int($0) }
        if path.isEmpty { throw fault("expected a place such as 0.2") }
        return path
    }
}
