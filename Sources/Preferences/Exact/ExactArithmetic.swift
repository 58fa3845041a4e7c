extension ExactNumber {
    package static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        switch (left.form, right.form) {
        case (.int(let left), .int(let right)):
            let (sum, overflow) = left.addingReportingOverflow(right)
            if !overflow { return ExactNumber(sum) }
        case (.float(let left), .float(let right)):
            if let sum = exactSum(left, right) { return ExactNumber(sum) }
        default: break
        }
        var total = ExactAccumulator()
        total.add(left)
        total.add(right)
        return total.value
    }

    /// Takes `right` out again: its infinities must be among those of `left`.
    package static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        if case .int(let left) = left.form, case .int(let right) = right.form {
            let (difference, overflow) = left.subtractingReportingOverflow(right)
            if !overflow { return ExactNumber(difference) }
        }
        var total = ExactAccumulator()
        total.add(left)
        total.subtract(right)
        return total.value
    }

    /// The sum where it is one binary64: Knuth's TwoSum, whose error term is then zero.
    private static func exactSum(_ left: Double, _ right: Double) -> Double? {
        let sum = left + right
        guard sum.isFinite, left.isFinite, right.isFinite else { return nil }
        let partOfRight = sum - left
        let error = (left - (sum - partOfRight)) + (right - partOfRight)
        return error == 0 ? sum : nil
    }
}
