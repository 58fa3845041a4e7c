import PreferenceTree
import Preferences

/// Texts that stood at the last quiet point and that nobody has touched since: they are in every value of the root
/// behind which all nodes are said to stand (C1).
struct SteadySources {
    /// The nodes of the whole tree at the quiet point.
    private var nodes: UInt32 = 0
    /// By key and node: what the node's sources state.
    private var texts: [Key: [Int: [String]]] = [:]

    init() {}

    /// What is steady from now on: a phase of faults begins, and no node of the tree leaves in it.
    init(_ orchard: Orchard) {
        let world = orchard.world
        nodes = UInt32(Oracle(world).nodes(under: orchard.root).all)
        for plot in orchard.plots where plot.isDefined && plot.definition.type == .text {
            guard plot.definition.policy == .collect || plot.definition.policy == .concat else { continue }
            for station in orchard.nodes where station.node?.isDeparted == false {
                texts[plot.key, default: [:]][station.index] = world.living.at(
                    station.index, plot.key, now: world.now
                ).compactMap { source in
                    if case .text(let text) = source.value, source.life == .durable { text } else { nil }
                }
            }
        }
    }

    mutating func forget(_ key: Key) { texts[key] = nil }

    mutating func forget(_ key: Key, at node: Int) { texts[key]?[node] = nil }

    mutating func forget(node: Int) {
        for key in texts.keys { texts[key]?[node] = nil }
    }

    /// Whether all nodes of the tree stand behind what is told, and are heard.
    func areAll(_ nodes: NodeCoverage) -> Bool {
        !texts.isEmpty && nodes == NodeCoverage(live: self.nodes, stale: 0, missing: 0)
    }

    /// What a value lacks that belongs to it.
    func absentee(from record: Record) -> String? {
        guard let byNode = texts[record.key], !record.truncated else { return nil }
        let present: Set<String>
        switch record.value {
        case .text(let text)?: present = Set(text.split(separator: ",").map { String($0) })
        case .list(let members)?:
            present = Set(members.compactMap { if case .text(let text) = $0 { text } else { nil } })
        case nil: return nil
        default: present = []
        }
        return byNode.values.joined().filter { !present.contains($0) }.min()
    }
}
