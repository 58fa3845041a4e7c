import PreferenceTree
import Preferences

// What a story may say. Every command answers with lines; most with none.
extension Stage {
    func perform(_ words: [String]) throws(StageFault) -> [String] {
        var rest = Arguments(words)
        let verb = rest.next()
        let said: [String]
        switch verb {
        case "timing", "key", "nokey", "reload", "tree", "node", "start": said = try arrange(verb, &rest)
        case "kill", "stop", "wipe", "reboot", "cut", "heal", "pause", "resume", "break", "disk", "clock", "target":
            said = try disturb(verb, &rest)
        case "ticks":
            guard let count = Double(rest.next()) else { throw StageFault(message: "ticks wants a number") }
            world.run(ticks: count)
            said = []
        case "settle": said = settle() ? [] : ["is never quiet"]
        case "publish", "retract": said = try state(verb, &rest)
        case "watch", "unwatch", "told", "old", "confirmed": said = try read(verb, &rest)
        case "get", "nodes", "log": said = try look(verb, &rest)
        case "drain", "undrain", "forget": said = try admonish(verb, &rest)
        default: throw StageFault(message: "\(verb) is no command")
        }
        if let left = rest.left { throw StageFault(message: "\(verb) does not know what \(left) is") }
        return said
    }

    // MARK: - The tree

    private func arrange(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        switch verb {
        case "timing":
            if let grace = rest.number("grace") { timing.grace = VirtualTime.interval(ticks: grace) }
            if let settle = rest.number("settle") { timing.settle = VirtualTime.interval(ticks: settle) }
        case "key":
            let definition = try definition(&rest)
            definitions.removeAll { $0.pattern == definition.pattern }
            definitions.append(definition)
        case "nokey":
            let pattern = try pattern(rest.next())
            definitions.removeAll { $0.pattern == pattern }
        case "reload": world.reload(try node(root), Catalog(definitions))
        case "tree": try plant(rest.all())
        case "node":
            let name = rest.next()
            let parent = rest.value("under")
            try plant(
                name, under: parent, called: rest.value("called"), tree: rest.value("tree"),
                rank: Int32(clamping: rest.number("rank") ?? 0))
        default:
            let names = rest.words()
            for name in names.isEmpty ? nodes.keys.sorted() : names { world.start(try station(name)) }
        }
        return []
    }

    private func definition(_ rest: inout Arguments) throws(StageFault) -> Definition {
        let pattern = try pattern(rest.next())
        guard let type = ValueType(rawValue: rest.next()), let policy = Policy(rawValue: rest.next()) else {
            throw StageFault(message: "key PATTERN TYPE POLICY")
        }
        var definition = Definition(pattern: pattern, type: type, policy: policy)
        if let grace = rest.number("grace") { definition.grace = VirtualTime.interval(ticks: grace) }
        if let fallback = rest.value("default") { definition.defaultValue = try value(fallback) }
        definition.nullable = rest.flag("nullable")
        return definition
    }

    // MARK: - Faults

    private func disturb(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        let name = rest.next()
        let station = try station(name)
        switch verb {
        case "kill": world.crash(station)
        case "stop":
            world.stop(station)
            world.run(ticks: 1)
        case "wipe": world.wipeDisk(of: station)
        case "reboot": station.node?.bootsAnew = true
        case "cut":
            switch rest.next() {
            case "up": world.cut(station, .losing(up: true, down: false))
            case "down": world.cut(station, .losing(up: false, down: true))
            case "both": world.cut(station, .losing(up: true, down: true))
            case "hold": world.cut(station, .holding)
            default: throw StageFault(message: "cut NAME up|down|both|hold")
            }
        case "heal": world.uncut(station)
        case "pause": world.pause(station)
        case "resume": world.resume(station)
        case "break": world.breakConnection(of: station)
        case "target": station.target = try node(rest.next())
        case "disk":
            switch rest.next() {
            case "full": station.node?.disk.isFull = true
            case "stuck": station.node?.disk.pace = VirtualTime.ticks(10_000)
            case "well":
                world.heal(.freeDisk(station))
                world.heal(.hurryDisk(station))
            default: throw StageFault(message: "disk NODE full|stuck|well")
            }
        default:
            guard let hours = Int64(rest.next()) else { throw StageFault(message: "clock NODE HOURS") }
            station.node?.wallLead += hours * 3_600_000_000
        }
        return []
    }

    // MARK: - Publishers

