/// Numbers nobody can guess: from the kernel's generator, which Swift's own source reads. C: `getrandom`
package enum RandomNumber {
    /// Any of the 2⁶⁴.
    package static func any() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }

    /// One below a bound, which is not 0.
    package static func below(_ bound: UInt64) -> UInt64 {
        UInt64.random(in: 0..<bound)
    }
}
