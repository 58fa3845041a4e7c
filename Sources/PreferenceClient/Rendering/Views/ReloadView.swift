import Preferences

/// How `reload` tells what changes.
package struct ReloadView: Sendable {
    private let paint: Paint

    package init(_ paint: Paint) { self.paint = paint }

    package func text(_ report: ReloadReport) -> String {
        var text = ""
        for key in report.added { text += paint.good("added") + "    \(key)\n" }
        for removal in report.removed {
            let lost = removal.contributions == 0 ? "" : ", \(removal.contributions) live contributions go with it"
            text += paint.bad("removed") + "  \(removal.key)\(lost)\n"
        }
        for key in report.changed { text += paint.doubtful("changed") + "  \(key)\n" }
        for entry in report.restart { text += paint.doubtful("restart") + "  \(entry) needs a restart\n" }
        for diagnostic in report.diagnostics { text += diagnostic.printable + "\n" }
        if text.isEmpty { text = "nothing changes\n" }
        return text
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
            writer.member("restart", texts: report.restart)
            writer.member("diagnostics", texts: report.diagnostics)
        }
        return writer.text
    }
}
