import PreferenceTestSupport

// Numbers for exact sums.
extension SplitMix64 {
    mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        Int.random(in: 0..<denominator, using: &self) < numerator
    }

    /// A finite number from the whole range: any exponent, subnormals, short and full mantissas.
    mutating func finiteDouble() -> Double {
        while true {
            let value: Double
            switch Int.random(in: 0..<6, using: &self) {
            case 0: value = Double(bitPattern: next())
            case 1: value = Double(bitPattern: next() & 0x800F_FFFF_FFFF_FFFF)
            case 2: value = Double(Int.random(in: -1000...1000, using: &self)) / 8
            case 3: value = Double(Int.random(in: -1000...1000, using: &self)) / 10
            case 4: value = (chance(1, in: 2) ? 1 : -1) * Double.greatestFiniteMagnitude
            default: value = Double(Int64.random(in: .min ... .max, using: &self))
            }
            if value.isFinite { return value == 0 ? 0 : value }
        }
    }
}
