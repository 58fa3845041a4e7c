internal import TOML

/// What reading has come across so far.
struct Findings {
    private(set) var diagnostics: [Diagnostic] = []
    /// Of every entry that was read, by its full name such as `timing.grace`: where its value stands.
    private(set) var places: [String: Place] = [:]
    private(set) var origins: [String: Origin] = [:]
    /// In the order in which they were read.
    private(set) var files: [String] = []

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    mutating func report(_ cause: Diagnostic.Cause, at place: Place, _ message: String) {
        diagnostics.append(Diagnostic(cause, at: place, message))
    }

    mutating func opened(_ file: String) { files.append(file) }

    mutating func found(_ entry: String, at place: Place) {
        places[entry] = place
        origins[entry] = .file(place.file, line: place.position.line)
    }

    mutating func assumed(_ entry: String, from origin: Origin) { origins[entry] = origin }

    /// Files in the order of reading, and each from its beginning to its end.
    func sorted() -> [Diagnostic] {
        let order = Dictionary(files.enumerated().map { ($1, $0) }) { first, _ in first }
        return diagnostics.enumerated().sorted { left, right in
            let (leftFile, rightFile) = (order[left.element.file] ?? .max, order[right.element.file] ?? .max)
            return (leftFile, left.element.line, left.element.column, left.offset)
                < (rightFile, right.element.line, right.element.column, right.offset)
        }.map(\.element)
    }
}
