import PreferenceTree
import Preferences

extension Oracle.Expected {
    /// Why what a reader sees is not this; nil: it is. `value` is nil where it could not be lowered.
    func objection(value: Value?, explicit: Bool) -> String? {
        var isRight: Bool
        switch self {
        case .absent(let fallback): isRight = !explicit && value == fallback
        case .value(let expected): isRight = explicit && value == expected
        case .sum(let sum, true):
            if case .int(let number)? = value {
                isRight = sum.isSum(number)
            } else {
                isRight = value == nil && sum.isSum(nil)
            }
            isRight = isRight && explicit
        case .sum(let number, false), .mean(let number):
            var isMean = false
            if case .mean = self { isMean = true }
            if case .float(let lowered)? = value {
                isRight = number.rounds(to: lowered, mean: isMean)
            } else {
                isRight = value == nil && number.rounds(to: nil, mean: isMean)
            }
            isRight = isRight && explicit
        }
        return isRight ? nil : "is \(Brief.value(value))\(explicit ? "" : " implicit"), should be \(brief)"
    }

    private var brief: String {
        switch self {
        case .absent(let fallback): "absent, \(Brief.value(fallback))"
        case .value(let value): Brief.value(value)
        case .sum: "another sum"
        case .mean: "another mean"
        }
    }
}
