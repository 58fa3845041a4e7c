internal import Preferences

/// The end of a message about a word that is not known.
enum Suggestion {
    /// `; did you mean X?`, or nothing where no word is near.
    static func hint(for word: String, among words: [String]) -> String {
        guard let nearest = Spelling.nearest(to: word, among: words, atMost: 1).first else { return "" }
        return "; did you mean \(nearest)?"
    }
}
