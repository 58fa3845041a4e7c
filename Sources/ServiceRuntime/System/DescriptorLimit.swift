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
}
