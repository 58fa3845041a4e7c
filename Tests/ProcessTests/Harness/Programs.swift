import Foundation

/// The programs under test, and where the project is.
enum Programs {
    /// The build directory: where this test's own executable is.
    private static let directory: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    static let prefd = directory.appending(path: "prefd").path
    static let prefctl = directory.appending(path: "prefctl").path
    static let hotPath = directory.appending(path: "hotpath").path

    /// The project's folder.
    static let project: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) -> String { project.appending(path: path).path }

    /// A Python program of this folder, or of the project.
    static func python(_ path: String) -> [String] {
        let own = file("Tests/ProcessTests/Python/" + path)
        return ["/usr/bin/python3", FileManager.default.fileExists(atPath: own) ? own : file(path)]
    }
}
