import Foundation
import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("Bad input: more connections than descriptors")
struct DescriptorTests {
    /// Enough for a node and a few connections.
    private static let limit = 96

    private func isRefusing(_ root: TestNode) -> Bool { root.log.contains("no connections are taken") }

    @Test(
        "a node without descriptors to spare serves whom it has, says so, and takes connections again", .serialized,
        arguments: [false, true])
    func exhausted(atOnce: Bool) async throws {
        try await TestTree.run(.patient) { tree in
            let root = try tree.plan(
                NodePlan(
                    name: "root", children: "ipc://root.children.sock", timing: tree.timing,
                    tables: TestTree.key("n", "int", "sum")))
            try await root.start(under: ["prlimit", "--nofile=\(Self.limit):\(Self.limit)"])
            try await root.serves()
            let watcher = try await tree.watch(root, "n")
            try await watcher.synced()
            let holder = try await tree.client(root, ["hold", "n", "-"], input: .open)
            try holder.write("1\n")
            try await watcher.sees("n", .int(1))
            let paths = ["root.sock", "root.children.sock"].map { tree.scratch.file($0) }
            var crowd: [RawConnection] = []
            // More than there are descriptors, whether one after another or as fast as they go.
            try await eventually("the node refuses connections: \(root.log)") {
                for _ in 0..<(atOnce ? 4 * Self.limit : 1) {
                    for path in paths { if let one = try RawConnection(to: path) { crowd.append(one) } }
                }
                return isRefusing(root)
            }
            #expect(root.process?.isRunning == true)
            try holder.write("2\n")
            try await watcher.sees("n", .int(2))
            for path in paths { #expect(!FileManager.default.fileExists(atPath: path)) }
            crowd = []
            try await root.serves()
            try await eventually("the log says that it is over") { root.log.contains("connections are taken again") }
            #expect(root.process?.isRunning == true)
            try holder.write("3\n")
            try await watcher.sees("n", .int(3))
            holder.closeInput()
            for path in paths { #expect(FileManager.default.fileExists(atPath: path)) }
            try await root.end(.terminate)
            for path in paths {
                for name in [path, path + ".full"] { #expect(!FileManager.default.fileExists(atPath: name), "\(name)") }
            }
        }
    }

    @Test("a node that was killed while it refused is found again after its start")
    func killed() async throws {
        try await TestTree.run(.patient) { tree in
            let root = try tree.plan(NodePlan(name: "root", timing: tree.timing))
            let limit = ["prlimit", "--nofile=\(Self.limit):\(Self.limit)"]
            try await root.start(under: limit)
            try await root.serves()
            var crowd: [RawConnection] = []
            try await eventually("the node refuses connections: \(root.log)") {
                if let one = try RawConnection(to: tree.scratch.file("root.sock")) { crowd.append(one) }
                return isRefusing(root)
            }
            try await root.end(.kill)
            crowd = []
            try await root.start(under: limit)
            try await root.serves()
            #expect(!FileManager.default.fileExists(atPath: tree.scratch.file("root.sock.full")))
        }
    }
}
