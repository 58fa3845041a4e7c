/// The order of canonical encodings, byte by byte, found without encoding.
///
/// No encoding is the beginning of another, so lists and maps compare element by element once their heads are equal.
/// The kinds come in the order of their first bytes: integers from zero up, negative integers from −1 down, bytes,
/// texts, lists, maps, false, true, null, floats from the narrowest form.
extension Value {
    enum CanonicalOrder {
        case before
        case same
        case after

        init<Number: Comparable>(_ left: Number, _ right: Number) {
            self = left < right ? .before : left == right ? .same : .after
        }

        /// This order, or where it does not decide the next one.
        func or(_ next: @autoclosure () -> CanonicalOrder) -> CanonicalOrder { self == .same ? next() : self }
    }

    static func canonicalOrder(_ left: Value, _ right: Value) -> CanonicalOrder {
        switch (left, right) {
        case (.int(let left), .int(let right)):
            // Equal signs compare by magnitude: −1 is written before −2.
            CanonicalOrder(left < 0 ? 1 : 0, right < 0 ? 1 : 0)
                .or(left < 0 ? CanonicalOrder(~left, ~right) : CanonicalOrder(left, right))
        case (.float(let left), .float(let right)):
            floatOrder(ShortestFloat(left), ShortestFloat(right))
        case (.text(let left), .text(let right)): textOrder(left, right)
        case (.bytes(let left), .bytes(let right)):
            CanonicalOrder(left.count, right.count).or(firstDifference(left, right) { CanonicalOrder($0, $1) })
        case (.list(let left), .list(let right)):
            CanonicalOrder(left.count, right.count).or(firstDifference(left, right, by: canonicalOrder))
        case (.map(let left), .map(let right)):
            CanonicalOrder(left.entries.count, right.entries.count).or(
                firstDifference(left.entries, right.entries) { left, right in
                    textOrder(left.key, right.key).or(canonicalOrder(left.value, right.value))
                })
        default: CanonicalOrder(left.kindOrder, right.kindOrder)
        }
    }

    private var kindOrder: Int {
        switch self {
        case .int: 0
        case .bytes: 1
        case .text: 2
        case .list: 3
        case .map: 4
        case .bool(let value): value ? 6 : 5
        case .null: 7
        case .float: 8
        }
    }

    private static func textOrder(_ left: String, _ right: String) -> CanonicalOrder {
        CanonicalOrder(left.utf8.count, right.utf8.count)
            .or(firstDifference(left.utf8, right.utf8) { CanonicalOrder($0, $1) })
    }

    private static func floatOrder(_ left: ShortestFloat, _ right: ShortestFloat) -> CanonicalOrder {
        switch (left, right) {
        case (.half(let left), .half(let right)): CanonicalOrder(left, right)
        case (.single(let left), .single(let right)): CanonicalOrder(left, right)
        case (.double(let left), .double(let right)): CanonicalOrder(left, right)
        default: CanonicalOrder(left.encodedSize, right.encodedSize)
        }
    }

    private static func firstDifference<Elements: Sequence>(
        _ left: Elements, _ right: Elements, by order: (Elements.Element, Elements.Element) -> CanonicalOrder
    ) -> CanonicalOrder {
        for (left, right) in zip(left, right) {
            let order = order(left, right)
            if order != .same { return order }
        }
        return .same
    }
}
