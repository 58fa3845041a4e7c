/// What a frame may be at most.
package enum FrameLimits {
    /// The largest frame that is read unless the caller says otherwise, header included. A partial takes at most a
    /// quarter of it, so that a frame always holds the largest one.
    package static let standardBytes = 1 << 20
    /// Texts of HELLO and WELCOME that stay in memory as long as the session: a tree's name, a client's, a program's.
    package static let labelBytes = 240
}
