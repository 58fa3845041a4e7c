import Foundation
import Testing

@Suite("The first tree by hand")
struct ReadmeTests {
    private static let block = Repository.text("README.md")
        .firstMatch(of: /## A first tree by hand(?s:.*?)```bash\n(?<lines>(?s:.*?))```/).map { String($0.lines) }

    @Test("has at most ten lines, and they do what they say")
    func tree() throws {
        let block = try #require(Self.block)
        #expect(block.split(separator: "\n").count <= 10)
        let scratch = try Scratch()
        defer { scratch.remove() }
        let script = "set -eu\nexport TMPDIR=\"$1\"\n" + block.replacing("$PWD/.build/release", with: Programs.folder)
        let file = try scratch.write(script, to: "tree.sh")
        let run = try ProgramRun("/usr/bin/bash", [file, scratch.directory.path])
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("\n71.5\n"), "\(run.output)")
        #expect(run.output.contains("cpu0") && run.output.contains("cpu1"), "\(run.output)")
    }
}
