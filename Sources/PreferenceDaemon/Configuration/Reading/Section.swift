internal import Preferences
internal import TOML

/// One table of a configuration file, read entry by entry.
struct Section {
    /// As messages name it; empty for the file itself.
    let name: String
    let file: String
    /// Of its header.
    let position: SourcePosition
    let table: TOMLTable

    var place: Place { Place(file: file, position: position) }

    func place(of position: SourcePosition) -> Place { Place(file: file, position: position) }

    func fullName(_ entry: String) -> String { name.isEmpty ? entry : "\(name).\(entry)" }

    /// Reports every entry that the vocabulary does not have.
    func check(_ vocabulary: Vocabulary, _ findings: inout Findings) {
        for entry in table.entries where !vocabulary.known.contains(entry.key) {
            let at = place(of: entry.position)
            if vocabulary.later.contains(entry.key) {
                findings.report(.notInThisVersion, at: at, "\(fullName(entry.key)): not in this version")
            } else if Vocabulary.included.known.contains(entry.key), vocabulary.table.isEmpty {
                findings.report(.misplaced, at: at, "\(entry.key) belongs in an included file, not in the main one")
            } else if let home = Vocabulary.all.first(where: { $0.known.contains(entry.key) }) {
                let place = home.table.isEmpty ? "at the top of the main file" : "in [\(home.table)]"
                findings.report(.misplaced, at: at, "\(entry.key) belongs \(place), not here")
            } else {
                let hint = Suggestion.hint(for: entry.key, among: vocabulary.known)
                findings.report(.unknown, at: at, "unknown entry \(fullName(entry.key))\(hint)")
            }
        }
    }

    /// The table of an entry; nil where it is not there or, reported, is none.
    func section(_ entry: String, _ findings: inout Findings) -> Section? {
        guard let found = table[entry] else { return nil }
        guard case .table(let table) = found.value.content else {
            wrongType(entry, wants: "a table, [\(fullName(entry))]", at: found.value.position, &findings)
            return nil
        }
        return Section(name: fullName(entry), file: file, position: found.position, table: table)
    }

    /// Whether an entry is an array with something in it, right or wrong.
    func hasElements(_ entry: String) -> Bool {
        guard case .array(let elements) = table[entry]?.value.content else { return false }
        return !elements.isEmpty
    }

    /// The value of an entry; nil where it is not there or, reported, is not what it should be.
    func read<Setting>(
        _ entry: String, _ notation: SettingNotation<Setting>, _ findings: inout Findings
    ) -> Setting? {
        guard let value = table[entry]?.value,
            let setting = read(value, of: entry, notation, &findings)
        else { return nil }
        findings.found(fullName(entry), at: place(of: value.position))
        return setting
    }

    /// The elements of an entry that is an array, without those that were reported.
    func readList<Setting>(
        _ entry: String, _ notation: SettingNotation<Setting>, wants: String, _ findings: inout Findings
    ) -> [Located<Setting>]? {
        guard let value = table[entry]?.value else { return nil }
        guard case .array(let elements) = value.content else {
            wrongType(entry, wants: wants, at: value.position, &findings)
            return nil
        }
        findings.found(fullName(entry), at: place(of: value.position))
        var list: [Located<Setting>] = []
        for element in elements {
            if let setting = read(element, of: entry, notation, &findings) {
                list.append(Located(setting, at: place(of: element.position)))
            }
        }
        return list
    }

    private func read<Setting>(
        _ value: TOMLValue, of entry: String, _ notation: SettingNotation<Setting>, _ findings: inout Findings
    ) -> Setting? {
        do {
            return try notation.read(value.content)
        } catch {
            switch error {
            case .wants(let what): wrongType(entry, wants: what, at: value.position, &findings)
            case .illegal(let why):
                findings.report(.illegalValue, at: place(of: value.position), "\(fullName(entry)): \(why)")
            case .notInThisVersion(let what):
                findings.report(.notInThisVersion, at: place(of: value.position), "\(fullName(entry)): \(what)")
            }
            return nil
        }
    }

    private func wrongType(
        _ entry: String, wants what: String, at position: SourcePosition, _ findings: inout Findings
    ) {
        findings.report(.wrongType, at: place(of: position), "\(fullName(entry)) wants \(what)")
    }
}

/// A setting and where it stands.
struct Located<Setting> {
    let setting: Setting
    let place: Place

    init(_ setting: Setting, at place: Place) {
        self.setting = setting
        self.place = place
    }
}
