internal import PreferenceTree
internal import Preferences
internal import TOML

/// Turns configuration files into a checked configuration, or into everything that is wrong with them.
package struct ConfigurationLoader: Sendable {
    /// What messages call a configuration that came from standard input.
    package static let standardInput = "<stdin>"

    package let environment: ConfigurationEnvironment
    package let files: ConfigurationFiles

    package init(environment: ConfigurationEnvironment, files: ConfigurationFiles) {
        self.environment = environment
        self.files = files
    }

    /// Reads a file and those that it includes.
    package func load(_ path: String) -> LoadedConfiguration {
        switch files.contents(path) {
        case .success(let bytes): return load(bytes, from: path)
        case .failure(let why):
            let diagnostic = Diagnostic(.unreadable, at: .beginning(of: path), why.description)
            return LoadedConfiguration(configuration: nil, diagnostics: [diagnostic], origins: [:])
        }
    }

    /// Reads a text as if it were the contents of `path`, and the files that it includes.
    package func load(_ bytes: [UInt8], from path: String) -> LoadedConfiguration {
        var findings = Findings()
        findings.opened(path)
        let file = ConfigurationFile(name: path, environment: environment)
        let configuration = TOMLTable(reading: bytes, of: path, &findings).flatMap { table in
            read(Section(name: "", file: path, position: file.beginning.position, table: table), file, &findings)
        }
        return LoadedConfiguration(
            configuration: findings.hasErrors ? nil : configuration,
            diagnostics: findings.sorted(),
            origins: findings.origins)
    }

    private func read(
        _ root: Section, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> Configuration? {
        root.check(.file, &findings)
        let listenSection = root.section("listen", &findings)
        let listen = Configuration.Listen(reading: listenSection, of: file, &findings)
        let acceptsChildren = listenSection?.hasElements("children") ?? false
        let node = node(root, file, acceptsChildren: acceptsChildren, &findings)
        let parent = root.section("parent", &findings).map { section in
            Configuration.Parent(reading: section, of: file, besides: listen, &findings)
        }
        let timing = Timing(reading: root.section("timing", &findings), &findings)
        let limits = Limits(reading: root.section("limits", &findings), &findings)
        let definitions = definitions(root, file, limits, &findings)
        timing.review(file, &findings)
        limits.review(&findings)
        guard let node else { return nil }
        let configuration = Configuration(
            node: node, listen: listen, parent: parent, timing: timing, limits: limits,
            catalog: Catalog(definitions), files: findings.files)
        configuration.review(file, &findings)
        return configuration
    }

    private func node(
        _ root: Section, _ file: ConfigurationFile, acceptsChildren: Bool, _ findings: inout Findings
    ) -> Configuration.Node? {
        let section = root.section("node", &findings)
        // Of a `node` that is no table no more is said than that.
        if section == nil, root.table["node"] != nil { return nil }
        return Configuration.Node(reading: section, of: file, acceptsChildren: acceptsChildren, &findings)
    }

    private func definitions(
        _ root: Section, _ file: ConfigurationFile, _ limits: Limits, _ findings: inout Findings
    ) -> [Definition] {
        if root.table["parent"] != nil {
            for entry in root.table.entries where ["keys", "include"].contains(entry.key) {
                findings.report(
                    .misplaced, at: root.place(of: entry.position),
                    "\(entry.key) belongs to the root: a node with [parent] is told the keys from above")
            }
            return []
        }
        var catalog = CatalogReading(limits: limits)
        catalog.read(root, &findings)
        Inclusion(file: file, files: files).read(root, into: &catalog, &findings)
        catalog.checkAliases(&findings)
        return catalog.definitions
    }
}
