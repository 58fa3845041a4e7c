import Preferences

// What each verb answers at its target.
extension TreeNode {
    mutating func answer(_ request: RequestFrame, for asker: Asker) {
        switch request.verb {
        case .get where catalog.generation == 0, .explain where catalog.generation == 0,
            .keys where catalog.generation == 0:
            reply(fault: noCatalog, to: asker, id: request.id)
        case .get:
            let body = getAnswer(request.body)
            reply(body, to: asker, id: request.id)
        case .explain: explain(request, for: asker)
        case .tree: gather(request, for: asker, body: treeBody, children: treeChildren)
        case .status: reply(.map(statusBody), to: asker, id: request.id)
        case .sources: reply(list: sourceList(pattern(in: request.body)), to: asker, id: request.id)
        case .keys: reply(list: keyList(pattern(in: request.body)), to: asker, id: request.id)
        case .forget: answerForget(request, for: asker)
        case .drain: answerDrain(request, for: asker)
        case .reload: passToShell(request, from: asker)
        case .ping:
            let body = ValueMap([
                ("name", .text(ownName)), ("path", .text(ownPath)),
                ("incarnation", .text(Hexadecimal.text(identity.incarnation))),
            ])
            reply(.map(body), to: asker, id: request.id)
        }
    }

    private func pattern(in body: ValueMap) -> KeyPattern? {
        guard case .text(let text)? = body["pattern"] else { return nil }
        return try? KeyPattern(text)
    }

    private mutating func passToShell(_ request: RequestFrame, from asker: Asker) {
        let id = requests.nextID()
        requests.forwarded[id] = RequestTable.Forwarded(
            asker: asker, id: request.id, to: .shell, deadline: now + request.timeout)
        let isDryRun = request.body["dry_run"] == .bool(true)
        var file: String?
        if case .text(let path)? = request.body["file"] { file = path }
        directives.append(.readConfiguration(request: id, dryRun: isDryRun, file: file))
    }

    // MARK: get

    private mutating func getAnswer(_ body: ValueMap) -> Value {
        var records: [Value] = []
        var unknown: [Value] = []
        for name in names(in: body) {
            guard let key = try? Key(name), let (real, shared) = catalog.resolve(key) else {
                let fault = unknownKey(name)
                unknown.append(.map(ValueMap([("key", .text(name)), ("hint", .text(fault.hint))])))
                continue
            }
            records.append(.map(presented(currentRecord(real, shared), isMirror: false).body))
        }
        return answerMap(records, unknown, epoch: board.epoch, nodes: nodeCoverage, at: ownPath, age: nil)
    }

    private func names(in body: ValueMap) -> [String] {
        guard case .list(let list)? = body["keys"] else { return [] }
        return list.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }

    /// The exact record of a key, published or not: `get` answers what is, subscribers what was published (N2).
    private mutating func currentRecord(_ key: Key, _ shared: SharedDefinition) -> Record {
        let isUnfolded = isRoot && (syncing != nil || hasJustSynced)
        if let index = keys.index(of: key), !isUnfolded, !keys.states[Int(index)].isHeld {
            let state = syncing == nil ? keys.current(index) : keys.states[Int(index)]
            var record = record(of: state, shared.definition)
            if let known = board.record(of: key) {
                record.revision = known.revision
                record.reason = known.reason
                record.time = known.time
            }
            return record
        }
        if let known = board.record(of: key) { return known }
        let empty = KeyState(key: key, shared: shared, definedAt: catalog.generation)
        return record(of: empty, shared.definition)
    }

    private func answerMap(
        _ records: [Value], _ unknown: [Value], epoch: UInt64, nodes: NodeCoverage, at path: String, age: Interval?
    ) -> Value {
        var map = ValueMap([
            ("at", .text(path)), ("epoch", .int(Int64(clamping: epoch))), ("nodes", .map(nodes.body)),
            ("records", .list(records)), ("unknown", .list(unknown)),
        ])
        if let age { map["age"] = .int(age.nanoseconds) }
        return .map(map)
    }

