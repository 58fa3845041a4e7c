package import PreferenceTree
internal import PreferenceWire
internal import Preferences
package import ServiceRuntime
package import ZeroMQ

/// The sockets of a node: it turns what comes in into events and sends frames. It decides nothing.
///
/// Made, used and closed on the poll thread. No call waits but `wait`.
package final class Transport {
    /// Messages that are read from one socket before the others have their turn.
    package static let messagesPerTurn = 1_000
    /// When frames that a peer did not take are tried again; a ROUTER does not tell when it would take them.
    package static let retryNanoseconds: Int64 = 5_000_000

    private let context: Context
    private let log: Log
    private var polls = PollSet()
    private var listeners: [Listener] = []
    private var parent: ParentSocket?
    private var parentSlots: (messages: PollSet.Slot, monitor: PollSet.Slot)?
    private var isParentPolledForWriting = false
    private var monitors = 0
    private let frameLimit: Int
    private var decoder: FrameDecoder
    private var encoder = FrameEncoder()
    private var incoming: [UInt8] = []
    private var outgoing: [UInt8] = []
    private var users = UserNames()
    private var told = ReasonGate()
    private var budget: DescriptorBudget
    /// Descriptors that are no connections from below, as of the last count.
    private var others = 0
    private var countedAt: Int?
    /// Why no connections are taken; nil while they are.
    package private(set) var trouble: String?

    /// Makes a transport that also wakes up for the descriptors of a loop.
    package init(
        in context: Context, frameLimit: Int, descriptors: [CInt], log: Log,
        budget: DescriptorBudget = DescriptorBudget(limit: .max)
    ) {
        self.budget = budget
        self.context = context
        self.log = log
        self.frameLimit = frameLimit
        decoder = FrameDecoder(limit: frameLimit)
        for descriptor in descriptors { _ = polls.add(descriptor: descriptor) }
    }

    /// Listens at an endpoint, for clients and child nodes alike.
    package func listen(at endpoint: Endpoint) throws(BindFault) {
        let listener = try Listener(
            endpoint, in: context, monitorName: nextMonitorName(), frameLimit: frameLimit,
            backlog: budget.backlog)
        _ = polls.add(listener.router.socket)
        if let monitor = listener.monitor { _ = polls.add(monitor.socket) }
        listeners.append(listener)
    }

    private func nextMonitorName() -> String {
        monitors += 1
        return "monitor-\(monitors)"
    }

    /// Ends all connections, for good; what is on its way has `linger` to leave.
    ///
    /// Paths of unix sockets stay locked as long as self.
    package func close(lingerMilliseconds linger: CInt) {
        closeParent(lingerMilliseconds: linger)
        // It keeps the sockets that it polls.
        polls = PollSet()
        for listener in listeners { listener.close(lingerMilliseconds: linger) }
    }

    /// Sleeps until something comes in; with `mayBlock` false it only looks. C: `zmq_poll`
    package func wait(mayBlock: Bool) {
        do {
            _ = try polls.wait(milliseconds: mayBlock ? nil : 0)
        } catch {
            if told.isNews("\(error)", about: "poll") { log.event(.error, "the sockets cannot be polled: \(error)") }
        }
    }

    // MARK: - Reading

    /// Turns what waits into events, up to a number of messages for each socket.
    package func read(_ deliver: (Event) -> Void) {
        for (index, listener) in listeners.enumerated() {
            read(listener, index, deliver)
        }
        readParent(deliver)
    }

    private func read(_ listener: Listener, _ index: Int, _ deliver: (Event) -> Void) {
        do {
            try listener.read(into: &incoming, atMost: Transport.messagesPerTurn) { arrival, bytes in
                switch arrival {
                case .frame(let id): deliver(event(LinkID(listener: index, routing: id), bytes, from: listener))
                case .multipart(let id):
                    deliver(.malformed(LinkID(listener: index, routing: id), Transport.multipart))
                case .closed(let id): deliver(.linkClosed(LinkID(listener: index, routing: id)))
                case .doubtful(let id): deliver(.linkDoubted(LinkID(listener: index, routing: id)))
                case .selfNamed: note(listener.endpoint, "a peer names itself (ZMQ_ROUTING_ID) and is not heard")
                case .acceptFailed(let code):
                    note(
                        listener.endpoint,
                        "a connection cannot be accepted: \(SystemError(code: code, operation: "accept"))")
                }
            }
        } catch {
            note(listener.endpoint, "messages cannot be read: \(error)")
        }
    }

    private static let multipart = ProtocolFault(
        code: .malformed, message: "a message of several parts; a frame is a message of one part")

    private func event(_ link: LinkID, _ bytes: [UInt8], from listener: Listener) -> Event {
        do throws(WireFault) {
            let frame = try decoder.decode(bytes)
            guard case .hello = frame.message else { return .frame(link, frame, nil) }
            let peer = PeerInfo(peerAddress: listener.peerAddress, isUnix: listener.isUnix, users: &users)
            return .frame(link, frame, peer)
        } catch {
            return error.unknownFrame.map { .unknown(link, $0) } ?? .malformed(link, error.answer)
        }
    }

    private func note(_ endpoint: Endpoint, _ what: String) {
        if told.isNews(what, about: "\(endpoint)") { log.event(.warning, what, ["endpoint": "\(endpoint)"]) }
    }

    // MARK: - Sending

    /// Sends a frame over a link; a link that is over is told about as closed by the next read.
    package func send(_ frame: Frame, to link: LinkID) {
        guard listeners.indices.contains(link.listener) else { return }
        encode(frame)
        listeners[link.listener].send(outgoing, to: link.routing)
    }

    private func encode(_ frame: Frame) {
        outgoing.removeAll(keepingCapacity: true)
        encoder.encode(frame, into: &outgoing)
    }

    /// Tries again what peers did not take.
    package func retry() {
        for listener in listeners where listener.hasUnsent { listener.retry() }
        parent?.retry()
        pollParentForWriting()
    }

    /// Whether to `retry` before long.
    package var hasUnsent: Bool { listeners.contains { $0.hasUnsent } }

    /// Whether the next `read` has something to tell about links, though nothing may have come.
    package var isAnythingDue: Bool { listeners.contains { $0.isAnythingDue } }

    /// Connections from below that are open.
    package var connections: Int { listeners.reduce(0) { $0 + $1.connections } }
}

