import PreferenceTree
import Preferences

/// Writes deliveries: for a person, for a pipe, or as JSON.
struct DeliveryPrinter {
    private let context: VerbContext
    private var lines: WatchLines
    /// What pipes were told beside their lines, for each key whose last record is to be doubted.
    private var doubts: [Key: Doubt] = [:]

    /// What makes a record doubtful, without the numbers that change all the time.
    private struct Doubt: Hashable {
        let state: RecordState
        let causes: [String]
        let hasStaleSources: Bool
        let hasStaleNodes: Bool
    }

    init(_ context: VerbContext) {
        self.context = context
        lines = WatchLines(Paint(isOn: context.options.colorsOutput))
    }

    /// `path` is the node whose values they are.
    mutating func print(_ item: DeliveryItem, at path: String) {
        switch item {
        case .record(let delivery):
            let place = RecordPlace(
                at: path, epoch: delivery.epoch, nodes: delivery.nodes, initial: delivery.initial, age: delivery.age)
            print(delivery.record, place)
        case .synced(_, let position):
            if context.options.json { context.console.print(RecordJSON.synced(position)) }
        case .nodes: break
        }
    }

    mutating func print(_ record: Record, _ place: RecordPlace) {
        if context.options.json {
            context.console.print(RecordJSON.text(record, place))
        } else if context.surroundings.terminals.output {
            context.console.print(lines.line(record, place))
        } else {
            tellDoubts(record, place)
            context.console.print(RecordText.line(record))
        }
    }

    /// A line of key and value says nothing of the record's state: a change of that is told on stderr.
    private mutating func tellDoubts(_ record: Record, _ place: RecordPlace) {
        guard let note = RecordText.note(record, place) else {
            if doubts.removeValue(forKey: record.key) != nil { context.remark("\(record.key) is ok again") }
            return
        }
        let doubt = Doubt(
            state: record.state, causes: record.causes, hasStaleSources: record.staleSources > 0,
            hasStaleNodes: place.nodes.stale > 0)
        if doubts.updateValue(doubt, forKey: record.key) != doubt { context.remark(note) }
    }
}
