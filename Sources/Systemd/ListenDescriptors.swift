internal import CSystemd

/// The sockets the service manager opened for this process.
package enum ListenDescriptors {
    /// Takes them, open and close-on-exec, and lets no child take them again. C: `sd_listen_fds`
    package static func take() -> Range<CInt> {
        let first = CInt(SD_LISTEN_FDS_START)
        let count = max(0, sd_listen_fds(1))
        return first..<(first + count)
    }
}
