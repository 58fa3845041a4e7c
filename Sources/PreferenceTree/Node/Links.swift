import Preferences

// Frames from below: who sent them, whether they belong to a session, and which rule they go to.
extension TreeNode {
    mutating func receive(_ frame: Frame, from link: LinkID, peer: PeerInfo?) {
        if case .hello(let hello) = frame.message {
            greet(hello, from: link, peer: peer ?? PeerInfo(address: "unknown"))
        } else if let index = childLinks[link] {
            receive(frame, fromChild: index)
        } else if clients[link] != nil {
            receive(frame, fromClient: link)
        } else {
            answerStranger(frame, on: link)
        }
    }

    /// Any frame without a session is answered, never dropped: the sender may believe that it has one (R2).
    private mutating func answerStranger(_ frame: Frame, on link: LinkID) {
        switch frame.message {
        case .sayHello, .byeOK, .fault: break
        case .bye: directives.append(.send(link, Frame(session: frame.session, message: .byeOK)))
        default: askToGreet(link, session: frame.session)
        }
    }

    mutating func askToGreet(_ link: LinkID, session: UInt64) {
        directives.append(.send(link, Frame(session: session, message: .sayHello)))
    }

    private mutating func receive(_ frame: Frame, fromChild index: Int32) {
        guard let link = children[Int(index)]?.session?.link, takeNumbers(frame.numbers, on: link) else { return }
        if case .credit(let window) = frame.message { children[Int(index)]?.session?.sequences.window = window }
        dispatch(frame.message, fromChild: index, link: link)
    }

    /// Takes the header of a frame in, of a peer that has a session on the link. False: the frame is not to be read,
    /// and the peer has been told.
    mutating func takeNumbers(_ numbers: Frame.Numbers, on link: LinkID) -> Bool {
        if let index = childLinks[link] { return takeNumbers(numbers, fromChild: index) }
        return takeNumbers(numbers, fromClient: link)
    }

    private mutating func takeNumbers(_ numbers: Frame.Numbers, fromChild index: Int32) -> Bool {
        guard var session = children[Int(index)]?.session else { return false }
        guard numbers.session == session.number else {
            askToGreet(session.link, session: numbers.session)
            return false
        }
        session.lastHeard = now
        session.probedAt = nil
        if !session.sequences.owesAcknowledgement { owing.append(.child(index)) }
        let accepted = session.sequences.accept(numbers)
        children[Int(index)]?.session = session
        children[Int(index)]?.lastHeard = now
        guard accepted else {
            log(.info, "a frame is missing; the child is asked to start anew", ["child": childName(index)])
            askToGreet(session.link, session: session.number)
            endSession(ofChild: index)
            return false
        }
        return true
    }

    private mutating func takeNumbers(_ numbers: Frame.Numbers, fromClient link: LinkID) -> Bool {
        guard var session = clients[link]?.session else { return false }
        guard numbers.session == session.number else {
            askToGreet(link, session: numbers.session)
            return false
        }
        session.lastHeard = now
        if !session.sequences.owesAcknowledgement { owing.append(.client(link)) }
        let accepted = session.sequences.accept(numbers)
        clients[link]?.session = session
        guard accepted else {
            askToGreet(link, session: session.number)
            endClient(link)
            return false
        }
        return true
    }

    private mutating func dispatch(_ message: Message, fromChild index: Int32, link: LinkID) {
        switch message {
        case .state(let state): applyState(state, fromChild: index)
        case .roster(let roster): applyRoster(roster, fromChild: index)
        case .mark: markReceived(fromChild: index)
        case .subscribe(let subscribe): self.subscribe(subscribe, from: .child(index))
        case .unsubscribe(let id): unsubscribe(id, from: .child(index))
        case .request(let request): receiveRequest(request, from: .below(link))
        case .reply(let reply): receiveReply(reply, from: .below(link))
        case .bye(let farewell): farewellFromChild(farewell, index)
        case .ping, .credit, .byeOK: break
        case .fault(let fault) where fault.code == .unknownType: break
        case .sayHello, .fault: endSession(ofChild: index)
        default: breakOff(link, ProtocolFault(code: .unexpected, message: "a node does not send this"))
        }
    }

    private mutating func receive(_ frame: Frame, fromClient link: LinkID) {
        guard takeNumbers(frame.numbers, on: link), let session = clients[link]?.session else { return }
        if case .credit(let window) = frame.message { clients[link]?.session.sequences.window = window }
        switch frame.message {
        case .publish(let publish): receivePublish(publish, from: link)
        case .subscribe(let subscribe): self.subscribe(subscribe, from: .client(link))
        case .unsubscribe(let id): unsubscribe(id, from: .client(link))
        case .request(let request): receiveRequest(request, from: .below(link))
        case .bye:
            endClient(link)
            directives.append(.send(link, Frame(session: session.number, message: .byeOK)))
        case .ping, .credit, .byeOK: break
        case .fault(let fault) where fault.code == .unknownType: break
        case .sayHello, .fault: endClient(link)
        default: breakOff(link, ProtocolFault(code: .unexpected, message: "a client does not send this"))
        }
    }

    /// The connection is gone. A client's session ends with it, for the next connection has another link; a
    /// child node is only probed: it is stale after `dead_after`, not before (L1).
    mutating func linkClosed(_ link: LinkID) {
        if let index = childLinks[link] {
            children[Int(index)]?.session?.probedAt = now
            dropRequests(to: link)
            sendDown(.ping, toChild: index)
        } else if clients[link] != nil {
            endClient(link)
        }
    }

    func childName(_ index: Int32) -> String { children[Int(index)]?.name.text ?? "?" }

    @discardableResult
    mutating func sendDown(_ message: Message, toChild index: Int32) -> UInt64 {
        guard var session = children[Int(index)]?.session else { return 0 }
        children[Int(index)]?.session = nil
        let frame = session.sequences.stamp(message, session: session.number)
        session.lastSent = now
        let link = session.link
        children[Int(index)]?.session = session
        directives.append(.send(link, frame))
        return frame.sequence
    }

    mutating func sendDown(_ message: Message, toClient link: LinkID) {
        guard var client = clients.removeValue(forKey: link) else { return }
        let frame = client.session.sequences.stamp(message, session: client.session.number)
        client.session.lastSent = now
        clients[link] = client
        directives.append(.send(link, frame))
    }

    /// To whoever has a session on this link.
    mutating func sendDown(_ message: Message, to link: LinkID) {
        if let index = childLinks[link] {
            sendDown(message, toChild: index)
        } else {
            sendDown(message, toClient: link)
        }
    }

    mutating func sendUp(_ message: Message) {
        if let frame = uplink?.send(message, at: now) { directives.append(.sendUp(frame)) }
    }
}
