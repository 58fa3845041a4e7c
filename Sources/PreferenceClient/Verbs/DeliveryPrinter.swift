import PreferenceTree
import Preferences

/// Writes deliveries: for a person, for a pipe, or as JSON.
struct DeliveryPrinter {
    private let context: VerbContext
    private var lines: WatchLines

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

    private mutating func print(_ record: Record, _ place: RecordPlace) {
        if context.options.json {
            context.console.print(RecordJSON.text(record, place))
        } else if context.surroundings.terminals.output {
            context.console.print(lines.line(record, place))
        } else {
            context.console.print(RecordText.line(record))
        }
    }
}
