import Foundation

/// The programs under test, and where the project is.
enum Programs {
    /// The folder of the programs as they ship; absent: those that were built beside this test, for debugging.
    private static let released: URL? = ProcessInfo.processInfo.environment["PREFD_PROGRAMS"].map { URL(filePath: $0) }
    private static let directory: URL =
        released
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Only then do counts of instructions mean anything.
    static let areOptimised = released != nil

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
