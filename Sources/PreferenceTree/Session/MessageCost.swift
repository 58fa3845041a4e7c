import Preferences

extension Message {
    /// About how many bytes the message takes on the wire: what a sender counts against the window. Only the
    /// sender counts, so that an estimate is enough.
    package var cost: Int {
        switch self {
        case .state(let frame): frame.cost
        case .publish(let frame): 64 + frame.statements.reduce(0) { $0 + $1.cost }
        case .notify(let frame): frame.cost
        default: 64
        }
    }
}

extension StateFrame {
    package var cost: Int {
        var bytes = 64 + floatIDs.count * 12 + intIDs.count * 12 + coverageIDs.count * 12 + released.count * 4
        bytes += (removals.count + reasons.count) * 8
        for name in names { bytes += name.key.text.utf8.count + 8 }
        for other in others { bytes += 8 + (other.partial?.cost ?? 1) }
        for condition in conditions { bytes += 8 + condition.causes.reduce(0) { $0 + $1.utf8.count + 3 } }
        return bytes
    }
}

extension NotifyFrame {
    package var cost: Int {
        64 + records.reduce(0) { $0 + $1.cost } + forgotten.reduce(0) { $0 + $1.text.utf8.count + 3 }
    }
}

extension Record {
    package var cost: Int {
        48 + key.text.utf8.count + (value?.canonicalSize ?? 1) + causes.reduce(0) { $0 + $1.utf8.count + 3 }
            + cause.utf8.count
    }
}

extension Statement {
    var cost: Int {
        let value =
            switch operation {
            case .publish(let value): value.canonicalSize
            case .retract: 1
            }
        return 24 + key.utf8.count + source.utf8.count + value
    }
}

extension Partial {
    var cost: Int {
        switch self {
        case .value(let value): 2 + value.canonicalSize
        case .sum, .mean: 48
        case .count: 10
        }
    }
}
