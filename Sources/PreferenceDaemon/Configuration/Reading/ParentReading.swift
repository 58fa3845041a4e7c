internal import Preferences
internal import TOML

extension Configuration.Parent {
    /// Reads `[parent]`, where what is wrong is reported.
    init(
        reading section: Section, of file: ConfigurationFile, besides own: Configuration.Listen,
        _ findings: inout Findings
    ) {
        section.check(.parent, &findings)
        let endpoints =
            section.readList(
                "endpoints", .endpoint(resolving: file.resolve),
                wants: "endpoints such as [\"tcp://127.0.0.1:7400\"]", &findings) ?? []
        Configuration.Parent.checkCount(section, &findings)
        for endpoint in endpoints {
            if !endpoint.setting.isLocal {
                findings.report(
                    .exposed, at: endpoint.place,
                    "parent.endpoints: \(endpoint.setting) is beyond loopback, and without keys neither side is known; "
                        + "let the parent listen on loopback or a unix socket and join hosts by a tunnel")
            } else if (own.children + own.clients).contains(endpoint.setting) {
                findings.report(
                    .illegalValue, at: endpoint.place, "parent.endpoints: \(endpoint.setting) is this node's own")
            }
        }
        self.init(endpoints: endpoints.map(\.setting))
    }

    private static func checkCount(_ section: Section, _ findings: inout Findings) {
        guard let value = section.table["endpoints"]?.value else {
            findings.report(
                .missing, at: section.place,
                "parent.endpoints is missing: where the parent listens for children; "
                    + "without [parent] a node is the root")
            return
        }
        guard case .array(let elements) = value.content else { return }
        if elements.isEmpty {
            findings.report(
                .illegalValue, at: section.place(of: value.position), "parent.endpoints: one endpoint has to be there")
        } else if elements.count > 1 {
            findings.report(
                .notInThisVersion, at: section.place(of: elements[1].position),
                "parent.endpoints: more than one endpoint is not in this version")
        }
    }
}
