/// What a disk thread does: it takes everything that waits as one batch, and makes one commit of it.
///
/// The worker is made elsewhere, lives on the thread, and ends with it.
package protocol BatchWorker: SendableMetatype {
    associatedtype Work: Sendable
    associatedtype Outcome: Sendable

    /// Carries out a batch, in order; never empty. The outcome is passed on to where the loop is.
    mutating func perform(_ batch: [Work]) -> Outcome
}
