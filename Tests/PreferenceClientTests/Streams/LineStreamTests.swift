import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct LineStreamTests {
    @Test("lines are a key and a value by the key's type, a text just as it is")
    func lines() {
        let (items, _) = StreamReading.read("f 71.5\nt  two words \nn\t-3\r\n\n  \nb true\nt ", as: .lines)
        #expect(
            items == [
                .statement(StreamReading.publication("f", .float(71.5)), line: 1),
                .statement(StreamReading.publication("t", .text(" two words ")), line: 2),
                .statement(StreamReading.publication("n", .int(-3)), line: 3),
                .statement(StreamReading.publication("b", .bool(true)), line: 6),
                .statement(StreamReading.publication("t", .text("")), line: 7),
            ])
    }

    @Test("a line that states nothing is told by its number, and the next is read")
    func failures() {
        let (items, _) = StreamReading.read("f x\nundeclared 1\nf\na*b 1\nf 2\n", as: .lines)
        #expect(StreamReading.statements(items) == [StreamReading.publication("f", .int(2))])
        let failures = StreamReading.failures(items)
        #expect(failures.map(\.line) == [1, 2, 3, 4])
        #expect(
            failures.map(\.fault.code) == [
                .node(.invalidValue), .node(.unknownKey), .node(.invalidValue), .node(.invalidName),
            ])
    }

    @Test("chunks of any length come to the same", arguments: [1, 2, 3, 7, 64])
    func chunks(piece: Int) {
        let lines = "f 71.5\r\nt ä ö\nx 1\n\nb false\nt last"
        #expect(
            StreamReading.read(lines, as: .lines, piece: piece).items == StreamReading.read(lines, as: .lines).items)
    }

    @Test("a line beyond the limit is not kept, and the one behind it is read")
    func bounds() {
        var reader = LineReader(limit: 4)
        let lines = reader.read(Array("abcd\r\nabcde\nabcdefgh\n\nab".utf8))
        #expect(lines.map(\.number) == [1, 2, 3, 4])
        #expect(lines.map(\.bytes) == [Array("abcd".utf8), nil, nil, []])
        #expect(reader.end() == LineReader.Line(number: 5, bytes: Array("ab".utf8)))
        #expect(reader.end() == nil)
    }

    @Test("a text that is not UTF-8 is a failure")
    func encoding() {
        var reader = StatementReader(format: .lines, defaults: StatementDefaults())
        let items = reader.read([UInt8(ascii: "t"), 0x20, 0xFF, 0x0A], types: StreamReading.type)
        #expect(StreamReading.failures(items).map(\.fault.code) == [.node(.invalidValue)])
    }

    @Test("a held value is one on each line")
    func heldValues() throws {
        var reader = ValueLineReader(key: try Key("n"), type: .int)
        #expect(reader.read(Array("1\n\n-2\n3".utf8)).map { try? $0.get() } == [.int(1), .int(-2)])
        #expect(try reader.end()?.get() == .int(3))
        var texts = ValueLineReader(key: try Key("t"), type: .text)
        #expect(texts.read(Array("a b\n\n".utf8)).map { try? $0.get() } == [.text("a b"), .text("")])
    }
}
