import Preferences

// The rosters of the children: entries, verdicts, grants (protocol R5, R11). What goes up is in RosterAbove.
extension TreeNode {
    mutating func applyRoster(_ frame: RosterFrame, fromChild index: Int32) {
        guard let child = children[Int(index)], let link = child.session?.link else { return }
        let isStaged = child.staged != nil
        for entry in frame.entries {
            if let fault = fault(of: entry, from: child) {
                breakOff(link, fault)
                return
            }
            if isStaged {
                children[Int(index)]?.staged?.roster[entry.name] = entry
            } else {
                children[Int(index)]?.current?.roster[entry.name] = entry
            }
        }
        for gone in frame.removed {
            if isStaged {
                children[Int(index)]?.staged?.roster[gone.name] = nil
            } else {
                children[Int(index)]?.current?.roster[gone.name] = nil
            }
            expectations.remove(gone.name, branch: child.name)
            let stillFolded = isStaged && children[Int(index)]?.current?.roster[gone.name] != nil
            if !stillFolded { dropClaim(gone.name, branch: child.name) }
        }
        if child.hasRoster {
            for entry in frame.entries { admit(entry, branch: child.name, index: index) }
        } else if frame.complete {
            judge(index)
        }
        for entry in frame.entries { touchRoster(entry.name) }
        for gone in frame.removed { touchRoster(gone.name) }
        swapIfReady(index)
    }

    private func fault(of entry: RosterEntry, from child: ChildNode) -> ProtocolFault? {
        if entry.parent == nil, entry.name != child.name {
            return ProtocolFault(code: .unexpected, message: "\(child.name) calls itself \(entry.name) in its roster")
        }
        if entry.parent != nil, entry.name == child.name {
            return ProtocolFault(code: .unexpected, message: "\(child.name) lists a node of its own name below itself")
        }
        return nil
    }

    /// The whole roster is there: one answer for every entry that it counts, from this node alone (R5).
    private mutating func judge(_ index: Int32) {
        guard let child = children[Int(index)], let roster = child.staged?.roster else { return }
        children[Int(index)]?.hasRoster = true
        var verdicts: [Verdict] = []
        var grants: [EntryReference] = []
        for entry in roster.values.sorted(by: { $0.name < $1.name }) where !expect(entry, branch: child.name) {
            let outcome = enter(entry, branch: child.name)
            switch (outcome, entry.counted) {
            case (.owned, _): verdicts.append(Verdict(entry: entry.reference, owner: ownerPath(of: entry.name)))
            case (.held, true): verdicts.append(Verdict(entry: entry.reference, owner: nil))
            case (.held(let isGranted), false): if isGranted { grants.append(entry.reference) }
            }
        }
        sendDown(.verdict(verdicts), toChild: index)
        if !grants.isEmpty { sendDown(.grant(grants), toChild: index) }
    }

    /// An entry that came or changed in the running stream.
    private mutating func admit(_ entry: RosterEntry, branch: NodeName, index: Int32) {
        if expect(entry, branch: branch) { return }
        switch enter(entry, branch: branch) {
        case .owned:
            sendDown(.verdict([Verdict(entry: entry.reference, owner: ownerPath(of: entry.name))]), toChild: index)
        case .held(let isGranted):
            if isGranted, !entry.counted { sendDown(.grant([entry.reference]), toChild: index) }
        }
    }

    /// Takes in an entry that stands for no node; false: it stands for one.
    private mutating func expect(_ entry: RosterEntry, branch: NodeName) -> Bool {
        touchRoster(entry.name)
        guard entry.id == Expectations.noID else {
            expectations.remove(entry.name, branch: branch)
            return false
        }
        expectations.add(entry.name, branch: branch)
        if claims[entry.name]?.branch == branch { dropClaim(entry.name, branch: branch) }
        return true
    }

