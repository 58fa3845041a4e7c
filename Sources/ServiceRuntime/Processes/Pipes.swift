internal import CLinux
internal import Synchronization

/// The two ends of a child's three standard streams.
final class Pipes: Sendable {
    private let ends: Mutex<(ours: [Descriptor?], theirs: [Descriptor?])>

    init(_ command: Command) throws(SystemError) {
        var ours: [Descriptor?] = []
        var theirs: [Descriptor?] = []
        for (index, stream) in [command.input, command.output, command.error].enumerated() {
            switch stream {
            case .inherited:
                ours.append(nil)
                theirs.append(nil)
            case .descriptor(let descriptor):
                ours.append(nil)
                theirs.append(descriptor)
            case .pipe:
                let pipe = clinux_make_pipe()
                guard pipe.error == 0 else { throw SystemError(code: pipe.error, operation: "pipe2") }
                let (reading, writing) = (Descriptor(pipe.reading), Descriptor(pipe.writing))
                ours.append(index == 0 ? writing : reading)
                theirs.append(index == 0 ? reading : writing)
            }
        }
        ends = Mutex((ours, theirs))
    }

    /// The child's ends; nil is inherited.
    var theirs: [Descriptor?] {
        ends.withLock { $0.theirs }
    }

    /// Gives up all ends, and hands over ours: to write the input, to read output and error.
    ///
    /// No end of file is ever seen by a reader while a copy of the writing end is kept somewhere.
    func take() -> [Descriptor?] {
        ends.withLock { ends in
            let ours = ends.ours
            ends = ([], [])
            return ours
        }
    }
}
