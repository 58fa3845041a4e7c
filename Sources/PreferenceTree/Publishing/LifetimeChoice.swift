import Preferences

extension Definition {
    /// The lifetime and lease that a publication gets: the one it asks for if the key admits it, else durable
    /// where the key admits that, else the first it admits.
    func lifetime(for asked: Lifetime?) -> Result<(kind: LifetimeKind, lease: Interval?), RequestFault> {
        let natural: [LifetimeKind] = [.durable, .ttl, .volatile, .held]
        guard let asked else {
            let kind = natural.first { lifetimes.contains($0) } ?? .durable
            return lease(kind, asked: nil)
        }
        guard lifetimes.contains(asked.kind) else {
            let allowed = natural.filter { lifetimes.contains($0) }.map { $0.rawValue }.joined(separator: ", ")
            return .failure(
                RequestFault(
                    code: .lifetime, message: "\(pattern) does not take the lifetime \(asked.kind.rawValue)",
                    hint: "it takes: \(allowed)"))
        }
        if case .ttl(let lease) = asked { return self.lease(.ttl, asked: lease) }
        return lease(asked.kind, asked: nil)
    }

    private func lease(
        _ kind: LifetimeKind, asked: Interval?
    ) -> Result<(kind: LifetimeKind, lease: Interval?), RequestFault> {
        guard kind == .ttl else { return .success((kind, nil)) }
        guard let lease = asked ?? ttl, lease > .zero else {
            return .failure(
                RequestFault(
                    code: .lifetime, message: "\(pattern) has no default ttl", hint: "say --ttl, such as --ttl 30s"))
        }
        if let longest = ttl, lease > longest {
            return .failure(
                RequestFault(
                    code: .lifetime, message: "the longest ttl of \(pattern) is \(longest)", hint: "ask for less"))
        }
        return .success((.ttl, lease))
    }
}
