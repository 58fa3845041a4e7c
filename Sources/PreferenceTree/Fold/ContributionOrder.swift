import Preferences

/// Where a contribution stands among its siblings: by rank, then by name, sources before nodes on a tie (F4).
///
/// One reference, so that a child that contributes to a thousand keys states its place once; make it once per
/// child and rank, and hand the same one to every fold.
package struct ContributionOrder: Comparable, Sendable {
    package enum Kind: UInt8, Sendable {
        case source
        case node
    }

    private final class Place: Sendable {
        let rank: Int32
        let name: String
        let kind: Kind

        init(rank: Int32, name: String, kind: Kind) {
            self.rank = rank
            self.name = name
            self.kind = kind
        }
    }

    private let place: Place

    package init(rank: Int32, name: String, kind: Kind) { place = Place(rank: rank, name: name, kind: kind) }

    package var rank: Int32 { place.rank }
    package var name: String { place.name }
    package var kind: Kind { place.kind }

    package static func == (left: ContributionOrder, right: ContributionOrder) -> Bool {
        left.place === right.place
            || (left.rank == right.rank && left.kind == right.kind && Bytewise.equal(left.name, right.name))
    }

    package static func < (left: ContributionOrder, right: ContributionOrder) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if Bytewise.equal(left.name, right.name) { return left.kind.rawValue < right.kind.rawValue }
        return Bytewise.precedes(left.name, right.name)
    }
}
