import Glibc
import ServiceRuntime
import Testing

@Suite("Child processes")
struct ChildProcessTests {
    private func text(_ descriptor: Descriptor?) async throws -> String {
        var bytes: [UInt8] = []
        for await chunk in try #require(descriptor).chunks() { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("arguments, environment, directory and streams are the child's, and its exit code comes back")
    func everything() async throws {
        let scratch = try ScratchDirectory()
        var command = Command(
            ["/bin/sh", "-c", "cat; echo \"$1|$GREETING|$(pwd)|$PATH\"; echo trouble >&2; exit 7", "sh", "two words"],
            environment: ["GREETING": "hel=lo", "PATH": "/bin"])
        command.directory = scratch.path
        command.input = .pipe
        command.output = .pipe
        command.error = .pipe
        let child = try await ChildProcess.start(command)
        try child.input?.write(Array("in\n".utf8))
        child.closeInput()
        #expect(child.input == nil)
        #expect(try await text(child.output) == "in\ntwo words|hel=lo|\(scratch.path)|/bin\n")
        #expect(try await text(child.error) == "trouble\n")
        #expect(await child.ended() == .exited(7))
        #expect(child.status?.code == 7)
    }

    @Test("a program that cannot run is an error, and nothing is started")
    func notThere() async throws {
        let scratch = try ScratchDirectory()
        try scratch.write("no program", to: "text")
        for (path, code) in [(scratch.path + "/none", ENOENT), (scratch.path + "/text", EACCES)] {
            await #expect(throws: SystemError(code: code, operation: "start", path: path)) {
                _ = try await ChildProcess.start(Command([path]))
            }
        }
        await #expect(throws: SystemError(code: EINVAL, operation: "start")) {
            _ = try await ChildProcess.start(Command([]))
        }
        var elsewhere = Command(["true"])
        elsewhere.directory = scratch.path + "/none"
        await #expect(throws: SystemError(code: ENOENT, operation: "start", path: "true")) {
            _ = try await ChildProcess.start(elsewhere)
        }
    }

    @Test("a signal ends it and is its status; afterwards there is nobody to signal")
    func signalled() async throws {
        let child = try await ChildProcess.start(Command(["sleep", "1000"]))
        #expect(child.status == nil)
        #expect(child.send(.terminate))
        #expect(await child.ended() == .signalled(.terminate))
        #expect(child.status?.code == 143)
        #expect(!child.send(.terminate))
        #expect(kill(child.process, 0) == -1)
    }

    @Test("a child has no signal blocked and does not ignore broken pipes, whatever this process does")
    func signals() async throws {
        var command = Command(["/bin/sh", "-c", "grep -E 'SigBlk|SigIgn' /proc/self/status"])
        command.output = .pipe
        let child = try await ChildProcess.start(command)
        let lines = try await text(child.output).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "SigBlk:\t0000000000000000")
        let ignored = lines.last?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        #expect(ignored.map { $0 >> UInt64(SIGPIPE - 1) & 1 } == 0)
        #expect(await child.ended() == .exited(0))
    }

    @Test("a child has the descriptors it is given, and none besides that this process made")
    func descriptors() async throws {
        let given = try Gate()
        let kept = try Gate()
        var command = Command(["/bin/sh", "-c", "ls -l /proc/self/fd"])
        command.input = .descriptor(given.reading)
        command.output = .pipe
        let child = try await ChildProcess.start(command)
        let listing = try await text(child.output)
        #expect(listing.contains("0 -> pipe:[\(inode(given.reading))]"))
        #expect(!listing.contains("pipe:[\(inode(kept.reading))]"))
        #expect(await child.ended() == .exited(0))
    }

    private func inode(_ descriptor: Descriptor) -> UInt64 {
        var status = stat()
        // `fstat` fills the structure.
        #expect(unsafe fstat(descriptor.number, &status) == 0)
        return UInt64(status.st_ino)
    }

    @Test("a child leads a group of its own, and gets a signal at our end, if asked to")
    func groupAndDeath() async throws {
        // Python asks the kernel for the process group, and by prctl's PR_GET_PDEATHSIG for the signal.
        let script = """
            import ctypes, os
            signal = ctypes.c_int()
            ctypes.CDLL(None).prctl(2, ctypes.byref(signal))
            print(os.getpid() == os.getpgrp(), signal.value)
            """
        var command = Command(["/usr/bin/python3", "-c", script])
        command.output = .pipe
        let plain = try await ChildProcess.start(command)
        #expect(try await text(plain.output) == "False 0\n")
        command.hasOwnGroup = true
        command.signalAtOurEnd = .terminate
        let bound = try await ChildProcess.start(command)
        #expect(try await text(bound.output) == "True \(SIGTERM)\n")
        #expect(await bound.ended() == .exited(0))
        #expect(await plain.ended() == .exited(0))
    }
}
