import PreferenceTree
import Preferences

/// A moment at which every fault is healed and everything has been said: then the laws hold everywhere.
struct QuietPoint {
    let orchard: Orchard
    private var world: World { orchard.world }

    /// No law needs longer: dead_after + grace + settle × (height + 1), the longest lease, and a refused HELLO.
    private static let longest = 120

    /// Lets time pass until all has been said and the laws hold, now and a tick later; a violation when they never do.
    func reach() {
        for station in orchard.nodes { station.node?.hasWildTimers = false }
        world.healAll()
        var objection: String? = "something is always under way"
        /// The last traffic before the laws were found to hold.
        var calm: Int64?
        for _ in 0..<QuietPoint.longest {
            let begun = world.now
            world.run(ticks: 1)
            if world.violation != nil { return }
            if let calm, calm == world.lastTraffic {
                world.counters.add(.quietPoints)
                world.trace.note(world.now, 60, 0, "quiet")
                return
            }
            if world.lastTraffic < begun { objection = firstObjection() }
            let (traffic, why) = (world.lastTraffic, objection ?? "none")
            world.trace.note(world.now, 62, 0, "not quiet: traffic at \(traffic / 1_000_000), objection: \(why)")
            calm = objection == nil && world.lastTraffic < begun ? world.lastTraffic : nil
        }
        if world.trace.keepsLines { noteDifferences() }
        world.violated("not quiet: \(objection ?? "the laws hold and something is under way all the time")")
    }

    /// Where in the tree what is told parts from what was stated, for the trace.
    private func noteDifferences() {
        let oracle = Oracle(world)
        for plot in orchard.plots where plot.isDefined {
            let all = oracle.contributions(plot.key, from: orchard.root)
            for station in orchard.nodes where station.isUp {
                guard let shown = world.get(station, [plot.key])?.records[plot.key] else { continue }
                let values = all[station.index] ?? []
                guard let objection = objection(to: shown, plot, values, oracle) else { continue }
                world.trace.note(
                    world.now, 64, station.index,
                    "DIFFERS \(station.name) below \(station.target?.name ?? "nobody"): \(plot.key) \(objection); "
                        + "stated \(Brief.value(.list(values)))")
            }
        }
    }

    func firstObjection() -> String? {
        for client in orchard.publishers + orchard.watchers {
            guard let here = client.station.target, here.isUp else { continue }
            if !client.isSettled(reachesRoot: reachesRoot(here)) {
                return "\(client.station.name) still waits for an answer"
            }
        }
        let oracle = Oracle(world)
        var answers: [Int: Answer] = [:]
        let keys = orchard.plots.filter(\.isDefined).map(\.key)
        // The root folds what all others do; asking each of them every time costs more than it finds.
        let asked = orchard.nodes.filter { $0 === orchard.root || world.random.chance(1, in: 4) }
        for station in asked where station.isUp {
            guard let answer = world.get(station, keys) else { return "\(station.name) does not answer" }
            if let objection = objection(to: answer, of: oracle.nodes(under: station)) {
                return "\(station.name) \(objection)"
            }
            answers[station.index] = answer
        }
        let pairs = orchard.watchers.filter(isReachable).flatMap { watcher in watcher.watches.map { (watcher, $0) } }
        for (watcher, watch) in pairs where watch.frame.coverage {
            if let objection = objection(toNodesOf: watch, at: watcher, oracle) {
                return "\(watcher.station.name) \(objection)"
            }
        }
        for plot in orchard.plots where plot.isDefined {
            var all = oracle.contributions(plot.key, from: orchard.root)
            // Who has left is a tree of its own.
            for station in orchard.nodes where station.node?.isDeparted == true {
                all.merge(oracle.contributions(plot.key, from: station)) { first, _ in first }
            }
            for station in orchard.nodes {
                guard let shown = answers[station.index], let values = all[station.index] else { continue }
                if let objection = objection(to: shown.records[plot.key], plot, values, oracle) {
                    return "\(station.name): \(plot.key) (\(plot.definition.policy)) \(objection)"
                }
            }
            for (watcher, watch) in pairs {
                if let objection = objection(to: watch, of: plot, at: watcher, all, oracle) {
                    return "\(watcher.station.name): \(plot.key) (\(plot.definition.policy)) \(objection)"
                }
            }
        }
        return nil
    }

    private func isReachable(_ client: SimulatedClient) -> Bool { client.station.target?.isUp ?? false }

