import PreferenceTree
import Preferences

/// A daemon of the simulated tree: the core, its disk, and its own idea of the time.
final class SimulatedNode {
    var settings: NodeSettings
    /// At the root: what `reload` reads.
    var catalog: Catalog?
    /// Made with the disk.
    var instance: UInt64
    var disk = SimulatedDisk()
    var tree: TreeNode?
    /// Of the present start.
    var incarnation: UInt64 = 0
    /// What this machine's monotonic clock shows more than the world's; it only grows while it runs.
    var clockLead: Int64
    /// What its wall clock shows more than the world's, in microseconds.
    var wallLead: Int64 = 0
    /// Ticks come at any moment, and time jumps ahead (R9).
    var hasWildTimers = false
    var log: [LogEntry] = []
    var status = ""
    /// Answers to requests that the checks ask over a link of their own.
    var probe: LinkID?
    var probed: [Frame] = []
    var isDownForGood = false
    /// Has left the tree, or was made to: nobody above expects it.
    var isDeparted = false
    /// A node that no law lets into the tree.
    var isIntruder = false
    /// The next start is the first of another boot of the machine.
    var bootsAnew = false

    init(settings: NodeSettings, catalog: Catalog?, instance: UInt64, clockLead: Int64) {
        self.settings = settings
        self.catalog = catalog
        self.instance = instance
        self.clockLead = clockLead
    }

    func instant(_ now: Int64) -> Instant { Instant(nanoseconds: now + clockLead) }

    func wall(_ now: Int64) -> WallTime { WallTime(microseconds: 1_700_000_000_000_000 + now / 1000 + wallLead) }

    func handle(_ event: Event, at now: Int64) { tree?.handle(event, at: instant(now), wall: wall(now)) }
}
