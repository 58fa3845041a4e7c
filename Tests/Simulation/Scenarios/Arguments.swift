/// What follows a command's name.
struct Arguments {
    private var rest: [String]

    init(_ words: [String]) { rest = words }

    /// The first word that nobody took.
    var left: String? { rest.first }

    mutating func next() -> String { rest.isEmpty ? "" : rest.removeFirst() }

    /// All that is left, in one.
    mutating func all() -> String {
        defer { rest = [] }
        return rest.joined(separator: " ")
    }

    mutating func words() -> [String] {
        defer { rest = [] }
        return rest
    }

    mutating func flag(_ name: String) -> Bool {
        guard let place = rest.firstIndex(of: name) else { return false }
        rest.remove(at: place)
        return true
    }

    /// The part behind `name=`.
    mutating func value(_ name: String) -> String? {
        guard let place = rest.firstIndex(where: { $0.hasPrefix(name + "=") }) else { return nil }
        return String(rest.remove(at: place).dropFirst(name.count + 1))
    }

    mutating func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }
}
