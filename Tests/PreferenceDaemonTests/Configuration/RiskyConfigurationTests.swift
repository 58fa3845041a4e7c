import PreferenceDaemon
import Testing

@Suite("What is risky in a configuration")
struct RiskyConfigurationTests {
    private static let key = "[keys.\"a\"]\ntype = \"int\"\npolicy = \"max\"\n"
    private static let node = "[node]\ntree = \"t\"\n"

    @Test(
        "a risk is a warning in its place, and nothing more",
        arguments: [
            (1, 1, node),
            (4, 14, node + "[timing]\ndead_after = \"2s\"\n" + key),
            (4, 10, node + "[timing]\nsettle = \"2s\"\n" + key),
            (4, 9, node + "[timing]\nflush = \"1s\"\n" + key),
            (3, 13, node + "ephemeral = true\n[listen]\nchildren = [\"ipc://c\"]\n" + key),
            (3, 16, node + "forget_after = \"10s\"\n" + key),
            (4, 13, node + "[listen]\nchildren = [\"tcp://127.0.0.1:7400\"]\n" + key),
            (4, 12, node + "[listen]\nclients = [\"tcp://localhost:7400\"]\n" + key),
            (4, 11, node + "[listen]\nclients = []\n" + key),
            (5, 18, node + "[limits]\nkeys = 10\nkeys_per_child = 11\n" + key),
        ])
    func risk(line: Int, column: Int, text: String) throws {
        let loaded = ConfigurationFixture().load(text)
        #expect(loaded.configuration != nil)
        let warning = try #require(loaded.diagnostics.first)
        #expect(loaded.diagnostics.count == 1, "\(loaded.diagnostics)")
        #expect(warning.severity == .warning)
        #expect((warning.line, warning.column) == (line, column), "\(warning)")
        #expect(warning.description.contains(": warning: "))
    }

    @Test("the defaults are no risk")
    func defaults() {
        #expect(ConfigurationFixture().load(Self.node + Self.key).diagnostics == [])
    }
}
