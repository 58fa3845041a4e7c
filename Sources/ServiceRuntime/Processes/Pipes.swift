internal import CLinux
internal import Synchronization

/// The two ends of a child's three standard streams.
final class Pipes: Sendable {
    private let ourEnds: Mutex<[Descriptor?]>
    private let childEnds: Mutex<[Descriptor?]>

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
        ourEnds = Mutex(ours)
        childEnds = Mutex(theirs)
    }

    /// Hands over our ends: to write the input, to read output and error. Nobody else keeps them open.
    func takeOurs() -> [Descriptor?] {
        ourEnds.withLock { ends in
            let taken = ends
            ends = []
            return taken
        }
    }

    /// The child's ends; nil is inherited.
    var theirs: [Descriptor?] {
        childEnds.withLock { $0 }
    }

    /// Closes our copies of the child's ends, without which no end of file is ever seen.
    func releaseTheirs() {
        childEnds.withLock { $0 = [] }
    }
}
