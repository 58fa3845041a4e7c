import PreferenceClient
import Testing

@Suite("The status page and the programs' command lines")
struct StatusTests {
    private let page = StatusPage()

    /// `--name VALUE` as `--name`.
    private func names(_ heading: String, _ state: String) -> Set<String> {
        Set(page.entries(heading, state).map { String($0.prefix { $0 != " " }) })
    }

    @Test("each row says either that it works or that it does not yet, and none stands twice")
    func states() {
        for heading in [
            "Verbs", "Options of every verb", "Options of prefd", "Options of verbs", "Entries", "Policies",
        ] {
            let rows = page.rows(heading)
            #expect(!rows.isEmpty, "\(heading)")
            #expect(rows.allSatisfy { [StatusPage.works, StatusPage.notYet].contains($0.last) }, "\(heading)")
            let entries = rows.map { $0.dropLast().joined(separator: " ") }
            #expect(Set(entries).count == entries.count, "\(heading)")
        }
    }

    @Test("the verbs that work are those of prefctl --help")
    func verbs() throws {
        #expect(names("Verbs", StatusPage.works) == (try Programs.help(Programs.prefctl)).verbs)
    }

    @Test("the options of every verb are those of prefctl --help")
    func globalOptions() throws {
        #expect(names("Options of every verb", StatusPage.works) == (try Programs.help(Programs.prefctl)).options)
    }

    @Test("the options of prefd are those of prefd --help")
    func daemonOptions() throws {
        #expect(names("Options of prefd", StatusPage.works) == (try Programs.help(Programs.prefd)).options)
        for option in names("Options of prefd", StatusPage.notYet) {
            #expect(try ProgramRun(Programs.prefd, [option, "x"]).exit == 2, "\(option)")
        }
    }

    @Test("the options of each verb are those of its --help")
    func options() throws {
        let everywhere = names("Options of every verb", StatusPage.works)
        for verb in names("Verbs", StatusPage.works) {
            let listed = page.rows("Options of verbs").filter { $0.first == verb && $0.last == StatusPage.works }
            let named = Set(listed.compactMap { $0.dropFirst().first.map { String($0.prefix { $0 != " " }) } })
            let help = try Programs.help(Programs.prefctl, verb)
            #expect(named == help.options.subtracting(everywhere), "\(verb)")
        }
    }

    @Test("what does not work yet says so, as usage")
    func notYet() throws {
        var lines = page.entries("Verbs", StatusPage.notYet).map { [$0] }
        lines += page.entries("Options of every verb", StatusPage.notYet).map { ["status", $0] }
        let working = names("Verbs", StatusPage.works)
        for entry in page.entries("Options of verbs", StatusPage.notYet) {
            let words = entry.split(separator: " ").map { String($0) }
            if working.contains(words[0]) { lines.append(words) }
        }
        #expect(lines.count > 10)
        for line in lines {
            let run = try ProgramRun(Programs.prefctl, line.flatMap { $0.split(separator: " ").map { String($0) } })
            #expect(run.exit == 2, "\(line)")
            #expect(run.errors.contains("is not in this version"), "\(line): \(run.errors)")
        }
    }

    @Test("the codes of errors are a closed list, with their exits and meanings")
    func errorCodes() {
        let expected = ErrorCode.allCases.map { code in
            let exits = [code.exitCode(), code.exitCode(writing: true)].map { String($0.rawValue) }
            return [code.text, exits[0] == exits[1] ? exits[0] : "\(exits[0]), \(exits[1]) when writing", code.meaning]
        }
        #expect(page.rows("Error codes").sorted { $0[0] < $1[0] } == expected.sorted { $0[0] < $1[0] })
    }
}
