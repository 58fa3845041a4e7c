import PreferenceTestSupport
import PreferenceTree
import Preferences

/// Restarts within grace and nothing else: watchers at the root are told of no change (L3).
struct SilentRestarts {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() {
        guard world.violation == nil else { return }
        for _ in 0..<world.random.within(1...3) where world.violation == nil { restartOne() }
    }

    private func restartOne() {
        let node = world.random.pick(orchard.nodes)
        // What ends with this process, or by itself meanwhile, ends for a reason.
        let mortal = Set(
            orchard.plots.map { $0.key }.filter { key in
                orchard.nodes.contains { station in
                    world.living.at(station.index, key, now: world.now).contains { source in
                        switch source.life {
                        case .process: station === node
                        case .leased(_, let isRefreshed): !isRefreshed
                        case .durable, .held: false
                        }
                    }
                }
            })
        for watcher in orchard.watchers {
            for index in watcher.watches.indices { watcher.watches[index].forgetChanges() }
        }
        world.counters.add("silent restarts")
        world.counters.add("restarts of \(orchard.kind(node))")
        if world.random.chance(1, in: 2) { world.stop(node) } else { world.crash(node) }
        world.run(ticks: 0.1 + Double(world.random.below(20)) / 10)
        world.start(node)
        quiet.reach()
        for watcher in orchard.watchers where watcher.station.target === orchard.root {
            for watch in watcher.watches where !watch.frame.coverage {
                for change in watch.changes where !mortal.contains(change.key) {
                    world.violated(
                        "\(watcher.station.name) was told \(Brief.record(change)) because \(node.name) restarted")
                }
            }
        }
    }
}
