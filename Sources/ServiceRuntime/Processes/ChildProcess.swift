internal import CLinux
internal import Glibc
internal import Synchronization

/// A program this process started: signalled, and waited for.
///
/// A thread of its own starts it, waits for its end and reaps it. That thread lives as long as the child, since the
/// signal at our end is sent when the *thread* that started it ends. No fork handlers run and no memory is copied, so a
/// live ZeroMQ context does not matter.
package final class ChildProcess: Sendable {
    package let process: Int32
    /// Our ends of the pipes that were asked for.
    package let output: Descriptor?
    package let error: Descriptor?
    private let inputEnd: Mutex<Descriptor?>
    private let state = Mutex(State())

    private struct State {
        var status: ExitStatus?
        var waiting: [CheckedContinuation<ExitStatus, Never>] = []
    }

    private init(_ process: Int32, _ ends: [Descriptor?]) {
        self.process = process
        inputEnd = Mutex(ends[0])
        output = ends[1]
        error = ends[2]
    }

    /// Starts a program; an error says why none runs, such as ENOENT or EACCES of its file.
    package static func start(_ command: Command) async throws(SystemError) -> ChildProcess {
        guard let program = command.arguments.first else { throw SystemError(code: EINVAL, operation: "start") }
        let pipes = try Pipes(command)
        let bare = command.withoutStreams
        let result: Result<ChildProcess, SystemError> = await withCheckedContinuation { continuation in
            Thread.start("child") {
                let result = launch(program, bare, pipes)
                continuation.resume(returning: result)
                if case .success(let child) = result { child.awaitEnd() }
            }
        }
        return try result.get()
    }

    /// Starts the program and keeps of all ends only those the child object has.
    private static func launch(
        _ program: String, _ command: Command, _ pipes: Pipes
    ) -> Result<ChildProcess, SystemError> {
        let started = spawn(command, pipes.theirs.map { $0?.number ?? -1 })
        let ends = pipes.take()
        guard started > 0 else {
            return .failure(SystemError(code: -started, operation: "start", path: program))
        }
        return .success(ChildProcess(started, ends))
    }

    /// Where the child's input is written, if a pipe was asked for and it was not closed.
    package var input: Descriptor? {
        inputEnd.withLock { $0 }
    }

    /// Lets the child's input end, once nobody else holds `input`.
    package func closeInput() {
        inputEnd.withLock { $0 = nil }
    }

    /// Sends a signal, unless the child has ended: never to another process that got its number.
    @discardableResult
    package func send(_ signal: Signal) -> Bool {
        // The number is the child's own until it is reaped, which happens under the same lock.
        state.withLock { state in state.status == nil && kill(process, signal.rawValue) == 0 }
    }

    /// How it ended, or nil while it runs.
    package var status: ExitStatus? {
        state.withLock { $0.status }
    }

    /// Waits for the end.
    package func ended() async -> ExitStatus {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiting.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    private func awaitEnd() {
        _ = clinux_await_end(process)
        let (status, waiting) = state.withLock { state in
            let end = clinux_reap(process)
            // Reaping fails only if somebody else waited for all children; then nothing is known.
            let status: ExitStatus =
                end.error != 0
                ? .exited(255) : end.signal != 0 ? .signalled(Signal(rawValue: end.signal)) : .exited(end.code)
            state.status = status
            return (status, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: status) }
    }
}
