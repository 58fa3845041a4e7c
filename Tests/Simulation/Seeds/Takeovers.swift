import PreferenceTree
import Preferences

/// A client takes over what another one holds: the first is told and holds it no more, whatever restarts then.
struct Takeovers {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() {
        guard world.violation == nil else { return }
        let keys = orchard.plots.filter(\.isDefined)
        let held = world.living.held.filter { held in keys.contains { $0.key == held.key } }
        guard !held.isEmpty else { return }
        let prize = world.random.pick(held)
        guard let holder = orchard.publishers.first(where: { $0.station.index == prize.client }),
            let plot = keys.first(where: { $0.key == prize.key }), let node = holder.station.target, node.isUp,
            holder.statements.holds(key: prize.key.text, source: prize.source)
        else { return }
        world.counters.add(.sourcesTaken)
        let rival = world.addClient("rival", at: node)
        world.start(rival.station)
        let value = orchard.drawValue(plot, source: "\(node.index).\(prize.source)")
        world.living.stated(value, for: plot.key)
        rival.state(
            Statement(
                operation: .publish(value), key: prize.key.text, source: prize.source, lifetime: .held, take: true))
        for _ in 0..<20 where !rival.isSettled(reachesRoot: true) { world.run(ticks: 1) }
        quiet.reach()
        if world.violation == nil, holder.statements.holds(key: prize.key.text, source: prize.source) {
            world.violated("\(holder.station.name) was not told that \(prize.key) of \(prize.source) was taken")
        }
        switch world.random.below(3) {
        case 0: world.breakConnection(of: holder.station)
        case 1:
            world.crash(holder.station)
            world.start(holder.station)
        default:
            world.crash(node)
            world.run(ticks: 1)
            world.start(node)
        }
        for _ in 0..<20 where !rival.isSettled(reachesRoot: true) { world.run(ticks: 1) }
        quiet.reach()
        rival.station.isRetired = true
        world.crash(rival.station)
        quiet.reach()
    }
}
