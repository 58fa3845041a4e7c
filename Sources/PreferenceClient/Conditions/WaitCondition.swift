/// What `wait` waits for, as it is written: values are texts until the key's type is known.
package struct WaitCondition: Hashable, Sendable {
    package enum Relation: String, CaseIterable, Sendable {
        case eq
        case ne
        case ge
        case gt
        case le
        case lt

        var sign: String {
            switch self {
            case .eq: "="
            case .ne: "!="
            case .ge: ">="
            case .gt: ">"
            case .le: "<="
            case .lt: "<"
            }
        }
    }

    package struct Comparison: Hashable, Sendable {
        package var relation: Relation
        package var operand: String

        package init(relation: Relation, operand: String) {
            self.relation = relation
            self.operand = operand
        }
    }

    package var comparisons: [Comparison] = []
    /// True: explicit; false: absent; nil: either.
    package var presence: Bool?
    /// How many sources that are not stale, at least.
    package var sources: UInt32?
    /// Nothing stale or missing, at least one node expected.
    package var complete = false

    package init() {}
}
