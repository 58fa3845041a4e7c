import Foundation

/// The project's files as they are checked in.
enum Repository {
    static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Paths from the root, sorted: what git has or would add; without git all but what a build leaves behind.
    static let paths: [String] = (listed() ?? walked()).sorted()

    static let checkout = root.path

    static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: root.appending(path: path).path) ?? Data(), as: UTF8.self)
    }

    static func lines(_ path: String) -> [String] { lines(of: text(path)) }

    static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func paths(under folder: String, endingWith suffix: String = "") -> [String] {
        paths.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(suffix) }
    }

    /// Paths of Swift files of the project itself.
    static let swift: [String] = paths.filter { $0.hasSuffix(".swift") }

    private static func listed() -> [String]? {
        let arguments = ["-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        guard let run = try? ProgramRun("/usr/bin/git", arguments), run.exit == 0, !run.output.isEmpty else {
            return nil
        }
        return run.output.split(separator: "\0").map { String($0) }.filter { exists($0) }
    }

    private static func walked() -> [String] {
        let passedOver: Set<String> = [".build", ".git", "__pycache__"]
        guard let files = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var paths: [String] = []
        while let path = files.nextObject() as? String {
            let name = path.split(separator: "/").last.map { String($0) } ?? path
            if files.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
                paths.append(path)
            } else if passedOver.contains(name) {
                files.skipDescendants()
            }
        }
        return paths
    }
}
