internal import CLinux

/// How many descriptors this process may have open.
package struct DescriptorLimit: Equatable, Sendable {
    package let soft: UInt64
    package let hard: UInt64

    /// Raises the soft limit to `wanted`, or as far as the hard limit lets; answers what holds. C: `setrlimit`
    package static func raise(to wanted: UInt64) throws(SystemError) -> DescriptorLimit {
        let limit = clinux_raise_descriptors(wanted)
        guard limit.error == 0 else { throw SystemError(code: limit.error, operation: "setrlimit") }
        return DescriptorLimit(soft: limit.soft, hard: limit.hard)
    }

    /// What holds now. C: `getrlimit`
    package static func current() throws(SystemError) -> DescriptorLimit { try raise(to: 0) }

    /// How many descriptors this process has open. C: `readdir`
    package static func used() throws(SystemError) -> Int {
        let count = clinux_count_descriptors()
        guard count >= 0 else { throw SystemError(code: -count, operation: "readdir", path: "/proc/self/fd") }
        return Int(count)
    }
}

/// A listening TCP socket that is to take no connections for a while.
package enum ListeningDescriptor {
    /// Lets no new connection in, or lets them in again; those that wait already are accepted. C: `SO_ATTACH_FILTER`
    package static func refuse(_ isRefused: Bool, at descriptor: CInt) throws(SystemError) {
        let result = clinux_refuse_connections(descriptor, isRefused ? 1 : 0)
        guard result >= 0 else { throw SystemError(code: -result, operation: "SO_ATTACH_FILTER") }
    }
}
