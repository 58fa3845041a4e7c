import ServiceRuntime
import Synchronization
import Testing

@Suite("The log")
struct LogTests {
    private func line(_ message: String, _ fields: [(name: String, value: String)] = []) -> String {
        let time = WallInstant(nanoseconds: 1_796_083_200_123_999_999)
        return LogEntry(time: time, level: .warning, message: message, fields: fields).line
    }

    @Test("a line has time, level, words and fields")
    func line() {
        #expect(
            line("parent refused: other tree", [("endpoint", "tcp://10.0.0.1:7400"), ("key", "with space")])
                == "2026-12-01T00:00:00.123Z warning parent refused: other tree "
                + "endpoint=tcp://10.0.0.1:7400 key=\"with space\"")
    }

    @Test("a value that could be misread is quoted", arguments: ["", "a b", "a=b", "a\"b", "a\\b", "a\tb", "a\u{a0}b"])
    func quoted(_ value: String) {
        let text = line("x", [("k", value)])
        #expect(text.contains(" k=\""))
        #expect(text.hasSuffix("\""))
    }

    @Test("no content can begin another line or reach the terminal")
    func controls() {
        let hostile = "a\n2026 error\r\u{1b}[2J\u{2028}\u{85}\u{0}"
        let text = line(hostile, [("k", hostile)])
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x85 && $0.value != 0x2028 })
        #expect(text.contains("a\\n2026 error\\r\\u{1b}[2J"))
    }

    @Test("what is below the threshold is neither told nor made")
    func threshold() {
        let told = Mutex<[String]>([])
        let log = Log(.notice) { entry in told.withLock { $0.append("\(entry.level) \(entry.message)") } }
        var made = 0
        func words(_ text: String) -> String {
            made += 1
            return text
        }
        log.event(.info, words("unheard"))
        log.event(.notice, words("heard"))
        log.event(.error, words("heard too"), ["a": "b"])
        #expect(told.withLock { $0 } == ["notice heard", "error heard too"])
        #expect(made == 2)
        #expect(LogLevel(name: "warning") == .warning)
        #expect(LogLevel(name: "loud") == nil)
    }

    @Test("a reason is told once for each change")
    func gate() {
        var gate = ReasonGate(capacity: 2)
        let told = ["refused", "refused", "unreachable", "refused"].map { gate.isNews($0, about: "parent") }
        #expect(told == [true, false, true, true])
        let again = ["parent", "a", "b", "parent"].map { gate.isNews("refused", about: $0) }
        #expect(again == [false, true, true, true])
    }
}
