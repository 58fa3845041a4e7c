/// Why a value cannot be published for a key.
package enum ValueFault: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongType(expected: ValueType, found: ValueType)
    /// An int for a float key that no float equals.
    case inexactFloat(Int64)
    case notNullable
    case notANumber
    case tooLarge(bytes: Int, limit: Int)
    case tooDeep(limit: Int)
    /// The key's definition is of a newer version than this node.
    case unsupportedDefinition(String)

    package var description: String {
        switch self {
        case .wrongType(let expected, let found):
            "the key takes \(expected), the value is \(found); state one of that type"
        case .inexactFloat(let value): "\(value) is not exactly a float; write the float that is meant, such as 1e18"
        case .notNullable: "the key takes no null; retract the contribution, or declare the key nullable"
        case .notANumber: "NaN is no value; leave the publication out"
        case .tooLarge(let bytes, let limit):
            "the value has \(bytes) bytes, at most \(limit) are allowed; state a shorter one"
        case .tooDeep(let limit): "the value nests deeper than \(limit) lists and maps; state a flatter one"
        case .unsupportedDefinition(let what): "this node's version does not know \(what); update it"
        }
    }
}
