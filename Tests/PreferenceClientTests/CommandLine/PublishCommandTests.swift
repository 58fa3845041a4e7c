import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct PublishCommandTests {
    private func publish(_ line: String, environment: [String: String] = [:]) throws -> PublishCommand {
        guard case .publish(let command) = try CommandLineReading.command(line, environment: environment) else {
            throw UsageError("no publish")
        }
        return command
    }

    @Test("a value is durable unless its definition says otherwise, of the source default")
    func plain() throws {
        let command = try publish("publish pool.max_temp 71.5")
        #expect(
            command.content
                == .value(
                    try Key("pool.max_temp"), ValueOperand(.text("71.5")), try SourceName("default")))
        #expect(command.lifetime == nil)
        #expect(command.reach == .node)
        #expect(command.rank == 0)
        #expect(!command.take)
    }

    @Test("a number after KEY is a value though it begins with -")
    func negative() throws {
        for number in ["-5", "-0.5", "-.5", "-1e9"] {
            let command = try publish("publish k \(number) --ttl 3m")
            #expect(
                command.content == .value(try Key("k"), ValueOperand(.text(number)), try SourceName("default")))
            #expect(command.lifetime == .ttl(.seconds(180)))
        }
        #expect(CommandLineReading.error("publish k -x")?.fault.code == .usage)
    }

    @Test("-- ends the options")
    func endOfOptions() throws {
        let command = try publish("publish --volatile -- --k --value")
        #expect(command.content == .value(try Key("--k"), ValueOperand(.text("--value")), try SourceName("default")))
        #expect(command.lifetime == .volatile)
    }

    @Test("one value comes from stdin or a file")
    func origins() throws {
        let standardInput = try publish("publish k - --value-json")
        let source = try SourceName("default")
        #expect(
            standardInput.content == .value(try Key("k"), ValueOperand(.standardInput, forcesJSON: true), source))
        let file = try publish("publish k --file v.json")
        #expect(file.content == .value(try Key("k"), ValueOperand(.file("v.json")), source))
        #expect(CommandLineReading.error("publish k 1 --file v.json")?.exitCode == .usage)
    }

    @Test("the source is named by --source, then by $PREFD_SOURCE")
    func sources() throws {
        let environment = ["PREFD_SOURCE": "env"]
        for (line, name) in [("publish k 1", "env"), ("publish k 1 --source cpu0", "cpu0")] {
            let command = try publish(line, environment: environment)
            #expect(command.content == .value(try Key("k"), ValueOperand(.text("1")), try SourceName(name)))
        }
    }

    @Test("a lone - is a stream, in lines unless told")
    func streams() throws {
        let lines = try publish("publish -")
        #expect(lines.content == .stream(.init(format: .lines, source: nil, replaces: false, held: false)))
        let replaced = try publish("publish - --format ndjson --source P --replace --wait root --held")
        #expect(
            replaced.content
                == .stream(.init(format: .ndjson, source: try SourceName("P"), replaces: true, held: true)))
        #expect(replaced.reach == .root)
        #expect(replaced.lifetime == .held)
    }

    @Test("an exposition is leased for three minutes unless told")
    func expositions() throws {
        #expect(try publish("publish - --format prometheus").lifetime == .ttl(.seconds(180)))
        #expect(try publish("publish - --format prometheus --ttl 1h").lifetime == .ttl(.seconds(3600)))
    }

    @Test(
        "what contradicts itself or the form is a usage error",
        arguments: [
            "publish", "publish k", "publish k 1 2", "publish - --replace", "publish k 1 --replace",
            "publish k 1 --held", "publish k 1 --format lines", "publish - --format xml", "publish k 1 --ttl 0",
            "publish k 1 --ttl 3m --volatile", "publish - --held --ttl 3m", "publish k 1 --rank 1.5",
            "publish k 1 --rank 9999999999", "publish k 1 --wait leaf", "publish - --file x", "publish k 1 --take=yes",
            "publish k 1 --at /", "publish k 1 --source",
        ])
    func errors(line: String) {
        #expect(CommandLineReading.error(line)?.exitCode == .usage)
    }

    @Test("a text that is no name is refused as a node would refuse it")
    func names() {
        for line in ["publish a*b 1", "publish \(String(repeating: "k", count: 241)) 1", "publish k 1 --source a\u{7}"]
        {
            let error = CommandLineReading.error(line)
            #expect(error?.fault.code == .node(.invalidName))
            #expect(error?.exitCode == .refused)
        }
    }
}
