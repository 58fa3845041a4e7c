import Foundation
import Testing

@Suite("The demonstration's own check")
struct DemonstrationTests {
    private static let definitions = """
        [keys."m_*"]
        policy = "sum"
        [keys."m_1*"]
        policy = "max"
        [keys."m_mean"]
        policy = "mean"
        """

    /// 240 metrics on both leaves, of which 180 differ, and 30 on the first only; `change` is made to one record.
    private func check(_ change: (inout [String: Any]) -> Void = { _ in }, metrics: Int = 240) throws -> ProgramRun {
        let scratch = try Scratch()
        defer { scratch.remove() }
        var expositions = [
            "# TYPE m_mean gauge\nm_mean 1\nundeclared 7\n", "m_mean{a=\"}\"} 0.1\nm_mean{a=\"b\"} NaN\n",
        ]
        var records: [[String: Any]] = [record("m_mean", 0.55, sources: 2)]
        for number in 0..<metrics {
            let name = "m_\(number)"
            let values = [0.1, number % 4 == 0 ? 0.1 : 0.2]
            for (leaf, value) in values.enumerated() { expositions[leaf] += "\(name){l=\"x\"} \(value)\n" }
            let isMaximum = name.hasPrefix("m_1")
            let sum = values == [0.1, 0.2] ? 0.300_000_000_000_000_04 : 0.2
            records.append(record(name, isMaximum ? values[1] : sum, sources: 2))
        }
        for number in 0..<30 {
            expositions[0] += "m_only\(number) \(number) 1700000000000\n"
            records.append(record("m_only\(number)", Double(number), sources: 1))
        }
        change(&records[7])
        let lines = try records.map { record in
            String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
        }
        let files = [
            try scratch.write(Self.definitions, to: "root.toml"),
            try scratch.write(lines.joined(separator: "\n") + "\n", to: "values.ndjson"),
            try scratch.write(expositions[0], to: "a.prom"), try scratch.write(expositions[1], to: "b.prom"),
        ]
        let program = Repository.root.appending(path: "docs/examples/demo/check.py").path
        return try ProgramRun("/usr/bin/python3", [program] + files)
    }

    private func record(_ key: String, _ value: Double, sources: Int) -> [String: Any] {
        ["key": key, "value": value, "explicit": true, "state": "ok", "coverage": ["sources": sources]]
    }

    @Test("equal values are equal, by every policy, and counted")
    func equal() throws {
        let run = try check()
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("271 keys, 271 equal, 181 differ between leaves\n"), "\(run.output)")
        #expect(run.output.contains("30 on one leaf only"))
    }

    @Test("a value beside by one bit, a source too many, a state and an absent value are differences")
    func different() throws {
        let changes: [(inout [String: Any]) -> Void] = [
            { $0["value"] = 0.300_000_000_000_000_1 }, { $0["coverage"] = ["sources": 3] },
            { $0["state"] = "degraded" },
            { $0["explicit"] = false }, { $0["key"] = "m_unheard" },
        ]
        for change in changes {
            let run = try check(change)
            #expect(run.exit == 1)
            #expect(!run.errors.isEmpty)
        }
    }

    @Test("too few metrics to mean anything are no success")
    func poor() throws { #expect(try check(metrics: 100).exit == 1) }
}
