import Preferences

// HELLO: who may attach, and the session that begins with it (R2, L4, L8, L10).
extension TreeNode {
    mutating func greet(_ hello: Hello, from link: LinkID, peer: PeerInfo) {
        if isStopping { return }
        if let refusal = reasonToRefuse(hello, peer: peer) {
            tell(refusal, of: hello, at: peer)
            directives.append(.send(link, Frame(message: .refuse(refusal))))
            return
        }
        // A link has one session: the new one takes the place of whatever stood on it.
        if let index = childLinks[link] { endSession(ofChild: index) }
        if clients[link] != nil { endClient(link) }
        let subject = TreeNode.subject(of: hello)
        refusalsTold.forget(subject)
        troubles.settle(.peer, of: subject)
        switch hello.role {
        case .client: greetClient(hello, from: link, peer: peer)
        case .node: if let name = try? NodeName(hello.name) { greetNode(hello, name, from: link, peer: peer) }
        }
    }

    /// One line for each change of reason: who is refused asks again for ever.
    private mutating func tell(_ refusal: Refusal, of hello: Hello, at peer: PeerInfo) {
        let subject = TreeNode.subject(of: hello)
        guard refusalsTold.isNews(refusal.code, of: subject, at: now) else { return }
        complain(
            .warning, "refused: \(refusal.message)", about: .peer, of: subject,
            ["peer": hello.name, "address": peer.address])
    }

    /// Clients are many, and each start of one has another name.
    private static func subject(of hello: Hello) -> String { hello.role == .node ? hello.name : "a client" }

    private func reasonToRefuse(_ hello: Hello, peer: PeerInfo) -> Refusal? {
        func refusal(_ code: Refusal.Code, _ message: String) -> Refusal {
            Refusal(attempt: hello.attempt, code: code, message: message)
        }
        if hello.lowestVersion > ProtocolVersion.highest || hello.highestVersion < ProtocolVersion.lowest {
            return refusal(
                .version,
                "\(hello.name) speaks protocol \(hello.lowestVersion) to \(hello.highestVersion) (\(hello.software)), "
                    + "\(ownName) speaks \(ProtocolVersion.lowest) to \(ProtocolVersion.highest) "
                    + "(\(settings.software)); upgrade the older one")
        }
        if hello.tree != settings.tree, hello.role == .node || !hello.tree.isEmpty {
            return refusal(
                .otherTree,
                "\(hello.name) belongs to tree \(hello.tree), \(ownName) at \(settings.address) to tree "
                    + "\(settings.tree); set [node] tree or [parent] endpoints right")
        }
        switch hello.role {
        case .client:
            // One that comes back takes the place of its own session.
            return clients.count < settings.limits.clients || clientInstances[hello.instance] != nil
                ? nil
                : refusal(
                    .limit, "\(ownName) has its \(settings.limits.clients) clients; raise [limits] clients there")
        case .node:
            return reasonToRefuseNode(hello, peer: peer, refusal)
        }
    }

    private func reasonToRefuseNode(
        _ hello: Hello, peer: PeerInfo, _ refusal: (Refusal.Code, String) -> Refusal
    ) -> Refusal? {
        if !settings.acceptsChildren {
            return refusal(.notAParent, "\(ownName) has no [listen] children and takes no child nodes")
        }
        guard let name = try? NodeName(hello.name) else {
            return refusal(.invalid, "\(hello.name) is no node name; use letters, digits, '.', '_' and '-'")
        }
        if name == settings.name {
            return refusal(
                .nameTaken,
                "\(name) at \(peer.address) has the name of its parent at \(settings.address); set [node] name")
        }
        if stepsAbove.contains(where: { $0.name == name && $0.incarnation == hello.incarnation }) {
            return refusal(
                .loop,
                "the parents form a loop: \(loopText(from: name)); set [parent] endpoints of one of them right")
        }
        guard let index = childIndices[name], let child = children[Int(index)] else {
            return childIndices.count < settings.limits.children
                ? nil
                : refusal(
                    .limit, "\(ownName) has its \(settings.limits.children) children; raise [limits] children there")
        }
        if child.instance != hello.instance, isInPlace(child) {
            return refusal(
                .nameTaken,
                "the name \(name) is taken by \(child.address) (incarnation \(hex(child.incarnation))); "
                    + "\(peer.address) (incarnation \(hex(hello.incarnation))) asked for it: give one of them another [node] name"
            )
        }
        return nil
    }

    /// Whether a child still stands in its place, so that another instance cannot have its name: it has a session that
    /// was not lost a heartbeat ago, or has only just been without one (L4).
    private func isInPlace(_ child: ChildNode) -> Bool {
        if let probed = child.session?.probedAt { return now.since(probed) < settings.timing.heartbeat }
        return child.isAttached || (child.standing == .live && now.since(child.lastHeard) < child.deadAfter)
    }

