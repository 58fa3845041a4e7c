import Testing

@Suite("The harness")
struct HarnessTests {
    @Test("a root serves, takes a value and shows it")
    func oneNode() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: "[keys.k]\ntype = \"int\"\npolicy = \"sum\"\n")
            try await root.serves()
            try await root.publish("k", "5")
            #expect(try await root.value("k") == "5")
        }
    }
}
