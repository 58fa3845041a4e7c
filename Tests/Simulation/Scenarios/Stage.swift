import PreferenceTree
import Preferences

/// The cast of a story: its nodes and clients by name, on a world of their own.
final class Stage {
    let world = World(seed: 1)
    var timing = VirtualTime.timing
    var definitions: [Definition] = []
    private(set) var nodes: [String: Station] = [:]
    private(set) var clients: [String: SimulatedClient] = [:]
    /// The name of the first node: the root, which reads the catalog.
    private(set) var root = ""
    /// How much of a node's log was shown.
    var shownLog: [String: Int] = [:]

    var violation: String? { world.violation }

    func node(_ name: String) throws(StageFault) -> Station {
        guard let station = nodes[name] else { throw StageFault(message: "no node is called \(name)") }
        return station
    }

    /// A node or a client.
    func station(_ name: String) throws(StageFault) -> Station {
        if let client = clients[name] { return client.station }
        return try node(name)
    }

    func reader(_ name: String) throws(StageFault) -> SimulatedClient {
        guard let client = clients[name] else { throw StageFault(message: "no client is called \(name)") }
        return client
    }

    /// The client of that name at a node; it is started when it is new.
    func client(_ name: String, at node: String) throws(StageFault) -> SimulatedClient {
        if let known = clients[name] { return known }
        let client = world.addClient(name, at: try self.node(node))
        clients[name] = client
        return client
    }

    // MARK: - Planting

    /// Plants `name(name name(name))`; the first name of all is the root.
    func plant(_ drawing: String) throws(StageFault) {
        var parents: [String?] = [nil]
        var last: String?
        var name = ""
        for character in drawing + " " {
            if character.isLetter || character.isNumber || character == "-" {
                name.append(character)
                continue
            }
            if !name.isEmpty {
                try plant(name, under: parents.last ?? nil)
                (last, name) = (name, "")
            }
            switch character {
            case "(": parents.append(last)
            case ")" where parents.count > 1: parents.removeLast()
            case " ": break
            default: throw StageFault(message: "\(character) has no place in a tree")
            }
        }
        if parents.count > 1 { throw StageFault(message: "a parenthesis is open") }
    }

    /// `called`: what the node calls itself; `tree`: the tree that it is configured for.
    func plant(
        _ name: String, under parent: String?, called: String? = nil, tree: String? = nil, rank: Int32 = 0
    ) throws(StageFault) {
        if nodes[name] != nil { throw StageFault(message: "\(name) is there already") }
        let above: Station? = if let parent { try node(parent) } else { nil }
        let timing = timing
        do {
            let own = try NodeName(called ?? name)
            nodes[name] = try world.addNode(name, under: above, rank: rank, catalog: Catalog(definitions)) { settings in
                settings.timing = timing
                settings.name = own
                if let tree { settings.tree = tree }
            }
        } catch {
            throw StageFault(message: "\(error)")
        }
        if root.isEmpty { root = name }
    }

    // MARK: - Time

    private static let longestSettling = 30
    /// Longer than a node that looks for its parent waits between two attempts.
    private static let silence = 10.0

    /// Lets time pass until nothing new is said for a while; whether that came.
    func settle() -> Bool {
        for _ in 0..<Stage.longestSettling {
            let before = world.lastTraffic
            world.run(ticks: Stage.silence)
            if world.lastTraffic == before, clients.values.allSatisfy(isSettled) {
                return true
            }
        }
        return false
    }

    private func isSettled(_ client: SimulatedClient) -> Bool {
        !client.station.isUp || client.station.isPaused || client.isSettled(reachesRoot: false)
    }

    /// Lets time pass until a client has all its answers, for a few ticks at most.
    func awaitAnswers(of client: SimulatedClient) -> Bool {
        for _ in 0..<60 {
            if client.statements.isIdle { return true }
            world.run(ticks: 0.1)
        }
        return false
    }
}
