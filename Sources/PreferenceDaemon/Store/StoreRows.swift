internal import PreferenceTree
internal import Preferences
internal import SQLite

// Rows as they are written; `Store.recover` reads them.
extension SQLite.Statement {
    func bindOptional(_ parameter: CInt, _ value: Int64?) throws(SQLiteError) {
        if let value { try bind(parameter, value) } else { try bindNull(parameter) }
    }

    func bindOptional(_ parameter: CInt, _ value: String?) throws(SQLiteError) {
        if let value { try bind(parameter, value) } else { try bindNull(parameter) }
    }

    func bind(_ parameter: CInt, flag: Bool) throws(SQLiteError) {
        try bind(parameter, Int64(flag ? 1 : 0))
    }

    func run(with row: ContributionRow) throws(SQLiteError) {
        try bind(1, row.key.text)
        try bind(2, row.source.text)
        try bind(3, row.value.canonicalBytes)
        try bind(4, Int64(row.rank))
        try bind(5, row.lifetime.rawValue)
        try bindOptional(6, row.lease?.nanoseconds)
        try bindOptional(7, row.deadline?.nanoseconds)
        try bindOptional(8, row.holder.map(Hexadecimal.text))
        try bind(9, row.since.microseconds)
        try bind(10, row.by)
        try run()
    }

    func run(with row: RosterRow) throws(SQLiteError) {
        try bind(1, row.name.text)
        try bind(2, Hexadecimal.text(row.id))
        try bind(3, row.branch.text)
        try bindOptional(4, row.parent?.text)
        try bind(5, flag: row.counted)
        try bind(6, row.presence.text)
        try bind(7, Hexadecimal.text(row.instance))
        try bind(8, Int64(row.rank))
        try bind(9, Int64(row.height))
        try bind(10, row.lastSeen.microseconds)
        try run()
    }

    func run(with record: Record) throws(SQLiteError) {
        try bind(1, record.key.text)
        if let value = record.value { try bind(2, value.canonicalBytes) } else { try bindNull(2) }
        try bind(3, flag: record.explicit)
        try bind(4, Int64(clamping: record.revision))
        try bind(5, record.state.text)
        try bind(6, Value.list(record.causes.map { .text($0) }).canonicalBytes)
        try bind(7, flag: record.truncated)
        try bind(8, record.reason.text)
        try bind(9, record.cause)
        try bind(10, record.time.microseconds)
        try bind(11, Int64(record.sources))
        try bind(12, Int64(record.staleSources))
        try run()
    }
}
