import Preferences

// Questions: answered here, or passed on along the roster, and their answers back (R16).
extension TreeNode {
    mutating func receiveRequest(_ request: RequestFrame, from asker: Asker) {
        guard requests.open(from: asker) < settings.limits.openRequests else {
            reply(
                fault: RequestFault(
                    code: .limit, message: "\(settings.limits.openRequests) requests are open", retry: true),
                to: asker, id: request.id)
            return
        }
        if request.target == "." || request.target == ownPath && (isRoot || request.target != "/") {
            answer(request, for: asker)
        } else if request.target == "/" {
            if isRoot { answer(request, for: asker) } else { passUp(request, from: asker) }
        } else {
            passOn(request, from: asker)
        }
    }

    private mutating func passOn(_ request: RequestFrame, from asker: Asker) {
        let unknown = RequestFault(
            code: .unknownNode, message: "there is no node \(request.target) in tree \(settings.tree)",
            hint: "prefctl tree shows them")
        guard request.target.utf8.first == UInt8(ascii: "/"),
            let last = request.target.split(separator: "/").last, let name = try? NodeName(String(last))
        else { return reply(fault: unknown, to: asker, id: request.id) }
        if let claim = claims[name], let index = childIndices[claim.branch], ownerPath(of: name) == request.target {
            guard let link = reachableLink(ofChild: index) else {
                let fault = RequestFault(
                    code: .cutOff,
                    message: "\(request.target) cannot be reached: \(childPath(claim.branch.text)) is not attached",
                    hint: "prefctl tree shows what is", retry: true)
                return reply(fault: fault, to: asker, id: request.id)
            }
            forward(request, from: asker, to: .below(link))
        } else if !isRoot, asker != .above {
            passUp(request, from: asker)
        } else {
            reply(fault: unknown, to: asker, id: request.id)
        }
    }

    private mutating func passUp(_ request: RequestFrame, from asker: Asker) {
        if uplink?.isAttached == true {
            forward(request, from: asker, to: .above)
        } else if request.verb == .get, request.body["stale_ok"] == .bool(true),
            let body = mirroredRecords(request.body)
        {
            reply(body, to: asker, id: request.id)
        } else {
            reply(
                fault: RequestFault(
                    code: .cutOff, message: "\(ownName) is cut off from its root: \(phaseText)",
                    hint: "ask again later, or look at --at . for this node's own values", retry: true),
                to: asker, id: request.id)
        }
    }

    mutating func forward(_ request: RequestFrame, from asker: Asker, to target: Asker) {
        let id = requests.nextID()
        requests.forwarded[id] = RequestTable.Forwarded(
            asker: asker, id: request.id, to: target, deadline: now + request.timeout)
        var passed = request
        passed.id = id
        send(.request(passed), to: target)
    }

    private mutating func send(_ message: Message, to asker: Asker) {
        switch asker {
        case .below(let link): sendDown(message, to: link)
        case .above: sendUp(message)
        case .shell: break
        }
    }

    mutating func receiveReply(_ reply: ReplyFrame, from sender: Asker) {
        if let name = requests.parts[reply.id] {
            if reply.last { requests.parts[reply.id] = nil }
            takePart(reply, name)
            return
        }
        guard let forwarded = requests.forwarded[reply.id], forwarded.to == sender else { return }
        if reply.last { requests.forwarded[reply.id] = nil }
        var answer = reply
        answer.id = forwarded.id
        send(.reply(answer), to: forwarded.asker)
    }

    /// Answers, or says that the answer is more than a frame: the receiver would close the connection for it (R13).
    mutating func reply(_ body: Value, to asker: Asker, id: UInt64) {
        let (size, limit) = (body.canonicalSize, settings.limits.frame - TreeNode.roomForHeader)
        if size <= limit { return send(.reply(ReplyFrame(id: id, body: body)), to: asker) }
        reply(
            fault: RequestFault(
                code: .tooLarge, message: "the answer of \(ownPath) is \(size) bytes, \(limit) fit in one frame",
                hint: "ask for fewer keys, or ask a node further down"),
            to: asker, id: id)
    }

    /// Of a frame, what is not the body: its header, the id, and what a list's parts add.
    private static let roomForHeader = 1024

    mutating func reply(fault: RequestFault, to asker: Asker, id: UInt64) {
        send(.reply(ReplyFrame(id: id, body: .null, fault: fault)), to: asker)
    }

    /// A long list in parts that fit a frame.
    mutating func reply(list: [Value], to asker: Asker, id: UInt64) {
        var part: [Value] = []
        var size = 0
        for item in list {
            part.append(item)
            size += item.canonicalSize
            if size >= settings.limits.frameTarget {
                send(.reply(ReplyFrame(id: id, body: .list(part), last: false)), to: asker)
                part = []
                size = 0
            }
        }
        send(.reply(ReplyFrame(id: id, body: .list(part))), to: asker)
    }

    mutating func answered(_ request: UInt64, _ reply: ReplyFrame) {
        var reply = reply
        guard let pending = requests.forwarded.removeValue(forKey: request) else { return }
        reply.id = pending.id
        send(.reply(reply), to: pending.asker)
    }

    mutating func judgeRequests() {
        for (id, forwarded) in requests.forwarded.sorted(by: { $0.key < $1.key }) where now >= forwarded.deadline {
            requests.forwarded[id] = nil
            reply(
                fault: RequestFault(code: .timeout, message: "no answer within the deadline", retry: true),
                to: forwarded.asker, id: forwarded.id)
        }
        for (id, gathering) in requests.gatherings.sorted(by: { $0.key < $1.key }) where now >= gathering.deadline {
            finish(gathering: id)
        }
    }

    /// The peer of the link asks no more and answers no more.
    mutating func dropRequests(of link: LinkID) {
        requests.gatherings = requests.gatherings.filter { $0.value.asker != .below(link) }
        requests.forwarded = requests.forwarded.filter { $0.value.asker != .below(link) }
        dropRequests(to: link)
    }

    /// What was asked over the link gets no answer: its asker is told at once (R16).
    mutating func dropRequests(to link: LinkID) {
        for (id, forwarded) in requests.forwarded.sorted(by: { $0.key < $1.key }) where forwarded.to == .below(link) {
            requests.forwarded[id] = nil
            cutOff(forwarded)
        }
        guard let index = childLinks[link] else { return }
        dropParts(ofChild: childName(index))
    }

    /// The way to a child, for questions: none while its connection is lost, whether or not it comes back.
    func reachableLink(ofChild index: Int32) -> LinkID? {
        guard let session = children[Int(index)]?.session, session.probedAt == nil else { return nil }
        return session.link
    }

    mutating func dropRequestsAbove() {
        requests.gatherings = requests.gatherings.filter { $0.value.asker != .above }
        for (id, forwarded) in requests.forwarded.sorted(by: { $0.key < $1.key }) {
            if forwarded.asker == .above {
                requests.forwarded[id] = nil
            } else if forwarded.to == .above {
                requests.forwarded[id] = nil
                cutOff(forwarded)
            }
        }
    }

    private mutating func cutOff(_ forwarded: RequestTable.Forwarded) {
        reply(
            fault: RequestFault(code: .cutOff, message: "the way to the node was cut off meanwhile", retry: true),
            to: forwarded.asker, id: forwarded.id)
    }
}
