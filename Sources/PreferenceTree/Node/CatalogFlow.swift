package import Preferences

/// A changed definition on its way through the tree: the old values stand until every live child has sent its
/// keys again under the new one, or patience runs out (L9, R10).
struct DefinitionChange: Sendable {
    var since: Instant
    var hash: UInt64
    var waiting: Set<NodeName>
}

extension TreeNode {
    var catalogFrame: CatalogFrame? {
        catalog.catalog.map { CatalogFrame(hash: catalog.hash, definitions: $0.value) }
    }

    mutating func receiveCatalog(_ frame: CatalogFrame) {
        upstream.hasCatalog = true
        guard frame.hash != catalog.hash else {
            return
        }
        do {
            let new = try Catalog(value: frame.definitions)
            adopt(new)
            troubles.settle(.catalog)
            persist([.catalog(frame)])
        } catch {
            complain(.error, "the parent's catalog cannot be read: \(error)", about: .catalog)
        }
    }

    /// Takes a catalog into force: keys whose definition means another fold are folded anew.
    mutating func adopt(_ new: Catalog) {
        let isFirst = catalog.generation == 0
        catalog.adopt(new)
        declareKeys()
        var changed: [KeyIndex] = []
        for (position, state) in keys.states.enumerated() where keys.index(of: state.key) == KeyIndex(position) {
            let shared = catalog.resolve(state.key).flatMap { $0.key == state.key ? $0.shared : nil }
            if shared?.fingerprint != state.shared?.fingerprint {
                changed.append(KeyIndex(position))
                begin(KeyIndex(position), under: shared)
            } else if shared != nil {
                keys.states[position].shared = shared
                keys.markDirty(KeyIndex(position), reason: .policy)
            }
        }
        refold(changed)
        keys.recountPopulations()
        if let frame = catalogFrame {
            for position in children.indices where children[position]?.isAttached == true {
                sendDown(.catalog(frame), toChild: Int32(position))
            }
        }
        log(.info, "catalog in force", ["hash": Hexadecimal.text(catalog.hash), "keys": String(new.definitions.count)])
        referToSubscribedKeys()
        renameInterests()
        if isFirst { hasJustSynced = true }
        if isFirst || changed.isEmpty, definitionChange == nil { return settled() }
        let waiting = children.compactMap { $0 }.filter { isToSettle($0) }.map { $0.name }
        definitionChange = DefinitionChange(since: now, hash: catalog.hash, waiting: Set(waiting))
        settleIfReady()
    }

    /// Every exact definition is a key of its own, present or not (N1).
    mutating func declareKeys() {
        for definition in catalog.catalog?.definitions ?? [] {
            if case .exact(let key) = definition.pattern { _ = ensureKey(key) }
        }
    }

    /// The key's index, made if there is room; nil: a limit is reached.
    mutating func ensureKey(_ key: Key) -> KeyIndex? {
        if let index = keys.index(of: key) { return index }
        guard keys.count < settings.limits.keys else { return nil }
        let resolved = catalog.resolve(key).flatMap { $0.key == key ? $0.shared : nil }
        if let definition = resolved?.definition, let limit = definition.maximumKeys, case .prefix = definition.pattern
        {
            guard keys.count(under: definition.pattern) < limit else { return nil }
        }
        let index = keys.create(key, shared: resolved, generation: catalog.since(key))
        keys.states[Int(index)].idleSince = now
        if let definition = resolved?.definition, case .exact = definition.pattern { keys.markDirty(index) }
        return index
    }

    /// Begins a key's fold anew under another definition.
    private mutating func begin(_ index: KeyIndex, under shared: SharedDefinition?) {
        let old = keys.states[Int(index)]
        var new = KeyState(key: old.key, shared: shared, definedAt: catalog.generation)
        new.references = old.references
        new.output = old.output
        new.idleSince = old.idleSince
        new.isDirty = old.isDirty
        keys.states[Int(index)] = new
    }

