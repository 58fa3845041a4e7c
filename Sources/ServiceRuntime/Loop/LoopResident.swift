/// An actor that lives on an event loop's thread and decides what the thread does between its jobs.
///
/// Its `unownedExecutor` is the loop's. All requirements are called on the loop's thread, synchronously. Sockets that
/// belong to one thread are opened in `begin` and closed in `end`.
package protocol LoopResident: Actor {
    /// The first thing on the thread.
    func begin()

    /// Sleeps until one of the resident's own sources or one of the loop's descriptors is readable.
    ///
    /// With `mayBlock` false it looks without sleeping. Waking up early is allowed.
    func wait(mayBlock: Bool)

    /// Handles what the wait found and what is due; runs after the jobs that were queued. Answers when it wants the
    /// next turn even if nothing happens: a moment that is past means at once, nil never.
    func turn() -> MonotonicInstant?

    /// The last thing on the thread, after the last turn.
    func end()
}
