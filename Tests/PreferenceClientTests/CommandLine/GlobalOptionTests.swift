import Preferences
import Testing

@testable import PreferenceClient

@Suite struct GlobalOptionTests {
    @Test("global options stand before or after the verb, with a space or with =")
    func placement() throws {
        let before = try CommandLineReading.invocation("--json --timeout 3s --connect ipc://a.sock get k")
        let after = try CommandLineReading.invocation("get k --connect=ipc://a.sock --timeout=3s --json")
        #expect(before == after)
        #expect(before.options.json)
        #expect(before.options.timeout == .seconds(3))
        #expect(before.options.endpoints == ["ipc://a.sock"])
    }

    @Test("endpoints come from --connect, then $PREFD_CONNECT, then the standard place")
    func endpoints() throws {
        let environment = ["PREFD_CONNECT": "ipc://b.sock, tcp://127.0.0.1:7400"]
        let given = try CommandLineReading.invocation(
            "--connect ipc://a.sock get k --connect tcp://h:1", environment: environment)
        #expect(given.options.endpoints == ["ipc://a.sock", "tcp://h:1"])
        let listed = try CommandLineReading.invocation("get k", environment: environment)
        #expect(listed.options.endpoints == ["ipc://b.sock", "tcp://127.0.0.1:7400"])
        let standard = try CommandLineReading.invocation("get k", environment: ["PREFD_CONNECT": ""])
        #expect(standard.options.endpoints == ["ipc:///run/prefd/prefd.sock"])
    }

    @Test("colours are for terminals, unless they are asked for or refused")
    func colours() throws {
        func colours(_ line: String, _ environment: [String: String] = [:], terminal: Bool) throws -> Bool {
            try CommandLineReading.invocation(line, environment: environment, terminal: terminal).options.colorsOutput
        }
        #expect(try colours("get k", terminal: true))
        #expect(try !colours("get k", terminal: false))
        #expect(try !colours("get k", ["NO_COLOR": "1"], terminal: true))
        #expect(try colours("get k", ["NO_COLOR": ""], terminal: true))
        #expect(try !colours("get k", ["TERM": "dumb"], terminal: true))
        #expect(try colours("get k --color always", ["NO_COLOR": "1"], terminal: false))
        #expect(try !colours("get k --color=never", terminal: true))
    }

    @Test("a timeout of 0 needs no unit")
    func zero() throws {
        #expect(try CommandLineReading.invocation("wait k --present --timeout 0").options.timeout == .zero)
        #expect(CommandLineReading.error("wait k --present --timeout 5")?.exitCode == .usage)
    }

    @Test("an error is to be JSON where --json stands before --, wherever it is")
    func jsonOfErrors() {
        #expect(CommandLineReading.error("get --json --nonsense")?.json == true)
        #expect(CommandLineReading.error("nonsense --json")?.json == true)
        #expect(CommandLineReading.error("get -- --json k *")?.json == false)
    }

    @Test("help is shown for the program and for every verb, with two examples that are command lines")
    func help() throws {
        let overview = try CommandLineReading.invocation("--help")
        guard case .help(let text) = overview.action else {
            Issue.record("no help")
            return
        }
        for syntax in VerbTable.all {
            let grammar = syntax.grammar
            #expect(text.contains("  \(grammar.verb)"))
            let help = try CommandLineReading.invocation("\(grammar.verb) --help")
            #expect(try help == CommandLineReading.invocation("-h \(grammar.verb)"))
            guard case .help(let page) = help.action else {
                Issue.record("\(grammar.verb) has no help")
                continue
            }
            #expect(page.hasPrefix("usage: prefctl \(grammar.verb)"))
            #expect(grammar.examples.count == 2)
            for option in grammar.options { #expect(page.contains("--\(option.name)")) }
            for example in grammar.examples {
                let words = example.command.replacing("'", with: "").split(separator: "<")[0].split(separator: " ")
                #expect(throws: Never.self) { try CommandLineReading.command(words: words.map(String.init)) }
                #expect(page.contains("prefctl \(example.command)"))
            }
        }
    }

    @Test("no line of a help text is wider than a terminal")
    func helpWidth() {
        let pages = VerbTable.all.map { HelpText.verb($0.grammar) } + [HelpText.overview()]
        for page in pages {
            for line in page.split(separator: "\n") where !line.hasPrefix("usage:") && !line.hasPrefix("       prefctl")
            {
                #expect(line.count <= 84, "\(line)")
            }
        }
    }

    @Test("help speaks of nothing that is not in this version")
    func helpIsHonest() {
        for syntax in VerbTable.all {
            let page = HelpText.verb(syntax.grammar)
            for name in syntax.grammar.notYet { #expect(!page.contains("--\(name)"), "\(syntax.grammar.verb)") }
        }
        for verb in VerbTable.notYet { #expect(!HelpText.overview().contains("\n  \(verb) ")) }
    }

    @Test("the version is shown without a verb")
    func version() throws {
        #expect(try CommandLineReading.invocation("--version").action == .version)
    }
}
