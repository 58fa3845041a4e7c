import Preferences

/// What peers sent that this node could not use, since its start.
struct ForeignInput: Sendable {
    /// Bytes that are no frame, and frames that do not belong where they came.
    var malformed: UInt64 = 0
    /// Frames and questions of a later version.
    var unknown: UInt64 = 0
    /// Types of which the log has been told.
    var toldTypes: Set<UInt8> = []
}

// What cannot be understood: answered always; what is malformed ends its session, what is only new does not.
extension TreeNode {
    /// Malformed or unexpected input: an error reply, and the session is dropped (R13).
    mutating func breakOff(_ link: LinkID, _ fault: ProtocolFault) {
        foreignInput.malformed &+= 1
        var session: UInt64 = 0
        if let index = childLinks[link] {
            session = children[Int(index)]?.session?.number ?? 0
            log(.warning, "a child broke the protocol: \(fault.message)", ["child": childName(index)])
            endSession(ofChild: index)
        } else if let client = clients[link] {
            session = client.session.number
            log(.warning, "a client broke the protocol: \(fault.message)", ["client": client.name])
            endClient(link)
        }
        directives.append(.send(link, Frame(session: session, message: .fault(fault))))
    }

    mutating func receiveMalformed(_ fault: ProtocolFault, from link: LinkID) {
        if childLinks[link] == nil, clients[link] == nil {
            log(.info, "bytes that are no frame came in: \(fault.message)")
        }
        breakOff(link, fault)
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
