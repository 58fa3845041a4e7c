internal import PreferenceTree

extension LinkID {
    /// The link that a listener knows by a number of its ROUTER.
    init(listener: Int, routing: UInt32) {
        self.init(number: UInt64(listener) << 32 | UInt64(routing))
    }

    /// The listener's place among those of the node.
    var listener: Int { Int(number >> 32) }

    var routing: UInt32 { UInt32(truncatingIfNeeded: number) }
}
