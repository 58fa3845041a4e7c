import Preferences
import Testing

@Suite("The example systems: sizes and offsets")
struct LayoutExampleTests {
    private static let layout = [Programs.file("config/examples/layout.toml")]

    private static func size(_ width: Double, _ height: Double) -> Value {
        .map(ValueMap([("width", .float(width)), ("height", .float(height))]))
    }

    @Test("the size that one of two siblings may state is shown at the other, told again when it changes, and goes")
    func optionalSize() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, leaves: ["a", "b", "c"], including: Self.layout)
            // The sibling that shows it looks at the root's value through its own leaf.
            let shown = try await tree.watch(small.leaves[0], "layout.size")
            let none = try await small.leaves[2].prefctl("publish", "layout.size", "null", "--volatile")
            #expect(none.exit == 0, "\(none)")
            let holder = try await tree.client(small.leaves[1], ["hold", "layout.size", "-"], input: .open)
            try holder.write("{\"width\": 320.0, \"height\": 200.0}\n")
            try await shown.sees("layout.size", Self.size(320, 200))
            try holder.write("{\"width\": 640.0, \"height\": 480.0}\n")
            try await shown.sees("layout.size", Self.size(640, 480))
            let read = try await small.leaves[0].value("layout.size")
            #expect(read.flatMap { try? JSONReader.read($0) } == Self.size(640, 480))
            holder.closeInput()
            let record = try await shown.sees("layout.size", .null)
            // The null of the third sibling is left, which is something explicit.
            #expect(record.explicit)
        }
    }

    @Test("the height of a child that may not be there is null until there is one, and after")
    func optionalHeight() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, including: Self.layout)
            let watcher = try await tree.watch(small.root, "layout.child.height")
            #expect(try watcher.records().map(\.value) == [.null])
            let first = try await tree.client(small.leaves[0], ["hold", "layout.child.height", "44"])
            try await watcher.sees("layout.child.height", .float(44))
            let second = try await tree.client(small.leaves[1], ["hold", "layout.child.height", "61.5"])
            try await watcher.sees("layout.child.height", .float(61.5))
            await second.kill()
            try await watcher.sees("layout.child.height", .float(44))
            await first.kill()
            let record = try await watcher.sees("layout.child.height", .null)
            #expect(!record.explicit)
        }
    }

    @Test("all rectangles adopt the largest width, whichever states it, and shrink when it goes")
    func rectangles() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, leaves: ["a", "b", "c"], including: Self.layout)
            var siblings: [Watcher] = []
            for leaf in small.leaves { siblings.append(try await tree.watch(leaf, "layout.rectangle.*")) }
            var holders: [RunningProgram] = []
            for (leaf, width) in zip(small.leaves, [40, 120, 80]) {
                holders.append(try await tree.client(leaf, ["hold", "layout.rectangle.width", "\(width)"]))
            }
            for sibling in siblings { try await sibling.sees("layout.rectangle.width", .float(120)) }
            await holders[1].kill()
            for sibling in siblings { try await sibling.sees("layout.rectangle.width", .float(80)) }
        }
    }

    @Test("a scroll offset at a high rate is conflated, and its final value always told")
    func scrollOffset() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(
                in: tree, leaves: ["a"], including: [Programs.file("config/examples/scroll.toml")])
            let watcher = try await tree.watch(small.root, "scroll.offset")
            let holder = try await tree.client(small.leaves[0], ["hold", "scroll.offset", "-"], input: .open)
            let steps = 20_000
            for burst in stride(from: 1, through: steps, by: 500) {
                try holder.write((burst..<burst + 500).map { "\(Double($0) / 4)\n" }.joined())
            }
            try await watcher.sees("scroll.offset", .float(Double(steps) / 4))
            let told = try watcher.records()
            #expect(told.count < steps / 2)
            let offsets = told.compactMap { if case .float(let offset) = $0.value { offset } else { nil } }
            #expect(offsets == offsets.sorted())
        }
    }
}