    /// Of keys that were begun anew, local sources are folded again; what children sent under the old definition is
    /// dropped until they send it again. One pass, however many keys changed.
    private mutating func refold(_ changed: [KeyIndex]) {
        if changed.isEmpty { return }
        var isChanged = [Bool](repeating: false, count: keys.states.count)
        for index in changed { isChanged[Int(index)] = true }
        for position in children.indices {
            if var current = children[position]?.current {
                children[position]?.current = nil
                for (id, key) in current.keys.enumerated() where key >= 0 && isChanged[Int(key)] {
                    current.slots[id] = -1
                }
                children[position]?.current = current
            }
            if var staged = children[position]?.staged {
                children[position]?.staged = nil
                for (id, key) in staged.keys.enumerated() where key >= 0 && isChanged[Int(key)] {
                    staged.staged[id] = nil
                }
                children[position]?.staged = staged
            }
        }
        for (position, entry) in sources.entries.enumerated() {
            guard var entry, isChanged[Int(entry.key)] else { continue }
            entry.slot = keys.insertSlot(
                entry.key, order: ContributionOrder(rank: entry.rank, name: entry.name.text, kind: .source),
                contributor: .source(Int32(position)))
            sources[Int32(position)] = entry
            keys.setCounts(entry.key, entry.slot, live: 1, stale: 0)
            foldSource(Int32(position), reason: .policy)
        }
        for index in changed {
            keys.states[Int(index)].isHeld = true
            keys.markDirty(index, reason: .policy)
        }
    }

    /// A child whose contributions count is waited for, also while it restarts: it sends them again when it is back.
    private func isToSettle(_ child: ChildNode) -> Bool {
        child.current != nil && (child.standing == .live || child.isStale)
    }

    mutating func childSettled(_ index: Int32, on hash: UInt64) {
        guard let child = children[Int(index)] else { return }
        children[Int(index)]?.current?.settledHash = hash
        guard hash == definitionChange?.hash else { return }
        definitionChange?.waiting.remove(child.name)
        settleIfReady()
    }

    /// Lets the new values out once every live child is on the new catalog, or patience has run out.
    mutating func settleIfReady() {
        guard let change = definitionChange else { return }
        let waiting = change.waiting.filter { name in
            childIndices[name].flatMap { children[Int($0)] }.map { isToSettle($0) } == true
        }
        let patience = settings.timing.settle * (Int64(height) + 1)
        guard waiting.isEmpty || now.since(change.since) >= patience else { return }
        definitionChange = nil
        settled()
    }

    private mutating func settled() {
        for (position, state) in keys.states.enumerated() where state.isHeld {
            keys.states[position].isHeld = false
            keys.states[position].output = KeyOutput()
            keys.markDirty(KeyIndex(position), reason: .policy)
            releasedKeys.append(KeyIndex(position))
        }
        needsSettledMark = true
    }

    /// How many sources stand behind the keys of a definition, here and below: what a reload that removes it takes
    /// from sight.
    package func sources(under pattern: KeyPattern) -> Int {
        keys.states.reduce(0) { $1.definition?.pattern == pattern ? $0 + Int($1.output.sources) : $0 }
    }

    mutating func reload(_ settings: NodeSettings, _ new: Catalog?) {
        let old = self.settings.limits.keysPerChild
        for name in self.settings.expected + settings.expected { touchRoster(name) }
        self.settings = settings
        shortestHeartbeat = min(shortestHeartbeat, settings.timing.heartbeat)
        uplink?.adopt(heartbeat: settings.timing.heartbeat, deadAfter: settings.timing.deadAfter)
        touchRoster(settings.name)
        applyKeysPerChild(old)
        if let new, new.contentHash != catalog.hash { adopt(new) }
        troubles.settle(.configuration)
        log(.notice, "reloaded")
        sayStatus()
    }
}
