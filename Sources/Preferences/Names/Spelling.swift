/// Finds the names that a mistyped one may have meant.
package enum Spelling {
    /// Names within a third of the length, and at most this many typing errors.
    private static let maximumErrors = 3

    /// The nearest names, the likeliest first, on a tie in byte-wise order.
    package static func nearest(
        to word: String, among names: some Sequence<String>, atMost limit: Int = 3
    ) -> [String] {
        let letters = Array(word.unicodeScalars)
        let errors = min(maximumErrors, max(1, letters.count / 3))
        var candidates: [(errors: Int, name: String)] = []
        for name in names {
            if let count = typingErrors(letters, Array(name.unicodeScalars), atMost: errors) {
                candidates.append((count, name))
            }
        }
        candidates.sort { left, right in
            left.errors == right.errors ? Bytewise.precedes(left.name, right.name) : left.errors < right.errors
        }
        return candidates.prefix(limit).map(\.name)
    }

    /// Letters missed, added, mistaken, and neighbours swapped; nil beyond the limit.
    private static func typingErrors(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let mistaken = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(mistaken, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            if current.allSatisfy({ $0 > limit }) { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
