import Foundation

/// The targets of the package from below to above, and what the sources of each may import.
enum Targets {
    struct Rule {
        let name: String
        let imports: Set<String>

        init(_ name: String, _ imports: String...) {
            self.name = name
            self.imports = Set(imports)
        }
    }

    static let pure: Set<String> = ["Preferences", "PreferenceTree", "PreferenceWire"]
    static let wrappers: Set<String> = ["ZeroMQ", "SQLite", "Systemd", "TOML"]
    static let system: Set<String> = ["Glibc", "Synchronization"]

    /// A target may import what stands above its own line, and of that only what its line names.
    static let rules: [Rule] = [
        Rule("Preferences"),
        Rule("PreferenceTree", "Preferences"),
        Rule("PreferenceWire", "PreferenceTree", "Preferences"),
        Rule("CZeroMQ"), Rule("CSQLite"), Rule("CSystemd"), Rule("CLinux"), Rule("CTOML"),
        Rule("ZeroMQ", "CZeroMQ", "Glibc", "Synchronization"),
        Rule("SQLite", "CSQLite", "Glibc"),
        Rule("Systemd", "CSystemd", "Glibc"),
        Rule("TOML", "CTOML"),
        Rule("ServiceRuntime", "Systemd", "CLinux", "Glibc", "Synchronization"),
        Rule(
            "PreferenceDaemon", "ServiceRuntime", "ZeroMQ", "SQLite", "Systemd", "TOML", "PreferenceWire",
            "PreferenceTree", "Preferences", "CLinux", "Glibc", "Synchronization"),
        Rule(
            "PreferenceClient", "ServiceRuntime", "ZeroMQ", "PreferenceWire", "PreferenceTree", "Preferences",
            "CLinux", "Glibc", "Synchronization"),
        Rule("prefd", "PreferenceDaemon", "Glibc"),
        Rule("prefctl", "PreferenceClient", "Glibc"),
    ]

    static func rule(_ name: String) -> Rule? { rules.first { $0.name == name } }

    /// What a target reaches through what it imports.
    static func reach(_ name: String) -> Set<String> {
        var reached: Set<String> = []
        var next = [name]
        while let name = next.popLast() {
            for import_ in rule(name)?.imports ?? [] where reached.insert(import_).inserted { next.append(import_) }
        }
        return reached
    }

    /// The modules that a Swift text imports.
    static func imports(of text: String) -> [String] {
        text.matches(of: importLine.anchorsMatchLineEndings()).map { String($0.module) }
    }

    private static var importLine: Regex<(Substring, module: Substring)> {
        #/
        ^\s*
        (?:@\w+(?:\([^)]*\))?\s+)*
        (?:(?:public|package|internal|fileprivate|private)\s+)?
        import\s+
        (?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?
        (?<module>\w+)
        /#
    }

    /// The target a source file belongs to.
    static func target(of path: String) -> String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// What the imports of a file break, in words.
    static func violations(in text: String, of path: String) -> [String] {
        guard let target = target(of: path), let rule = rule(target) else { return ["\(path): no rule for its folder"] }
        return imports(of: text).filter { !rule.imports.contains($0) }.map {
            "\(path): \(target) must not import \($0)"
        }
    }

    /// The targets that a manifest declares with `library` or `program`, and what each depends on.
    static func declared(in manifest: String) -> [(name: String, dependencies: Set<String>)] {
        manifest.matches(of: /\b(?:library|program)\(\s*"(?<name>\w+)"(?:,\s*\[(?<list>[^\]]*)\])?/).map { match in
            let names = match.list?.matches(of: /"(\w+)"/).map { String($0.1) } ?? []
            return (String(match.name), Set(names))
        }
    }
}