    /// What the mirror knows of the keys, as stale; nil when it does not know all of them.
    func mirroredRecords(_ body: ValueMap) -> Value? {
        guard let mirror else { return nil }
        var records: [Value] = []
        for name in names(in: body) {
            guard let key = try? Key(name), let real = catalog.resolve(key)?.key,
                var record = mirror.board.record(of: real)
            else { return nil }
            record.state = .stale
            records.append(.map(record.body))
        }
        return answerMap(records, [], epoch: mirror.board.epoch, nodes: mirror.nodes, at: "/", age: cutOffFor)
    }

    // MARK: forget and drain

    private mutating func answerForget(_ request: RequestFrame, for asker: Asker) {
        guard case .text(let path)? = request.body["path"], let last = path.split(separator: "/").last,
            let name = try? NodeName(String(last))
        else {
            return reply(
                fault: RequestFault(
                    code: .invalidRequest, message: "forget needs the path of a node, such as /dc1/rack3"),
                to: asker, id: request.id)
        }
        let unknown = RequestFault(
            code: .unknownNode, message: "there is no node \(path) below \(ownPath)", hint: "prefctl tree shows them")
        if let index = childIndices[name], let child = children[Int(index)], childPath(name.text) == path {
            if child.isAttached || child.standing == .live {
                return reply(
                    fault: RequestFault(
                        code: .live, message: "\(path) is attached from \(child.address)",
                        hint: "stop it first, or drain it"),
                    to: asker, id: request.id)
            }
            remove(child: index, reason: .retracted)
            return reply(.map(ValueMap([("forgotten", .list([.text(path)]))])), to: asker, id: request.id)
        }
        if claims[name] == nil, isExpectedHere(name), childPath(name.text) == path {
            dismiss(name)
            return reply(.map(ValueMap([("forgotten", .list([.text(path)]))])), to: asker, id: request.id)
        }
        guard let branch = claims[name]?.branch ?? expectations.branch(of: name), let index = childIndices[branch],
            ownerPath(of: name) == path, let link = children[Int(index)]?.session?.link
        else { return reply(fault: unknown, to: asker, id: request.id) }
        // The node's own parent knows it; an entry below a node that is away goes with that node.
        var passed = request
        passed.target = "."
        forward(passed, from: asker, to: .below(link))
    }

    private mutating func answerDrain(_ request: RequestFrame, for asker: Asker) {
        let undo = request.body["undo"] == .bool(true)
        if isRoot {
            return reply(
                fault: RequestFault(code: .unsupported, message: "the root has no parent to leave"), to: asker,
                id: request.id)
        }
        if !undo, !childIndices.isEmpty {
            let names = childIndices.keys.sorted().map { childPath($0.text) }
            return reply(
                fault: RequestFault(
                    code: .hasChildren, message: "\(ownPath) has child nodes: \(names.joined(separator: ", "))",
                    hint: "drain or forget them first"),
                to: asker, id: request.id)
        }
        if undo != isDrained {
            return reply(
                .map(ValueMap([("drained", .bool(isDrained)), ("changed", .bool(false))])), to: asker, id: request.id)
        }
        isDrained = !undo
        persist([.drained(isDrained)])
        reply(.map(ValueMap([("drained", .bool(isDrained)), ("changed", .bool(true))])), to: asker, id: request.id)
        if isDrained {
            log(.notice, "drained: this node has left its tree")
            sayGoodbye(above: .leaving)
            directives.append(.closeParent)
        } else {
            ownClaim = jitter.next()
            touchRoster(settings.name)
            perform(uplink?.start(at: now) ?? [])
        }
        sayStatus()
    }
}

extension Record {
    /// The record as a body of an answer.
    var body: ValueMap {
        var map = ValueMap([
            ("key", .text(key.text)), ("value", value ?? .null), ("explicit", .bool(explicit)),
            ("revision", .int(Int64(clamping: revision))), ("state", .text(state.text)),
            ("causes", .list(causes.map { .text($0) })), ("reason", .text(reason.text)), ("cause", .text(cause)),
            ("time", .int(time.microseconds)), ("sources", .int(Int64(sources))),
            ("stale_sources", .int(Int64(staleSources))),
        ])
        if truncated { map["truncated"] = .bool(true) }
        return map
    }
}

extension NodeCoverage {
    var body: ValueMap {
        ValueMap([
            ("live", .int(Int64(live))), ("stale", .int(Int64(stale))), ("missing", .int(Int64(missing))),
            ("expected", .int(Int64(expected))),
        ])
    }
}
