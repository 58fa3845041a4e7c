internal import PreferenceTree
internal import Preferences
internal import TOML

/// Gathers the definitions of the main file and of those it includes.
struct CatalogReading {
    let limits: Limits
    private(set) var definitions: [Definition] = []
    private var places: [KeyPattern: Place] = [:]
    private var aliases: [Key: Place] = [:]

    init(limits: Limits) { self.limits = limits }

    /// Reads `[keys]` of one file; with a fence every key and alias has to begin with it.
    mutating func read(_ file: Section, fence: String? = nil, _ findings: inout Findings) {
        guard let keys = file.section("keys", &findings) else { return }
        for entry in keys.table.entries {
            let place = keys.place(of: entry.position)
            guard case .table(let table) = entry.value.content else {
                findings.report(.wrongType, at: place, "keys.\(entry.key) wants a table, [keys.\"\(entry.key)\"]")
                continue
            }
            if let path = CatalogReading.unquotedPath(entry.key, table) {
                findings.report(.wrongType, at: place, "a key is one name: quote it, [keys.\"\(path)\"]")
                continue
            }
            let section = Section(
                name: "keys.\"\(entry.key)\"", file: keys.file, position: entry.position, table: table)
            guard let pattern = CatalogReading.pattern(entry.key, at: place, &findings) else { continue }
            checkFence(entry.key, fence, at: place, &findings)
            let definition = Definition(reading: section, pattern: pattern, limits: limits, &findings)
            guard claim(pattern, at: place, &findings), let definition else { continue }
            findings.found(section.name, at: place)
            if let alias = definition.alias {
                let aliasPlace = findings.places[section.fullName("alias")] ?? place
                checkFence(alias.text, fence, at: aliasPlace, &findings)
                claim(alias: alias, of: pattern, at: aliasPlace, &findings)
            }
            definitions.append(definition)
        }
    }

    /// An alias must not hide a key, whichever file comes first; so this comes last.
    func checkAliases(_ findings: inout Findings) {
        for (alias, place) in aliases {
            if let key = places[.exact(alias)] {
                findings.report(.duplicate, at: place, "the alias \(alias) is a key already, \(key)")
            }
        }
    }

    private static func pattern(_ text: String, at place: Place, _ findings: inout Findings) -> KeyPattern? {
        do {
            return try KeyPattern(text)
        } catch {
            findings.report(.illegalValue, at: place, "keys.\"\(text)\": \(error)")
            return nil
        }
    }

    /// The key that was meant by `[keys.pool.max_temp]`, which TOML reads as tables in tables.
    private static func unquotedPath(_ name: String, _ table: TOMLTable) -> String? {
        guard !table.entries.isEmpty, table["type"] == nil, table["policy"] == nil else { return nil }
        guard let entry = table.entries.first, case .table(let inner) = entry.value.content else { return nil }
        guard !Vocabulary.key.known.contains(entry.key) else { return nil }
        let path = "\(name).\(entry.key)"
        return unquotedPath(path, inner) ?? path
    }

    private func checkFence(_ key: String, _ fence: String?, at place: Place, _ findings: inout Findings) {
        guard let fence, !key.utf8.starts(with: fence.utf8) else { return }
        findings.report(.outsideFence, at: place, "\(key) does not begin with \(fence), the prefix of this file")
    }

    private mutating func claim(_ pattern: KeyPattern, at place: Place, _ findings: inout Findings) -> Bool {
        if let first = places[pattern] {
            findings.report(.duplicate, at: place, "\(pattern) is defined already, \(first)")
            return false
        }
        places[pattern] = place
        return true
    }

    private mutating func claim(alias: Key, of pattern: KeyPattern, at place: Place, _ findings: inout Findings) {
        // A key that is its own alias has its fault already.
        if pattern == .exact(alias) { return }
        if let first = aliases[alias] {
            findings.report(.duplicate, at: place, "the alias \(alias) is taken already, \(first)")
        } else {
            aliases[alias] = place
        }
    }
}
