package import PreferenceTree

/// Who a client says it is.
///
/// A client takes whatever tree its node belongs to.
package struct ClientIdentity: Hashable, Sendable {
    /// For people, such as `prefctl.4711`.
    package var name: String
    /// Random, made at start: the same instance after a lost session is a return.
    package var instance: UInt64
    package var incarnation: UInt64
    package var software: String
    /// What the node may have under way to this client: small for one that may stop reading, so that what waits
    /// for it stays at the node, where it is conflated (N7).
    package var window: Window
    package var timing: Timing

    package init(
        name: String, instance: UInt64, incarnation: UInt64, software: String, window: Window = .standard,
        timing: Timing = Timing()
    ) {
        self.name = name
        self.instance = instance
        self.incarnation = incarnation
        self.software = software
        self.window = window
        self.timing = timing
    }

    func hello(attempt: UInt32) -> Hello {
        Hello(
            attempt: attempt, role: .client, tree: "", name: name, instance: instance, incarnation: incarnation,
            lowestVersion: ProtocolVersion.lowest, highestVersion: ProtocolVersion.highest, software: software,
            catalogHash: 0, rank: 0, height: 0, syncing: false,
            heartbeat: timing.heartbeat, deadAfter: timing.deadAfter, window: window)
    }
}
