import ForgetfulDisk
import SQLite
import Testing

@Suite("What a power cut leaves")
struct DurabilityTests {
    struct Arrangement: CustomTestStringConvertible {
        let journal: Database.Journal
        let durability: Database.Durability
        var testDescription: String { "\(journal), \(durability)" }
    }

    static let durable = [
        Arrangement(journal: .writeAhead, durability: .full), Arrangement(journal: .rollback, durability: .full),
    ]
    static let careless = [
        Arrangement(journal: .writeAhead, durability: .none), Arrangement(journal: .rollback, durability: .none),
    ]

    private func open(_ disk: ForgetfulDisk, _ arrangement: Arrangement) throws -> Database {
        try Database(
            "store", journal: arrangement.journal, durability: arrangement.durability, fileSystem: disk.name)
    }

    /// Makes the table durably, whatever the arrangement under test.
    private func prepare(_ disk: ForgetfulDisk, _ journal: Database.Journal) throws {
        let database = try open(disk, Arrangement(journal: journal, durability: .full))
        try database.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, bytes BLOB)")
    }

    private func insert(_ number: Int64, into database: Database) throws {
        let statement = try database.prepare("INSERT INTO entry VALUES (?, ?)")
        try database.transaction { () throws(SQLiteError) in
            try statement.bind(1, number)
            try statement.bind(2, [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 3_000))
            try statement.run()
        }
    }

    private func numbers(in database: Database) throws -> [Int64] {
        let check = try database.prepare("PRAGMA integrity_check")
        #expect(try check.step())
        #expect(check.text(0) == "ok")
        let statement = try database.prepare("SELECT number, bytes FROM entry ORDER BY number")
        var found: [Int64] = []
        while try statement.step() {
            #expect(statement.blob(1).allSatisfy { $0 == UInt8(truncatingIfNeeded: statement.integer(0)) })
            found.append(statement.integer(0))
        }
        return found
    }

    @Test("with full durability every commit that returned is there after the cut", arguments: durable)
    func kept(_ arrangement: Arrangement) throws {
        let disk = try ForgetfulDisk("kept-\(arrangement.testDescription)")
        try prepare(disk, arrangement.journal)
        for round in 1...20 as ClosedRange<Int64> {
            let database = try open(disk, arrangement)
            try insert(round, into: database)
            disk.crash()
            #expect(throws: SQLiteError.self) { try insert(100, into: database) }
            #expect(try numbers(in: open(disk, arrangement)) == Array(1...round))
        }
        #expect(disk.syncs >= 20)
    }

    @Test("with synchronous off the same commits are lost: the disk does forget", arguments: careless)
    func lost(_ arrangement: Arrangement) throws {
        let disk = try ForgetfulDisk("lost-\(arrangement.testDescription)")
        try prepare(disk, arrangement.journal)
        let database = try open(disk, arrangement)
        try insert(1, into: database)
        #expect(try numbers(in: database) == [1])
        #expect(disk.unsynced > 0)
        disk.crash()
        let found = try numbers(in: open(disk, Arrangement(journal: arrangement.journal, durability: .full)))
        #expect(found == [])
    }

    @Test("a rollback journal needs EXTRA: with FULL its deletion, the commit itself, can be undone")
    func extra() throws {
        let disk = try ForgetfulDisk("extra")
        try prepare(disk, .rollback)
        let database = try open(disk, Arrangement(journal: .rollback, durability: .full))
        try database.execute("PRAGMA synchronous=FULL")
        try insert(1, into: database)
        disk.crash()
        #expect(try numbers(in: open(disk, Arrangement(journal: .rollback, durability: .full))) == [])
    }

    @Test("a cut amid write-back leaves a sound file with every commit that returned", arguments: durable)
    func partial(_ arrangement: Arrangement) throws {
        for seed in 1...100 as ClosedRange<UInt64> {
            let disk = try ForgetfulDisk("partial-\(arrangement.testDescription)-\(seed)")
            try prepare(disk, arrangement.journal)
            do {
                let database = try open(disk, arrangement)
                try insert(1, into: database)
                try insert(2, into: database)
                // This one does not return: its sync fails, so it may be there or not, but not half of it.
                disk.refuseSyncs(with: 1_034)
                #expect(throws: SQLiteError.self) { try insert(3, into: database) }
                disk.crash(keepingSomeBySeed: seed)
            }
            disk.refuseSyncs(with: 0)
            let found = try numbers(in: open(disk, arrangement))
            #expect(found == [1, 2] || found == [1, 2, 3], "seed \(seed)")
        }
    }

    @Test("a full disk refuses the commit by its code, undoes it, and works again once there is room")
    func full() throws {
        let disk = try ForgetfulDisk("full")
        try prepare(disk, .writeAhead)
        let database = try open(disk, DurabilityTests.durable[0])
        disk.refuseWrites(with: ResultCode.full.rawValue)
        let error = #expect(throws: SQLiteError.self) { try insert(1, into: database) }
        #expect(error?.code == .full)
        #expect(!database.isInTransaction)
        disk.refuseWrites(with: 0)
        try insert(2, into: database)
        #expect(try numbers(in: database) == [2])
    }

    @Test("two connections on the disk exclude each other as on a real one", arguments: durable)
    func locks(_ arrangement: Arrangement) throws {
        let disk = try ForgetfulDisk("locks-\(arrangement.testDescription)")
        try prepare(disk, arrangement.journal)
        let first = try open(disk, arrangement)
        let second = try Database("store", journal: arrangement.journal, busyMilliseconds: 0, fileSystem: disk.name)
        try first.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(error?.code == .busy)
        try first.execute("INSERT INTO entry VALUES (1, x'0101')")
        try first.execute("COMMIT")
        try insert(2, into: second)
        #expect(try numbers(in: first) == [1, 2])
    }
}
