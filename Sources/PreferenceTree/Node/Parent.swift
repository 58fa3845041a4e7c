import Preferences

// The way up: attaching to the parent, and what the parent says (R1, R2, R5, L8, L11).
extension TreeNode {
    mutating func perform(_ actions: [Uplink.Action]) {
        for action in actions {
            switch action {
            case .openSocket: directives.append(.openParent)
            case .send(let frame): directives.append(.sendUp(frame))
            case .attached(let welcome): attached(welcome)
            case .detached(let loss): detached(loss)
            case .refused(let refusal): refused(refusal)
            case .deliver(let message): deliver(message)
            }
        }
    }

    func hello(attempt: UInt32) -> Hello {
        Hello(
            attempt: attempt, role: .node, tree: settings.tree, name: ownName, instance: identity.instance,
            incarnation: identity.incarnation, lowestVersion: ProtocolVersion.lowest,
            highestVersion: ProtocolVersion.highest, software: settings.software, catalogHash: catalog.hash,
            rank: settings.rank, height: height, syncing: syncing != nil, heartbeat: settings.timing.heartbeat,
            deadAfter: settings.timing.deadAfter, window: settings.limits.window)
    }

    mutating func receiveFromParent(_ frame: Frame) {
        guard var uplink else { return }
        self.uplink = nil
        let actions = uplink.receive(frame, at: now)
        self.uplink = uplink
        perform(actions)
    }

    mutating func parentMalformed(_ fault: ProtocolFault) {
        complain(.warning, "the parent sent bytes that are no frame: \(fault.message)", about: .parent)
        perform(uplink?.drop(at: now, retryAfter: settings.timing.heartbeat) ?? [])
    }

    private mutating func attached(_ welcome: Welcome) {
        attachedSince = wall
        parentRefusal = nil
        troubles.settle(.parent)
        take(path: welcome.path)
        log(.notice, "attached", ["parent": welcome.name.text, "path": ownPath])
        if breaksLoop() { return }
        upstream.stage = .awaitingVerdict
        upstream.hasCatalog = welcome.catalogHash == catalog.hash && catalog.hash != 0
        sendWholeRoster()
        tellPath()
        resumeMirror()
        sayStatus()
    }

    private mutating func detached(_ loss: Uplink.Loss) {
        log(.notice, "cut off from the parent: \(loss.rawValue)")
        openWaits += upstream.detach()
        pathAbove.cutOff = nil
        cutOffAboveSince = nil
        mirror?.wasCut = true
        dropRequestsAbove()
        // The highest node is the top while it lasts; what it grants is judged anew when it attaches (R11 b).
        for entry in claims.grantAll() { grant(entry) }
        tellPath()
        sayStatus()
    }

    private mutating func refused(_ refusal: Refusal) {
        if parentRefusal?.message != refusal.message {
            complain(
                .warning, "the parent refused: \(refusal.message)", about: .parent, ["code": refusal.code.rawValue])
        }
        parentRefusal = refusal
        sayStatus()
    }

    private mutating func deliver(_ message: Message) {
        switch message {
        case .verdict(let verdicts): receiveVerdicts(verdicts)
        case .grant(let entries):
            for entry in entries {
                if entry.name == settings.name {
                    parentRefusal = nil
                    troubles.settle(.parent)
                } else {
                    grant(entry)
                }
            }
        case .path(let path): receivePath(path)
        case .catalog(let frame): receiveCatalog(frame)
        case .watermark(let sequence): for wait in upstream.takeCovered(by: sequence) { fulfil(wait) }
        case .notify(let notify): receiveMirror(notify)
        case .request(let request): receiveRequest(request, from: .above)
        case .reply(let reply): receiveReply(reply, from: .above)
        default:
            complain(.warning, "the parent sent what a parent does not send", about: .parent)
            perform(uplink?.drop(at: now, retryAfter: settings.timing.heartbeat) ?? [])
        }
    }

    private mutating func receiveVerdicts(_ verdicts: [Verdict]) {
        for verdict in verdicts {
            if let owner = verdict.owner { demote(verdict.entry, owner: owner) }
        }
        if upstream.stage == .awaitingVerdict { upstream.stage = .ready }
        sayStatus()
    }

    // MARK: the path

    private mutating func receivePath(_ path: PathFrame) {
        take(path: path)
        if breaksLoop() { return }
        tellPath()
        sayStatus()
    }

    /// The path's age is that of the moment it was sent; from here on it grows with this node's own clock.
    private mutating func take(path: PathFrame) {
        pathAbove = path
        cutOffAboveSince = path.cutOff.map { now - $0 }
        if path.cutOff != nil { mirror?.wasCut = true }
    }

    mutating func tellPath() {
        let path = pathBelow
        for position in children.indices where children[position]?.isAttached == true {
            sendDown(.path(path), toChild: Int32(position))
        }
    }

    /// L8: the byte-wise smallest name of a loop drops its parent, says so, and tries again after a while.
    private mutating func breaksLoop() -> Bool {
        let own = PathStep(name: settings.name, incarnation: identity.incarnation)
        guard let position = pathAbove.steps.lastIndex(of: own) else {
            guard pathAbove.steps.count < TreeNode.deepestPath else {
                complain(
                    .error,
                    "the path to the root has more than \(TreeNode.deepestPath) nodes; set [parent] endpoints right",
                    about: .parent)
                perform(uplink?.drop(at: now, retryAfter: .seconds(1) + jitter.upTo(.seconds(1))) ?? [])
                return true
            }
            return false
        }
        let loop = pathAbove.steps[position...].map { $0.name }
        let text = (loop + [settings.name]).map { $0.text }.joined(separator: " > ")
        guard loop.min() == settings.name else { return false }
        let refusal = Refusal(
            attempt: 0, code: .loop,
            message: "the parents form a loop: \(text); set [parent] endpoints of one of them right")
        if parentRefusal?.message != refusal.message { complain(.error, refusal.message, about: .parent) }
        pathAbove = PathFrame(steps: [], cutOff: nil)
        cutOffAboveSince = nil
        perform(uplink?.drop(at: now, retryAfter: .seconds(1) + jitter.upTo(.seconds(1))) ?? [])
        parentRefusal = refusal
        sayStatus()
        return true
    }

    /// The nodes above, while this node hangs below them; a former ancestor is none.
    var stepsAbove: [PathStep] { isTop ? [] : pathAbove.steps }

    /// The longest way from the root, in nodes.
    static let deepestPath = 64

    /// The path of this node: `/` for the root, else the names below the root, by what is known of them.
    var ownPath: String {
        if isRoot { return "/" }
        if pathAbove.steps.isEmpty { return "/" + ownName }
        return pathText(pathAbove.steps.dropFirst().map { $0.name.text } + [ownName])
    }

    func pathText(_ names: [String]) -> String { "/" + names.joined(separator: "/") }

    func childPath(_ name: String) -> String { ownPath == "/" ? "/" + name : ownPath + "/" + name }
}
