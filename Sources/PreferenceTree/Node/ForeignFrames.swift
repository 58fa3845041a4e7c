import Preferences

/// What peers sent that this node could not use, since its start.
struct ForeignInput: Sendable {
    /// Bytes that are no frame, and frames that do not belong where they came.
    var malformed: UInt64 = 0
    /// Frames and questions of a later version.
    var unknown: UInt64 = 0
    /// Types of which the log has been told.
    var toldTypes: Set<UInt8> = []
    private var nextLine = Instant.distantPast
    private var leftOut: UInt64 = 0

    /// What a line about a stranger's or a client's frame ends with; nil: leave the line out, the log has had its
    /// one of this second.
    mutating func lineEnd(at now: Instant) -> String? {
        guard now >= nextLine else {
            leftOut &+= 1
            return nil
        }
        nextLine = now + .seconds(1)
        defer { leftOut = 0 }
        return leftOut == 0 ? "" : "; and \(leftOut) more before it"
    }

    /// How many lines were left out, if there are some and it is time to tell.
    mutating func takeLeftOut(at now: Instant) -> UInt64? {
        guard leftOut > 0, now >= nextLine else { return nil }
        nextLine = now + .seconds(1)
        defer { leftOut = 0 }
        return leftOut
    }
}

// What cannot be understood: answered always; what is malformed ends its session, what is only new does not.
extension TreeNode {
    /// Malformed or unexpected input: an error reply, and the session is dropped (R13).
    mutating func breakOff(_ link: LinkID, _ fault: ProtocolFault) {
        foreignInput.malformed &+= 1
        var session: UInt64 = 0
        if let index = childLinks[link] {
            session = children[Int(index)]?.session?.number ?? 0
            let name = childName(index)
            complain(
                .warning, "a child broke the protocol: \(fault.message)", about: .peer, of: name, ["child": name])
            endSession(ofChild: index)
        } else if let client = clients[link] {
            session = client.session.number
            if let end = foreignInput.lineEnd(at: now) {
                log(.warning, "a client broke the protocol: \(fault.message)\(end)", ["client": client.name])
            }
            endClient(link)
        }
        directives.append(.send(link, Frame(session: session, message: .fault(fault))))
    }

    mutating func receiveMalformed(_ fault: ProtocolFault, from link: LinkID) {
        if childLinks[link] == nil, clients[link] == nil, let end = foreignInput.lineEnd(at: now) {
            log(.info, "bytes that are no frame came in: \(fault.message)\(end)")
        }
        breakOff(link, fault)
    }

    /// What came in since the last line about such frames.
    mutating func tellLeftOut() {
        guard let count = foreignInput.takeLeftOut(at: now) else { return }
        log(.info, "\(count) more frames came in that cannot be used")
    }

    /// A later version may say more than this one knows: it is told so, and the session goes on (R12).
    mutating func receiveUnknown(_ frame: UnknownFrame, from link: LinkID) {
        foreignInput.unknown &+= 1
        let hasSession = childLinks[link] != nil || clients[link] != nil
        guard hasSession else {
            switch frame.what {
            case .type(let type):
                let answer = Frame(session: frame.numbers.session, message: .fault(tellOfUnknown(type)))
                directives.append(.send(link, answer))
            case .verb: askToGreet(link, session: frame.numbers.session)
            }
            return
        }
        guard takeNumbers(frame.numbers, on: link) else { return }
        switch frame.what {
        case .type(let type): sendDown(.fault(tellOfUnknown(type)), to: link)
        case .verb(let request): reply(fault: unknownVerb, to: .below(link), id: request)
        }
    }

    mutating func receiveUnknownFromParent(_ frame: UnknownFrame) {
        foreignInput.unknown &+= 1
        guard var uplink else { return }
        self.uplink = nil
        let (isTaken, actions) = uplink.takeNumbers(frame.numbers, at: now)
        self.uplink = uplink
        perform(actions)
        guard isTaken else { return }
        switch frame.what {
        case .type(let type): sendUp(.fault(tellOfUnknown(type)))
        case .verb(let request): reply(fault: unknownVerb, to: .above, id: request)
        }
    }

    private mutating func tellOfUnknown(_ type: UInt8) -> ProtocolFault {
        let message = "frame type \(type) is not in version \(settings.software) of \(ownName)"
        if foreignInput.toldTypes.insert(type).inserted { log(.info, "a peer is of a later version: \(message)") }
        return ProtocolFault(code: .unknownType, message: message)
    }

    private var unknownVerb: RequestFault {
        RequestFault(
            code: .unsupported, message: "\(ownName) does not know this question in version \(settings.software)",
            hint: "upgrade it")
    }
}
