import PreferenceDaemon
import PreferenceTestSupport

/// Connections that come, speak and go on one thread, and a reader on another: every interleaving is possible.
///
/// As in life, a descriptor is the lowest free number, the monitor's events stand in one queue, and each link's frames
/// in one of its own, from which the reader takes in any order of links.
struct ConnectionSchedule {
    private struct Connection {
        let descriptor: CInt
        var hasSpoken = false
    }

    private enum MonitorEvent {
        case opened(CInt)
        case closed(CInt)
    }

    private var random: SplitMix64
    private var table = LinkTable()
    private var living: [UInt32: Connection] = [:]
    private var monitor: [MonitorEvent] = []
    private var frames: [UInt32: (descriptor: CInt, count: Int)] = [:]
    private var nextID: UInt32 = .max - 20
    private var usedDescriptors: Set<CInt> = []
    /// Links that spoke and are gone, and whose end was not told yet.
    private var owed: Set<UInt32> = []
    private var ended: Set<UInt32> = []

    private(set) var violations: [String] = []
    private(set) var reuses = 0
    private(set) var told = 0
    private(set) var probed = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: open()
            case 2, 3: speak()
            case 4, 5: close()
            case 6: watch()
            default: read()
            }
        }
        settle()
    }

    // MARK: the other side

    private mutating func open() {
        var descriptor: CInt = 5
        while living.values.contains(where: { $0.descriptor == descriptor }) { descriptor += 1 }
        if !usedDescriptors.insert(descriptor).inserted { reuses += 1 }
        living[nextID] = Connection(descriptor: descriptor)
        nextID &+= 1
        monitor.append(.opened(descriptor))
    }

    private mutating func speak() {
        guard let id = living.keys.sorted().randomElement(using: &random), let connection = living[id] else { return }
        living[id]?.hasSpoken = true
        frames[id, default: (connection.descriptor, 0)].count += 1
    }

    private mutating func close() {
        guard let id = living.keys.sorted().randomElement(using: &random),
            let connection = living.removeValue(forKey: id)
        else { return }
        monitor.append(.closed(connection.descriptor))
        if connection.hasSpoken { owed.insert(id) }
    }

    // MARK: the reader

    private mutating func watch() {
        for event in monitor {
            switch event {
            case .opened(let descriptor): table.opened(descriptor)
            case .closed(let descriptor): table.closed(descriptor)
            }
        }
        monitor = []
    }

    private mutating func read() {
        guard let id = frames.keys.sorted().randomElement(using: &random), let waiting = frames[id] else {
            for closed in table.takeClosed() { hearEnd(of: closed) }
            probe()
            return
        }
        frames[id] = waiting.count == 1 ? nil : (waiting.descriptor, waiting.count - 1)
        if ended.contains(id) { violations.append("a frame of \(id) after its end") }
        if table.isKnown(id) { return }
        watch()
        _ = table.heard(id, over: waiting.descriptor)
    }

    /// The ROUTER has no peer for a connection that is over.
    private mutating func probe() {
        for id in table.takeDoubtful() {
            probed += 1
            if living[id] == nil { table.unreachable(id) }
        }
    }

    private mutating func hearEnd(of id: UInt32) {
        told += 1
        if living[id] != nil { violations.append("\(id) lives and was ended") }
        if !ended.insert(id).inserted { violations.append("\(id) was ended twice") }
        owed.remove(id)
    }

    private mutating func settle() {
        watch()
        while !frames.isEmpty || table.isAnythingDue { read() }
        if !owed.isEmpty { violations.append("never told of the end of \(owed.sorted())") }
        for (id, connection) in living where connection.hasSpoken && !table.isOpen(id) {
            violations.append("\(id) lives and is not open")
        }
        if table.openCount != living.count { violations.append("\(table.openCount) open, \(living.count) live") }
    }
}
