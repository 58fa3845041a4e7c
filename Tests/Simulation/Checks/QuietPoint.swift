import PreferenceTree
import Preferences

/// A moment at which every fault is healed and everything has been said: then the laws hold everywhere.
struct QuietPoint {
    let orchard: Orchard
    private var world: World { orchard.world }

    /// No law needs longer: dead_after + grace + settle × (height + 1), the longest lease, and a refused HELLO.
    private static let longest = 120

    /// Lets time pass until the laws hold twice in a row; a violation when they never do.
    func reach() {
        for station in orchard.nodes { station.node?.hasWildTimers = false }
        world.healAll()
        var objection: String?
        var good = 0
        for _ in 0..<QuietPoint.longest {
            world.run(ticks: 1)
            if world.violation != nil { return }
            objection = firstObjection()
            good = objection == nil ? good + 1 : 0
            if good == 2 {
                world.counters.add(.quietPoints)
                world.trace.note(world.now, 60, 0, "quiet")
                return
            }
        }
        world.violated("not quiet: \(objection ?? "")")
    }

    func firstObjection() -> String? {
        for client in orchard.publishers + orchard.watchers where isReachable(client) && !client.isSettled {
            return "\(client.station.name) still waits for an answer"
        }
        let oracle = Oracle(world)
        for station in orchard.nodes where station.isUp {
            if let objection = objection(to: station, oracle) { return "\(station.name) \(objection)" }
        }
        for watcher in orchard.watchers where isReachable(watcher) {
            for watch in watcher.watches {
                if let objection = objection(to: watch, at: watcher, oracle) {
                    return "\(watcher.station.name): \(objection)"
                }
            }
        }
        return nil
    }

    private func isReachable(_ client: SimulatedClient) -> Bool { client.station.target?.isUp ?? false }

    private func objection(to station: Station, _ oracle: Oracle) -> String? {
        guard let answer = world.get(station, orchard.plots.map { $0.key }) else { return "does not answer" }
        let below = orchard.nodes.filter { isInside($0, station) }
        let live = below.filter { reaches($0, station) }.count
        if answer.live != Int64(live) || answer.stale != 0 || answer.missing != Int64(below.count - live) {
            return
                "counts \(answer.live) live, \(answer.stale) stale, \(answer.missing) missing nodes of \(live) live, "
                + "\(below.count - live) missing"
        }
        for plot in orchard.plots {
            guard let shown = answer.records[plot.key] else { return "does not know \(plot.key)" }
            let all = oracle.contributions(plot.key, under: station)
            let expected = oracle.fold(all, plot.definition)
            if let objection = expected.objection(value: shown.value, explicit: shown.explicit) {
                if world.trace.keepsLines {
                    for other in orchard.nodes {
                        let own = oracle.contributions(plot.key, under: other)
                        let told = world.get(other, [plot.key])?.records[plot.key]
                        world.trace.note(
                            world.now, 61, 0,
                            "DUMP \(other.name) up \(other.isUp) \(plot.key) oracle \(own.count) told \(told?.sources ?? -1) "
                                + "stale \(told?.staleSources ?? -1) \(Brief.value(told?.value ?? .null))")
                    }
                }
                return "has \(plot.key) (\(plot.definition.policy)): it \(objection)"
            }
            let state = shown.value == nil ? "degraded" : "ok"
            if shown.state != state { return "calls \(plot.key) \(shown.state) (\(Brief.value(shown.causes)))" }
            if shown.sources != Int64(all.count) || shown.staleSources != 0 {
                return "counts \(shown.sources) sources of \(plot.key), \(shown.staleSources) stale, of \(all.count)"
            }
        }
        return nil
    }

    private func objection(to watch: Watch, at watcher: SimulatedClient, _ oracle: Oracle) -> String? {
        guard let here = watcher.station.target else { return nil }
        let station = watch.frame.standpoint == .here ? here : orchard.root
        if watch.frame.standpoint == .root, !reaches(here, orchard.root) { return nil }
        for plot in orchard.plots where watch.frame.patterns.contains(where: { $0.matches(plot.key) }) {
            let isNamed = plot.isExact || watch.frame.patterns.contains(.exact(plot.key))
            let expected = oracle.fold(oracle.contributions(plot.key, under: station), plot.definition)
            guard let record = watch.records[plot.key] else {
                if case .absent = expected, !isNamed { continue }
                return "was never told \(plot.key)"
            }
            if record.state == .stale { return "still calls \(plot.key) stale" }
            world.counters.add(.notificationsCompared)
            if case .absent = expected, !plot.isExact, !record.explicit { continue }
            if let objection = expected.objection(value: record.value, explicit: record.explicit) {
                return "was told \(Brief.record(record)): it \(objection)"
            }
        }
        return nil
    }

    private func isInside(_ station: Station, _ top: Station) -> Bool {
        var place: Station? = station
        while let here = place {
            if here === top { return true }
            place = here.target
        }
        return false
    }

    /// Whether every node from here up to `top` runs.
    private func reaches(_ station: Station, _ top: Station) -> Bool {
        var place: Station? = station
        while let here = place, here.isUp {
            if here === top { return true }
            place = here.target
        }
        return false
    }
}
