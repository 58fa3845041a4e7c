/// The declared type of a key.
///
/// `any` admits every value.
package enum ValueType: String, CaseIterable, Sendable {
    case bool
    case int
    case float
    case text
    case bytes
    case list
    case map
    case any
}
