/// Paths as texts, without asking a file system.
enum FilePath {
    /// The directory of a file as it was written: `.` where it names none.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of a configuration file without directory and `.toml`.
    static func stem(of path: String) -> String {
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return name.hasSuffix(".toml") && name != ".toml" ? String(name.dropLast(".toml".count)) : name
    }

    /// `path` as seen from `directory`; an absolute one stays as it is.
    static func resolve(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") { return path }
        let relative = path.dropping(prefix: "./") ?? path
        if directory == "." { return relative }
        return directory.hasSuffix("/") ? directory + relative : "\(directory)/\(relative)"
    }
}
