internal import Preferences
internal import TOML

extension Configuration.Node {
    /// Reads `[node]`; nil where something that has no default is missing or wrong, which is then reported.
    init?(
        reading section: Section?, of file: ConfigurationFile, acceptsChildren: Bool, _ findings: inout Findings
    ) {
        section?.check(.node, &findings)
        let name = Configuration.Node.name(section, file, &findings)
        let tree = Configuration.Node.tree(section, file, &findings)
        let dataDirectory = Configuration.Node.dataDirectory(section, file, &findings)
        let rank = section?.read("rank", .rank, &findings)
        let ephemeral = section?.read("ephemeral", .boolean, &findings)
        let expected = Configuration.Node.expected(section, besides: name, &findings)
        if !acceptsChildren, !expected.isEmpty, let place = findings.places["node.expected"] {
            findings.report(
                .misplaced, at: place, "node.expected names children, but without listen.children none can come")
        }
        let forgetAfter = section?.read("forget_after", .interval(.seconds(1)...Interval.longest), &findings)
        guard let name, let tree else { return nil }
        self.init(
            name: name, tree: tree, rank: rank ?? 0, dataDirectory: dataDirectory, ephemeral: ephemeral ?? false,
            expected: expected, forgetAfter: forgetAfter)
    }

    private static func name(
        _ section: Section?, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> NodeName? {
        if section?.table["name"] != nil { return section?.read("name", .nodeName, &findings) }
        findings.assumed("node.name", from: .hostName)
        let host = file.environment.hostName
        let name = file.instance.map { "\(host)-\($0)" } ?? host
        do {
            return try NodeName(name)
        } catch {
            findings.report(
                .missing, at: section?.place ?? file.beginning,
                "node.name is missing, and the host name does not do as one: \(error)")
            return nil
        }
    }

    private static func tree(
        _ section: Section?, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> String? {
        guard section?.table["tree"] != nil else {
            findings.report(
                .missing, at: section?.place ?? file.beginning,
                "node.tree is missing: the name of the tree, the same on all its nodes")
            return nil
        }
        let notation = SettingNotation<String> { content throws(SettingFault) in
            let text = try SettingNotation<String>.text.read(content)
            guard (try? NodeName(text)) != nil else {
                throw .illegal("a tree's name is 1 to 64 letters, digits, '.', '_' and '-'")
            }
            return text
        }
        return section?.read("tree", notation, &findings)
    }

    private static func dataDirectory(
        _ section: Section?, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> String {
        if let path = section?.read("data_dir", .path, &findings) { return file.resolve(path) }
        if let directory = file.environment.stateDirectory {
            findings.assumed("node.data_dir", from: .environment("STATE_DIRECTORY"))
            return directory
        }
        findings.assumed("node.data_dir", from: .fileName)
        return file.resolve("\(file.stem).data")
    }

    private static func expected(
        _ section: Section?, besides own: NodeName?, _ findings: inout Findings
    ) -> [NodeName] {
        let names = section?.readList("expected", .nodeName, wants: "names such as [\"a\", \"b\"]", &findings) ?? []
        var seen: Set<NodeName> = []
        for name in names {
            if name.setting == own {
                findings.report(.illegalValue, at: name.place, "node.expected: a node is not its own child")
            } else if !seen.insert(name.setting).inserted {
                findings.report(.duplicate, at: name.place, "node.expected names \(name.setting) twice")
            }
        }
        return names.map(\.setting)
    }
}
