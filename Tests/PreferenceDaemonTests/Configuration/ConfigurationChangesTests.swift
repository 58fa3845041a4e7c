import PreferenceDaemon
import PreferenceTree
import Preferences
import Testing

@Suite("What a reload changes")
struct ConfigurationChangesTests {
    private static let text = """
        [node]
        name = "n"
        tree = "t"
        [listen]
        clients = ["ipc://a"]
        [timing]
        grace = "5s"
        [limits]
        keys = 10
        sources = 5
        [keys."a"]
        type = "int"
        policy = "max"
        [keys."b"]
        type = "int"
        policy = "max"
        """

    private func changes(_ edits: [(String, String)]) throws -> (ConfigurationChanges, Configuration, Configuration) {
        let old = try ConfigurationFixture().configuration(Self.text)
        var text = Self.text
        for (from, to) in edits {
            let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
            try #require(parts.count == 2, "\(from)")
            text = parts.joined(separator: to)
        }
        let new = try ConfigurationFixture().configuration(text)
        return (Configuration.changes(from: old, to: new), old, new)
    }

    @Test("the same text changes nothing")
    func same() throws {
        let (changes, _, _) = try changes([])
        #expect(changes.isEmpty)
    }

    @Test("timing and limits are taken over")
    func reloadable() throws {
        let (changes, old, new) = try changes([("\"5s\"", "\"6s\""), ("keys = 10", "keys = 11"), ("= 5", "= 6")])
        #expect(changes.settings.map(\.entry) == ["timing.grace", "limits.keys", "limits.sources"])
        #expect(changes.settings.first?.old == "\"5s\"" && changes.settings.first?.new == "\"6s\"")
        #expect(changes.needingRestart.isEmpty)
        #expect(changes.takenOver == changes.settings)
        let reloaded = old.reloaded(from: new)
        #expect(Configuration.changes(from: reloaded, to: new).isEmpty)
    }

    @Test("what both sides of a session were told is said to hold for later ones")
    func forLaterSessions() throws {
        let (grace, _, _) = try changes([("\"5s\"", "\"6s\"")])
        #expect(grace.forLaterSessions == nil)
        let (pace, _, _) = try changes([("\"5s\"", "\"5s\"\nheartbeat = \"100ms\"")])
        #expect(pace.takenOver.map(\.entry) == ["timing.heartbeat"])
        #expect(pace.forLaterSessions?.hasPrefix("timing.heartbeat: ") == true)
    }

    @Test("the largest frame needs a restart, the other limits are taken over")
    func frame() throws {
        let (changes, old, new) = try changes([("keys = 10", "keys = 11\nframe = \"2MiB\"")])
        #expect(changes.needingRestart.map(\.entry) == ["limits.frame"])
        let reloaded = old.reloaded(from: new)
        #expect(reloaded.limits.frame == old.limits.frame)
        #expect(reloaded.limits.keys == 11)
    }

    @Test("definitions that the frame in force has no room for are found before they are taken over")
    func frameOfDefinitions() throws {
        func configuration(frame: String, maximumBytes: String) throws -> Configuration {
            try ConfigurationFixture().configuration(
                """
                [node]
                name = "n"
                tree = "t"
                [limits]
                frame = "\(frame)"
                [keys."a"]
                type = "text"
                policy = "concat"
                max_bytes = "\(maximumBytes)"
                """)
        }
        let old = try configuration(frame: "512KiB", maximumBytes: "256KiB")
        let new = try configuration(frame: "1MiB", maximumBytes: "512KiB")
        #expect(old.reloaded(from: new).partialsBeyondFrame.map(\.description) == ["a"])
        #expect(old.partialsBeyondFrame.isEmpty && new.partialsBeyondFrame.isEmpty)
    }

    @Test("node, listen and parent need a restart, and the rest is taken over all the same")
    func restart() throws {
        let (changes, old, new) = try changes([
            ("\"n\"", "\"m\""), ("ipc://a", "ipc://b"), ("[timing]", "[timing]\nflush = \"2ms\""),
        ])
        #expect(changes.settings.map(\.entry) == ["node.name", "listen.clients", "timing.flush"])
        #expect(changes.needingRestart.map(\.entry) == ["node.name", "listen.clients"])
        let reloaded = old.reloaded(from: new)
        #expect(reloaded.node == old.node && reloaded.listen == old.listen)
        #expect(reloaded.timing == new.timing)
        #expect(Configuration.changes(from: reloaded, to: new).settings == changes.needingRestart)
    }

    @Test("a root that is given a parent keeps its keys until it is restarted")
    func newParent() throws {
        let old = try ConfigurationFixture().configuration(Self.text)
        let new = try ConfigurationFixture().configuration(
            "[node]\nname = \"n\"\ntree = \"t\"\n[listen]\nclients = [\"ipc://a\"]\n"
                + "[parent]\nendpoints = [\"ipc://p\"]\n")
        let changes = Configuration.changes(from: old, to: new)
        #expect(changes.needingRestart.map(\.entry) == ["parent.endpoints"])
        let reloaded = old.reloaded(from: new)
        #expect(reloaded.isRoot)
        #expect(reloaded.catalog == old.catalog)
    }

    @Test("keys are added, removed and changed")
    func keys() throws {
        let (changes, old, new) = try changes([
            ("[keys.\"a\"]", "[keys.\"c\"]"), ("policy = \"max\"\n[keys", "policy = \"min\"\n[keys"),
            ("[keys.\"b\"]", "[keys.\"b\"]\nunit = \"m\""),
        ])
        #expect(changes.settings == [])
        #expect(changes.keys.added == [.exact(try Key("c"))])
        #expect(changes.keys.removed == [.exact(try Key("a"))])
        #expect(changes.keys.cosmetic == [.exact(try Key("b"))])
        let different = changes.definitions.flatMap(\.changes).map { "\($0.entry) \($0.old ?? "-") \($0.new ?? "-")" }
        #expect(different == ["unit - \"m\""])
        #expect(changes.takenOver.isEmpty)
        #expect(old.reloaded(from: new).catalog == new.catalog)
    }
}
