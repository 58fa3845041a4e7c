import Foundation
import Testing

@Suite("Units of systemd")
struct UnitTests {
    @Test("systemd-analyze finds nothing to say about a unit")
    func verify() throws {
        let units = Repository.paths(under: "systemd", endingWith: ".service")
        #expect(units == ["systemd/prefd@.service"])
        for unit in units {
            let run = try Self.verify(Repository.text(unit), name: unit)
            #expect(run.exit == 0, "\(run.errors)")
            #expect(run.output + run.errors == "")
        }
    }

    @Test("and would, were there a mistake in it")
    func mistaken() throws {
        let run = try Self.verify("[Service]\nType=notifi\nExecStart=/usr/bin/prefd\n", name: "systemd/a@.service")
        #expect(!(run.output + run.errors).isEmpty)
    }

    @Test("it is told when prefd is ready, and leaves a bad configuration alone")
    func contract() {
        let lines = Repository.lines("systemd/prefd@.service")
        #expect(lines.contains("Type=notify") || lines.contains("Type=notify-reload"))
        #expect(lines.contains("RestartPreventExitStatus=2"))
    }

    /// Verifies an instance of a template whose program is where this build has put it.
    private static func verify(_ text: String, name: String) throws -> ProgramRun {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let built = text.replacing(/\/usr\/(?:local\/)?bin\/(?<program>prefd|prefctl)\b/) { match in
            match.program == "prefd" ? Programs.prefd : Programs.prefctl
        }
        let file = name.split(separator: "/").last.map { String($0).replacing("@.", with: "@one.") } ?? name
        let path = try scratch.write(built, to: file)
        return try ProgramRun("/usr/bin/systemd-analyze", ["verify", "--man=no", path])
    }
}