// MARK: - Descriptors

extension Transport {
    /// Stops taking connections when there are few descriptors left, and goes on when there are enough again.
    package func watchDescriptors() {
        let connections = connections
        guard connections != countedAt else { return }
        countedAt = connections
        if others > 0, !budget.isNear(others + connections) { return }
        // Where not even the count has a descriptor, all are in use.
        let used = (try? DescriptorLimit.used()) ?? budget.limit
        others = max(1, used - connections)
        switch budget.judge(used: used) {
        case .exhausted:
            trouble =
                "\(used) of \(budget.limit) descriptors are in use: no connections are taken until some have ended; "
                + "raise LimitNOFILE of the unit, or ulimit -n"
            refuseConnections(true)
        case .recovered:
            trouble = nil
            refuseConnections(false)
        case nil: break
        }
    }

    private func refuseConnections(_ isRefused: Bool) {
        for listener in listeners {
            do {
                try listener.refuseConnections(isRefused)
            } catch {
                note(listener.endpoint, "connections cannot be \(isRefused ? "refused" : "taken again"): \(error)")
            }
        }
    }
}

// MARK: - The parent

extension Transport {
    /// Drops the connection to the parent, if any, and begins a new one.
    package func openParent(at endpoint: Endpoint) {
        closeParent(lingerMilliseconds: 0)
        do {
            let opened = try ParentSocket(
                endpoint, in: context, monitorName: nextMonitorName(), frameLimit: frameLimit)
            guard let monitor = opened.monitor else { return }
            parentSlots = (polls.add(opened.dealer.socket), polls.add(monitor.socket))
            parent = opened
        } catch {
            note(endpoint, "the parent cannot be connected to: \(error)")
        }
    }

    package func closeParent(lingerMilliseconds linger: CInt) {
        if let slots = parentSlots {
            polls.remove(slots.messages)
            polls.remove(slots.monitor)
        }
        parentSlots = nil
        isParentPolledForWriting = false
        parent?.close(lingerMilliseconds: linger)
        parent = nil
    }

    package func sendUp(_ frame: Frame) {
        guard let parent else { return }
        encode(frame)
        let isHello = if case .hello = frame.message { true } else { false }
        parent.send(outgoing, beginsAnew: isHello)
        pollParentForWriting()
    }

    private func readParent(_ deliver: (Event) -> Void) {
        guard let parent else { return }
        do {
            try parent.read(into: &incoming, atMost: Transport.messagesPerTurn) { bytes in
                guard let bytes else { return deliver(.parentMalformed(Transport.multipart)) }
                do throws(WireFault) {
                    deliver(.parentFrame(try decoder.decode(bytes)))
                } catch {
                    deliver(error.unknownFrame.map { .parentUnknown($0) } ?? .parentMalformed(error.answer))
                }
            }
        } catch {
            log.event(.warning, "the parent cannot be read: \(error)")
        }
    }

    /// What is to be seen of the connection to the parent.
    package func sightsOfParent(_ take: (ParentWatch.Sight) -> Void) {
        try? parent?.sights(take)
    }

    private func pollParentForWriting() {
        guard let parent, let slots = parentSlots, parent.hasUnsent != isParentPolledForWriting else { return }
        isParentPolledForWriting = parent.hasUnsent
        polls.change(slots.messages, to: parent.hasUnsent ? [.readable, .writable] : .readable)
    }
}
