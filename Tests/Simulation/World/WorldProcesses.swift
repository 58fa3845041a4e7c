package import PreferenceTree
package import Preferences

// Starts and ends of processes, and what a node wants done.
extension World {
    @discardableResult
    package func addNode(
        _ name: String, under parent: Station? = nil, rank: Int32 = 0, catalog: Catalog? = nil,
        accepts: Bool = true, adjust: (inout NodeSettings) -> Void = { _ in }
    ) throws -> Station {
        let station = newStation(name)
        var settings = NodeSettings(
            tree: "sim", name: try NodeName(name), hasParent: parent != nil, acceptsChildren: accepts)
        settings.rank = rank
        settings.timing = VirtualTime.timing
        settings.address = "sim://\(name)"
        adjust(&settings)
        station.node = SimulatedNode(
            settings: settings, catalog: catalog, instance: random.next(),
            clockLead: random.span(0...VirtualTime.ticks(10_000)))
        station.target = parent
        return station
    }

    package func addClient(_ name: String, at node: Station) -> SimulatedClient {
        let station = newStation(name)
        station.target = node
        let client = SimulatedClient(station: station, world: self)
        station.client = client
        return client
    }

    package func start(_ station: Station) {
        guard !station.isUp else { return }
        station.isUp = true
        station.isPaused = false
        station.generation += 1
        station.isWakeScheduled = false
        trace.note(now, 30, station.index, "\(station.name) starts")
        scheduleTick(station)
        if let node = station.node {
            node.incarnation = random.next()
            boot(station, node)
            living.nodeStarted(station.index, incarnation: node.incarnation)
            let identity = NodeIdentity(
                instance: node.instance, incarnation: node.incarnation, epoch: random.next() >> 11 | 1,
                seed: random.next())
            var recovered = node.disk.recovered
            recovered.sameBoot = !node.bootsAnew
            node.bootsAnew = false
            node.tree = TreeNode(
                settings: node.settings, identity: identity, catalog: node.settings.hasParent ? nil : node.catalog,
                recovered: recovered, at: node.instant(now), wall: node.wall(now))
            node.tree?.start()
            flush(station, node)
        } else {
            station.client?.start()
        }
    }

    private func boot(_ station: Station, _ node: SimulatedNode) {
        node.disk.crash()
        guard node.bootsAnew else { return }
        node.clockLead = random.span(0...VirtualTime.ticks(10_000))
        node.disk.moveDeadlines(to: node.instant(now))
        let kept = Set(node.disk.contributions.keys)
        living.rebooted(station.index, at: now) { kept.contains(SimulatedDisk.Place(key: $0, source: $1)) }
    }

    /// The machine comes back without its disk: another node of the same name.
    func wipeDisk(of station: Station) {
        guard !station.isUp, let node = station.node else { return }
        trace.note(now, 34, station.index, "\(station.name) loses its disk")
        node.disk = SimulatedDisk()
        node.instance = random.next()
        living.wiped(station.index)
        steady.forget(node: station.index)
    }

    /// The process is gone without a word (SIGKILL, power); its disk keeps what was applied.
    package func crash(_ station: Station) {
        guard station.isUp else { return }
        trace.note(now, 31, station.index, "\(station.name) crashes")
        end(station)
        station.node?.disk.crash()
    }

    /// SIGTERM: the node says goodbye; what does not end by itself is killed.
    func stop(_ station: Station) {
        guard station.isUp, let node = station.node else { return }
        trace.note(now, 32, station.index, "\(station.name) is told to stop")
        node.handle(.stop, at: now)
        flush(station, node)
        agenda.schedule(.heal(.reap(station, generation: station.generation)), at: now + VirtualTime.ticks(3))
    }

    private func stopped(_ station: Station, _ node: SimulatedNode) {
        trace.note(now, 33, station.index, "\(station.name) has stopped")
        node.disk.applyAll()
        end(station)
    }

    private func end(_ station: Station) {
        station.isUp = false
        station.isPaused = false
        station.inbox.removeAll()
        station.node?.tree = nil
        station.client?.ended()
        closeSocket(station)
        for connection in station.accepted.values.sorted(by: { $0.link.number < $1.link.number }) {
            connection.isOpenAtParent = false
            // Behind a cut the child's end stays open and hears nothing more.
            if connection.child.cut == .none { severed(connection) }
        }
        station.accepted.removeAll()
    }

    /// The child's end of a connection to a process that is gone: its socket tries again by itself.
    func severed(_ connection: Connection) {
        connection.isOpenAtChild = false
        let child = connection.child
        guard child.connection === connection else { return }
        child.connection = nil
        agenda.schedule(.connect(child, socket: child.socket), at: now + reconnectDelay())
    }

    // MARK: - Directives

    func perform(_ directives: [Directive], of station: Station, _ node: SimulatedNode) {
        for directive in directives {
            switch directive {
            case .send(let link, let frame):
                if link == node.probe {
                    node.probed.append(frame)
                } else if let connection = station.accepted[link] {
                    transmit(frame, on: connection, .down)
                }
            case .sendUp(let frame):
                if let connection = station.connection { transmit(frame, on: connection, .up) }
            case .openParent: openSocket(station)
            case .closeParent: closeSocket(station)
            case .persist(let ticket, let writes): write(ticket, writes, station, node)
            case .readConfiguration(let request, let dryRun, _):
                readConfiguration(request, dryRun: dryRun, station, node)
            case .log(let entry):
                if entry.level.rawValue >= LogEntry.Level.info.rawValue { node.log.append(entry) }
                trace.note(
                    now, 40, station.index, "\(station.name) says \(entry.message) \(Brief.fields(entry.fields))")
            case .status(let text, _): node.status = text
            case .stopped: stopped(station, node)
            }
        }
    }

    private func write(_ ticket: UInt64, _ writes: [StoreWrite], _ station: Station, _ node: SimulatedNode) {
        node.disk.enqueue(ticket, writes)
        node.disk.busyUntil = max(node.disk.busyUntil, now) + random.span(node.disk.pace / 4...node.disk.pace)
        agenda.schedule(
            .written(station, generation: station.generation, ticket: ticket), at: node.disk.busyUntil)
    }

    func written(_ station: Station, _ generation: UInt32, _ ticket: UInt64) {
        guard station.isUp, station.generation == generation, let node = station.node,
            node.disk.waiting.first.map({ $0.ticket <= ticket }) == true
        else { return }
        if node.disk.isFull {
            for waiting in node.disk.waiting where waiting.ticket <= ticket {
                node.disk.fail(waiting.ticket)
                station.inbox.append(.persistFailed(ticket: waiting.ticket))
            }
        } else {
            node.disk.apply(upTo: ticket)
            station.inbox.append(.persisted(ticket: ticket))
        }
        wake(station)
    }

    private func readConfiguration(
        _ request: UInt64, dryRun: Bool, _ station: Station, _ node: SimulatedNode
    ) {
        if !dryRun { node.handle(.reload(node.settings, node.catalog), at: now) }
        let reply = ReplyFrame(id: request, body: .map(ValueMap([("applied", .bool(!dryRun))])))
        node.handle(.answered(request: request, reply), at: now)
        flush(station, node)
    }
}
