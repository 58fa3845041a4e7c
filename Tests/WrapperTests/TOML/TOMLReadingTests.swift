import TOML
import Testing

@Suite("Reading TOML")
struct TOMLReadingTests {
    @Test("every kind of value is read as what it is")
    func kinds() throws {
        let table = try TOMLTable(
            parsing: """
                text = "a\\u0000b\\u00E9"
                whole = -9223372036854775808
                real = 1.5
                endless = inf
                yes = true
                day = 2026-11-30
                moment = 2026-11-30T12:00:00Z
                list = [1, "two"]
                inline = { x = 1 }
                """)
        #expect(table["text"]?.value.content == .string("a\0b\u{E9}"))
        #expect(table["whole"]?.value.content == .integer(.min))
        #expect(table["real"]?.value.content == .float(1.5))
        #expect(table["endless"]?.value.content == .float(.infinity))
        #expect(table["yes"]?.value.content == .boolean(true))
        #expect(table["day"]?.value.content == .datetime("2026-11-30"))
        #expect(table["moment"]?.value.content == .datetime("2026-11-30T12:00:00Z"))
        guard case .array(let list) = table["list"]?.value.content else {
            Issue.record("list is no array")
            return
        }
        #expect(list.map(\.content) == [.integer(1), .string("two")])
        #expect(list.map(\.position) == [SourcePosition(line: 8, column: 9), SourcePosition(line: 8, column: 12)])
        guard case .table(let inline) = table["inline"]?.value.content else {
            Issue.record("inline is no table")
            return
        }
        #expect(inline["x"]?.position == SourcePosition(line: 9, column: 12))
        #expect(inline["x"]?.value.position == SourcePosition(line: 9, column: 16))
    }

    @Test("entries come in the order of the text, also where a table is continued later")
    func order() throws {
        let table = try TOMLTable(
            parsing: """
                z = 1
                a = 2
                [keys."m"]
                x = 1
                [node]
                [keys."b"]
                b.c = 1
                """)
        #expect(table.entries.map(\.key) == ["z", "a", "keys", "node"])
        guard case .table(let keys) = table["keys"]?.value.content else {
            Issue.record("keys is no table")
            return
        }
        #expect(keys.entries.map(\.key) == ["m", "b"])
    }

    @Test("keys and values know where they begin, in code points")
    func positions() throws {
        let table = try TOMLTable(parsing: "# \u{E9}\n  \"\u{E9}\u{E9}\" = \"x\"\n[a.b]\nc = 1\n[[d]]\n")
        let accented = try #require(table.entries.first)
        #expect(accented.position == SourcePosition(line: 2, column: 3))
        #expect(accented.value.position == SourcePosition(line: 2, column: 10))
        #expect(table["a"]?.position == SourcePosition(line: 3, column: 2))
        guard case .table(let a) = table["a"]?.value.content else {
            Issue.record("a is no table")
            return
        }
        #expect(a["b"]?.position == SourcePosition(line: 3, column: 4))
        #expect(table["d"]?.position == SourcePosition(line: 5, column: 3))
    }

    @Test("keys are compared by their bytes, not by Unicode equivalence")
    func bytewise() throws {
        let table = try TOMLTable(parsing: "\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n")
        #expect(table.entries.count == 2)
        #expect(table["e\u{301}"]?.value.content == .integer(2))
    }

    @Test("an empty text is an empty table", arguments: ["", "\n", "# nothing", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try TOMLTable(parsing: text).entries.isEmpty)
    }

    @Test(
        "a syntax error names its place",
        arguments: [
            ("a = 1\nb = \n", 2, 5),
            ("a = 1\na = 2\n", 2, 5),
            ("a = \"open\n", 1, 10),
            ("[a\n", 1, 3),
            ("x = 99999999999999999999\n", 1, 25),
            ("\u{E9} = 1\n", 1, 1),
            ("a = 1\n[\u{1}x]\nb = 1\n", 2, 1),
            ("a = 1\n\n[", 3, 2),
        ])
    func syntax(text: String, line: Int, column: Int) {
        let error = #expect(throws: TOMLSyntaxError.self) { _ = try TOMLTable(parsing: text) }
        #expect(error?.position == SourcePosition(line: line, column: column))
        #expect(error?.message.isEmpty == false)
    }

    @Test("letters beyond ASCII are text in quotes, and an error elsewhere")
    func letters() throws {
        let table = try TOMLTable(parsing: "a = \"\"\"x\\\n\u{E9}\"\"\" # \u{E9}\n")
        #expect(table["a"]?.value.content == .string("x\u{E9}"))
        for text in ["a = 1\u{E9}", "a \u{E9} = 1", "a = [1\u{D55C}]", "[\u{E9}]", "a\u{A0}= 1"] {
            #expect(throws: TOMLSyntaxError.self) { _ = try TOMLTable(parsing: text) }
        }
    }

    @Test("what would nest without end is refused, dots in strings and comments are not")
    func depth() throws {
        let dots = String(repeating: "a.", count: 100_000)
        for text in [
            dots + "a = 1", "[" + dots + "a]", "x = { " + dots + "a = 1 }",
            "x = " + String(repeating: "[", count: 100_000), String(repeating: "x = { ", count: 1000),
            String(repeating: "\"=\".", count: 1000) + "a = 1",
        ] {
            #expect(throws: TOMLSyntaxError.self) { _ = try TOMLTable(parsing: text) }
        }
        let row = String(repeating: ".", count: 1000)
        let text = """
            # \(row)
            a = "\(row)\\"\(row)"
            b = '\(row)'
            c = \"""
            "\(row)
            \(row)\"""\""
            d = '''\(row)'''
            e = 1.5
            """
        #expect(try TOMLTable(parsing: text).entries.map(\.key) == ["a", "b", "c", "d", "e"])
    }
}
