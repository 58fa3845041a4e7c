import Foundation

/// The links of Markdown pages.
enum Links {
    /// Targets of `[words](target)` outside of code.
    static func targets(in text: String) -> [String] {
        prose(of: text).matches(of: /\]\((?<target>[^)\s]+)\)/).map { String($0.target) }
    }

    /// The names by which a page's headings can be pointed at.
    static func anchors(of text: String) -> Set<String> {
        var anchors: Set<String> = []
        for line in Repository.lines(of: withoutFences(text)) {
            guard let match = line.firstMatch(of: /^#+ +(?<words>.*)$/) else { continue }
            let kept = match.words.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            anchors.insert(kept.replacing(" ", with: "-"))
        }
        return anchors
    }

    /// The links of a page that lead nowhere. Addresses of other hosts are not followed.
    static func broken(in text: String, of path: String) -> [String] {
        targets(in: text).filter { target in
            if target.contains(/^[a-z]+:/) { return false }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            var page = text
            if !parts[0].isEmpty {
                let file = resolve(String(parts[0]), from: path)
                guard Repository.exists(file) else { return true }
                page = parts.count > 1 ? Repository.text(file) : ""
            }
            return parts.count > 1 && !anchors(of: page).contains(String(parts[1]))
        }
    }

    private static func resolve(_ target: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map { String($0) }
        for part in target.split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    private static func prose(of text: String) -> String { withoutFences(text).replacing(/`[^`\n]*`/, with: "") }

    private static func withoutFences(_ text: String) -> String {
        var inside = false
        return Repository.lines(of: text).filter { line in
            if line.hasPrefix("```") { inside.toggle() }
            return !inside && !line.hasPrefix("```")
        }
        .joined(separator: "\n")
    }
}
