/// Frames that one peer's socket did not take: first in, first out, and bounded.
///
/// What does not fit ends the link: a peer that takes nothing for so long starts anew with a snapshot.
package struct Outbox {
    /// The most that waits for one peer. Windows bound what is under credit; this bounds the rest.
    package static let maximumFrames = 1024
    package static let maximumBytes = 16 << 20

    private var frames: [[UInt8]] = []
    private var first = 0
    package private(set) var bytes = 0

    package init() {}

    package var count: Int { frames.count - first }
    package var isEmpty: Bool { count == 0 }

    /// False: there is no room, and nothing was kept.
    package mutating func append(_ frame: [UInt8]) -> Bool {
        guard count < Outbox.maximumFrames, bytes + frame.count <= Outbox.maximumBytes else { return false }
        frames.append(frame)
        bytes += frame.count
        return true
    }

    package mutating func removeAll() { self = Outbox() }

    /// Sends from the front until one is not sent; answers what became of that one, nil if all were.
    package mutating func drain<Outcome>(_ send: ([UInt8]) -> Outcome?) -> Outcome? {
        while first < frames.count {
            if let outcome = send(frames[first]) { return outcome }
            bytes -= frames[first].count
            frames[first] = []
            first += 1
        }
        frames.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }
}
