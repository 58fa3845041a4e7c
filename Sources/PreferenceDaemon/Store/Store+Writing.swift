package import PreferenceTree
internal import Preferences
internal import SQLite

/// What a node wants on its disk under one ticket: all of it or nothing.
package struct StoreTicket: Hashable, Sendable {
    package let number: UInt64
    package let writes: [StoreWrite]

    package init(number: UInt64, writes: [StoreWrite]) {
        self.number = number
        self.writes = writes
    }
}

/// What became of a ticket.
package struct StoreResult: Hashable, Sendable {
    package let ticket: UInt64
    /// Nil: it is on the disk. Else why it is not.
    package let failure: String?

    package init(ticket: UInt64, failure: String?) {
        self.ticket = ticket
        self.failure = failure
    }
}

extension Store {
    /// Makes tickets durable, in order; the answers are in the same order.
    ///
    /// All of them are one commit. Where that fails each is tried alone, so that only those fail that have to.
    package func apply(_ tickets: [StoreTicket]) -> [StoreResult] {
        do throws(SQLiteError) {
            try commit(tickets)
            return tickets.map { StoreResult(ticket: $0.number, failure: nil) }
        } catch {
            if tickets.count == 1 { return tickets.map { StoreResult(ticket: $0.number, failure: "\(error)") } }
            return tickets.map(applyAlone)
        }
    }

    private func applyAlone(_ ticket: StoreTicket) -> StoreResult {
        do throws(SQLiteError) {
            try commit([ticket])
            return StoreResult(ticket: ticket.number, failure: nil)
        } catch {
            return StoreResult(ticket: ticket.number, failure: "\(error)")
        }
    }

    private func commit(_ tickets: [StoreTicket]) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            for ticket in tickets {
                for write in ticket.writes { try carryOut(write) }
            }
        }
    }

    private func carryOut(_ write: StoreWrite) throws(SQLiteError) {
        switch write {
        case .contribution(let row): try statements.putContribution.run(with: row)
        case .removeContribution(let key, let source):
            try statements.removeContribution.bind(1, key.text)
            try statements.removeContribution.bind(2, source.text)
            try statements.removeContribution.run()
        case .roster(let row): try statements.putRoster.run(with: row)
        case .removeRoster(let name):
            try statements.removeRoster.bind(1, name.text)
            try statements.removeRoster.run()
        case .catalog(let frame):
            try statements.putCatalog.bind(1, Hexadecimal.text(frame.hash))
            try statements.putCatalog.bind(2, frame.definitions.canonicalBytes)
            try statements.putCatalog.run()
        case .published(let row): try statements.putPublished.run(with: row.record)
        case .removePublished(let key):
            try statements.removePublished.bind(1, key.text)
            try statements.removePublished.run()
        case .drained(true): try statements.drain.run()
        case .drained(false): try statements.undrain.run()
        }
    }
}
