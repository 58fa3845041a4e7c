import Foundation
import PreferenceTestSupport
import Testing

@Suite("Bad input: a full disk")
struct FullDiskTests {
    /// Whether this machine lets a test mount a file system of its own.
    static let canMount = {
        let trial = Process()
        trial.executableURL = URL(filePath: "/usr/bin/unshare")
        trial.arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        trial.standardError = nil
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()

    @Test(
        "refuses durable publications with the remedy, serves everything else, and takes them again when there is room",
        .enabled(if: canMount))
    func full() async throws {
        try await TestTree.run(.patient) { tree in
            let root = try tree.plan(
                NodePlan(
                    name: "root", timing: tree.timing, node: "data_dir = \"disk\"",
                    tables: TestTree.key("n", "int", "sum") + TestTree.key("t", "text", "last")))
            let disk = tree.scratch.file("disk")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            // The disk is there for the node alone, and for whoever looks through its process.
            try await root.start(under: [
                "unshare", "-rm", "sh", "-c",
                "echo $$ > \(disk).pid; mount -t tmpfs -o size=2m tmpfs \(disk) && exec \"$@\"", "sh",
            ])
            try await root.serves()
            try await root.publish("n", "1")
            let process = try String(contentsOfFile: disk + ".pid", encoding: .utf8).split(separator: "\n")
            let filler = "/proc/\(try #require(process.first))/root\(disk)/filler"
            // Whatever is left of the disk.
            _ = try? Data(count: 4 << 20).write(to: URL(filePath: filler))
            let long = String(repeating: "x", count: 60_000)
            var refused: Outcome?
            try await eventually("a full disk refuses") {
                let outcome = try await root.prefctl("publish", "t", long, "--json")
                if outcome.exit != 0 { refused = outcome }
                return refused != nil
            }
            try Complaint(exit: 4, code: "storage", mentions: ["disk", "free space"]).expect(try #require(refused))
            #expect(try await root.value("n") == "1")
            try await root.publish("n", "5", "--volatile", "--source", "other")
            try await root.shows("n", "6")
            // What is small may still find room in the journal, and then the node is well again for a moment.
            try await eventually("status says that the disk is full") {
                _ = try await root.prefctl("publish", "t", long)
                let status = try await root.prefctl("status")
                return status.exit == 1 && status.output.contains("full")
            }
            try FileManager.default.removeItem(atPath: filler)
            try await eventually("there is room again") {
                try await root.prefctl("publish", "t", "short").exit == 0
            }
            #expect(try await root.value("t") == "short")
            #expect(try await root.prefctl("status").exit == 0)
        }
    }
}
