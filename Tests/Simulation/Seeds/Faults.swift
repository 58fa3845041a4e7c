import PreferenceTree
import Preferences

// What goes wrong: one fault at a time, each healed after a while of its own.
extension Weather {
    func fault() {
        let node = world.random.pick(orchard.nodes)
        switch world.random.below(16) {
        case 0: disturb(node, .framesDropped) { connection, place in connection.dropping[place] += 1 }
        case 1: disturb(node, .framesDoubled) { connection, place in connection.doubling[place] += 1 }
        case 2:
            world.counters.add(.linksDelayed)
            world.delay(node, world.random.chance(1, in: 2) ? .up : .down, by: span(0.1, 8))
        case 3:
            world.counters.add(.connectionsBroken)
            world.breakConnection(of: world.random.chance(1, in: 2) ? node : aClient())
        case 4, 5: cut(world.random.chance(4, in: 5) ? node : aClient())
        case 6, 7:
            world.counters.add(.pauses)
            let station = world.random.chance(4, in: 5) ? node : aClient()
            world.pause(station)
            world.agenda.schedule(.heal(.resume(station)), at: world.now + span(0.2, 16))
        case 8, 9: restart(node, bySignal: false)
        case 10: restart(node, bySignal: true)
        case 11:
            world.counters.add(.clientsKilled)
            let client = aClient()
            world.crash(client)
            world.agenda.schedule(.heal(.restart(client)), at: world.now + span(0.2, 8))
        case 12: if world.random.chance(1, in: 2) { orchard.changeCatalog() }
        case 13: moveWatcher()
        default: machine(node)
        }
    }

    /// A client goes on at another node, from where it was (N6).
    private func moveWatcher() {
        guard let watcher = orchard.watchers.dropFirst().first else { return }
        world.counters.add(.watchersMoved)
        world.breakConnection(of: watcher.station)
        watcher.station.target = world.random.pick(orchard.nodes)
        for index in watcher.watches.indices { watcher.watches[index].moved() }
    }

    private func aClient() -> Station {
        world.random.pick(orchard.publishers + orchard.watchers).station
    }

    private func disturb(_ node: Station, _ tally: Tally, _ act: (Connection, Int) -> Void) {
        let station = world.random.chance(1, in: 4) ? aClient() : node
        guard let connection = station.connection else { return }
        world.counters.add(tally)
        act(connection, world.random.below(2))
    }

    private func cut(_ station: Station) {
        world.counters.add(.cuts)
        let cut: Cut =
            switch world.random.below(5) {
            case 0: .losing(up: true, down: false)
            case 1: .losing(up: false, down: true)
            case 2: .losing(up: true, down: true)
            default: .holding
            }
        world.cut(station, cut)
        world.agenda.schedule(.heal(.uncut(station)), at: world.now + span(0.2, 16))
    }

    func restart(_ node: Station, bySignal: Bool, within longest: Int = 16) {
        guard node.isUp else { return }
        world.counters.add(bySignal ? .stops : .crashes)
        world.counters.add(orchard.restarts(of: node))
        if bySignal { world.stop(node) } else { world.crash(node) }
        if world.random.chance(1, in: 6) {
            world.counters.add(.otherBoots)
            node.node?.bootsAnew = true
        }
        if !node.isUp, world.random.chance(1, in: 8) {
            world.counters.add(.wipedDisks)
            world.wipeDisk(of: node)
        }
        world.agenda.schedule(.heal(.restart(node)), at: world.now + span(0.2, longest))
    }

    /// A slow disk, a wall clock that is set, a timer that fires too soon.
    private func machine(_ node: Station) {
        switch world.random.below(4) {
        case 3:
            world.counters.add(.fullDisks)
            node.node?.disk.isFull = true
            world.agenda.schedule(.heal(.freeDisk(node)), at: world.now + span(0.2, 8))
        case 0:
            world.counters.add(.slowDisks)
            node.node?.disk.pace = VirtualTime.ticks(2)
            world.agenda.schedule(.heal(.hurryDisk(node)), at: world.now + span(0.2, 8))
        case 1:
            world.counters.add(.clockSteps)
            node.node?.wallLead += world.random.chance(1, in: 2) ? 3_600_000_000 : -3_600_000_000
        default:
            world.counters.add(.earlyTimers)
            for _ in 0..<world.random.within(1...3) { world.tickNow(node) }
        }
    }

    /// From `shortest` to `longest` ticks, every doubling as likely as the next.
    private func span(_ shortest: Double, _ longest: Int) -> Int64 {
        VirtualTime.ticks(shortest * Double(world.random.logarithmic(1, max(1, Int(Double(longest) / shortest)))))
    }
}
