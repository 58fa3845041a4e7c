import Preferences

// The fold of one key as a tree: who said what, who decides, who is missing.
extension TreeNode {
    mutating func explain(_ request: RequestFrame, for asker: Asker) {
        guard case .text(let name)? = request.body["key"], let asked = try? Key(name),
            let (key, shared) = catalog.resolve(asked)
        else {
            var fault = unknownKey("?")
            if case .text(let name)? = request.body["key"] { fault = unknownKey(name) }
            return reply(fault: fault, to: asker, id: request.id)
        }
        let index = keys.index(of: key)
        let state =
            index.map { syncing == nil ? keys.current($0) : keys.states[Int($0)] }
            ?? KeyState(key: key, shared: shared, definedAt: 0)
        let record = record(of: state, shared.definition)
        var body = ValueMap([
            ("name", .text(ownName)), ("path", .text(ownPath)), ("kind", .text("node")),
            ("rank", .int(Int64(settings.rank))),
            ("value", record.value ?? .null), ("explicit", .bool(record.explicit)), ("key", .text(key.text)),
            ("state", .text(syncing != nil || state.isHeld ? "syncing" : "ok")), ("decides", .bool(false)),
            ("masked", .bool(false)), ("causes", .list(record.causes.map { .text($0) })), ("reduces", .int(0)),
        ])
        if record.state == .degraded { body["degraded"] = .bool(true) }
        gather(request, for: asker, body: body, children: explainChildren(state, shared.definition))
    }

    private func explainChildren(_ state: KeyState, _ definition: Definition) -> [(String, Value)] {
        let decider = state.fold.decidingSlot
        var seen: Set<Int32> = []
        var parts: [(String, Value)] = state.fold.contributions.map { contribution in
            let info = state.slots[Int(contribution.slot)]
            let decides = decider == contribution.slot
            let lowered = definition.lower(contribution.partial)
            let value: Value = if case .value(let value) = lowered { value } else { .null }
            var part = ValueMap([
                ("name", .text(contribution.order.name)), ("rank", .int(Int64(contribution.order.rank))),
                ("value", value), ("explicit", .bool(contribution.partial != nil)), ("decides", .bool(decides)),
                ("masked", .bool(false)), ("causes", .list((state.causes[contribution.slot] ?? []).map { .text($0) })),
                ("reduces", .int(0)), ("children", .list([])),
            ])
            let isShadowed = decider != nil && !decides && !definition.policy.isCommutative
            let isQuarantined = info.state.contains(.quarantined)
            part["state"] = .text(
                isQuarantined ? "quarantined" : info.isStale ? "stale" : isShadowed ? "shadowed" : "ok")
            switch info.contributor {
            case .child(let index):
                seen.insert(index)
                part["kind"] = .text("node")
                part["path"] = .text(childPath(contribution.order.name))
                return (contribution.order.name, .map(part))
            case .source(let index):
                describe(source: index, in: &part)
                return ("", .map(part))
            }
        }
        for (position, child) in children.enumerated() {
            guard let child, !seen.contains(Int32(position)) else { continue }
            // A live child that gives nothing is shown for the sake of whoever is missing below it.
            guard child.standing != .live || child.roster.values.contains(where: { $0.presence != .live }) else {
                continue
            }
            parts.append((child.name.text, .map(stranger(child))))
        }
        for name in settings.expected where childIndices[name] == nil && claims[name] == nil && isExpectedHere(name) {
            var unseen = ChildNode(name: name)
            unseen.standing = .missing(since: now)
            parts.append(("", .map(stranger(unseen))))
        }
        return parts
    }

    private func describe(source index: Int32, in part: inout ValueMap) {
        part["kind"] = .text("source")
        guard let entry = sources[index] else { return }
        part["path"] = .text(ownPath + ":" + entry.name.text)
        part["value"] = entry.value
        part["lifetime"] = .text(entry.lifetime.rawValue)
        part["since"] = .int(entry.since.microseconds)
        part["by"] = .text(entry.by)
        if let refusal = entry.refusal { part["causes"] = .list([.text(refusal)]) }
    }

    /// A child that gives nothing here because it is away, or not counted yet.
    private func stranger(_ child: ChildNode) -> ValueMap {
        ValueMap([
            ("name", .text(child.name.text)), ("path", .text(childPath(child.name.text))), ("kind", .text("node")),
            ("rank", .int(Int64(child.rank))), ("value", .null), ("explicit", .bool(false)),
            ("state", .text(stateText(child))), ("decides", .bool(false)), ("masked", .bool(false)),
            ("causes", .list([])), ("reduces", .int(0)), ("children", .list([])),
        ])
    }

    /// Reduce calls of the reference fold: n contributions that take part cost n − 1 here, and their own (F2).
    mutating func completeGathered(_ body: inout ValueMap, verb: RequestVerb) {
        guard verb == .explain, case .list(let parts)? = body["children"] else { return }
        var below: Int64 = 0
        for case .map(let part) in parts { if case .int(let reduces)? = part["reduces"] { below += reduces } }
        guard case .text(let name)? = body["key"], let key = try? Key(name), let index = keys.index(of: key) else {
            return
        }
        body["reduces"] = .int(below + Int64(max(0, keys.states[Int(index)].fold.foldedCount - 1)))
    }
}
