import PreferenceTree
import PreferenceWire

// How frames travel: in order on one connection, with a delay of their own, through cuts, losses and repeats.
extension World {
    func transmit(_ frame: Frame, on connection: Connection, _ direction: Direction) {
        switch frame.message {
        case .ping, .credit, .publish, .published, .mark, .watermark: break
        default: lastTraffic = now
        }
        let place = direction.rawValue
        let who = direction == .up ? connection.child : connection.parent
        trace.note(now, UInt64(10 + place) &+ frame.sequence << 8, who.index, line(frame, connection, direction))
        tap?(connection, direction, frame)
        guard direction == .up ? connection.isOpenAtChild : connection.isOpenAtParent else { return }
        switch connection.child.cut {
        case .holding:
            connection.held[place].append(frame)
            return
        case let cut where cut.stops(direction): return
        default: break
        }
        if connection.dropping[place] > 0 {
            connection.dropping[place] -= 1
            trace.note(now, 12, who.index, "  lost")
            return
        }
        dispatch(frame, on: connection, direction)
        if connection.doubling[place] > 0 {
            connection.doubling[place] -= 1
            connection.doubled[place] += 1
            dispatch(frame, on: connection, direction)
        }
    }

    private func dispatch(_ frame: Frame, on connection: Connection, _ direction: Direction) {
        guard let travelled = usesCodec ? coded(frame) : frame else { return }
        let delay = random.span(VirtualTime.tick / 500...VirtualTime.tick / 20)
        let time = max(now + delay, connection.last[direction.rawValue])
        connection.last[direction.rawValue] = time
        if time < latestArrival { counters.add(.framesOvertaken) } else { latestArrival = time }
        agenda.schedule(direction == .up ? .up(connection, travelled) : .down(connection, travelled), at: time)
    }

    /// The frame as the other side reads it; whatever the codec changes is a fault of the codec.
    private func coded(_ frame: Frame) -> Frame? {
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        do {
            let decoded = try decoder.decode(bytes)
            if decoded != frame { violated("the codec turned \(frame) into \(decoded)") }
            counters.add(.framesCoded)
            return decoded
        } catch {
            violated("the decoder refused \(frame): \(error)")
            return nil
        }
    }

    func arriveUp(_ frame: Frame, _ connection: Connection) {
        let parent = connection.parent
        guard parent.isUp, parent.generation == connection.parentGeneration, connection.isOpenAtParent else { return }
        arrive(.fromBelow(connection, frame), frame, connection, .up, at: parent)
    }

    func arriveDown(_ frame: Frame, _ connection: Connection) {
        let child = connection.child
        guard child.isUp, child.connection === connection else { return }
        arrive(.fromParent(connection, frame), frame, connection, .down, at: child)
    }

    private func arrive(
        _ arrival: Arrival, _ frame: Frame, _ connection: Connection, _ direction: Direction, at station: Station
    ) {
        if frame.message.isUnderCredit {
            connection.unread[direction.rawValue] += 1
            let (unread, window) = (connection.unread[direction.rawValue], station.window)
            if unread == window { counters.add(.windowsFilled) }
            if unread > window + connection.doubled[direction.rawValue] {
                violated("\(unread) frames under credit wait unread at \(station.name)")
            }
        }
        station.inbox.append(arrival)
        wake(station)
    }

    // MARK: - Connections

    /// A process opens a socket to its target in place of the one it has.
    func openSocket(_ station: Station) {
        closeSocket(station)
        station.hasSocket = true
        station.socket += 1
        let delay = random.span(VirtualTime.tick / 500...VirtualTime.tick / 50)
        agenda.schedule(.connect(station, socket: station.socket), at: now + delay)
    }

    func closeSocket(_ station: Station) {
        station.hasSocket = false
        guard let connection = station.connection else { return }
        station.connection = nil
        connection.isOpenAtChild = false
        announce(connection)
    }

    /// Tells the parent's end that the child's is closed, behind everything that is on its way.
    private func announce(_ connection: Connection) {
        if connection.child.cut.stops(.up) {
            connection.child.unannounced.append(connection)
            return
        }
        let time = max(now + VirtualTime.tick / 100, connection.last[Direction.up.rawValue])
        agenda.schedule(.closed(connection), at: time)
    }

    func closedFromBelow(_ connection: Connection) {
        let parent = connection.parent
        guard connection.isOpenAtParent, parent.isUp, parent.generation == connection.parentGeneration else { return }
        connection.isOpenAtParent = false
        parent.accepted[connection.link] = nil
        parent.inbox.append(.linkClosed(connection.link))
        wake(parent)
    }

    func connect(_ station: Station, socket: UInt32) {
        guard station.isUp, station.hasSocket, station.socket == socket, station.connection == nil else { return }
        guard let target = station.target, target.isUp, station.cut == .none else {
            agenda.schedule(.connect(station, socket: socket), at: now + reconnectDelay())
            return
        }
        let connection = Connection(link: newLink(), child: station, parent: target)
        target.accepted[connection.link] = connection
        station.connection = connection
        trace.note(now, 20, station.index, "\(station.name) connects to \(target.name) as \(connection.link.number)")
        if station.client == nil { wake(station) } else { station.client?.connected() }
    }

    /// The connection breaks at both ends at once; the socket connects again by itself, under a new link.
    package func breakConnection(of station: Station) {
        guard let connection = station.connection else { return }
        trace.note(now, 21, station.index, "connection \(connection.link.number) of \(station.name) breaks")
        station.connection = nil
        connection.isOpenAtChild = false
        connection.last[Direction.up.rawValue] = now
        // What is on its way is lost: the parent's end closes first.
        if connection.child.cut.stops(.up) {
            connection.child.unannounced.append(connection)
        } else {
            closedFromBelow(connection)
        }
        agenda.schedule(.connect(station, socket: station.socket), at: now + reconnectDelay())
    }

    func reconnectDelay() -> Int64 { random.span(VirtualTime.tick / 2...VirtualTime.tick) }

    private func line(_ frame: Frame, _ connection: Connection, _ direction: Direction) -> String {
        let (from, to) =
            direction == .up
            ? (connection.child.name, connection.parent.name) : (connection.parent.name, connection.child.name)
        return "\(from) -> \(to) [\(connection.link.number)] #\(frame.sequence)/\(frame.acknowledged) "
            + "s\(frame.session % 10000) \(frame.message.brief)"
    }
}
