import Glibc

/// The wait of a resident that has descriptors only. C: `poll`
struct DescriptorPoller {
    private var items: [pollfd]

    /// Waits for all of the descriptors to become readable: the loop's and the resident's own.
    init(_ descriptors: [CInt]) {
        items = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Sleeps until one is readable, or only looks.
    mutating func wait(mayBlock: Bool) {
        // The items are borrowed for the call, which writes their revents. An interrupted wait is an early one.
        if unsafe poll(&items, nfds_t(items.count), mayBlock ? -1 : 0) <= 0 {
            for index in items.indices { items[index].revents = 0 }
        }
    }
}
