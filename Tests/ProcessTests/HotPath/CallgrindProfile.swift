import Foundation

/// What callgrind counted between entering and leaving one function.
struct CallgrindProfile {
    private(set) var instructions = 0
    /// Calls by the name of the function called.
    private(set) var calls: [String: Int] = [:]

    /// Calls of what gives memory out.
    var allocations: [String: Int] {
        calls.filter {
            ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"].contains($0.key)
        }
    }

    init(file: String) throws {
        var names: [Substring: Substring] = [:]
        var called: Substring = ""
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
                instructions = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? instructions
            } else if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
                let parts = line.drop { $0 != "=" }.dropFirst().split(separator: " ", maxSplits: 1)
                guard let id = parts.first else { continue }
                if parts.count == 2 { names[id] = parts[1] }
                if line.hasPrefix("cfn=") { called = names[id] ?? id }
            } else if line.hasPrefix("calls=") {
                let count = line.dropFirst("calls=".count).split(separator: " ").first.flatMap { Int($0) } ?? 0
                calls[String(called), default: 0] += count
            }
        }
    }
}
