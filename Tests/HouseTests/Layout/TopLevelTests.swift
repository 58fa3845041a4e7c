import Testing

@Suite("The top level")
struct TopLevelTests {
    private static let required: Set<String> = [
        "Package.swift", "Sources", "Tests", "config", "systemd", "README.md", "Makefile", "docs", ".ci",
        ".swift-format", ".gitignore", "CHANGELOG.md", "LICENSE",
    ]
    private static let later: Set<String> = ["debian"]

    @Test("has what is laid out, and nothing else")
    func contents() {
        let found = Set(Repository.paths.compactMap { $0.split(separator: "/").first.map { String($0) } })
        #expect(found.subtracting(Self.later) == Self.required)
    }

    @Test("the license is the Apache License 2.0, whole")
    func license() {
        let lines = Repository.lines("LICENSE")
        #expect(lines.contains { $0.contains("Version 2.0, January 2004") })
        #expect(lines.contains { $0.contains("END OF TERMS AND CONDITIONS") })
        #expect(lines.count > 190)
    }

    @Test("the version of the programs is the newest of the change log")
    func version() throws {
        let newest = Repository.text("CHANGELOG.md").firstMatch(of: /\n## (?<version>\d+\.\d+\.\d+)/)
        let version = try #require(newest.map { String($0.version) })
        #expect(try ProgramRun(Programs.prefd, ["--version"]).output == "prefd \(version)\n")
        #expect(try ProgramRun(Programs.prefctl, ["--version"]).output == "prefctl \(version)\n")
    }
}
