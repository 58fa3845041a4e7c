import Preferences

/// What is measured.
struct FeedPlan {
    /// Every child contributes to each of these.
    static let keys = 40

    let policy: Policy
    let type: ValueType
    let children: Int
    let frames: Int
    let updates: Int

    init?(_ arguments: [String]) {
        guard arguments.count == 5, let policy = Policy(rawValue: arguments[0]),
            let type = ValueType(rawValue: arguments[1]), type == .int || type == .float,
            let children = Int(arguments[2]), let frames = Int(arguments[3]), let updates = Int(arguments[4]),
            children > 0, (1...FeedPlan.keys).contains(updates)
        else { return nil }
        self.policy = policy
        self.type = type
        self.children = children
        self.frames = frames
        self.updates = updates
    }

    var catalog: Catalog? {
        try? Catalog(
            (0..<FeedPlan.keys).map { number in
                Definition(pattern: .exact(try Key("k\(number)")), type: type, policy: policy)
            })
    }
}
