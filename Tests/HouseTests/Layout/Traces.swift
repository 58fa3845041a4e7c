/// What a text tells of the machine it was written on.
enum Traces {
    /// Hosts that a text may point to.
    static let hosts: Set<String> = [
        "127.0.0.1", "localhost", "www.apache.org", "www.rfc-editor.org", "json-schema.org", "keepachangelog.com",
        "semver.org", "github.com", "swift.org", "www.swift.org", "zeromq.org", "api.zeromq.org",
    ]

    /// The beginnings of paths that are at home on one machine only; a file of this name spells them.
    static let places = ["/home/", "/Users/", "/work/", "/mnt/", "/build/"]

    static func hosts(in text: String) -> [String] {
        text.matches(of: /https?:\/\/(?<host>[A-Za-z0-9.-]+)/).map { String($0.host) }
    }

    /// Absolute paths of `places`; not what continues a path or a name, such as `.build/` or `$root/home/`.
    static func places(in text: String) -> [String] {
        places.filter { place in
            var rest = text[...]
            while let range = rest.firstRange(of: place) {
                let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
                if !before.isLetter, !before.isNumber, !"._-/~*)}\\".contains(before) { return true }
                rest = rest[range.upperBound...]
            }
            return false
        }
    }
}
