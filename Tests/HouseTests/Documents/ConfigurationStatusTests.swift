import PreferenceDaemon
import Testing

@Suite("The status page and the configuration")
struct ConfigurationStatusTests {
    private let page = StatusPage()

    /// Tables of a later version: what is in them is not in this version's vocabulary.
    private static let later: Set<String> = ["security", "transform"]

    private func entries(_ state: String) -> [String: Set<String>] {
        var tables: [String: Set<String>] = [:]
        for row in page.rows("Entries") where row.count == 3 && row[2] == state {
            tables[row[0], default: []].insert(row[1])
        }
        return tables
    }

    @Test("the entries that work are those that the configuration's reader knows")
    func known() {
        var expected = Vocabulary.all.reduce(into: [String: Set<String>]()) { tables, vocabulary in
            tables[name(vocabulary)] = Set(vocabulary.known)
        }
        expected["included file"] = Set(Vocabulary.included.known)
        #expect(entries(StatusPage.works) == expected)
    }

    @Test("the entries that do not work yet are those that the reader puts off")
    func later() {
        var listed = entries(StatusPage.notYet)
        for table in Self.later { #expect(listed.removeValue(forKey: table)?.isEmpty == false, "\(table)") }
        let expected = Vocabulary.all.reduce(into: [String: Set<String>]()) { tables, vocabulary in
            if !vocabulary.later.isEmpty { tables[name(vocabulary)] = Set(vocabulary.later) }
        }
        #expect(listed == expected)
    }

    @Test("the policies that work are all there are, the others are put off")
    func policies() {
        #expect(Set(page.entries("Policies", StatusPage.works)) == Set(Vocabulary.policies))
        #expect(Set(page.entries("Policies", StatusPage.notYet)) == Set(Vocabulary.laterPolicies))
    }

    private func name(_ vocabulary: Vocabulary) -> String { vocabulary.table.isEmpty ? "file" : vocabulary.table }
}
