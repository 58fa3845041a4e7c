internal import PreferenceTree
package import Preferences

/// What is different between two configurations, and what of it a running daemon can take over.
package struct ConfigurationChanges: Hashable, Sendable {
    /// A changed entry outside of `[keys]`.
    package struct Change: Hashable, Sendable {
        /// Its full name, such as `timing.grace`.
        package let entry: String
        /// As TOML writes it; nil: none.
        package let old: String?
        package let new: String?
        /// Whether only a restart takes it over.
        package let needsRestart: Bool
    }

    /// A definition that says something else than before.
    package struct DefinitionChange: Hashable, Sendable {
        package let pattern: KeyPattern
        package let changes: [Change]
    }

    package let settings: [Change]
    package let keys: CatalogChanges
    /// What the changed ones of `keys` say, as far as this version writes it.
    package let definitions: [DefinitionChange]

    package var isEmpty: Bool { settings.isEmpty && keys.isEmpty }

    /// The entries that a reload leaves as they were.
    package var needingRestart: [Change] { settings.filter(\.needsRestart) }

    /// The entries that a reload takes over.
    package var takenOver: [Change] { settings.filter { !$0.needsRestart } }

    /// Entries taken over that sessions which stand go on without; nil: there are none.
    package var forLaterSessions: String? {
        let names = takenOver.map(\.entry).filter { ConfigurationChanges.sessionEntries.contains($0) }
        if names.isEmpty { return nil }
        return "\(names.joined(separator: " and ")): in force for sessions that begin from now on; those that stand "
            + "keep what they began with"
    }

    /// Both sides of a session are told them at its beginning.
    private static let sessionEntries: Set<String> = ["timing.heartbeat", "timing.dead_after"]
    /// The tables that a running daemon takes over, with `[keys]` and what they include.
    private static let reloadableTables: Set<String> = ["timing", "limits"]
    /// Sockets take the largest frame over when they begin to listen, and their connections from them.
    private static let fixedEntries: Set<String> = ["limits.frame"]

    fileprivate init(from old: Configuration, to new: Configuration) {
        settings = ConfigurationChanges.changes(from: old.settings, to: new.settings)
        keys = Catalog.changes(from: old.catalog, to: new.catalog)
        definitions = (keys.changed + keys.cosmetic).map { pattern in
            DefinitionChange(
                pattern: pattern,
                changes: ConfigurationChanges.changes(of: pattern, from: old.catalog, to: new.catalog))
        }
    }

    private static func changes(of pattern: KeyPattern, from old: Catalog, to new: Catalog) -> [Change] {
        func entries(_ catalog: Catalog) -> [Setting] {
            catalog.definitions.first { $0.pattern == pattern }?.settings ?? []
        }
        let before = Dictionary(entries(old).map { ($0.entry, $0.text) }) { first, _ in first }
        return entries(new).compactMap { setting in
            let oldText = before[setting.entry] ?? nil
            if oldText == setting.text { return nil }
            return Change(entry: setting.entry, old: oldText, new: setting.text, needsRestart: false)
        }
    }

    /// In the order of docs/status.md; an entry that only one side has comes where that side has it.
    private static func changes(from old: [Setting], to new: [Setting]) -> [Change] {
        let before = Dictionary(old.map { ($0.fullName, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.fullName, $0) }) { first, _ in first }
        let gone = old.filter { after[$0.fullName] == nil }
        return (gone + new).compactMap { setting in
            let (oldText, newText) = (before[setting.fullName]?.text, after[setting.fullName]?.text)
            guard oldText != newText else { return nil }
            return Change(
                entry: setting.fullName, old: oldText, new: newText,
                needsRestart: !reloadableTables.contains(setting.table) || fixedEntries.contains(setting.fullName))
        }
    }
}

extension Configuration {
    /// What a reload that goes from `old` to `new` would change.
    package static func changes(from old: Configuration, to new: Configuration) -> ConfigurationChanges {
        ConfigurationChanges(from: old, to: new)
    }

    /// This configuration with what a reload takes over from `new`; the rest waits for a restart.
    ///
    /// A node that has become the root or has ceased to be it keeps the keys it had.
    package func reloaded(from new: Configuration) -> Configuration {
        var limits = new.limits
        limits.frame = self.limits.frame
        return Configuration(
            node: node, listen: listen, parent: parent, timing: new.timing, limits: limits,
            catalog: isRoot == new.isRoot ? new.catalog : catalog, files: new.files)
    }

    /// Definitions whose partials need not fit into half a frame.
    package var partialsBeyondFrame: [KeyPattern] {
        catalog.definitions.filter { $0.maximumBytes > limits.frame / 2 }.map(\.pattern)
    }
}
