/// The fold of `concat` and `collect`, whose partials grow, in time linear in the result.
///
/// It stops at the first element that would take the canonical encoding past the limit: a text is one element,
/// of a list each member is one.
package struct GrowingFold: Sendable {
    private let separator: String
    private let limit: Int
    private var text = ""
    private var members: [Value] = []
    /// The canonical size of `members` without the list's own head.
    private var membersSize = 0
    private var kind = Kind.absent

    private enum Kind {
        case absent
        case null
        case text
        case list
    }

    /// The reduce calls so far: one less than the elements appended that were not null.
    package private(set) var reduces = 0
    package private(set) var isTruncated = false

    package init(separator: String, maximumBytes: Int) {
        self.separator = separator
        limit = maximumBytes
    }

    /// What has been appended; nil when nothing was.
    package var partial: Partial? {
        switch kind {
        case .absent: nil
        case .null: .value(.null)
        case .text: .value(.text(text))
        case .list: .value(.list(members))
        }
    }

    /// Appends the next contribution in order, and returns whether there may be another.
    package mutating func append(_ contribution: Partial) -> Bool {
        if isTruncated { return false }
        switch contribution {
        case .value(.text(let next)): append(text: next)
        case .value(.list(let next)): append(list: next)
        default: if kind == .absent { kind = .null }
        }
        return !isTruncated
    }

    private mutating func append(text next: String) {
        let isFirst = kind != .text
        kind = .text
        let size = text.utf8.count + (isFirst ? 0 : separator.utf8.count) + next.utf8.count
        guard GrowingFold.headSize(size) + size <= limit else {
            isTruncated = true
            return
        }
        if !isFirst {
            text += separator
            reduces += 1
        }
        text += next
    }

    private mutating func append(list next: [Value]) {
        let isFirst = kind != .list
        kind = .list
        for member in next {
            let size = membersSize + member.canonicalSize
            guard GrowingFold.headSize(members.count + 1) + size <= limit else {
                isTruncated = true
                return
            }
            members.append(member)
            membersSize = size
        }
        if !isFirst { reduces += 1 }
    }

    /// The head of a text or list of `count` is as long as the integer `count`.
    private static func headSize(_ count: Int) -> Int { Value.int(Int64(count)).canonicalSize }
}
