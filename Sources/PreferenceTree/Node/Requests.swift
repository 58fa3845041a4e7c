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
            guard let link = children[Int(index)]?.session?.link else {
                let fault = RequestFault(
                    code: .cutOff,
                    message: "\(request.target) cannot be reached: \(childPath(claim.branch.text)) is not attached",
                    retry: true)
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
        case .gathering: break
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

    mutating func reply(_ body: Value, to asker: Asker, id: UInt64) {
        send(.reply(ReplyFrame(id: id, body: body)), to: asker)
    }

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

    mutating func answered(_ link: LinkID, _ request: UInt64, _ reply: ReplyFrame) {
        var reply = reply
        reply.id = request
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

    mutating func dropRequests(of link: LinkID) {
        requests.gatherings = requests.gatherings.filter { $0.value.asker != .below(link) }
        for (id, forwarded) in requests.forwarded.sorted(by: { $0.key < $1.key }) {
            if forwarded.asker == .below(link) {
                requests.forwarded[id] = nil
            } else if forwarded.to == .below(link) {
                requests.forwarded[id] = nil
                cutOff(forwarded)
            }
        }
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

    // MARK: answers that every child has a part in

    /// Sends the question on to every attached child that contributes to the answer, and collects.
    mutating func gather(_ request: RequestFrame, for asker: Asker, body: ValueMap, children names: [(String, Value)]) {
        let id = requests.nextID()
        // Children answer a little earlier than this node has to.
        let timeout = Interval(nanoseconds: request.timeout.nanoseconds / 8 * 7)
        var gathering = RequestTable.Gathering(
            asker: asker, id: request.id, verb: request.verb, deadline: now + timeout, body: body,
            parts: names.map { (name: $0.0, part: $0.1) }, waiting: [])
        var asked: [(UInt64, Int32)] = []
        for (text, _) in names {
            guard let name = try? NodeName(text), let index = childIndices[name], let child = children[Int(index)],
                child.isAttached, child.current != nil || child.staged != nil
            else { continue }
            gathering.waiting.insert(text)
            let part = requests.nextID()
            requests.parts[part] = text
            partOwners[part] = id
            asked.append((part, index))
        }
        requests.gatherings[id] = gathering
        for (part, index) in asked {
            sendDown(
                .request(RequestFrame(id: part, target: ".", verb: request.verb, body: request.body, timeout: timeout)),
                toChild: index)
        }
        if gathering.waiting.isEmpty { finish(gathering: id) }
    }

    private mutating func takePart(_ reply: ReplyFrame, _ name: String) {
        guard let owner = partOwners[reply.id] else { return }
        if reply.last { partOwners[reply.id] = nil }
        guard var gathering = requests.gatherings[owner] else { return }
        if reply.last { gathering.waiting.remove(name) }
        if case .map(let said) = reply.body, let position = gathering.parts.firstIndex(where: { $0.name == name }),
            case .map(var part) = gathering.parts[position].part
        {
            // What this node knows of its child's place in the fold stands; the rest is the child's own word.
            let own = part
            for entry in said.entries { part[entry.key] = entry.value }
            for member in ["rank", "state", "decides", "masked"] {
                if let value = own[member], value != .null { part[member] = value }
            }
            gathering.parts[position].part = .map(part)
        }
        requests.gatherings[owner] = gathering
        if gathering.waiting.isEmpty { finish(gathering: owner) }
    }

    private mutating func finish(gathering id: UInt64) {
        guard let gathering = requests.gatherings.removeValue(forKey: id) else { return }
        var body = gathering.body
        body["children"] = .list(
            gathering.parts.map { name, part in
                gathering.waiting.contains(name) ? unanswered(part, of: name, verb: gathering.verb) : part
            })
        completeGathered(&body, verb: gathering.verb)
        reply(.map(body), to: gathering.asker, id: gathering.id)
    }

    /// What this node knows of a child that has not answered in time.
    private func unanswered(_ part: Value, of name: String, verb: RequestVerb) -> Value {
        guard verb == .tree, case .map(var map) = part, let name = try? NodeName(name),
            let index = childIndices[name], let child = children[Int(index)]
        else { return part }
        map["state"] = .text(stateText(child))
        map["children"] = .list(below(child))
        map["note"] = .text("has not answered")
        return .map(map)
    }
}
