import Glibc
import ServiceRuntime
import Testing

@Suite("Files, limits and random numbers")
struct SystemTests {
    @Test("a second holder is refused with the first one's process id, and the lock is free once it is gone")
    func lock() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path + "/lock"
        try scratch.write("what an earlier, longer file held", to: "lock")
        do {
            let held = try FileLock(path)
            #expect(throws: FileLock.Refusal.held(path: path, by: getpid())) { _ = try FileLock(path) }
            #expect(try scratch.read("lock") == "\(getpid())\n")
            withExtendedLifetime(held) {}
        }
        _ = try FileLock(path)
    }

    @Test("a place that is not there is an error of its own")
    func nowhere() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path + "/none/lock"
        #expect(throws: FileLock.Refusal.failed(SystemError(code: ENOENT, operation: "open", path: path))) {
            _ = try FileLock(path)
        }
    }

    @Test("raising the limit of descriptors never lowers it, nor goes beyond the hard limit")
    func limit() throws {
        let before = try DescriptorLimit.raise(to: 0)
        let raised = try DescriptorLimit.raise(to: .max)
        #expect(raised.soft == raised.hard)
        #expect(raised.soft >= before.soft)
        #expect(try DescriptorLimit.raise(to: 1) == raised)
    }

    @Test("random numbers stay below their bound and differ")
    func random() {
        #expect(Set((0..<100).map { _ in RandomNumber.any() }).count == 100)
        #expect((0..<1_000).allSatisfy { _ in RandomNumber.below(7) < 7 })
    }

    @Test("a descriptor that is no unix socket has no peer")
    func noPeer() throws {
        #expect(PeerCredentials(ofDescriptor: try Gate().reading.number) == nil)
        #expect(PeerCredentials(ofDescriptor: -1) == nil)
    }
}
