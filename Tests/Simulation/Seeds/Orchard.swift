import PreferenceTree
import Preferences

/// A drawn tree with its catalog, publishers and watchers.
final class Orchard {
    /// A key of the run with the definition that covers it.
    struct Plot {
        let key: Key
        var definition: Definition
        /// Whether the catalog has it; what was stated stands meanwhile, and nobody sees it.
        var isDefined = true
        /// Whether it was ever missing there: then a reader may not have been told that it is absent again.
        var wasMissing = false
        var isExact: Bool { if case .exact = definition.pattern { true } else { false } }
    }

    let world: World
    private(set) var nodes: [Station] = []
    private(set) var publishers: [SimulatedClient] = []
    var watchers: [SimulatedClient] = []
    var plots: [Plot] = []
    private var numbers = 0

    var root: Station { nodes[0] }

    init(_ world: World) throws {
        self.world = world
        try drawCatalog()
        try drawTree()
        drawClients()
    }

    var catalog: Catalog { Catalog(plots.filter(\.isDefined).map { $0.definition }) }

    // MARK: - Catalog

    private func drawCatalog() throws {
        let count = min(world.random.within(5...30), world.random.within(5...30))
        var policies = Policy.allCases.shuffled(using: &world.random)
        while policies.count < count { policies += Policy.allCases.shuffled(using: &world.random) }
        var number = 0
        while plots.count < count {
            let policy = policies[number]
            if world.random.chance(1, in: 6) {
                let definition = draw(.prefix("p\(number)."), policy)
                for leaf in 0..<world.random.within(1...3) {
                    plots.append(Plot(key: try Key("p\(number).\(leaf)"), definition: definition))
                }
            } else {
                let key = try Key("k\(number)")
                plots.append(Plot(key: key, definition: draw(.exact(key), policy)))
            }
            number += 1
        }
    }

    private func draw(_ pattern: KeyPattern, _ policy: Policy) -> Definition {
        definition(
            pattern, world.random.pick(Orchard.types(for: policy)), policy, world.random.chance(1, in: 4))
    }

    /// Of the types that a policy takes, those that are drawn.
    static func types(for policy: Policy) -> [ValueType] {
        switch policy {
        case .first, .last, .count: [.text, .int, .bool]
        case .min, .max: [.int, .float, .text]
        case .sum, .mean: [.int, .float]
        case .any, .all: [.bool]
        case .concat, .collect: [.text]
        }
    }

    func definition(_ pattern: KeyPattern, _ type: ValueType, _ policy: Policy, _ isNullable: Bool) -> Definition {
        var definition = Definition(pattern: pattern, type: type, policy: policy)
        if policy == .concat { definition.separator = "," }
        definition.nullable = isNullable
        // Longer than any restart that must stay silent.
        if world.random.chance(1, in: 3) {
            world.counters.add(.ownGraces)
            definition.grace = VirtualTime.interval(ticks: Int64(world.random.within(5...14)))
        }
        return definition
    }

    // MARK: - Tree

    private func drawTree() throws {
        // Large trees are dear and find little more than small ones.
        let count = (0..<3).map { _ in world.random.within(8...40) }.min() ?? 8
        let depth = world.random.within(2...5)
        var levels: [Int] = [0]
        var names = (0..<count).map { "n\($0)" }.shuffled(using: &world.random)
        let limits = drawLimits()
        nodes.append(try world.addNode("root", catalog: catalog) { $0.limits = limits })
        while nodes.count < count {
            // The first of each level goes below the last one, so that the depth is reached.
            let place =
                nodes.count < depth
                ? nodes.count - 1 : world.random.pick(levels.indices.filter { levels[$0] < depth - 1 })
            let rank: Int32 = world.random.chance(1, in: 3) ? Int32(world.random.within(-2...2)) : 0
            levels.append(levels[place] + 1)
            nodes.append(
                try world.addNode(names.removeLast(), under: nodes[place], rank: rank) { $0.limits = limits })
        }
    }

