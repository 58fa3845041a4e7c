package import PreferenceTree
internal import Preferences
internal import SQLite

extension Store {
    /// Reads all that the node kept.
    package func recover() throws(StoreFault) -> Recovered {
        do {
            var found = Recovered()
            found.sameBoot = isSameBoot
            found.contributions = try rows("contributions", ContributionRow.init)
            found.roster = try rows("roster", RosterRow.init)
            found.catalog = try rows("catalog", CatalogFrame.init).first
            found.published = try rows("published", PublishedRow.init)
            found.drained = try database.prepare("SELECT only FROM drained").step()
            return found
        } catch let fault as StoredRow.Fault {
            throw .foreign(directory: directory, table: fault.table, row: fault.row, why: fault.why)
        } catch {
            throw .unusable(directory: directory, why: "\(error)")
        }
    }

    private func rows<Row>(_ table: String, _ read: (StoredRow) throws -> Row) throws -> [Row] {
        let statement = try database.prepare("SELECT * FROM \(table)")
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(StoredRow(statement: statement, table: table))) }
        return rows
    }
}

extension ContributionRow {
    fileprivate init(_ row: StoredRow) throws(StoredRow.Fault) {
        self.init(
            key: try row.key(0), source: try row.source(1), value: try row.value(2), rank: try row.number(3),
            lifetime: try row.word(4, LifetimeKind.init(rawValue:)),
            lease: row.optional(5).map { Interval(nanoseconds: $0) },
            deadline: row.optional(6).map { Instant(nanoseconds: $0) },
            holder: row.isNull(7) ? nil : try row.identity(7), since: row.time(8), by: row.text(9))
    }
}

extension RosterRow {
    fileprivate init(_ row: StoredRow) throws(StoredRow.Fault) {
        self.init(
            name: try row.node(0), id: try row.identity(1), branch: try row.node(2),
            parent: row.isNull(3) ? nil : try row.node(3), counted: row.flag(4),
            presence: try row.word(5, Presence.init(text:)), instance: try row.identity(6), rank: try row.number(7),
            height: try row.number(8), lastSeen: row.time(9))
    }
}

extension CatalogFrame {
    fileprivate init(_ row: StoredRow) throws(StoredRow.Fault) {
        self.init(hash: try row.identity(1), definitions: try row.value(2))
    }
}

extension PublishedRow {
    fileprivate init(_ row: StoredRow) throws(StoredRow.Fault) {
        guard case .list(let causes) = try row.value(5) else { throw row.fault("the causes are no list") }
        self.init(
            record: Record(
                key: try row.key(0), value: row.isNull(1) ? nil : try row.value(1), explicit: row.flag(2),
                revision: try row.number(3), state: try row.word(4, RecordState.init(text:)),
                causes: causes.compactMap { if case .text(let cause) = $0 { cause } else { nil } },
                truncated: row.flag(6),
                reason: try row.word(7, Reason.init(text:)), cause: row.text(8),
                time: row.time(9), sources: try row.number(10), staleSources: try row.number(11)))
    }
}