    private mutating func enter(_ entry: RosterEntry, branch: NodeName) -> Claims.Outcome {
        if entry.name == settings.name || stepsAbove.contains(where: { $0.name == entry.name }) { return .owned }
        let outcome = claims.enter(entry.reference, branch: branch, isTop: isTop)
        if outcome == .owned {
            complain(
                .warning, "the name \(entry.name) is taken in this tree; the second one is not counted", about: .name,
                of: entry.name.text,
                ["first": ownerPath(of: entry.name), "second": path(below: branch, of: entry)])
        } else {
            settleName(entry.name)
        }
        if outcome == .held(isGranted: false), upstream.sentRoster[entry.name]?.counted == false {
            // Whoever is above has answered for this entry once, and the answer may not have come to the child.
            upstream.repeatedNames.insert(entry.name)
        }
        return outcome
    }

    /// Where the owner of a name stands, for messages.
    func ownerPath(of name: NodeName) -> String {
        if name == settings.name { return ownPath }
        if let position = pathAbove.steps.firstIndex(where: { $0.name == name }) {
            return pathText(pathAbove.steps.prefix(position + 1).dropFirst().map { $0.name.text })
        }
        guard let branch = claims[name]?.branch ?? expectations.branch(of: name), let index = childIndices[branch],
            let child = children[Int(index)]
        else { return isExpectedHere(name) ? childPath(name.text) : "/" + name.text }
        return path(below: branch, of: child.roster[name])
    }

    func path(below branch: NodeName, of entry: RosterEntry?) -> String {
        guard let entry, let index = childIndices[branch], let child = children[Int(index)] else {
            return childPath(branch.text)
        }
        var names = [entry.name.text]
        var parent = entry.parent
        while let name = parent, names.count < 64 {
            names.insert(name.text, at: 0)
            parent = child.roster[name]?.parent
        }
        return childPath(names.joined(separator: "/"))
    }

    /// A grant came from above, or from this node as the top.
    mutating func grant(_ entry: EntryReference) {
        guard let branch = claims.grant(entry), let index = childIndices[branch] else { return }
        touchRoster(entry.name)
        sendDown(.grant([entry]), toChild: index)
        swapIfReady(index)
    }

    /// The branch no longer says anything of the name; who waited for it takes its place.
    mutating func dropClaim(_ name: NodeName, branch: NodeName) {
        touchRoster(name)
        let next = claims.drop(name, branch: branch, isTop: isTop)
        settleName(name)
        guard let next, isTop else { return }
        grant(EntryReference(name: name, id: next.id))
    }

    /// Nobody waits for the name any longer: it stands once.
    private mutating func settleName(_ name: NodeName) {
        if claims[name]?.waiting.isEmpty ?? true { troubles.settle(.name, of: name.text) }
    }

    /// Whether everything that the staged generation counts is granted to this child (R11 f).
    func isGranted(_ index: Int32) -> Bool {
        guard let child = children[Int(index)], let staged = child.staged, child.hasRoster else { return false }
        guard staged.roster[child.name] != nil else { return false }
        return staged.roster.values.allSatisfy { entry in
            guard entry.counted else { return true }
            guard let claim = claims[entry.name] else { return false }
            return claim.branch == child.name && claim.isGranted
        }
    }

    /// A verdict from above says that another branch owns a name that this node counts: it is uncounted here, or
    /// by the child through which it came.
    mutating func demote(_ entry: EntryReference, owner: String) {
        if entry.name == settings.name {
            let taken = "the name \(entry.name) is taken by \(owner); set another [node] name, or forget that node"
            parentRefusal = Refusal(attempt: 0, code: .nameTaken, message: taken)
            complain(.warning, "not counted: \(taken)", about: .parent)
            return
        }
        guard let branch = claims.ungrant(entry), let index = childIndices[branch] else { return }
        touchRoster(entry.name)
        if branch == entry.name {
            unfold(index)
        } else {
            sendDown(.verdict([Verdict(entry: entry, owner: owner)]), toChild: index)
        }
    }
}
