import PreferenceTree
package import Preferences

// Faults and their ends.
extension World {
    func pause(_ station: Station) {
        trace.note(now, 50, station.index, "\(station.name) is paused")
        station.isPaused = true
    }

    func resume(_ station: Station) {
        guard station.isPaused else { return }
        trace.note(now, 51, station.index, "\(station.name) goes on")
        station.isPaused = false
        station.isWakeScheduled = false
        // Anything that was scheduled before the pause has passed it by.
        wake(station)
    }

    /// Cuts a process off from its parent, silently.
    package func cut(_ station: Station, _ cut: Cut) {
        trace.note(now, 52, station.index, "\(station.name) is cut off: \(cut)")
        uncut(station)
        station.cut = cut
    }

    package func uncut(_ station: Station) {
        guard station.cut != .none else { return }
        trace.note(now, 53, station.index, "\(station.name) is joined again")
        station.cut = .none
        let unannounced = station.unannounced
        station.unannounced.removeAll()
        for connection in unannounced { agenda.schedule(.closed(connection), at: now + VirtualTime.tick / 100) }
        guard let connection = station.connection else { return }
        if !connection.isOpenAtParent || connection.parent.generation != connection.parentGeneration {
            severed(connection)
            return
        }
        for direction in [Direction.up, Direction.down] {
            let held = connection.held[direction.rawValue]
            connection.held[direction.rawValue].removeAll()
            for frame in held { transmitAgain(frame, on: connection, direction) }
        }
    }

    private func transmitAgain(_ frame: Frame, on connection: Connection, _ direction: Direction) {
        let time = max(now + VirtualTime.tick / 50, connection.last[direction.rawValue])
        connection.last[direction.rawValue] = time
        agenda.schedule(direction == .up ? .up(connection, frame) : .down(connection, frame), at: time)
    }

    /// Everything that is under way on this connection takes this much longer.
    func delay(_ station: Station, _ direction: Direction, by span: Int64) {
        guard let connection = station.connection else { return }
        trace.note(now, 54, station.index, "\(station.name)'s link is slow")
        connection.last[direction.rawValue] = max(connection.last[direction.rawValue], now) + span
    }

    /// The root's catalog is another: read at once, or at the next start of a root that does not run now.
    package func reload(_ root: Station, _ catalog: Catalog) {
        guard let node = root.node else { return }
        node.catalog = catalog
        // Who is paused now reads it when it goes on: here by a restart.
        if root.isPaused { crash(root) }
        guard root.isUp else { return }
        trace.note(now, 63, root.index, "\(root.name) reloads")
        node.handle(.reload(node.settings, catalog), at: now)
        flush(root, node)
    }

    func heal(_ heal: Heal) {
        switch heal {
        case .resume(let station): resume(station)
        case .uncut(let station): uncut(station)
        case .restart(let station):
            if station.node?.isDownForGood != true { start(station) }
        case .reap(let station, let generation):
            if station.generation == generation { crash(station) }
        case .hurryDisk(let station): hurryDisk(of: station)
        case .freeDisk(let station): station.node?.disk.isFull = false
        }
    }

    /// The disk is fast again, and everything that waits for it is written at once.
    private func hurryDisk(of station: Station) {
        guard let node = station.node else { return }
        node.disk.pace = VirtualTime.ticks(0.04)
        guard let last = node.disk.waiting.last, station.isUp else { return }
        node.disk.busyUntil = now + node.disk.pace
        agenda.schedule(
            .written(station, generation: station.generation, ticket: last.ticket), at: node.disk.busyUntil)
    }

    /// Ends every fault at once; nodes that are down for good stay down.
    func healAll() {
        for station in stations {
            resume(station)
            uncut(station)
            station.node?.disk.isFull = false
            hurryDisk(of: station)
            if !station.isUp, !station.isRetired, station.node?.isDownForGood != true { start(station) }
        }
    }
}
