internal import TOML

extension Configuration.Listen {
    static let exposure =
        "other hosts could reach it, and without keys nobody is known; "
        + "listen on loopback or a unix socket and join hosts by a tunnel"

    /// Reads `[listen]`, where what is wrong is reported and left out.
    init(reading section: Section?, of file: ConfigurationFile, _ findings: inout Findings) {
        section?.check(.listen, &findings)
        let children = Configuration.Listen.endpoints("children", section, file, &findings) ?? []
        let clients = Configuration.Listen.endpoints("clients", section, file, &findings)
        if clients != nil, section?.hasElements("clients") == false, let place = findings.places["listen.clients"] {
            findings.report(.risky, at: place, "listen.clients is empty: no prefctl can reach this node")
        }
        Configuration.Listen.checkTwice(children + (clients ?? []), &findings)
        self.init(
            clients: clients?.map(\.setting) ?? Configuration.Listen.defaultClients(section, file, &findings),
            children: children.map(\.setting))
    }

    private static func endpoints(
        _ entry: String, _ section: Section?, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> [Located<Endpoint>]? {
        let list = section?.readList(
            entry, .endpoint(resolving: file.resolve), wants: "endpoints such as [\"ipc://prefd.sock\"]", &findings)
        for endpoint in list ?? [] {
            if !endpoint.setting.isLocal {
                findings.report(.exposed, at: endpoint.place, "listen.\(entry): \(endpoint.setting): \(exposure)")
            } else if case .tcp = endpoint.setting {
                findings.report(
                    .risky, at: endpoint.place,
                    "listen.\(entry): every local user may do everything on \(endpoint.setting); "
                        + "a unix socket lets its mode decide")
            }
        }
        return list
    }

    private static func checkTwice(_ endpoints: [Located<Endpoint>], _ findings: inout Findings) {
        var seen: [Endpoint: Place] = [:]
        for endpoint in endpoints.sorted(by: { $0.place.position < $1.place.position }) {
            if let first = seen[endpoint.setting] {
                findings.report(.duplicate, at: endpoint.place, "\(endpoint.setting) is listened on already, \(first)")
            } else {
                seen[endpoint.setting] = endpoint.place
            }
        }
    }

    private static func defaultClients(
        _ section: Section?, _ file: ConfigurationFile, _ findings: inout Findings
    ) -> [Endpoint] {
        let socket = "\(file.stem).sock"
        let path: String
        if let directory = file.environment.runtimeDirectory {
            findings.assumed("listen.clients", from: .environment("RUNTIME_DIRECTORY"))
            path = FilePath.resolve(socket, in: directory)
        } else {
            findings.assumed("listen.clients", from: .fileName)
            path = file.resolve(socket)
        }
        do {
            return [try Endpoint("ipc://" + path)]
        } catch {
            findings.report(
                .illegalValue, at: section?.place ?? file.beginning,
                "listen.clients is missing, and its default does not do: \(error)")
            return []
        }
    }
}
