internal import PreferenceTree
internal import Preferences
internal import SQLite

/// The present row of a table, column by column in the schema's order.
///
/// The disk is foreign ground: what is not as this program writes it is named, never guessed.
struct StoredRow {
    let statement: SQLite.Statement
    let table: String
    /// The column of the name that a person finds the row by.
    var name: CInt = 0

    /// What is wrong with one column.
    struct Fault: Error {
        let table: String
        let row: String
        let why: String
    }

    func fault(_ why: String) -> Fault { Fault(table: table, row: statement.text(name), why: why) }

    func isNull(_ column: CInt) -> Bool { statement.storage(column) == .null }

    func text(_ column: CInt) -> String { statement.text(column) }

    func flag(_ column: CInt) -> Bool { statement.integer(column) != 0 }

    func optional(_ column: CInt) -> Int64? { isNull(column) ? nil : statement.integer(column) }

    func number<Number: FixedWidthInteger>(_ column: CInt, _ type: Number.Type = Number.self) throws(Fault) -> Number {
        guard let number = Number(exactly: statement.integer(column)) else {
            throw fault("\(statement.integer(column)) is out of range")
        }
        return number
    }

    func time(_ column: CInt) -> WallTime { WallTime(microseconds: statement.integer(column)) }

    func identity(_ column: CInt) throws(Fault) -> UInt64 {
        guard let number = Hexadecimal.number(text(column)) else {
            throw fault("\(text(column)) is no number of 16 hexadecimal digits")
        }
        return number
    }

    func key(_ column: CInt) throws(Fault) -> Key {
        do { return try Key(text(column)) } catch { throw fault("\(error)") }
    }

    func source(_ column: CInt) throws(Fault) -> SourceName {
        do { return try SourceName(text(column)) } catch { throw fault("\(error)") }
    }

    func node(_ column: CInt) throws(Fault) -> NodeName {
        do { return try NodeName(text(column)) } catch { throw fault("\(error)") }
    }

    func value(_ column: CInt) throws(Fault) -> Value {
        do { return try Value(canonicalBytes: statement.blob(column)) } catch { throw fault("\(error)") }
    }

    /// A word out of a closed list.
    func word<Word>(_ column: CInt, _ meaning: (String) -> Word?) throws(Fault) -> Word {
        guard let word = meaning(text(column)) else { throw fault("\(text(column)) is no such word") }
        return word
    }
}
