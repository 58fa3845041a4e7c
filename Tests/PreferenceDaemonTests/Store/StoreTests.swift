import PreferenceDaemon
import PreferenceTree
import Preferences
import SQLite
import ServiceRuntime
import Testing

@Suite("What a node keeps on its disk")
struct StoreTests {
    static let boot = BootID(high: 1, low: 2)
    static let now = MonotonicInstant(nanoseconds: 1_000_000_000)

    private func open(_ directory: String, boot: BootID = boot, now: MonotonicInstant = now) throws -> Store {
        try Store(directory: directory, boot: boot, now: now)
    }

    @discardableResult
    private func write(_ writes: [StoreWrite], to store: Store, ticket: UInt64 = 1) -> [StoreResult] {
        store.apply([StoreTicket(number: ticket, writes: writes)])
    }

    @Test("every row comes back as it was, in every column")
    func roundTrip() throws {
        let scratch = try ScratchDirectory()
        let held = try StoredRows.contribution(lifetime: .held, holder: .max)
        let leased = try StoredRows.contribution(
            "host.a_b", "x{y=\"z\"}", .map(ValueMap([("k", .list([.null, .bytes([0, 255])]))])),
            lifetime: .ttl, lease: .seconds(180), deadline: Instant(nanoseconds: 77))
        let nodes = [
            try StoredRows.roster("rack1", presence: .pending),
            try StoredRows.roster("leaf.a", presence: .stale, parent: "rack1"),
            try StoredRows.roster("leaf.b", presence: .missing, parent: "rack1"),
        ]
        let records = [
            try StoredRows.record("a", .text("…")), try StoredRows.record("b", nil, state: .ok),
            try StoredRows.record("c", .null, state: .syncing), try StoredRows.record("d", .int(1), state: .stale),
        ]
        do {
            let store = try open(scratch.path)
            #expect(try store.recover() == Recovered())
            write(
                [.contribution(held), .contribution(leased), .catalog(StoredRows.definitions), .drained(true)]
                    + nodes.map { .roster($0) } + records.map { .published(PublishedRow(record: $0)) },
                to: store)
        }
        let found = try open(scratch.path).recover()
        #expect(Set(found.contributions) == [held, leased])
        #expect(Set(found.roster) == Set(nodes))
        #expect(Set(found.published.map(\.record)) == Set(records))
        #expect(found.catalog == StoredRows.definitions)
        #expect(found.drained)
        #expect(found.sameBoot)
    }

    @Test("what is stated again replaces, what is removed is gone")
    func replacement() throws {
        let scratch = try ScratchDirectory()
        let store = try open(scratch.path)
        let first = try StoredRows.contribution()
        let second = try StoredRows.contribution("pool.max_temp", "cpu0", .float(1))
        let node = try StoredRows.roster("rack1")
        let record = try StoredRows.record("a", .int(1))
        write([.contribution(first), .contribution(second), .roster(node), .drained(true), .drained(true)], to: store)
        write([.published(PublishedRow(record: record)), .catalog(StoredRows.definitions)], to: store)
        #expect(try store.recover().contributions == [second])
        write(
            [
                .removeContribution(key: first.key, source: first.source), .removeRoster(node.name),
                .removePublished(record.key), .drained(false),
            ], to: store)
        var expected = Recovered()
        expected.catalog = StoredRows.definitions
        #expect(try store.recover() == expected)
    }

    @Test("the instance is made with the directory and stays")
    func instance() throws {
        let (first, second) = (try ScratchDirectory(), try ScratchDirectory())
        let instance = try open(first.path).instance
        #expect(try open(first.path).instance == instance)
        #expect(try open(second.path).instance != instance)
    }

    @Test("a directory that is in use is refused by the pid of its user")
    func locked() throws {
        let scratch = try ScratchDirectory()
        let store = try open(scratch.path)
        #expect(throws: StoreFault.inUse(directory: scratch.path, by: ProcessID.own)) { try open(scratch.path) }
        #expect(try store.recover() == Recovered())
    }

    @Test("a directory without a parent directory is refused")
    func noParent() throws {
        let scratch = try ScratchDirectory()
        let fault = #expect(throws: StoreFault.self) { try open(scratch.file("a/b")) }
        guard case .unusable(let directory, _)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(directory == scratch.file("a/b"))
    }

    @Test("in another boot leases begin anew on the disk too, and other deadlines do not exist")
    func otherBoot() throws {
        let scratch = try ScratchDirectory()
        let leased = try StoredRows.contribution(
            lifetime: .ttl, lease: .seconds(180), deadline: Instant(nanoseconds: 900_000_000_000))
        let durable = try StoredRows.contribution("ui.title", "me", .text("x"))
        write([.contribution(leased), .contribution(durable)], to: try open(scratch.path))
        let other = BootID(high: 3, low: 4)
        let later = MonotonicInstant(nanoseconds: 5_000_000_000)
        let moved = Instant(nanoseconds: 185_000_000_000)
        let first = try open(scratch.path, boot: other, now: later).recover()
        #expect(!first.sameBoot)
        #expect(first.contributions.map(\.deadline) == [moved, nil])
        // A second start in that boot finds deadlines of that boot.
        let second = try open(scratch.path, boot: other, now: MonotonicInstant(nanoseconds: 9_000_000_000)).recover()
        #expect(second.sameBoot)
        #expect(second.contributions.map(\.deadline) == [moved, nil])
    }

