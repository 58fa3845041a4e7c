internal import Preferences
internal import TOML

/// Reads the files that `include` names, each once, into a catalog.
struct Inclusion {
    let file: ConfigurationFile
    let files: ConfigurationFiles

    func read(_ root: Section, into catalog: inout CatalogReading, _ findings: inout Findings) {
        let patterns =
            root.readList("include", .path, wants: "a list of paths such as [\"keys.d/*.toml\"]", &findings) ?? []
        var seen: Set<String> = [file.name]
        for pattern in patterns {
            for path in paths(pattern, &findings) where seen.insert(path).inserted {
                read(path, named: pattern.place, into: &catalog, &findings)
            }
        }
    }

    private func paths(_ pattern: Located<String>, _ findings: inout Findings) -> [String] {
        let path = pattern.setting
        guard path.utf8.contains(where: { "*?[".utf8.contains($0) }) else {
            return [FilePath.resolve(path, in: file.directory)]
        }
        switch files.matching(FilePath.resolve(path, in: Inclusion.escaped(file.directory))) {
        case .success(let paths): return paths
        case .failure(let why):
            findings.report(.unreadable, at: pattern.place, "include: \(path): \(why)")
            return []
        }
    }

    /// A directory's name as a pattern that matches nothing but it.
    private static func escaped(_ directory: String) -> String {
        var escaped = ""
        for scalar in directory.unicodeScalars {
            if "*?[\\".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    private func read(
        _ path: String, named place: Place, into catalog: inout CatalogReading, _ findings: inout Findings
    ) {
        let bytes: [UInt8]
        switch files.contents(path) {
        case .success(let contents): bytes = contents
        case .failure(let why):
            findings.report(.unreadable, at: place, "include: \(path): \(why)")
            return
        }
        findings.opened(path)
        guard let table = TOMLTable(reading: bytes, of: path, &findings) else { return }
        let section = Section(name: "", file: path, position: SourcePosition(line: 1, column: 1), table: table)
        Inclusion.check(section, &findings)
        catalog.read(section, fence: section.read("prefix", .filledText, &findings), &findings)
    }

    private static func check(_ section: Section, _ findings: inout Findings) {
        for entry in section.table.entries where !Vocabulary.included.known.contains(entry.key) {
            let place = section.place(of: entry.position)
            if (Vocabulary.file.known + Vocabulary.file.later).contains(entry.key) {
                findings.report(.misplaced, at: place, "\(entry.key) belongs in the main file, not in an included one")
            } else {
                let hint = Suggestion.hint(for: entry.key, among: Vocabulary.included.known)
                findings.report(.unknown, at: place, "unknown entry \(entry.key)\(hint)")
            }
        }
    }
}

extension TOMLTable {
    /// Parses one file; nil where, reported, it is no TOML.
    init?(reading bytes: [UInt8], of file: String, _ findings: inout Findings) {
        do {
            try self.init(parsing: bytes)
        } catch {
            findings.report(.syntax, at: Place(file: file, position: error.position), error.message)
            return nil
        }
    }
}
