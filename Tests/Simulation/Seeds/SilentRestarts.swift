import PreferenceTree
import Preferences

/// Restarts within grace and nothing else: watchers at the root are told of no change (L3).
struct SilentRestarts {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() {
        guard world.violation == nil else { return }
        for _ in 0..<world.random.within(1...2) where world.violation == nil { restartOne() }
    }

    private func restartOne() {
        let node = world.random.pick(orchard.nodes)
        // A node that could not write who is below it cannot wait for them.
        if node.node?.disk.hasLostWrites == true { return }
        // What ends with this process, or by itself meanwhile or just now, ends for a reason.
        var mortal = orchard.mortalKeys(since: world.now - VirtualTime.ticks(2), restarting: node)
        // What was refused before its key came may be taken now.
        let stuck = orchard.publishers.reduce(into: Set<String>()) { $0.formUnion($1.statements.stuckKeys) }
        mortal.formUnion(orchard.plots.map(\.key).filter { stuck.contains($0.text) })
        for watcher in orchard.watchers {
            for index in watcher.watches.indices { watcher.watches[index].forgetChanges() }
        }
        world.counters.add(.silentRestarts)
        world.counters.add(orchard.restarts(of: node))
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
