import PreferenceTree
import Preferences

// Changes of the catalog in the running tree (L9).
extension Orchard {
    /// Defines a key otherwise, takes one away, or brings one back; the root reads it now, or at its next start.
    func changeCatalog() {
        let exact = plots.indices.filter { plots[$0].isExact }
        guard let place = exact.isEmpty ? nil : world.random.pick(exact) else { return }
        world.steady.forget(plots[place].key)
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
            // An int that was stated while its node still had a float key is a float for good: nobody else can know.
            let isOfNewType = old.type != .float && world.random.chance(1, in: 3)
            let policies = Policy.allCases.filter { policy in
                policy != old.policy && (isOfNewType || Orchard.types(for: policy).contains(old.type))
            }
            let policy = world.random.pick(policies)
            let type = isOfNewType ? world.random.pick(Orchard.types(for: policy).filter { $0 != .float }) : old.type
            if type != old.type { world.counters.add(.typesChanged) }
            plots[place].definition = definition(old.pattern, type, policy, old.nullable)
        }
        world.reload(root, catalog)
    }
}
