import PreferenceDaemon
import Testing

@Suite("What the configuration knows")
struct VocabularyTests {
    private static let node = "[node]\ntree = \"t\"\n"

    /// A text in which one entry of a kind of table stands alone with a value that suits none.
    private func text(_ vocabulary: Vocabulary, _ entry: String) -> String {
        switch vocabulary.table {
        case "": "\(entry) = 1979-05-27\n" + Self.node
        case "node": Self.node + "\(entry) = 1979-05-27\n"
        case "keys.*": Self.node + "[keys.\"a\"]\ntype = \"int\"\npolicy = \"max\"\n\(entry) = 1979-05-27\n"
        default: Self.node + "[\(vocabulary.table)]\n\(entry) = 1979-05-27\n"
        }
    }

    @Test("each entry of a later version says so, and nothing is known twice")
    func later() {
        for vocabulary in Vocabulary.all {
            #expect(Set(vocabulary.known).isDisjoint(with: vocabulary.later))
            for entry in vocabulary.later {
                let causes = ConfigurationFixture().load(text(vocabulary, entry)).errors.map(\.cause)
                #expect(causes.contains(.notInThisVersion), "\(vocabulary.table) \(entry)")
            }
        }
    }

    @Test("each policy of a later version says so")
    func laterPolicies() {
        #expect(Set(Vocabulary.policies).isDisjoint(with: Vocabulary.laterPolicies))
        for policy in Vocabulary.laterPolicies {
            let loaded = ConfigurationFixture().load(
                Self.node + "[keys.\"a\"]\ntype = \"int\"\npolicy = \"\(policy)\"\n")
            #expect(loaded.errors.map(\.cause) == [.notInThisVersion], "\(policy)")
        }
    }

    @Test("each entry of this version is read: a date, which suits none, is refused")
    func known() {
        for vocabulary in Vocabulary.all {
            // `tree`, `type` and `policy` stand in the text already.
            for entry in vocabulary.known where !["node", "tree", "type", "policy"].contains(entry) {
                let causes = Set(ConfigurationFixture().load(text(vocabulary, entry)).errors.map(\.cause))
                let refused = causes.contains(.wrongType) || causes.contains(.illegalValue)
                #expect(refused && !causes.contains(.unknown), "\(vocabulary.table) \(entry)")
            }
        }
    }
}