    @Test("of a batch only the tickets fail that have to, and the answers keep the order")
    func failingTicket() throws {
        let scratch = try ScratchDirectory()
        let store = try open(scratch.path)
        try Database(scratch.file("prefd.sqlite3")).execute(
            """
            CREATE TRIGGER poison BEFORE INSERT ON contributions WHEN NEW.source = 'poison'
            BEGIN SELECT RAISE(ABORT, 'poisoned'); END
            """)
        let good = try ["a", "b", "c", "d"].map { try StoredRows.contribution("k", $0) }
        let bad = try StoredRows.contribution("k", "poison")
        let results = store.apply([
            StoreTicket(number: 7, writes: [.contribution(good[0])]),
            StoreTicket(number: 8, writes: [.contribution(good[1]), .contribution(bad), .contribution(good[2])]),
            StoreTicket(number: 9, writes: [.contribution(good[3])]),
        ])
        #expect(results.map(\.ticket) == [7, 8, 9])
        #expect(results.map { $0.failure == nil } == [true, false, true])
        #expect(results[1].failure?.contains("poisoned") == true)
        #expect(Set(try store.recover().contributions) == [good[0], good[3]])
    }

    @Test("a directory of a later format is refused and left as it is")
    func newer() throws {
        let scratch = try ScratchDirectory()
        _ = try open(scratch.path)
        try Database(scratch.file("prefd.sqlite3")).execute("UPDATE meta SET format = 2; DROP TABLE roster")
        let fault = StoreFault.newer(directory: scratch.path, format: 2, known: 1)
        #expect(throws: fault) { try open(scratch.path, boot: BootID(high: 9, low: 9)) }
        let row = try Database(scratch.file("prefd.sqlite3")).prepare("SELECT boot FROM meta")
        #expect(try row.step())
        #expect(row.text(0) == "00000000000000010000000000000002")
    }

    static let foreignRows = [
        "INSERT INTO contributions VALUES ('a b', 's', x'01', 0, 'durable', NULL, NULL, NULL, 0, '')",
        "INSERT INTO contributions VALUES ('a', 's', x'FF', 0, 'durable', NULL, NULL, NULL, 0, '')",
        "INSERT INTO contributions VALUES ('a', 's', x'01', 3000000000, 'durable', NULL, NULL, NULL, 0, '')",
        "INSERT INTO contributions VALUES ('a', 's', x'01', 0, 'for ever', NULL, NULL, NULL, 0, '')",
        "INSERT INTO contributions VALUES ('a', 's', x'01', 0, 'held', NULL, NULL, 'me', 0, '')",
        "INSERT INTO roster VALUES ('a', '1', 'a', NULL, 1, 'live', '0000000000000000', 0, 0, 0)",
        "INSERT INTO roster VALUES ('a', '0000000000000000', 'a', 'b c', 1, 'live', '0000000000000000', 0, 0, 0)",
        "INSERT INTO roster VALUES ('a', '0000000000000000', 'a', NULL, 1, 'well', '0000000000000000', 0, 0, 0)",
        "INSERT INTO roster VALUES ('a', '0000000000000000', 'a', NULL, 1, 'live', '0000000000000000', 0, 256, 0)",
        "INSERT INTO catalog VALUES (1, 'x', x'01')",
        "INSERT INTO published VALUES ('a', x'01', 1, 1, 'ok', x'01', 0, 'published', '', 0, 0, 0)",
        "INSERT INTO published VALUES ('a', x'01', 1, -1, 'ok', x'80', 0, 'published', '', 0, 0, 0)",
        "INSERT INTO published VALUES ('a', x'01', 1, 1, 'fine', x'80', 0, 'published', '', 0, 0, 0)",
    ]

    @Test("a row that this program would not write is named and nothing is guessed", arguments: foreignRows)
    func foreign(_ insert: String) throws {
        let scratch = try ScratchDirectory()
        let store = try open(scratch.path)
        try Database(scratch.file("prefd.sqlite3")).execute(insert)
        let fault = #expect(throws: StoreFault.self) { try store.recover() }
        guard case .foreign(let directory, let table, _, _)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(directory == scratch.path)
        #expect(insert.contains("INTO \(table) "))
    }

    @Test("a file that is no database is refused")
    func notADatabase() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(String(repeating: "no database at all\n", count: 100), to: "prefd.sqlite3")
        let fault = #expect(throws: StoreFault.self) { try open(scratch.path) }
        guard case .unusable(let directory, _)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(directory == scratch.path)
    }
}
