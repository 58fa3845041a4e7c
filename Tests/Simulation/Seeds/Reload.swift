import PreferenceTree
import Preferences

// Changes of the catalog in the running tree (L9).
extension Orchard {
    /// Defines a key otherwise, takes one away, or brings one back; the root reads it now, or at its next start.
    func changeCatalog() {
        let exact = plots.indices.filter { plots[$0].isExact }
        guard let place = exact.isEmpty ? nil : world.random.pick(exact) else { return }
        if !plots[place].isDefined {
            world.counters.add(.keysAdded)
            plots[place].isDefined = true
        } else if world.random.chance(1, in: 3) {
            world.counters.add(.keysRemoved)
            plots[place].isDefined = false
            plots[place].wasMissing = true
        } else {
            world.counters.add(.definitionsChanged)
            let old = plots[place].definition
            let policies = Orchard.policies(for: old.type).filter { $0 != old.policy }
            plots[place].definition = definition(old.pattern, old.type, world.random.pick(policies), old.nullable)
        }
        world.reload(root, catalog)
    }

    private static func policies(for type: ValueType) -> [Policy] {
        switch type {
        case .bool: [.first, .last, .count, .any, .all]
        case .int: [.first, .last, .min, .max, .sum, .mean, .count]
        case .float: [.min, .max, .sum, .mean]
        default: [.first, .last, .min, .max, .count, .concat, .collect]
        }
    }
}
