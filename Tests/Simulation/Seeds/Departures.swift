import PreferenceTree
import Preferences

/// Nodes that stay away: lost, forgotten, or drained; and how they come back.
struct Departures {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() {
        guard world.violation == nil else { return }
        if world.random.chance(1, in: 2) { loseOne() } else { drainOne() }
    }

    /// What it had must go, and come back with it.
    private func loseOne() {
        let lost = world.random.pick(Array(orchard.nodes.dropFirst()))
        guard let node = lost.node, let parent = lost.target else { return }
        world.counters.add(.nodesLost)
        node.isDownForGood = true
        world.crash(lost)
        quiet.reach()
        if world.violation == nil, world.random.chance(1, in: 2) {
            let answer = world.ask(parent, .forget, [("path", .text(orchard.path(of: lost)))])
            guard answer.count == 1, answer[0].fault == nil else {
                return world.violated("\(orchard.path(of: lost)) cannot be forgotten: \(answer)")
            }
            world.counters.add(.nodesForgotten)
            node.isDeparted = true
            quiet.reach()
            node.isDeparted = false
        }
        node.isDownForGood = false
        world.start(lost)
        quiet.reach()
    }

    /// A leaf leaves for good, lives on for its own clients, and is called back.
    private func drainOne() {
        let leaves = orchard.nodes.filter { !orchard.hasChildren($0) && $0 !== orchard.root }
        guard !leaves.isEmpty else { return }
        let leaf = world.random.pick(leaves)
        guard let node = leaf.node, leaf.isUp else { return }
        world.counters.add(.nodesDrained)
        drain(leaf, undo: false)
        node.isDeparted = true
        if world.random.chance(1, in: 3) {
            world.run(ticks: 1)
            world.crash(leaf)
            world.start(leaf)
        }
        quiet.reach()
        drain(leaf, undo: true)
        node.isDeparted = false
        quiet.reach()
    }

    private func drain(_ leaf: Station, undo: Bool) {
        let answer = world.ask(leaf, .drain, [("undo", .bool(undo))])
        if answer.count != 1 || answer[0].fault != nil { world.violated("\(leaf.name) cannot be drained: \(answer)") }
    }
}
