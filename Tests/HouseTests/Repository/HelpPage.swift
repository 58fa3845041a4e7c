/// What a program's `--help` lists.
struct HelpPage {
    let options: Set<String>
    let verbs: Set<String>

    /// Rows begin with a word or option behind a small indent; what goes on with a row is indented further.
    init(_ text: String) {
        var options: Set<String> = []
        var verbs: Set<String> = []
        var heading = ""
        for line in Repository.lines(of: text) {
            if line.first.map({ $0 != " " }) == true { heading = line.lowercased() }
            if let match = line.firstMatch(of: #/^ {2,6}(?:-[a-z], )?--(?<name>[a-z-]+)/#) {
                if heading.hasPrefix("options") { options.insert("--" + String(match.name)) }
            } else if heading.hasPrefix("verbs"), let match = line.firstMatch(of: #/^ {2}(?<name>[a-z]+) /#) {
                verbs.insert(String(match.name))
            }
        }
        self.options = options
        self.verbs = verbs
    }
}
