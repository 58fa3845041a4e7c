import Preferences

// Answers that every child has a part in: asked for, collected, and sent when all have come or cannot come (R16).
extension TreeNode {
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
            guard reachableLink(ofChild: index) != nil else {
                gathering.unreachable.insert(text)
                continue
            }
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

    mutating func takePart(_ reply: ReplyFrame, _ name: String) {
        guard let owner = partOwners[reply.id] else { return }
        if reply.last { partOwners[reply.id] = nil }
        guard var gathering = requests.gatherings[owner] else { return }
        if reply.last { gathering.waiting.remove(name) }
        if let fault = reply.fault, let position = gathering.parts.firstIndex(where: { $0.name == name }),
            case .map(var part) = gathering.parts[position].part
        {
            part["note"] = .text(fault.message)
            gathering.parts[position].part = .map(part)
        }
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

    /// A child that was asked is gone: its parts stay as this node knows them.
    mutating func dropParts(ofChild name: String) {
        for (part, _) in requests.parts.filter({ $0.value == name }).sorted(by: { $0.key < $1.key }) {
            requests.parts[part] = nil
            guard let owner = partOwners.removeValue(forKey: part) else { continue }
            requests.gatherings[owner]?.waiting.remove(name)
            requests.gatherings[owner]?.unreachable.insert(name)
            if requests.gatherings[owner]?.waiting.isEmpty == true { finish(gathering: owner) }
        }
    }

    mutating func finish(gathering id: UInt64) {
        guard let gathering = requests.gatherings.removeValue(forKey: id) else { return }
        for (part, owner) in partOwners where owner == id {
            partOwners[part] = nil
            requests.parts[part] = nil
        }
        var body = gathering.body
        body["children"] = .list(
            gathering.parts.map { name, part in
                if gathering.unreachable.contains(name) {
                    unanswered(part, of: name, verb: gathering.verb, note: "cannot be reached: its connection is lost")
                } else if gathering.waiting.contains(name) {
                    unanswered(part, of: name, verb: gathering.verb, note: "has not answered")
                } else {
                    part
                }
            })
        completeGathered(&body, verb: gathering.verb)
        reply(.map(body), to: gathering.asker, id: gathering.id)
    }

    /// What this node knows of a child that has not answered, and why it has not.
    private func unanswered(_ part: Value, of name: String, verb: RequestVerb, note: String) -> Value {
        guard case .map(var map) = part else { return part }
        map["note"] = .text(note)
        guard verb == .tree, let name = try? NodeName(name), let index = childIndices[name],
            let child = children[Int(index)]
        else { return .map(map) }
        map["state"] = .text(stateText(child))
        map["children"] = .list(below(child))
        return .map(map)
    }
}
