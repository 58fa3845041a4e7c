import Preferences

// The keys that a child's session has names for, and how many of them this node folds (semantics §2, F8).
extension TreeNode {
    /// Takes in names and released ids. False: an id is used twice or leaves a hole, or a key has two ids and would be
    /// counted twice.
    mutating func takeNames(
        _ frame: StateFrame, _ generation: inout Generation, isStaged: Bool, child index: Int32
    ) -> Bool {
        for id in frame.released {
            guard id < generation.keys.count else { return false }
            release(id, of: &generation, isStaged: isStaged)
        }
        for name in frame.names {
            let id = Int(name.id)
            guard id == generation.keys.count || (id < generation.keys.count && generation.keys[id] == -1) else {
                return false
            }
            if let known = keys.index(of: name.key), generation.named.contains(known) { return false }
            let key = admit(name, to: &generation, child: index)
            if key >= 0 { generation.named.insert(key) }
            if id < generation.keys.count {
                generation.keys[id] = key
                continue
            }
            generation.keys.append(key)
            if isStaged { generation.staged.append(nil) } else { generation.slots.append(-1) }
        }
        return true
    }

    /// What the child still gave under the id ends with it.
    private mutating func release(_ id: UInt32, of generation: inout Generation, isStaged: Bool) {
        let key = generation.keys[Int(id)]
        generation.keys[Int(id)] = -1
        if isStaged {
            generation.staged[Int(id)] = nil
        } else if generation.slots[Int(id)] >= 0 {
            keys.removeSlot(key, generation.slots[Int(id)], reason: .lost)
            generation.slots[Int(id)] = -1
        }
        if key >= 0 {
            generation.named.remove(key)
            keys.states[Int(key)].references -= 1
            if generation.surplus.remove(id) == nil { generation.admittedKeys -= 1 }
        } else if key == Generation.overLimit {
            generation.refusedKeys -= 1
        }
    }

    /// The key that a name stands for here.
    ///
    /// Of the keys beyond `keys_per_child` those that this node has anyway are quarantined, so that their readers are
    /// told; the others would fill this node's memory, and are only counted.
    private mutating func admit(
        _ name: StateFrame.Name, to generation: inout Generation, child index: Int32
    ) -> KeyIndex {
        let isSurplus = generation.admittedKeys >= settings.limits.keysPerChild
        let hasID = name.id < settings.limits.idsPerSession
        guard hasID, let key = isSurplus ? keys.index(of: name.key) : ensureKey(name.key) else {
            if generation.refusedKeys == 0 { tellOfRefusedKeys(child: index) }
            generation.refusedKeys += 1
            return Generation.overLimit
        }
        keys.states[Int(key)].references += 1
        if isSurplus {
            if generation.surplus.isEmpty { tellOfRefusedKeys(child: index) }
            generation.surplus.insert(name.id)
        } else {
            generation.admittedKeys += 1
        }
        return key
    }

    private mutating func tellOfRefusedKeys(child index: Int32) {
        complain(
            .warning,
            "a child has more keys than \(ownName) has room for: the rest is not folded; raise [limits] keys_per_child "
                + "(\(settings.limits.keysPerChild)), keys (\(settings.limits.keys)) or ids_per_session "
                + "(\(settings.limits.idsPerSession)) there",
            about: .peer, of: childName(index), ["child": childName(index)])
    }

    /// Gives a child a slot in a key's fold.
    mutating func insertSlot(_ key: KeyIndex, child index: Int32) -> Int32 {
        guard let child = children[Int(index)] else { preconditionFailure("a contribution of no child") }
        return keys.insertSlot(key, order: child.order, contributor: .child(index), isStale: child.isStale)
    }

    /// Gives an id of the current generation its slot.
    mutating func openSlot(
        _ key: KeyIndex, _ id: UInt32, _ generation: inout Generation, child index: Int32
    ) -> Int32 {
        let slot = insertSlot(key, child: index)
        generation.slots[Int(id)] = slot
        if generation.surplus.contains(id) { keys.setSurplus(key, slot, cause: surplusCause(ofChild: index)) }
        return slot
    }

    /// What `causes` says of a key that is one too many for its child.
    func surplusCause(ofChild index: Int32) -> String {
        "quarantined \(childPath(childName(index))): beyond keys_per_child \(settings.limits.keysPerChild) of \(ownPath)"
    }

    /// Another limit is in force: children to whom it makes a difference state everything anew.
    mutating func applyKeysPerChild(_ old: Int) {
        let new = settings.limits.keysPerChild
        guard new != old else { return }
        for position in children.indices {
            guard let child = children[position], let session = child.session else { continue }
            let isOther = [child.current, child.staged].contains { generation in
                guard let generation else { return false }
                return generation.admittedKeys > new || !generation.surplus.isEmpty || generation.refusedKeys > 0
            }
            guard isOther else { continue }
            askToGreet(session.link, session: session.number)
            endSession(ofChild: Int32(position))
        }
    }
}

extension Generation {
    /// The id's key was one too many for this node's limits: what comes for it is passed over.
    static let overLimit: KeyIndex = -2

    /// Keys that the child states and this node does not fold.
    var unfoldedKeys: Int { refusedKeys + surplus.count }
}
