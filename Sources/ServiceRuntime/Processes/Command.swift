/// What is to be run, and how it is connected.
package struct Command: Sendable {
    /// Where a standard stream of the program goes.
    package enum Stream: Sendable {
        /// Where this process's own goes.
        case inherited
        /// To this process, by a pipe.
        case pipe
        /// To a descriptor, or from it.
        case descriptor(Descriptor)
    }

    /// The program, looked up in PATH unless it has a slash, and its arguments.
    package var arguments: [String]
    /// `NAME=value` pairs; nil for this process's own.
    package var environment: [String: String]?
    package var directory: String?
    package var input = Stream.inherited
    package var output = Stream.inherited
    package var error = Stream.inherited
    /// Sent to the program when this process ends, however it does. C: `PR_SET_PDEATHSIG`
    package var signalAtOurEnd: Signal?
    /// Whether it leads a process group of its own, which the terminal's signals do not reach.
    package var hasOwnGroup = false

    package init(_ arguments: [String], environment: [String: String]? = nil) {
        self.arguments = arguments
        self.environment = environment
    }

    /// The same without its hold on any descriptor.
    var withoutStreams: Command {
        var bare = self
        bare.input = .inherited
        bare.output = .inherited
        bare.error = .inherited
        return bare
    }
}