    /// In one tree of three a snapshot takes many frames, and few of them may be under way.
    private func drawLimits() -> Limits {
        var limits = Limits()
        guard world.random.chance(1, in: 3) else { return limits }
        limits.frameTarget = world.random.pick([40, 150, 600])
        limits.window = Window(bytes: 1 << 20, frames: UInt32(world.random.within(1...4)))
        return limits
    }

    /// Where a node stands, in the words of requests.
    func path(of station: Station) -> String {
        var (path, place) = ("", station)
        while let parent = place.target {
            path = "/" + place.name + path
            place = parent
        }
        return path
    }

    /// Whether a node stands between another one and the root, or is that one.
    func isAbove(_ station: Station, _ other: Station) -> Bool {
        var place: Station? = other
        while let here = place {
            if here === station { return true }
            place = here.target
        }
        return false
    }

    func hasChildren(_ station: Station) -> Bool { nodes.contains { $0.target === station } }

    /// Keys with a source that ends by itself, or with the process of `node`: a held one of an earlier type too, which is
    /// refused when its client states it again.
    func mortalKeys(since time: Int64, restarting node: Station? = nil) -> Set<Key> {
        Set(
            plots.filter { plot in
                nodes.contains { station in
                    world.living.at(station.index, plot.key, now: time).contains { source in
                        switch source.life {
                        case .process: station === node
                        case .leased(_, _, let isRefreshed): !isRefreshed
                        case .held: station === node && Oracle.admitted([source.value], plot.definition).isEmpty
                        case .durable: false
                        }
                    }
                }
            }.map(\.key))
    }

    /// The counter of a node's restarts.
    func restarts(of station: Station) -> Tally {
        station === root ? .restartsOfRoot : hasChildren(station) ? .restartsOfAggregators : .restartsOfLeaves
    }

    private func drawClients() {
        for node in nodes where world.random.chance(1, in: 2) {
            publishers.append(world.addClient("pub-\(node.name)", at: node))
        }
        if publishers.isEmpty { publishers.append(world.addClient("pub-root", at: root)) }
        for number in 0..<world.random.within(1...4) {
            // The first one always watches at the root.
            let place = number == 0 ? root : world.random.pick(nodes)
            let watcher = world.addClient("watch\(number)-\(place.name)", at: place)
            let standpoint: Standpoint = place !== root && world.random.chance(1, in: 2) ? .root : .here
            watcher.watch(drawPatterns(), at: standpoint, coverage: number > 0 && world.random.chance(1, in: 3))
            watchers.append(watcher)
        }
    }

    private func drawPatterns() -> [KeyPattern] {
        switch world.random.below(4) {
        case 0: plots.filter { _ in world.random.chance(1, in: 2) }.map { .exact($0.key) }
        case 1: [.prefix("p"), .exact(world.random.pick(plots).key)]
        default: [.prefix("")]
        }
    }

    // MARK: - Values

    func drawValue(_ plot: Plot, source: String) -> Value {
        if plot.definition.nullable, world.random.chance(1, in: 8) { return .null }
        switch plot.definition.type {
        case .bool: return .bool(world.random.chance(1, in: 2))
        case .int:
            if world.random.chance(1, in: 40) { return .int(world.random.chance(1, in: 2) ? .max : .min) }
            return .int(world.random.span(Int64(-1000)...1000))
        case .float:
            switch world.random.below(80) {
            case 0: return .float(1.5e308)
            case 1: return .float(-1.5e308)
            case 2: return .float(world.random.chance(1, in: 2) ? .infinity : -.infinity)
            default: return .float(Double(world.random.within(-1000...1000)) / 10 + 0)
            }
        default:
            numbers += 1
            let letter = Character(Unicode.Scalar(UInt8(97 + world.random.below(26))))
            return .text("\(letter)~\(plot.key.text)/\(source)~\(numbers)")
        }
    }
}
