package import Preferences

/// One thing that a case of `notification.txt` does or demands.
package enum NotificationStep: Sendable {
    /// What an observer must be told next.
    package struct Telling: Sendable {
        package var observer = "w"
        package var key = "k"
        /// Nil where the partial cannot be lowered.
        package var value: Value?
        package var isExplicit = true
        /// As records name it: `retracted`, `expired` …
        package var reason: String?
    }

    /// A new observer of these keys (empty: all) at the node of this place, and what it is told first.
    case watch(observer: String, keys: [String], place: [Int])
    case unwatch(observer: String)
    /// The observer's connection is lost, and comes back.
    case lose(observer: String)
    case resume(observer: String)
    /// Everything of one step is said in one batch. Nil value: retract. A nil rank is the position's.
    case state([Stating])
    /// These values of one source, one after the other without a pause.
    case burst(place: [Int], values: [Value])
    case wait(heartbeats: Int)
    /// Part of the observer's snapshot since it began to watch.
    case initial(Telling)
    /// Exactly one notification since the last step that looked, and this.
    case expect(Telling)
    /// At least one, and this the last.
    case ends(Telling)
    case silent(observer: String)

    package struct Stating: Sendable {
        package var place: [Int]
        package var key: String
        package var value: Value?
        package var rank: Int32?
        /// A lease in heartbeats; nil: durable.
        package var lease: Int?

        package init(place: [Int], key: String = "k", value: Value? = nil) {
            self.place = place
            self.key = key
            self.value = value
        }
    }
}

/// A case of `notification.txt`.
package struct NotificationVector: Sendable, CustomStringConvertible {
    package var name: String
    package var line: Int
    package var definitions: [VectorDefinition] = []
    package var tree = VectorNode(name: "root", rank: 0, children: [])
    package var steps: [(line: Int, step: NotificationStep)] = []

    package var description: String { name }

    package static func read(_ text: String) throws -> [NotificationVector] {
        var vectors: [NotificationVector] = []
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let row = line.drop { $0 == " " }
            if row.isEmpty || row.hasPrefix("#") { continue }
            var scanner = VectorScanner(row, line: offset + 1)
            if scanner.takeWord("case") {
                vectors.append(NotificationVector(name: String(row.dropFirst(5)), line: offset + 1))
                continue
            }
            guard var vector = vectors.popLast() else { throw scanner.fault("expected a case") }
            try vector.take(&scanner)
            vectors.append(vector)
        }
        return vectors
    }

    private mutating func take(_ scanner: inout VectorScanner) throws {
        if scanner.takeWord("key") {
            definitions.append(try scanner.definition())
        } else if scanner.takeWord("tree") {
            tree = try scanner.tree()
        } else {
            let line = scanner.line
            steps.append((line, try scanner.step()))
        }
        if !scanner.isAtEnd { throw scanner.fault("expected the end of the line") }
    }
}

extension VectorScanner {
    fileprivate mutating func step() throws -> NotificationStep {
        let verb = word()
        switch verb {
        case "watch": return try watch()
        case "unwatch": return .unwatch(observer: observer())
        case "lose": return .lose(observer: observer())
        case "resume": return .resume(observer: observer())
        case "silent": return .silent(observer: observer())
        case "wait": return .wait(heartbeats: try number())
        case "initial": return .initial(try telling())
        case "expect": return .expect(try telling())
        case "ends": return .ends(try telling())
        case "burst":
            let place = try path()
            var values: [Value] = []
            while !isAtEnd { values.append(try value()) }
            return .burst(place: place, values: values)
        case "state":
            var all = [try stating()]
            while take(";") { all.append(try stating()) }
            return .state(all)
        default: throw fault("no step \(verb)")
        }
    }

    private mutating func observer() -> String {
        let name = word()
        return name.isEmpty ? "w" : name
    }

    /// `watch [observer] [keys=a,b] [at=place]`
    private mutating func watch() throws -> NotificationStep {
        var name = "w"
        var keys: [String] = []
        var place: [Int] = []
        while !isAtEnd {
            switch self.name(before: "=") {
            case "keys":
                keys = [word()]
                while take(",") { keys.append(word()) }
            case "at": place = try path()
            case nil: name = word()
            case let other?: throw fault("no option \(other)")
            }
        }
        return .watch(observer: name, keys: keys, place: place)
    }

    /// `place [key:] value|retract [rank=n] [lease=n]`
    private mutating func stating() throws -> NotificationStep.Stating {
        var stating = NotificationStep.Stating(place: try path())
        if let key = name(before: ":") { stating.key = key }
        if !takeWord("retract") { stating.value = try value() }
        while !isAtEnd, peek() != ";" {
            switch name(before: "=") {
            case "rank": stating.rank = Int32(word())
            case "lease": stating.lease = try number()
            default: throw fault("expected rank= or lease=")
            }
        }
        return stating
    }

    /// `[observer>] [key:] value [implicit] [reason=word]`
    private mutating func telling() throws -> NotificationStep.Telling {
        var telling = NotificationStep.Telling(value: .null)
        if let observer = name(before: ">") { telling.observer = observer }
        if let key = name(before: ":") { telling.key = key }
        telling.value = takeWord("none") ? nil : try value()
        while !isAtEnd {
            if let option = name(before: "=") {
                guard option == "reason" else { throw fault("no option \(option)") }
                telling.reason = word()
            } else if word() == "implicit" {
                telling.isExplicit = false
            } else {
                throw fault("expected implicit or reason=")
            }
        }
        return telling
    }
}
