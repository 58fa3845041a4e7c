/// What the command line asks for.
struct SimulatePlan {
    var seeds: UInt64 = 1000
    var first: UInt64 = 1
    var jobs = 2
    /// Only this seed, with its trace.
    var only: UInt64?

    /// Fewer seeds than this may leave something untried.
    static let enoughForEverything: UInt64 = 200

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let word = rest.popFirst(), let number = UInt64(word), number < 1 << 62 else { return nil }
            switch option {
            case "--seeds": seeds = number
            case "--first": first = number
            case "--jobs": jobs = Int(min(max(1, number), 64))
            case "--seed": only = number
            default: return nil
            }
        }
    }
}
