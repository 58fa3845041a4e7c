import ForgetfulDisk
import PreferenceDaemon
import PreferenceTree
import Preferences
import SQLite
import ServiceRuntime
import Testing

@Suite("What the store keeps through a power cut")
struct StoreDurabilityTests {
    private func open(
        _ scratch: ScratchDirectory, _ disk: ForgetfulDisk, _ durability: Database.Durability = .full
    ) throws -> Store {
        try Store(
            directory: scratch.path, boot: StoreTests.boot, now: StoreTests.now, fileSystem: disk.name,
            durability: durability)
    }

    private func contribution(_ number: UInt64) throws -> ContributionRow {
        try StoredRows.contribution("k.\(number)", "s", .bytes([UInt8](repeating: 7, count: 3_000)))
    }

    private func state(_ numbers: ClosedRange<UInt64>, in store: Store) throws -> [StoreResult] {
        store.apply(
            try numbers.map { StoreTicket(number: $0, writes: [.contribution(try contribution($0))]) })
    }

    @Test("every ticket that was answered is there after the cut, group by group")
    func kept() throws {
        let (scratch, disk) = (try ScratchDirectory(), try ForgetfulDisk("store-kept"))
        var instance: UInt64?
        for round in 0..<10 as Range<UInt64> {
            let store = try open(scratch, disk)
            #expect(instance == nil || store.instance == instance)
            instance = store.instance
            let results = try state((round * 5 + 1)...(round * 5 + 5), in: store)
            #expect(results.allSatisfy { $0.failure == nil })
            disk.crash()
            #expect(try state(1_000...1_000, in: store).first?.failure != nil)
        }
        let found = try open(scratch, disk).recover().contributions
        #expect(Set(found) == Set(try (1...50).map(contribution)))
    }

    @Test("with synchronous off the same tickets are lost: the test above can fail")
    func lost() throws {
        let (scratch, disk) = (try ScratchDirectory(), try ForgetfulDisk("store-lost"))
        _ = try open(scratch, disk)
        let store = try open(scratch, disk, .none)
        #expect(try state(1...5, in: store).allSatisfy { $0.failure == nil })
        disk.crash()
        #expect(try state(6...6, in: store).first?.failure != nil)
        withExtendedLifetime(store) {}
        let later = try Database("\(scratch.path)/prefd.sqlite3", fileSystem: disk.name)
        let count = try later.prepare("SELECT count(*) FROM contributions")
        #expect(try count.step())
        #expect(count.integer(0) == 0)
    }

    @Test("a group is one sync, not one for each ticket")
    func group() throws {
        let (scratch, disk) = (try ScratchDirectory(), try ForgetfulDisk("store-group"))
        let store = try open(scratch, disk)
        let before = disk.syncs
        _ = try state(1...200, in: store)
        #expect(disk.syncs - before < 10)
    }

    @Test("a full disk refuses by name, and the next ticket goes through once there is room")
    func full() throws {
        let (scratch, disk) = (try ScratchDirectory(), try ForgetfulDisk("store-full"))
        let store = try open(scratch, disk)
        disk.refuseWrites(with: ResultCode.full.rawValue)
        #expect(try state(1...3, in: store).allSatisfy { $0.failure?.contains("full") == true })
        disk.refuseWrites(with: 0)
        #expect(try state(4...4, in: store).allSatisfy { $0.failure == nil })
        #expect(try store.recover().contributions == [try contribution(4)])
    }
}
