import CLinux
import ServiceRuntime

/// A pipe that lets through as many reads as it was opened times.
struct Gate: Sendable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws {
        let pipe = clinux_make_pipe()
        guard pipe.error == 0 else { throw SystemError(code: pipe.error, operation: "pipe") }
        reading = Descriptor(pipe.reading)
        writing = Descriptor(pipe.writing)
    }

    func open(times: Int) throws {
        try writing.write([UInt8](repeating: 1, count: times))
    }
}
