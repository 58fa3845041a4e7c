/// What a frame may be at most.
package enum FrameLimits {
    /// The largest frame that is read unless the caller says otherwise, header included.
    ///
    /// Partials are limited to half of it at most, so that a frame holds any one of them.
    package static let standardBytes = 1 << 20
    /// Texts of HELLO and WELCOME that stay in memory as long as the session: a tree's name, a client's, a program's.
    package static let labelBytes = 240
}
