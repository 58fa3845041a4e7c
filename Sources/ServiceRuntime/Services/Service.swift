/// Something that lives as long as the process, or until its task is cancelled.
package protocol Service: Sendable {
    /// What messages call it.
    var name: String { get }

    /// Runs until its task is cancelled, then ends in order.
    ///
    /// It calls `ready` once it serves; the next service is started then. Returning or throwing earlier than asked to
    /// ends the whole group.
    func run(ready: @escaping @Sendable () -> Void) async throws
}
