import Preferences

/// How `reload` tells what changes.
package struct ReloadView: Sendable {
    private let paint: Paint

    package init(_ paint: Paint) { self.paint = paint }

    package func text(_ report: ReloadReport) -> String {
        var text = ""
        for key in report.added { text += paint.good("added") + "    \(key)\n" }
        for removal in report.removed {
            let count = removal.contributions
            let lost =
                count == 0
                ? "" : ", \(TerminalText.count(count, "live contribution")) \(count == 1 ? "goes" : "go") with it"
            text += paint.bad("removed") + "  \(removal.key)\(lost)\n"
        }
        for key in report.changed {
            let differences = report.differences[key].map { ": " + $0.map(describe).joined(separator: ", ") } ?? ""
            text += paint.doubtful("changed") + "  \(key)\(differences)\n"
        }
        for change in report.settings { text += paint.doubtful("setting") + "  \(describe(change))\n" }
        for entry in report.restart {
            let change = report.restartChanges.first { $0.entry == entry }
            text += paint.doubtful("restart") + "  \(change.map(describe) ?? entry), in force after a restart\n"
        }
        for note in report.notes { text += "\(paint.doubtful("note"))     \(note.printable)\n" }
        for diagnostic in report.diagnostics { text += diagnostic.printable + "\n" }
        if text.isEmpty { text = "nothing changes\n" }
        return text
    }

    private func describe(_ change: ReloadReport.Change) -> String {
        "\(change.entry) \(change.old ?? "unset") → \(change.new ?? "unset")".printable
    }

    /// One object on one line.
    package static func json(_ report: ReloadReport) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("applied", report.applied)
            writer.member("added", texts: report.added)
            writer.member("removed") { value in
                value.array { list in
                    for removal in report.removed {
                        list.object { object in
                            object.member("key", removal.key)
                            object.member("contributions", removal.contributions)
                        }
                    }
                }
            }
            writer.member("changed", texts: report.changed)
            writer.member("differences") { value in
                value.array { list in
                    for key in report.changed {
                        list.object { object in
                            object.member("key", key)
                            ReloadView.write(report.differences[key] ?? [], as: "changes", to: &object)
                        }
                    }
                }
            }
            ReloadView.write(report.settings, as: "settings", to: &writer)
            writer.member("restart", texts: report.restart)
            ReloadView.write(report.restartChanges, as: "restart_changes", to: &writer)
            writer.member("notes", texts: report.notes)
            writer.member("diagnostics", texts: report.diagnostics)
        }
        return writer.text
    }

    private static func write(_ changes: [ReloadReport.Change], as name: String, to writer: inout JSONWriter) {
        writer.member(name) { value in
            value.array { list in
                for change in changes {
                    list.object { object in
                        object.member("entry", change.entry)
                        object.member("old", change.old.map { .text($0) } ?? .null)
                        object.member("new", change.new.map { .text($0) } ?? .null)
                    }
                }
            }
        }
    }
}
