import PreferenceTestSupport
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct ExpositionTests {
    private func read(_ text: String, source: String? = nil) throws -> (items: [StreamItem], skipped: SkippedSamples) {
        let name = try source.map { try SourceName($0) }
        return StreamReading.read(text, as: .prometheus, defaults: StatementDefaults(source: name))
    }

    @Test("a metric is a key, its sorted label set the source")
    func samples() throws {
        let text = """
            # HELP node_cpu_seconds_total Seconds.
            # TYPE node_cpu_seconds_total counter
            node_cpu_seconds_total{mode="idle",cpu="0"} 1.5e3 1395066363000
            m 7
            \tlatency_bucket { le="+Inf" , } +Inf # {trace="x"} 1
            f -Inf
            """
        let (items, skipped) = try read(text)
        #expect(
            items == [
                .statement(
                    StreamReading.publication(
                        "node_cpu_seconds_total", .float(1500), source: #"{cpu="0",mode="idle"}"#), line: 3),
                .statement(StreamReading.publication("m", .float(7)), line: 4),
                .statement(
                    StreamReading.publication("latency_bucket", .float(.infinity), source: #"{le="+Inf"}"#), line: 5),
                .statement(StreamReading.publication("f", .float(-.infinity)), line: 6),
            ])
        #expect(skipped.total == 0)
    }

    @Test("the stream's name stands before the label set, alone where there is none")
    func names() throws {
        let statements = StreamReading.statements(try read("m{a=\"1\"} 1\nm 2\n", source: "P").items)
        #expect(statements.map(\.source) == [#"P{a="1"}"#, "P"])
    }

    @Test("escapes of label values are read and written again")
    func escapes() throws {
        let (items, _) = try read(#"m{a="x\\y\"z\n,}{= ä"} 1"#)
        #expect(StreamReading.statements(items).map(\.source) == [#"{a="x\\y\"z\n,}{= ä"}"#])
    }

    @Test("undeclared names, NaN and what is too long are counted by kind and passed over")
    func skipped() throws {
        let long = String(repeating: "x", count: 241)
        let (items, skipped) = try read("nobody 1\nm NaN\nm{a=\"\(long)\"} 1\n\(long) 1\nnobody{b=\"1\"} 2\nm 1\n")
        #expect(StreamReading.statements(items) == [StreamReading.publication("m", .float(1))])
        #expect(StreamReading.failures(items).isEmpty)
        #expect((skipped.undeclared, skipped.notANumber, skipped.tooLong) == (2, 1, 2))
        #expect(skipped.description == "2 undeclared, 1 NaN, 2 too long")
    }

    @Test("a negative zero is zero")
    func negativeZero() throws {
        for text in ["m -0\n", "m -0.0\n", "m -1e-999\n"] {
            let statement = try #require(StreamReading.statements(try read(text).items).first)
            guard case .publish(.float(let value)) = statement.operation else {
                Issue.record("\(statement)")
                continue
            }
            #expect(value.bitPattern == 0, "\(text)")
        }
    }

    @Test("a sample becomes what its key takes")
    func types() throws {
        let (items, _) = try read("n 3\nn 3.5\nup 1\nup 2\nt 1\nanything 2\n")
        #expect(
            StreamReading.statements(items).map(\.operation) == [
                .publish(.int(3)), .publish(.bool(true)), .publish(.float(2)),
            ])
        #expect(StreamReading.failures(items).map(\.line) == [2, 4, 5])
        #expect(StreamReading.failures(items).allSatisfy { $0.fault.code == .node(.wrongType) })
    }

    @Test(
        "a line that is no sample is a failure",
        arguments: [
            "m", "m{", "m{a} 1", "m{a=1} 1", #"m{a="x} 1"#, #"m{a="\t"} 1"#, #"m{a="1" b="2"} 1"#, "m x", "m 1 x",
            "m 1 2 3", "9m 1", "m 1e999", #"m{a="1",a="2"} 1"#, "m-x 1", #"m{a="1"}"#,
        ])
    func failures(line: String) throws {
        let (items, _) = try read(line)
        #expect(StreamReading.failures(items).map(\.fault.code) == [.node(.invalidRequest)])
        #expect(items.count == 1)
    }

    @Test("whatever is written into a label comes back from the source's text")
    func labelsSurvive() throws {
        var generator = SplitMix64(seed: 41)
        let letters: [String] = ["a", "\\", "\"", "\n", "{", "}", ",", "=", "ä", " "]
        for _ in 0..<500 {
            let value = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? ""
            }.joined()
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            let (items, _) = try read("m{l=\"\(escaped)\"} 1")
            let source = try #require(StreamReading.statements(items).first?.source)
            #expect(source == "{l=\"\(escaped)\"}")
            #expect(try ExpositionSample(Array("m\(source) 1".utf8))?.labels == [.init(name: "l", value: value)])
        }
    }
}
