import Testing

@Suite("Style")
struct StyleTests {
    private static let own = "Tests/HouseTests/Style/"
    private static let endings = [".swift", ".py", ".c", ".h", ".cpp", ".hpp", ".toml", ".sh", "/Makefile"]

    @Test("no file of code is longer than 400 lines")
    func length() {
        for path in Repository.paths where Self.endings.contains(where: { ("/" + path).hasSuffix($0) }) {
            #expect(Repository.lines(path).count - 1 <= Style.longestFile, "\(path)")
        }
    }

    @Test("no file and no type has a name that says nothing")
    func names() {
        for path in Repository.paths {
            let file = path.split(separator: "/").last.map { String($0) } ?? path
            #expect(!Style.isEmpty(file), "\(path)")
        }
        for path in Repository.swift where !path.hasPrefix(Self.own) {
            #expect(Style.types(in: Repository.text(path)).filter { Style.isEmpty($0) } == [], "\(path)")
        }
    }

    @Test("nothing forces, casts or traps for want of an answer")
    func shortcuts() {
        for path in Repository.swift where !path.hasPrefix(Self.own) {
            #expect(Style.shortcuts(in: Repository.text(path)) == [], "\(path)")
        }
    }

    @Test("nothing is left for later in a comment")
    func leftovers() {
        for path in Repository.paths where !path.hasPrefix(Self.own) && path != "LICENSE" {
            #expect(!Repository.text(path).contains(/\b(?:TODO|FIXME|XXX)\b/), "\(path)")
        }
    }

    @Test("every unsafe or unchecked word has its reason above it, and pure targets have none")
    func reasons() {
        for path in Repository.swift where !path.hasPrefix(Self.own) {
            let text = Repository.text(path)
            if Targets.target(of: path).map({ Targets.pure.contains($0) }) == true {
                #expect(!Style.code(of: text).contains(/\b(?:unsafe|unchecked|nonisolated\(unsafe\))/), "\(path)")
            }
            #expect(Style.unexplained(/(?:^|[^@\w])unsafe\b/, in: text) == [], "\(path)")
            #expect(Style.unexplained(/@unchecked\b/, in: text) == [], "\(path)")
        }
    }

    @Test("a rule that a comment refers to is in the documents")
    func rules() {
        let documents = Repository.text("docs/semantics.md") + Repository.text("docs/protocol.md")
        let known = Set(
            documents.matches(of: /(?:\*\*|\| )(?<rule>[CFLNR][0-9]{1,2})(?:\*\*| \|)/).map { String($0.rule) })
        #expect(known.count > 40)
        for path in Repository.swift where !path.hasPrefix(Self.own) {
            #expect(Style.rules(in: Repository.text(path)).subtracting(known) == [], "\(path)")
        }
    }

    @Test("nothing sleeps but what waits for a condition with a deadline")
    func sleeping() {
        let waits = ["Tests/Support/Eventually.swift", "Sources/ServiceRuntime/Services/ServiceGroup.swift"]
        for path in Repository.swift where !path.hasPrefix(Self.own) && !waits.contains(path) {
            let code = Style.code(of: Repository.text(path))
            #expect(!code.contains(/\b(?:usleep|nanosleep|(?:Task|Thread|clock)\.sleep)/), "\(path)")
        }
    }

    @Test("programs begin in less than 60 lines")
    func mains() {
        for path in Repository.swift where path.hasSuffix("/main.swift") {
            #expect(Repository.lines(path).count <= 60, "\(path)")
        }
    }
}
