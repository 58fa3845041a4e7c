/// FNV-1a of 64 bits: tells states apart that nobody forges, the same on every machine and in every version.
struct Fingerprint {
    private(set) var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(of bytes: [UInt8]) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}

extension Definition {
    /// What partials of this definition are tagged with: type, nullable, policy and the policy's parameters only
    /// (semantics L9).
    ///
    /// Taken from the members as they are written, so that two versions agree on a definition which one of them cannot
    /// fold.
    package var fingerprint: UInt64 {
        let members = unsupported == nil ? written : valueMap
        let identity = ["type", "nullable", "policy", "parameters"].map { members[$0] ?? .null }
        return Fingerprint(of: Value.list(identity).canonicalBytes).state
    }
}
