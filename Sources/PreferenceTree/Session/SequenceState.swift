/// Numbers and acknowledgements of one session, both directions (protocol R3, R6, R7).
package struct SequenceState: Hashable, Sendable {
    /// The last sequenced frame sent, and the last that the peer acknowledged.
    package private(set) var sent: UInt64 = 0
    package private(set) var acknowledged: UInt64 = 0
    /// The last sequenced frame taken in, and the last acknowledgement that left for it.
    package private(set) var received: UInt64 = 0
    package private(set) var acknowledgedToPeer: UInt64 = 0
    /// What the peer lets this side have under way.
    package var window: Window
    /// Frames under credit that are not acknowledged: their number and cost, oldest first.
    private var underway: [(sequence: UInt64, cost: UInt32)] = []
    private var underwayStart = 0
    private var underwayBytes: UInt64 = 0

    package init(window: Window) { self.window = window }

    /// Whether another frame under credit may leave. One frame may always leave when nothing is under way, so
    /// that a window smaller than a frame delays and never stops.
    package var hasCredit: Bool {
        let frames = underway.count - underwayStart
        return window.frames > 0 && window.bytes > 0
            && (frames == 0 || (frames < Int(window.frames) && underwayBytes < UInt64(window.bytes)))
    }

    /// Whether frames were taken in that no frame has acknowledged yet.
    package var owesAcknowledgement: Bool { received > acknowledgedToPeer }

    /// Gives a message its header.
    package mutating func stamp(_ message: Message, session: UInt64) -> Frame {
        if message.isSequenced {
            sent &+= 1
            if message.isUnderCredit {
                let cost = UInt32(clamping: message.cost)
                underway.append((sent, cost))
                underwayBytes &+= UInt64(cost)
            }
        }
        acknowledgedToPeer = received
        return Frame(session: session, sequence: sent, acknowledged: received, message: message)
    }

    /// Takes a header in. False: a frame is missing or came twice, and nothing of this session can be trusted.
    package mutating func accept(_ frame: borrowing Frame) -> Bool { accept(frame.numbers) }

    package mutating func accept(_ frame: Frame.Numbers) -> Bool {
        if frame.isSequenced {
            guard frame.sequence == received &+ 1 else { return false }
            received = frame.sequence
        } else if frame.sequence != received {
            return false
        }
        guard frame.acknowledged <= sent, frame.acknowledged >= acknowledged else { return false }
        acknowledged = frame.acknowledged
        while underwayStart < underway.count, underway[underwayStart].sequence <= acknowledged {
            underwayBytes &-= UInt64(underway[underwayStart].cost)
            underwayStart += 1
        }
        if underwayStart == underway.count {
            underway.removeAll(keepingCapacity: true)
            underwayStart = 0
        } else if underwayStart > 64 {
            underway.removeFirst(underwayStart)
            underwayStart = 0
        }
        return true
    }

    package static func == (left: SequenceState, right: SequenceState) -> Bool {
        left.sent == right.sent && left.received == right.received && left.acknowledged == right.acknowledged
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(sent)
        hasher.combine(received)
    }
}