    /// Why the values at the root, but for these keys, are not those of the living sources. `unsettled`: somebody is on
    /// his way back, and only the values must be right.
    func objectionToRoot(but mortal: Set<Key>, unsettled: Bool = false) -> String? {
        let oracle = Oracle(world)
        let defined = orchard.plots.filter { $0.isDefined && !mortal.contains($0.key) }
        guard let answer = world.get(orchard.root, defined.map(\.key)) else { return "the root does not answer" }
        for plot in defined {
            let all = oracle.contributions(plot.key, from: orchard.root)[orchard.root.index] ?? []
            let shown = answer.records[plot.key]
            if let objection = objection(to: shown, plot, all, oracle, onlyValue: unsettled) {
                return "\(plot.key) (\(plot.definition.policy)) \(objection)"
            }
        }
        return nil
    }

    private func objection(to answer: Answer, of nodes: (live: Int, all: Int)) -> String? {
        let missing = Int64(nodes.all - nodes.live)
        if answer.live == Int64(nodes.live), answer.stale == 0, answer.missing == missing { return nil }
        return "counts \(answer.live) live, \(answer.stale) stale, \(answer.missing) missing nodes "
            + "of \(nodes.live) live, \(missing) missing"
    }

    private func objection(
        to shown: Answer.Shown?, _ plot: Orchard.Plot, _ all: [Value], _ oracle: Oracle, onlyValue: Bool = false
    ) -> String? {
        guard let shown else { return "is not known" }
        let admitted = Oracle.admitted(all, plot.definition)
        let expected = oracle.fold(admitted, plot.definition)
        if let objection = expected.objection(value: shown.value, explicit: shown.explicit) { return objection }
        if onlyValue { return nil }
        let state = shown.value == nil || admitted.count < all.count ? "degraded" : "ok"
        if shown.state != state { return "is \(shown.state) (\(Brief.value(shown.causes)))" }
        if shown.sources == Int64(all.count), shown.staleSources == 0 { return nil }
        return "has \(shown.sources) sources, \(shown.staleSources) stale, of \(all.count)"
    }

    private func objection(toNodesOf watch: Watch, at watcher: SimulatedClient, _ oracle: Oracle) -> String? {
        guard let here = watcher.station.target, !watch.records.isEmpty else { return nil }
        if watch.frame.standpoint == .root, !reachesRoot(here) { return nil }
        let nodes = oracle.nodes(under: watch.frame.standpoint == .here ? here : orchard.root)
        let told = watch.nodes
        if told.live == nodes.live, told.stale == 0, Int(told.missing) == nodes.all - nodes.live { return nil }
        return "was told of \(told.live) live, \(told.stale) stale, \(told.missing) missing nodes of "
            + "\(nodes.live) live, \(nodes.all - nodes.live) missing"
    }

    private func objection(
        to watch: Watch, of plot: Orchard.Plot, at watcher: SimulatedClient, _ all: [Int: [Value]], _ oracle: Oracle
    ) -> String? {
        guard watch.frame.patterns.contains(where: { $0.matches(plot.key) }), let here = watcher.station.target,
            let values = all[watch.frame.standpoint == .here ? here.index : orchard.root.index]
        else { return nil }
        if watch.frame.standpoint == .root, !reachesRoot(here) { return nil }
        let isNamed = plot.isExact || watch.frame.patterns.contains(.exact(plot.key))
        let expected = oracle.fold(Oracle.admitted(values, plot.definition), plot.definition)
        guard let record = watch.records[plot.key] else {
            if case .absent = expected, !isNamed || plot.wasMissing { return nil }
            return "was never told"
        }
        if record.state == .stale { return "is still called stale" }
        world.counters.add(.notificationsCompared)
        if case .absent = expected, !plot.isExact, !record.explicit { return nil }
        if watch.frame.coverage, let objection = coverageObjection(to: record, plot, values) { return objection }
        return expected.objection(value: record.value, explicit: record.explicit).map {
            "was told \(Brief.record(record)): it \($0)"
        }
    }

    /// Who asks for coverage is told its changes, and every state that passes (R17).
    private func coverageObjection(to record: Record, _ plot: Orchard.Plot, _ values: [Value]) -> String? {
        world.counters.add(.coverageCompared)
        let isWhole = record.value != nil && Oracle.admitted(values, plot.definition).count == values.count
        if record.sources == values.count, record.staleSources == 0, record.state == (isWhole ? .ok : .degraded) {
            return nil
        }
        return "was told \(Brief.record(record)) of \(values.count) sources, \(isWhole ? "ok" : "degraded")"
    }

    /// Whether every node from here up to the root runs.
    private func reachesRoot(_ station: Station) -> Bool {
        var place: Station? = station
        while let here = place, here.isUp {
            if here === orchard.root { return true }
            if here.node?.isDeparted == true { return false }
            place = here.target
        }
        return false
    }
}
