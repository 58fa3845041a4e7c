/// The connections of one listening socket: which link came over which descriptor, and which of them are gone.
///
/// Terms
/// - *link*: the number that a ROUTER gave a connection. Numbers rise; a connection that is made again gets another.
/// - *descriptor*: a kernel's number, used again as soon as its connection has ended.
/// - *closing*: the connection is over, but frames that came before its end may still wait to be read.
/// - *unheard end*: a connection ended of which no link was known; frames of it may still wait to be read.
/// - *doubtful*: heard first after an unheard end over its descriptor, which is open again. The link is the present
///   connection, or one that ended before; nothing that is seen from here tells which.
///
/// The socket's monitor tells of descriptors in the order in which they open and close, and of each before the first
/// frame that comes over it can be read. So whoever empties the monitor before a link's first frame is taken in, as
/// `heard` wants it, knows whether that frame's descriptor is open, but not since when. A doubtful link is probed: the
/// ROUTER finds no peer to send to where the connection is over. Only that, or the next end of the descriptor, ends it.
package struct LinkTable {
    private struct Link {
        var descriptor: CInt?
        var isDoubtful = false
        var isClosing = false
    }

    private var links: [UInt32: Link] = [:]
    private var owners: [CInt: UInt32] = [:]
    private var openDescriptors: Set<CInt> = []
    private var unheardEnds: Set<CInt> = []
    private var closing: [UInt32] = []
    private var doubtful: [UInt32] = []

    package init() {}

    /// Connections that the kernel has open, those included from which nothing has come yet.
    package var openCount: Int { openDescriptors.count }

    /// Whether an end is to be told, or a link to be probed.
    package var isAnythingDue: Bool { !closing.isEmpty || !doubtful.isEmpty }

    package func isKnown(_ id: UInt32) -> Bool { links[id] != nil }

    /// Whether frames can be sent over the link.
    package func isOpen(_ id: UInt32) -> Bool { links[id].map { !$0.isClosing } ?? false }

    /// The monitor says that a connection was accepted.
    package mutating func opened(_ descriptor: CInt) { openDescriptors.insert(descriptor) }

    /// The monitor says that a connection is over.
    package mutating func closed(_ descriptor: CInt) {
        openDescriptors.remove(descriptor)
        guard let id = owners[descriptor], let link = links[id] else {
            unheardEnds.insert(descriptor)
            return
        }
        // What ended may be another connection, that has not been heard, rather than the doubtful link's.
        if link.isDoubtful { unheardEnds.insert(descriptor) }
        close(id)
    }

    /// The first frame of a link came over a descriptor; the monitor has been emptied before.
    ///
    /// False: that connection is over, though its frames are still to be read.
    @discardableResult
    package mutating func heard(_ id: UInt32, over descriptor: CInt?) -> Bool {
        links[id] = Link()
        guard let descriptor else { return true }
        guard openDescriptors.contains(descriptor) else {
            close(id)
            return false
        }
        if let other = owners[descriptor] {
            // A descriptor is one connection at a time, and the newer link is the living one.
            guard LinkTable.isNewer(id, than: other) else {
                close(id)
                return false
            }
            close(other)
        }
        links[id]?.descriptor = descriptor
        owners[descriptor] = id
        if unheardEnds.contains(descriptor) {
            links[id]?.isDoubtful = true
            doubtful.append(id)
        }
        return true
    }

    /// A send found no such peer.
    package mutating func unreachable(_ id: UInt32) { close(id) }

    private mutating func close(_ id: UInt32) {
        guard var link = links[id], !link.isClosing else { return }
        if let descriptor = link.descriptor, owners[descriptor] == id { owners[descriptor] = nil }
        link.descriptor = nil
        link.isDoubtful = false
        link.isClosing = true
        links[id] = link
        closing.append(id)
    }

    /// The links whose end is to be told now: everything that came before the ends that are known has been read.
    package mutating func takeClosed() -> [UInt32] {
        let closed = closing
        closing.removeAll(keepingCapacity: true)
        for id in closed { links[id] = nil }
        // Whatever is heard from here on came over a connection that was open after them.
        unheardEnds.removeAll(keepingCapacity: true)
        return closed
    }

    /// The links to send something to, so that the ROUTER says whether they are there; each once.
    package mutating func takeDoubtful() -> [UInt32] {
        let taken = doubtful.filter { links[$0]?.isDoubtful == true }
        doubtful.removeAll(keepingCapacity: true)
        return taken
    }

    /// Numbers rise and wrap around after 2³².
    private static func isNewer(_ id: UInt32, than other: UInt32) -> Bool {
        Int32(bitPattern: id &- other) > 0
    }
}
