import PreferenceTree
import Testing

@testable import PreferenceClient

@Suite struct ErrorCodeTests {
    /// The table of the contract: every code with its exit, for verbs that read and for verbs that write.
    private static let table: [String: (Int32, Int32)] = [
        "unknown_key": (1, 4), "unknown_node": (1, 1), "not_found": (1, 1),
        "wrong_type": (4, 4), "invalid_value": (4, 4), "invalid_name": (4, 4), "invalid_request": (4, 4),
        "too_large": (4, 4), "limit": (4, 4), "lifetime": (4, 4), "held": (4, 4), "no_catalog": (3, 3),
        "storage": (4, 4), "live": (4, 4), "has_children": (4, 4), "cut_off": (3, 3),
        "timeout": (3, 3), "unsupported": (4, 4), "configuration": (4, 4), "usage": (2, 2),
        "no_daemon": (3, 3), "interrupted": (130, 130), "not_met": (1, 1), "not_ok": (1, 1),
        "nothing_to_retract": (1, 1), "unconfirmed": (5, 5), "file": (2, 2), "output": (4, 4), "stream": (1, 1),
        "command": (125, 125),
    ]

    @Test("every code is in the table, once, and the table has no other")
    func closed() {
        #expect(ErrorCode.allCases.map(\.text).sorted() == ErrorCodeTests.table.keys.sorted())
        for code in FaultCode.allCases { #expect(ErrorCode.allCases.contains(.node(code))) }
    }

    @Test("every code has its exit and a meaning", arguments: ErrorCode.allCases)
    func exits(code: ErrorCode) throws {
        let (reading, writing) = try #require(ErrorCodeTests.table[code.text])
        #expect(code.exitCode().rawValue == reading)
        #expect(code.exitCode(writing: true).rawValue == writing)
        #expect(!code.meaning.isEmpty)
        #expect(ErrorCode.allCases.count { $0.meaning == code.meaning } == 1)
    }

    @Test("a signal's exit is that of shells")
    func signals() {
        #expect(ExitCode.signal(15).rawValue == 143)
        #expect(ExitCode.signal(2) == .interrupted)
    }
}
