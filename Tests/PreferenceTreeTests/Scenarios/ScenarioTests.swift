import Foundation
import Simulation
import Testing

@Suite("Stories of simulated trees")
struct ScenarioTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")

    static let names: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return all.filter { $0.hasSuffix(".txt") }.sorted()
    }()

    /// With `PREFD_REWRITE=1` the files are written anew with what the tree says now.
    private static let rewrites = ProcessInfo.processInfo.environment["PREFD_REWRITE"] == "1"

    @Test("the stories are there")
    func counts() { #expect(ScenarioTests.names.count >= 32) }

    @Test("a tree does what its story says", arguments: names)
    func told(name: String) throws {
        let path = ScenarioTests.directory.appending(path: name)
        let text = try String(contentsOf: path, encoding: .utf8)
        let file = try ScenarioFile(text, name: name)
        let outputs = try file.run()
        if ScenarioTests.rewrites {
            try file.text(with: outputs).write(to: path, atomically: true, encoding: .utf8)
            return
        }
        for (block, output) in zip(file.blocks, outputs) {
            #expect(output == block.expected, "\(name):\(block.line)")
        }
        // What the rewrite would leave is what is there, so that no line goes unread.
        #expect(file.text(with: file.blocks.map(\.expected)) == text)
    }
}

@Suite("Stories that are wrong")
struct WrongScenarioTests {
    private func fault(_ text: String) -> String {
        do throws(ScenarioFault) {
            _ = try ScenarioFile(text, name: "x.txt").run()
            return ""
        } catch {
            return "\(error)"
        }
    }

    private static let opening = "# A story.\n\n"

    @Test(
        "one is refused with its file and line",
        arguments: [
            ("tree a(b)\n", "x.txt:1: a story begins"), (opening + "tree a(b)\n", "x.txt:4: no block expects"),
            (opening + "tree a(b)\nfly a\n----\nx\n", "x.txt:4: fly is no command"),
            (opening + "tree a(b\n----\nx\n", "x.txt:3: a parenthesis"),
            (opening + "tree a(b)\nkill c\n----\nx\n", "x.txt:4: no node is called c"),
            (opening + "tree a(b)\nkill b now\n----\nx\n", "x.txt:4: kill does not know what now is"),
            (opening + "publish a k=\"x\n----\nx\n", "x.txt:3: a quotation mark"),
            (opening + "tree a(b)\n----\n", "x.txt:3: nothing is expected"),
            (opening + "----\nx\n", "x.txt:3: a block"),
        ])
    func refused(text: String, fault: String) { #expect(self.fault(text).hasPrefix(fault), "\(self.fault(text))") }

    @Test("what the tree says is compared with what is written, not taken for it")
    func compared() throws {
        let story = "tree a(b)\nstart\nticks 5\n\nnodes a\n----\n9 live, 0 stale, 0 missing\n"
        let text = WrongScenarioTests.opening + story
        let file = try ScenarioFile(text, name: "x.txt")
        let outputs = try file.run()
        #expect(outputs == [[], ["2 live, 0 stale, 0 missing"]])
        #expect(outputs != file.blocks.map(\.expected))
        #expect(file.text(with: outputs) == text.replacing("9 live", with: "2 live"))
    }
}
