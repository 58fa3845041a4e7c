internal import CLinux

/// The name of this boot of the machine: monotonic instants compare within one only.
package struct BootID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the present boot's.
    package static func current() throws(SystemError) -> BootID {
        let id = clinux_read_boot_id()
        guard id.error == 0 else {
            throw SystemError(code: id.error, operation: "read", path: "/proc/sys/kernel/random/boot_id")
        }
        return BootID(high: id.high, low: id.low)
    }
}
