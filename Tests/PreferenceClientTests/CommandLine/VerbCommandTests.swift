import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct VerbCommandTests {
    private func read(_ line: String) throws -> Command { try CommandLineReading.command(line) }

    @Test("hold takes a command behind a second --, with whatever options that has")
    func holdCommand() throws {
        let expected = HoldCommand(
            key: try Key("ui.busy"), content: .value("true"), forcesJSON: false, source: try SourceName("ada.4711"),
            take: true, rank: 0, command: ["make", "-j8", "--", "--json"], anyway: false)
        #expect(try read("hold ui.busy true --take -- make -j8 -- --json") == .hold(expected))
    }

    @Test("hold reads values from stdin, a negative number is one, and -- before VALUE ends the options")
    func holdValues() throws {
        guard case .hold(let lines) = try read("hold k -"), case .hold(let negative) = try read("hold k -5"),
            case .hold(let dashes) = try read("hold k -- --x -- true")
        else {
            Issue.record("no hold")
            return
        }
        #expect(lines.content == .lines)
        #expect(negative.content == .value("-5"))
        #expect(negative.command == nil)
        #expect(dashes.content == .value("--x"))
        #expect(dashes.command == ["true"])
    }

    @Test("retract ends one source, every source of a key, or one source's keys under a pattern")
    func retract() throws {
        let one = RetractCommand(
            pattern: try KeyPattern("k"), selection: .source(try SourceName("default")), yes: false)
        #expect(try read("retract k") == .retract(one))
        #expect(!one.needsConsent)
        guard case .retract(let all) = try read("retract k --all"),
            case .retract(let pattern) = try read("retract pool.* --source cpu0"),
            case .retract(let sure) = try read("retract pool.* --source cpu0 --yes")
        else {
            Issue.record("no retract")
            return
        }
        #expect(all.selection == .all)
        #expect(all.needsConsent)
        #expect(pattern.pattern == .prefix("pool."))
        #expect(pattern.needsConsent)
        #expect(!sure.needsConsent)
    }

    @Test("readers look at the root unless told, those who look after a node at the connected one")
    func standpoints() throws {
        let path = try NodePath("/dc1/rack3")
        #expect(
            try read("get a b")
                == .get(.init(keys: [try Key("a"), try Key("b")], at: .root, strict: false, staleOK: false))
        )
        #expect(
            try read("get a --at /dc1/rack3 --strict")
                == .get(.init(keys: [try Key("a")], at: .node(path), strict: true, staleOK: false)))
        #expect(try read("tree --check") == .tree(.init(at: .root, all: false, check: true)))
        #expect(
            try read("explain k --depth 2") == .explain(.init(key: try Key("k"), at: .root, depth: 2, all: false)))
        #expect(try read("keys pool.*") == .keys(.init(pattern: .prefix("pool."), at: .root)))
        #expect(
            try read("sources --older-than 7d --lifetime held")
                == .sources(.init(pattern: nil, at: .here, olderThan: try Interval("7d"), lifetime: .held)))
        #expect(try read("status --wait attached") == .status(.init(at: .here, goal: .attached)))
        #expect(try read("drain --undo --at /dc1/rack3") == .drain(.init(at: .node(path), undo: true)))
        #expect(try read("forget /dc1/rack3") == .forget(.init(path: path)))
        #expect(try read("ping --count 5 --at /") == .ping(.init(at: .root, count: 5)))
        #expect(try read("reload") == .reload(.init(at: .here, dryRun: false, file: nil)))
        #expect(try read("reload --dry-run new.toml") == .reload(.init(at: .here, dryRun: true, file: "new.toml")))
    }

    @Test("watch takes patterns, a count, and a position to go on after")
    func watch() throws {
        let command = try read("watch pool.* ui.title --count 3 --no-initial --after 5137224017771.1042 --at .")
        #expect(
            command
                == .watch(
                    .init(
                        patterns: [.prefix("pool."), .exact(try Key("ui.title"))], at: .here, count: 3,
                        noInitial: true, after: Position(epoch: 5_137_224_017_771, revision: 1042))))
    }

    @Test("wait takes all conditions, each as often as it is given")
    func wait() throws {
        var condition = WaitCondition()
        condition.comparisons = [
            .init(relation: .ne, operand: "3"), .init(relation: .ne, operand: "-4"),
            .init(relation: .ge, operand: "-5"),
        ]
        condition.presence = true
        condition.sources = 12
        condition.complete = true
        let command = try read("wait k --ne 3 --ne -4 --ge -5 --present --sources 12 --complete --for 1m30s")
        #expect(
            command
                == .wait(.init(key: try Key("k"), at: .root, condition: condition, span: .seconds(90))))
    }

    @Test(
        "what contradicts itself or the form is a usage error",
        arguments: [
            "", "nonsense", "get", "get pool.*", "get k --stale-ok --at .", "watch", "watch k --count 0",
            "watch k --after 1042", "watch k --at /dc1", "wait k", "wait a b --present", "wait k --present --absent",
            "wait k --sources -1", "wait k --for 3", "status k", "status --wait done", "tree k", "explain",
            "explain a b",
            "sources a b", "forget", "forget /", "forget rack3", "drain k", "reload new.toml", "ping --count 0",
            "hold k", "hold k - -- true", "hold k 1 --anyway", "hold k 1 --", "hold k 1 2", "retract pool.*",
            "retract pool.* --all", "retract k --all --source s", "get k --at rack3", "get k --at /a:s",
            "--connect /run/x.sock get k", "--connect tcp://h get k", "--color red get k", "--json=1 get k",
        ])
    func errors(line: String) {
        let error = CommandLineReading.error(line)
        #expect(error?.fault.code == .usage)
        #expect(error?.exitCode == .usage)
        #expect(error?.fault.message.isEmpty == false)
    }

    @Test(
        "what another version may have is told from a misspelling",
        arguments: [
            "top", "history k", "pin k 1", "unpin k", "pins", "backup -", "policy check", "keygen a", "context",
            "completion bash", "session", "--context x get k", "watch k --every", "watch k --coverage",
            "watch k --exec cmd", "watch k --ge 1", "tree --watch", "keys --orphaned",
        ])
    func notYet(line: String) {
        #expect(CommandLineReading.error(line)?.fault.message.contains("not in this version") == true)
    }

    @Test("a misspelling is told with what was meant")
    func spelling() {
        #expect(CommandLineReading.error("publsh k 1")?.fault.hint == "did you mean publish?")
        #expect(CommandLineReading.error("get k --strct")?.fault.hint == "did you mean --strict?")
        #expect(CommandLineReading.error("publish - --format promethus")?.fault.hint == "did you mean prometheus?")
        #expect(CommandLineReading.error("--strict get k")?.fault.hint == "options of a verb stand after the verb")
    }
}
