import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("watch and wait")
struct WatchTests {
    private static let keys =
        TestTree.key("k", "int", "last") + TestTree.key("other", "int", "last")
        + "[keys.\"load.*\"]\ntype = \"int\"\npolicy = \"last\"\nmax_keys = 10\n"

    @Test("a watch goes on through restarts of its node with what differs, and nothing else")
    func survivesRestarts() async throws {
        try await TestTree.run(.patient) { tree in
            let small = try await SmallTree.grow(in: tree, leaves: ["a"], keys: Self.keys)
            let leaf = small.leaves[0]
            try await leaf.publish("k", "1", "--wait", "root")
            try await leaf.publish("other", "1", "--wait", "root")
            let here = try await tree.watch(leaf, "k", "other", at: ".")
            let there = try await tree.watch(leaf, "k", "other")
            for (number, ending) in [(2, TestNode.Ending.kill), (3, .terminate)] {
                try await leaf.restart(ending)
                try await leaf.attached()
                try await leaf.publish("k", "\(number)", "--wait", "root")
                for watcher in [here, there] { try await watcher.sees("k", .int(Int64(number))) }
            }
            for watcher in [here, there] {
                let told = try watcher.records()
                #expect(told.filter { $0.key == "other" }.count == 1, "\(told)")
                #expect(told.filter { $0.key == "k" }.map(\.value) == [.int(1), .int(2), .int(3)], "\(told)")
            }
        }
    }

    @Test("--after goes on where an earlier watch was, --no-initial leaves the snapshot out, --count ends it")
    func after() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            try await root.publish("k", "1")
            try await root.publish("other", "1")
            let first = try await tree.watch(root, "k", "other")
            let synced = try first.lines().compactMap { line in
                if case .synced(let epoch, let revision) = line { "\(epoch).\(revision)" } else { nil }
            }
            let position = try #require(synced.last)
            await first.program.kill()
            try await root.publish("k", "2")
            let second = Watcher(
                try await tree.client(root, ["watch", "--json", "--after", position, "--count", "1", "k", "other"]))
            let outcome = try await second.program.ended()
            #expect(outcome.exit == 0, "\(outcome)")
            #expect(try second.records().map(\.key) == ["k"])
            let third = Watcher(
                try await tree.client(root, ["watch", "--json", "--no-initial", "--count", "1", "k", "other"]))
            try await third.synced()
            try await root.publish("other", "2")
            #expect(try await third.program.ended().exit == 0)
            #expect(try third.records().map(\.key) == ["other"])
        }
    }

    @Test("plain output is KEY, a tab and one line of JSON; a pattern covers keys that come later")
    func plain() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let watcher = try await tree.client(root, ["watch", "load.*", "--count", "2"])
            try await eventually("the watch is subscribed") { try await root.clients() == 2 }
            try await root.publish("load.one", "1")
            try await eventually("it is told of the first") { watcher.output == "load.one\t1\n" }
            try await root.publish("load.two", "2")
            let outcome = try await watcher.ended()
            #expect(outcome.exit == 0)
            #expect(outcome.output == "load.one\t1\nload.two\t2\n")
        }
    }

    @Test("wait looks once with a timeout of 0, tells what is missing, and takes no number for an option")
    func wait() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.keys)
            let root = small.root
            try await small.leaves[0].publish("k", "-5", "--wait", "root")
            #expect(try await root.prefctl("wait", "k", "--eq", "-5", "--timeout", "0").exit == 0)
            let unmet = try await root.prefctl("wait", "k", "--ge", "20", "--timeout", "0")
            #expect(unmet.exit == 1, "\(unmet)")
            #expect(unmet.errors.contains("k is -5, wanted >= 20"), "\(unmet)")
            #expect(
                try await root.prefctl("wait", "k", "--present", "--sources", "1", "--complete", "--timeout", "0").exit
                    == 0)
            #expect(try await root.prefctl("wait", "k", "--sources", "2", "--timeout", "0").exit == 1)
            #expect(try await root.prefctl("wait", "other", "--absent", "--timeout", "0").exit == 0)
            try await small.leaves[1].end(.kill)
            try await eventually("a leaf is stale or missing") { try await root.record("k").nodes["live"] == 3 }
            let incomplete = try await root.prefctl("wait", "k", "--complete", "--timeout", "0")
            #expect(incomplete.exit == 1, "\(incomplete)")
            #expect(incomplete.errors.contains("/rack/b"), "\(incomplete)")
            let wait = try await tree.client(root, ["wait", "k", "--gt", "0", "--for", "200ms"])
            try await small.leaves[0].publish("k", "7")
            let outcome = try await wait.ended()
            #expect(outcome.exit == 0 && outcome.output == "k\t7\n", "\(outcome)")
        }
    }

    @Test("an interrupted watch is 130")
    func interrupted() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let watcher = try await tree.watch(root, "k")
            watcher.program.send(.interrupt)
            #expect(try await watcher.program.ended().exit == 130)
        }
    }

    @Test("cut off for longer than the grace, a watch of the root at a leaf is told the last value as stale, once")
    func cutOff() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, leaves: ["a"], keys: Self.keys)
            try await small.leaves[0].publish("k", "1", "--wait", "root")
            let watcher = try await tree.watch(small.leaves[0], "k")
            try await watcher.sees("k", .int(1))
            let plain = try await tree.client(small.leaves[0], ["watch", "k"])
            try await eventually("it has its snapshot") { !plain.output.isEmpty }
            try await small.rack.end(.kill)
            try await eventually("it is told as stale") { try watcher.records().last?.state == "stale" }
            #expect(try watcher.records().last?.value == .int(1))
            try await eventually("a line of key and value says so beside") { plain.errors.contains("k is stale") }
            let unknown = try await small.leaves[0].prefctl(
                "watch", "other", "--count", "1", "--timeout", "500ms", "--json")
            try Complaint(exit: 3, code: "cut_off", mentions: ["a does not know the root's values", "status"]).expect(
                unknown)
            let stale = try await small.leaves[0].prefctl("get", "k", "--stale-ok", "--json", "--timeout", "500ms")
            #expect(stale.exit == 0, "\(stale)")
            #expect(stale.output.contains("\"stale\""), "\(stale)")
            #expect(try await small.leaves[0].prefctl("get", "k", "--timeout", "500ms").exit == 3)
            try await small.rack.start()
            try await small.leaves[0].attached()
            try await small.leaves[0].publish("k", "2", "--wait", "root")
            try await watcher.sees("k", .int(2))
            #expect(try watcher.records().filter { $0.state == "stale" }.count == 1)
        }
    }
}