    private func state(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        let node = rest.next()
        let client = try client(rest.value("by") ?? "at-\(node)", at: node)
        if !client.station.isUp { world.start(client.station) }
        let source = rest.value("source") ?? "s"
        let rank = Int32(clamping: rest.number("rank") ?? 0)
        var lifetime: Lifetime?
        if rest.flag("held") { lifetime = .held }
        if rest.flag("volatile") { lifetime = .volatile }
        if let ticks = rest.number("ttl") { lifetime = .ttl(VirtualTime.interval(ticks: ticks)) }
        let refresh = rest.number("every").map { VirtualTime.ticks(Double($0)) }
        let (take, later, confirm) = (rest.flag("take"), rest.flag("later"), rest.flag("confirm"))
        let times = rest.number("times") ?? 1
        let before = client.statements.refusals.count
        for word in rest.words() {
            let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
            var operation = Statement.Operation.retract
            if verb == "publish" {
                guard parts.count == 2 else { throw StageFault(message: "publish NODE KEY=VALUE") }
                operation = .publish(try value(parts[1]))
            }
            let statement = Statement(
                operation: operation, key: parts[0], source: source, rank: rank, lifetime: lifetime, take: take)
            for _ in 0..<times {
                client.state(statement, every: refresh, confirmAtRoot: confirm)
                if times > 1 { world.run(ticks: 0.3) }
            }
        }
        let isAnswered = later || awaitAnswers(of: client)
        let refused = client.statements.refusals.dropFirst(before).map { "refused: \($0.code.rawValue)" }
        return refused + (isAnswered ? [] : ["no answer"])
    }

    // MARK: - Readers

    private func read(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        switch verb {
        case "watch":
            let node = rest.next()
            let pattern = try pattern(rest.next())
            let name = rest.value("as") ?? "w"
            let client = try client(name, at: node)
            let (ofRoot, coverage) = (rest.flag("root"), rest.flag("coverage"))
            client.watch([pattern], at: ofRoot ? .root : .here, coverage: coverage)
            if !client.station.isUp { world.start(client.station) }
            return []
        case "unwatch":
            try reader(rest.next()).unwatch(0)
            return []
        case "old":
            let isOld = try reader(rest.next()).watches.contains { $0.age.map { $0 > .zero } ?? false }
            return [isOld ? "the root's values are old" : "the root's values are new"]
        case "confirmed":
            return ["\(try reader("at-" + rest.next()).statements.confirmations) confirmed by the root"]
        default:
            let client = try reader(rest.next())
            var lines: [String] = []
            for index in client.watches.indices {
                let watch = client.watches[index]
                lines += watch.initials.map { "at first: " + StageText.record($0, coverage: watch.frame.coverage) }
                lines += watch.changes.map { StageText.change($0, coverage: watch.frame.coverage) }
                client.watches[index].forgetChanges()
            }
            return lines.isEmpty ? ["nothing"] : lines
        }
    }

    // MARK: - Questions

    private func look(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        let name = rest.next()
        let station = try station(name)
        switch verb {
        case "get":
            var lines: [String] = []
            for word in rest.words() {
                guard let key = try? Key(word) else { throw StageFault(message: "\(word) is no key") }
                guard let answer = world.get(station, [key]) else { return ["\(name) does not answer"] }
                lines.append(answer.records[key].map { "\(key) " + StageText.shown($0) } ?? "\(key) is unknown")
            }
            return lines
        case "nodes":
            guard let answer = world.get(station, []) else { return ["\(name) does not answer"] }
            return ["\(answer.live) live, \(answer.stale) stale, \(answer.missing) missing"]
        default:
            let log = station.node?.log ?? []
            let new = log.dropFirst(shownLog[name] ?? 0).filter { $0.level.rawValue >= LogEntry.Level.notice.rawValue }
            shownLog[name] = log.count
            return new.isEmpty ? ["nothing"] : new.map { StageText.entry($0) }
        }
    }

    private func admonish(_ verb: String, _ rest: inout Arguments) throws(StageFault) -> [String] {
        let station = try node(rest.next())
        let answer =
            switch verb {
            case "drain": world.ask(station, .drain, [("undo", .bool(false))])
            case "undrain": world.ask(station, .drain, [("undo", .bool(true))])
            default: world.ask(station, .forget, [("path", .text(rest.next()))])
            }
        guard let reply = answer.last else { return ["no answer"] }
        return reply.fault.map { ["refused: \($0.code.rawValue)"] } ?? []
    }
}
