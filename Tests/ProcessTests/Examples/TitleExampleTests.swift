import Preferences
import Testing

@Suite("The example systems: titles")
struct TitleExampleTests {
    @Test("the navigation title is the first sibling's, and has a default before anybody states one")
    func navigation() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(
                in: tree, including: [Programs.file("config/examples/navigation.toml")])
            let watcher = try await tree.watch(small.root, "ui.title")
            #expect(try await small.root.value("ui.title") == "Untitled")
            try await small.leaves[1].publish("ui.title", "Details", "--wait", "root")
            #expect(try await small.root.value("ui.title") == "Details")
            try await small.leaves[0].publish("ui.title", "Overview", "--wait", "root")
            #expect(try await small.root.value("ui.title") == "Overview")
            // The second sibling is shadowed: nobody is told of it.
            try await small.leaves[1].publish("ui.title", "Other", "--wait", "root")
            try await small.leaves[0].publish("ui.title", "Start", "--wait", "root")
            try await watcher.sees("ui.title", .text("Start"))
            let told = try watcher.records().map(\.value)
            #expect(told == [.text("Untitled"), .text("Details"), .text("Overview"), .text("Start")])
        }
    }

    @Test("the deepest title is the last one's, and the path of titles has separators only between texts")
    func paths() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(
                in: tree, leaves: ["a", "b", "c"], including: [Programs.file("config/examples/navigation.toml")])
            for (leaf, title) in [(0, "Settings"), (2, "Output")] {
                try await small.leaves[leaf].publish("ui.title.deepest", title, "--wait", "root")
                try await small.leaves[leaf].publish("ui.title.path", title, "--wait", "root")
            }
            #expect(try await small.root.value("ui.title.deepest") == "Output")
            #expect(try await small.root.value("ui.title.path") == "Settings › Output")
            try await small.leaves[1].publish("ui.title.path", "Sound", "--wait", "root")
            #expect(try await small.root.value("ui.title.path") == "Settings › Sound › Output")
        }
    }

    @Test("the custom title in its three forms: last, first, and joined by a space")
    func customTitle() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, including: [Programs.file("config/examples/titles.toml")])
            #expect(try await small.root.value("title.last") == "Default")
            for (number, leaf) in small.leaves.enumerated() {
                for form in ["last", "first", "all"] {
                    try await leaf.publish("title.\(form)", "SwiftBeta \(number + 1)", "--wait", "root")
                }
            }
            #expect(try await small.root.value("title.last") == "SwiftBeta 2")
            #expect(try await small.root.value("title.first") == "SwiftBeta 1")
            #expect(try await small.root.value("title.all") == "SwiftBeta 1 SwiftBeta 2")
            // Any node is watched or read alike: the same from a leaf through the tree, its own at itself.
            #expect(try await small.leaves[0].value("title.all") == "SwiftBeta 1 SwiftBeta 2")
            #expect(try await small.leaves[0].value("title.all", at: ".") == "SwiftBeta 1")
        }
    }

    @Test("an alias spares the caller the key's name, for every verb, and answers under the key's own")
    func alias() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(
                in: tree, including: [Programs.file("config/examples/navigation.toml")])
            let leaf = small.leaves[0]
            try await leaf.publish("title", "By alias", "--wait", "root")
            #expect(try await small.root.value("title") == "By alias")
            #expect(try await small.root.value("ui.title") == "By alias")
            #expect(try await small.root.record("title").key == "ui.title")
            let watcher = try await tree.watch(small.root, "title")
            let waited = try await small.root.prefctl("wait", "title", "--eq", "By alias", "--timeout", "20s")
            #expect(waited.exit == 0, "\(waited)")
            let retracted = try await leaf.prefctl("retract", "title")
            #expect(retracted.exit == 0, "\(retracted)")
            let record = try await watcher.sees("ui.title", .text("Untitled"))
            #expect(!record.explicit)
            #expect(record.reason == "retracted")
        }
    }
}
