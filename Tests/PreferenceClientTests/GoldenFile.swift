import Foundation
import Testing

/// A file of expected texts in `Golden`.
///
/// With `REWRITE_GOLDEN` set in the environment the file is written anew, for a person to read the difference.
enum GoldenFile {
    static func expect(_ text: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
        let file = folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["REWRITE_GOLDEN"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
        for (line, wanted) in lines where line != wanted {
            #expect(line == wanted, "\(name)", sourceLocation: sourceLocation)
        }
        #expect(text.count == expected.count, "\(name)", sourceLocation: sourceLocation)
    }
}
