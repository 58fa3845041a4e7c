import Testing

@Suite("Imports go down only")
struct ImportTests {
    @Test("no source imports what its target must not know")
    func imports() {
        let paths = Repository.paths(under: "Sources", endingWith: ".swift")
        #expect(paths.count > 100)
        for path in paths { #expect(Targets.violations(in: Repository.text(path), of: path) == []) }
    }

    @Test(
        "a wrong import is found however it is written",
        arguments: [
            ("Sources/Preferences/A/B.swift", "import Foundation"),
            ("Sources/PreferenceTree/A.swift", "internal import Glibc"),
            ("Sources/PreferenceTree/A.swift", "package import PreferenceWire"),
            ("Sources/PreferenceWire/A.swift", "import struct Foundation.URL"),
            ("Sources/ZeroMQ/A.swift", "\n    @preconcurrency import Preferences"),
            ("Sources/PreferenceClient/A.swift", "@_spi(Testing) internal import PreferenceDaemon"),
            ("Sources/prefctl/main.swift", "import ServiceRuntime"),
            ("Sources/Unheard/A.swift", ""),
        ])
    func wrongImports(path: String, text: String) {
        #expect(!Targets.violations(in: "// A file.\n" + text + "\n", of: path).isEmpty)
    }

    @Test("a word in a comment or a name is no import")
    func noImports() {
        #expect(
            Targets.imports(of: "// import Foundation\nlet important = 1\npackage import Preferences\n") == [
                "Preferences"
            ])
    }

    @Test("the rules themselves point downwards, and every folder of the sources has one")
    func rules() {
        var below = Targets.system
        for rule in Targets.rules {
            #expect(rule.imports.isSubset(of: below), "\(rule.name)")
            below.insert(rule.name)
        }
        let folders = Set(Repository.paths(under: "Sources").compactMap { Targets.target(of: $0) })
        #expect(folders == Set(Targets.rules.map(\.name)))
    }

    @Test("pure targets reach nothing but each other, wrappers nothing of preferences, clients nothing of the daemon")
    func reach() {
        for name in Targets.pure { #expect(Targets.reach(name).isSubset(of: Targets.pure), "\(name)") }
        for name in Targets.wrappers.union(["ServiceRuntime"]) {
            #expect(Targets.reach(name).isDisjoint(with: Targets.pure), "\(name)")
        }
        #expect(Targets.reach("prefctl").isDisjoint(with: ["PreferenceDaemon", "SQLite", "TOML"]))
    }

    @Test("the manifest declares no dependency that the rules do not have")
    func manifest() {
        let declared = Targets.declared(in: Repository.text("Package.swift"))
        #expect(declared.count >= 11)
        for target in declared {
            let allowed = Targets.rule(target.name)?.imports ?? []
            #expect(target.dependencies.isSubset(of: allowed), "\(target.name)")
        }
    }
}