    private func loopText(from name: NodeName) -> String {
        let names = pathAbove.steps.map { $0.name.text }
        let start = names.firstIndex(of: name.text) ?? 0
        return (names[start...] + [settings.name.text, name.text]).joined(separator: " > ")
    }

    private mutating func greetClient(_ hello: Hello, from link: LinkID, peer: PeerInfo) {
        let session = makeSession(hello, link: link)
        adoptHeld(by: hello.instance, on: link)
        clients[link] = ClientPeer(
            session: session, name: hello.name, instance: hello.instance, by: peer.user ?? hello.name, peer: peer)
        clientOrder.append(link)
        clientInstances[hello.instance] = link
        welcome(hello, session: session)
    }

    private mutating func greetNode(_ hello: Hello, _ name: NodeName, from link: LinkID, peer: PeerInfo) {
        let index = childIndices[name] ?? addChild(ChildNode(name: name))
        if expectations.dismissed.remove(name) != nil { persistedRoster[name] = nil }
        endSession(ofChild: index)
        guard var child = children[Int(index)] else { return }
        if child.standing == .live, child.incarnation != hello.incarnation || child.instance != hello.instance {
            // The process that contributed is gone; what it left stands until the new one is complete (L2).
            becomeStale(&child, index)
        }
        if child.isMissing, child.current == nil, claims[name] == nil { child.standing = .pending }
        child.instance = hello.instance
        child.incarnation = hello.incarnation
        child.height = hello.height
        child.isSyncing = hello.syncing
        child.address = peer.address
        child.software = hello.software
        child.session = makeSession(hello, link: link)
        child.staged = Generation()
        child.hasRoster = false
        child.lastSeen = wall
        child.lastHeard = now
        child.deadAfter = settings.timing.deadAfter(heartbeat: hello.heartbeat)
        child.unattached = child.unattached(at: now)
        child.unattachedSince = nil
        if child.rank != hello.rank { reorder(&child, rank: hello.rank) }
        childLinks[link] = index
        let session = child.session
        children[Int(index)] = child
        touchRoster(ofChild: index)
        if let session { welcome(hello, session: session) }
        if let frame = catalogFrame, hello.catalogHash != catalog.hash { sendDown(.catalog(frame), toChild: index) }
    }

    private mutating func makeSession(_ hello: Hello, link: LinkID) -> PeerSession {
        nextSession &+= 1
        return PeerSession(
            link: link, number: nextSession, sequences: SequenceState(window: hello.window), lastHeard: now,
            lastSent: now, deadAfter: settings.timing.deadAfter(heartbeat: hello.heartbeat),
            heartbeat: settings.timing.heartbeat)
    }

    private mutating func welcome(_ hello: Hello, session: PeerSession) {
        let welcome = Welcome(
            attempt: hello.attempt, tree: settings.tree, name: settings.name, incarnation: identity.incarnation,
            version: min(hello.highestVersion, ProtocolVersion.highest), software: settings.software,
            heartbeat: settings.timing.heartbeat, deadAfter: settings.timing.deadAfter, window: settings.limits.window,
            path: pathBelow, catalogHash: catalog.hash)
        directives.append(.send(session.link, Frame(session: session.number, message: .welcome(welcome))))
    }

    /// What children are told of the way to the root: this node last.
    var pathBelow: PathFrame {
        var path = pathAbove
        path.cutOff = cutOffAboveSince.map { now.since($0) }
        path.steps.append(PathStep(name: settings.name, incarnation: identity.incarnation))
        if !isRoot, isTop, let since = uplink?.detachedSince { path.cutOff = now.since(since) }
        return path
    }

    var ownName: String { settings.name.text }

    mutating func addChild(_ child: ChildNode) -> Int32 {
        let index: Int32
        if let free = children.firstIndex(where: { $0 == nil }) {
            children[free] = child
            index = Int32(free)
        } else {
            index = Int32(children.count)
            children.append(child)
        }
        childIndices[child.name] = index
        return index
    }

    private mutating func reorder(_ child: inout ChildNode, rank: Int32) {
        let order = ContributionOrder(rank: rank, name: child.name.text, kind: .node)
        child.order = order
        guard let current = child.current else { return }
        for (id, slot) in current.slots.enumerated() where slot >= 0 {
            let key = current.keys[id]
            if keys.states[Int(key)].fold.reorder(slot, order) { keys.markDirty(key, reason: .published) }
        }
    }
}

func hex(_ number: UInt64) -> String { String(number, radix: 16) }
