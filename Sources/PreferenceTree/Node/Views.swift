import Preferences

// The pictures that requests ask for: the topology, the node, its sources and keys.
extension TreeNode {
    var treeBody: ValueMap {
        var body = ValueMap([
            ("name", .text(ownName)), ("path", .text(ownPath)),
            ("incarnation", .text(Hexadecimal.text(identity.incarnation))),
            ("state", .text(syncing == nil ? "live" : "syncing")), ("address", .text(settings.address)),
            ("version", .text(settings.software)), ("sources", .int(Int64(sources.count))),
            ("keys", .int(Int64(keys.states.count { $0.contributions > 0 }))),
        ])
        if let refusal = parentRefusal { body["note"] = .text(refusal.message) }
        return body
    }

    var treeChildren: [(String, Value)] {
        var parts: [(String, Value)] = []
        for child in children.compactMap({ $0 }).sorted(by: { $0.order < $1.order }) {
            var part = ValueMap([
                ("name", .text(child.name.text)), ("path", .text(childPath(child.name.text))),
                ("incarnation", .text(Hexadecimal.text(child.incarnation))), ("address", .text(child.address)),
                ("version", .text(child.software)), ("sources", .int(0)), ("keys", .int(0)),
            ])
            let state = stateText(child)
            // A live child says itself whether it is syncing.
            part["state"] = child.standing == .live ? .null : .text(state)
            if !child.isAttached {
                part["state"] = .text(state)
                part["children"] = .list(below(child))
            } else {
                part["children"] = .list([])
            }
            if let claim = claims[child.name], claim.branch != child.name {
                part["note"] = .text("the name is taken by \(ownerPath(of: child.name))")
            } else if let unfolded = child.unfoldedKeys {
                part["note"] = .text("\(unfolded) of its keys are not folded in \(ownName): a limit is reached there")
            }
            parts.append((child.name.text, .map(part)))
        }
        for name in settings.expected where childIndices[name] == nil && claims[name] == nil && isExpectedHere(name) {
            parts.append((name.text, .map(unseen(name))))
        }
        return parts
    }

    private func unseen(_ name: NodeName) -> ValueMap {
        ValueMap([
            ("name", .text(name.text)), ("path", .text(childPath(name.text))), ("state", .text("missing")),
            ("incarnation", .text("")), ("address", .text("")), ("version", .text("")), ("sources", .int(0)),
            ("keys", .int(0)), ("note", .text("never seen")), ("children", .list([])),
        ])
    }

    /// What the roster still says of the nodes below a child that is away.
    func below(_ child: ChildNode) -> [Value] {
        let names = claims.byName.filter { $0.value.branch == child.name && $0.key != child.name }.map { $0.key }
        return names.sorted().map { name in
            let state = if case .missing = child.standing { "missing" } else { "stale" }
            var map = unseen(name)
            map["path"] = .text(path(below: child.name, of: child.roster[name]))
            map["state"] = .text(state)
            map["note"] = nil
            return .map(map)
        }
    }

    func stateText(_ child: ChildNode) -> String {
        switch child.standing {
        case .pending: "pending"
        case .live: child.isSyncing ? "syncing" : "live"
        case .stale: child.isAttached ? "syncing" : "stale"
        case .missing: "missing"
        }
    }

    // MARK: status

    var statusBody: ValueMap {
        let known = children.compactMap { $0 }
        func count(_ matches: (ChildNode) -> Bool) -> Value { .int(Int64(known.count { matches($0) })) }
        var body = ValueMap([
            ("name", .text(ownName)), ("path", .text(ownPath)), ("tree", .text(settings.tree)),
            ("version", .text(settings.software)), ("incarnation", .text(Hexadecimal.text(identity.incarnation))),
            ("since", .int(startedAt.microseconds)), ("state", .text(statusState)), ("phase", .text(phaseText)),
            ("attached", .bool(isRoot || uplink?.isAttached == true)), ("epoch", .int(Int64(clamping: board.epoch))),
            ("revision", .int(Int64(clamping: board.revision))), ("catalog", .text(Hexadecimal.text(catalog.hash))),
            ("nodes", .map(nodeCoverage.body)), ("sources", .int(Int64(sources.count))),
            ("keys", .int(Int64(keys.count))), ("clients", .int(Int64(clients.count))),
            ("disk", .text(storageFault ?? "ok")), ("pins", .int(0)), ("drained", .bool(isDrained)),
            ("malformed_frames", .int(Int64(clamping: foreignInput.malformed))),
            ("unknown_frames", .int(Int64(clamping: foreignInput.unknown))),
        ])
        body["children"] = .map(
            ValueMap([
                ("live", count { $0.standing == .live }), ("stale", count { $0.isStale }),
                ("missing", count { $0.isMissing }), ("pending", count { $0.standing == .pending }),
            ]))
        if !isRoot { body["parent"] = .map(parentBody) }
        if let last = troubles.last {
            body["last_error"] = .text(last.message)
            body["last_error_at"] = .int(last.time.microseconds)
        }
        return body
    }

