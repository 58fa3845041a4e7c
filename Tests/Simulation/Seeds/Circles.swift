import PreferenceTree
import Preferences

/// An aggregator is configured to have a parent below itself (L8). Nobody is counted twice, and when its parent is the
/// right one again everything is as it was.
struct Circles {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() {
        guard world.violation == nil else { return }
        let aggregators = orchard.nodes.filter { $0 !== orchard.root && orchard.hasChildren($0) }
        guard !aggregators.isEmpty else { return }
        let turned = world.random.pick(aggregators)
        let below = orchard.nodes.filter { $0 !== turned && orchard.isAbove(turned, $0) }
        guard let parent = turned.target, !below.isEmpty else { return }
        world.counters.add(.circles)
        world.crash(turned)
        let wrong = world.random.pick(below)
        turned.target = wrong
        world.start(turned)
        world.run(ticks: Double(world.random.within(2...30)))
        world.crash(turned)
        turned.target = parent
        world.start(turned)
        quiet.reach()
        // Whoever was its parent for a moment, when it had none itself, goes on expecting it until somebody says no.
        let path = orchard.path(of: wrong) + "/" + turned.name
        if world.violation == nil, world.ask(wrong, .forget, [("path", .text(path))]).last?.fault == nil {
            quiet.reach()
        }
    }
}
