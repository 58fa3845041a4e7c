import PreferenceTree
import Preferences

/// Nodes that no law lets in: a second one of a name, and one of another tree. The tree does not notice them.
struct Intruders {
    let orchard: Orchard
    let quiet: QuietPoint
    private var world: World { orchard.world }

    func run() throws {
        guard world.violation == nil else { return }
        let parents = orchard.nodes.filter { orchard.hasChildren($0) }
        let parent = world.random.pick(parents)
        let isForeign = world.random.chance(1, in: 3)
        let twins = orchard.nodes.filter { $0 !== orchard.root && !orchard.isAbove($0, parent) }
        guard isForeign || !twins.isEmpty else { return }
        let twin = isForeign ? nil : world.random.pick(twins)
        let place = twin.flatMap { world.random.chance(1, in: 2) ? $0.target : nil } ?? parent
        world.counters.add(isForeign ? .foreignNodes : place === twin?.target ? .twinsUnderOneParent : .twinsUnderTwo)
        // Who is cut off is its own top for a moment, and may count the twin: it must not bring it along (R11 d).
        let loosened = orchard.nodes.filter { $0 !== orchard.root && orchard.isAbove($0, place) }
        let breaks = !loosened.isEmpty && world.random.chance(1, in: 2)
        if breaks { world.counters.add(.linksAboveTwins) }
        let intruder = try world.addNode(twin?.name ?? "stranger", under: place) { settings in
            settings.isEphemeral = true
            if isForeign { settings.tree = "other" }
        }
        intruder.node?.isIntruder = true
        let publisher = world.addClient("pub-intruder", at: intruder)
        for plot in orchard.plots where plot.isDefined {
            // Whatever stood behind this would be nobody's statement, but where the twin is rightly counted for a moment.
            let value = orchard.drawValue(plot, source: "\(intruder.index).s0")
            if breaks { world.living.stated(value, for: plot.key) }
            publisher.state(Statement(operation: .publish(value), key: plot.key.text, source: "s0"))
        }
        world.start(intruder)
        world.start(publisher.station)
        let mortal = orchard.mortalKeys(since: world.now - VirtualTime.ticks(2))
        for tick in 0..<20 where world.violation == nil {
            world.run(ticks: 1)
            if breaks, tick == 8 { world.breakConnection(of: world.random.pick(loosened)) }
            if let objection = quiet.objectionToRoot(but: mortal, unsettled: breaks && tick >= 8) {
                world.violated("\(intruder.name) under \(place.name) is let in: \(objection)")
            }
        }
        (publisher.station.isRetired, intruder.isRetired) = (true, true)
        publisher.leave()
        world.crash(publisher.station)
        world.stop(intruder)
        world.run(ticks: 4)
        // Its goodbye may have been lost with a link: then somebody says that it will not come back.
        _ = world.ask(place, .forget, [("path", .text(orchard.path(of: intruder)))])
        quiet.reach()
    }
}