    private var statusState: String {
        if syncing != nil { return "syncing" }
        if isDrained { return "drained" }
        if !isRoot, uplink?.isAttached != true { return "cut off" }
        if parentRefusal != nil { return "not counted" }
        return storageFault == nil && transportTrouble == nil ? "ok" : "degraded"
    }

    private var parentBody: ValueMap {
        var parent = ValueMap()
        if !settings.parentAddress.isEmpty { parent["endpoint"] = .text(settings.parentAddress) }
        if let welcome = uplink?.attachment?.welcome {
            parent["name"] = .text(welcome.name.text)
            parent["since"] = .int(attachedSince.microseconds)
        }
        if let refusal = parentRefusal {
            parent["why"] = .text(refusal.message)
        } else if uplink?.isAttached != true, let parentTrouble {
            parent["why"] = .text(parentTrouble)
        }
        return parent
    }

    // MARK: sources and keys

    func sourceList(_ pattern: KeyPattern?) -> [Value] {
        let matching = sources.entries.compactMap { $0 }.filter { entry in
            pattern.map { $0.matches(keys.states[Int(entry.key)].key) } ?? true
        }
        let sorted = matching.sorted {
            ($0.key == $1.key) ? $0.name < $1.name : keys.states[Int($0.key)].key < keys.states[Int($1.key)].key
        }
        return sorted.map { entry in
            var map = ValueMap([
                ("key", .text(keys.states[Int(entry.key)].key.text)), ("source", .text(entry.name.text)),
                ("value", entry.value), ("rank", .int(Int64(entry.rank))), ("lifetime", .text(entry.lifetime.rawValue)),
                ("since", .int(entry.since.microseconds)), ("by", .text(entry.by)),
                ("state", .text(entry.refusal != nil ? "quarantined" : entry.isUnstated ? "stale" : "ok")),
            ])
            if let lease = entry.lease { map["ttl_ns"] = .int(lease.nanoseconds) }
            if let deadline = entry.deadline { map["expires_in_ns"] = .int(deadline.since(now).nanoseconds) }
            if let refusal = entry.refusal { map["reason"] = .text(refusal) }
            return .map(map)
        }
    }

    func keyList(_ pattern: KeyPattern?) -> [Value] {
        var list: [Value] = []
        for definition in catalog.catalog?.definitions ?? [] {
            guard isAsked(definition, by: pattern) else { continue }
            var index: KeyIndex?
            if case .exact(let key) = definition.pattern { index = keys.index(of: key) }
            list.append(.map(describe(definition, name: definition.pattern.description, index)))
        }
        var covered: [(Key, Value)] = []
        for (position, state) in keys.states.enumerated() where keys.index(of: state.key) == KeyIndex(position) {
            guard let definition = state.definition, case .prefix = definition.pattern, state.contributions > 0 else {
                continue
            }
            guard pattern?.matches(state.key) ?? true else { continue }
            covered.append((state.key, .map(describe(definition, name: state.key.text, KeyIndex(position)))))
        }
        return list + covered.sorted { $0.0 < $1.0 }.map { $0.1 }
    }

    private func isAsked(_ definition: Definition, by pattern: KeyPattern?) -> Bool {
        guard let pattern else { return true }
        switch (definition.pattern, pattern) {
        case (.exact(let key), _):
            return pattern.matches(key) || (definition.alias.map { pattern.matches($0) } ?? false)
        case (.prefix, .exact(let key)): return catalog.resolve(key)?.shared.definition.pattern == definition.pattern
        case (.prefix(let prefix), .prefix(let asked)):
            return prefix.utf8.starts(with: asked.utf8) || asked.utf8.starts(with: prefix.utf8)
        }
    }

    private func describe(_ definition: Definition, name: String, _ index: KeyIndex?) -> ValueMap {
        let state = index.map { keys.states[Int($0)] }
        var map = ValueMap([
            ("key", .text(name)), ("defined_by", .text(definition.pattern.description)),
            ("type", .text(definition.type.rawValue)), ("policy", .text(definition.policy.rawValue)),
            ("default", definition.defaultValue), ("nullable", .bool(definition.nullable)),
            ("lifetimes", .list(definition.lifetimes.map { $0.rawValue }.sorted().map { .text($0) })),
            ("present", .bool(state?.output.partial != nil)), ("sources", .int(Int64(state?.output.sources ?? 0))),
        ])
        if let alias = definition.alias { map["alias"] = .text(alias.text) }
        if let unit = definition.unit { map["unit"] = .text(unit) }
        if let summary = definition.summary { map["description"] = .text(summary) }
        if let grace = definition.grace { map["grace_ns"] = .int(grace.nanoseconds) }
        if let ttl = definition.ttl { map["ttl_ns"] = .int(ttl.nanoseconds) }
        if definition.policy == .concat { map["separator"] = .text(definition.separator) }
        if definition.policy.isGrowing { map["max_bytes"] = .int(Int64(definition.maximumBytes)) }
        if let limit = definition.maximumKeys { map["max_keys"] = .int(Int64(limit)) }
        if let unsupported = definition.unsupported { map["unsupported"] = .text(unsupported) }
        return map
    }
}
