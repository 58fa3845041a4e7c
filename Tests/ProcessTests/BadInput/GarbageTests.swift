import ServiceRuntime
import Testing

@Suite("Bad input: bytes and frames")
struct GarbageTests {
    @Test("random bytes, broken frames and frames out of turn are answered or dropped, and harm nobody")
    func garbage() async throws {
        try await TestTree.run { tree in
            let port = try freePort()
            let bystander = try await Bystander(in: tree)
            let target = try tree.plan(
                NodePlan(
                    name: "target", children: "tcp://127.0.0.1:\(port)", parent: bystander.root.children,
                    timing: tree.timing))
            try await target.start()
            try await target.attached()
            for endpoint in [target.endpoint, "tcp://127.0.0.1:\(port)"] {
                let sent = try await tree.python(
                    "garbage.py", [endpoint, "7", Programs.file("Tests/PreferenceWireTests/Golden")]
                )
                .ended(within: .seconds(60))
                #expect(sent.exit == 0, "\(sent)")
                let counts = sent.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
                #expect(counts.count == 2 && counts.allSatisfy { $0 > 0 }, "faults and say-hellos: \(sent)")
            }
            #expect(target.process?.isRunning == true, "\(target.log)")
            let status = try await target.prefctl("status")
            #expect(status.exit == 0, "\(status)")
            try await bystander.isUnharmed()
        }
    }
}
