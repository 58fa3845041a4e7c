/// Bytes written as hexadecimal digits, as the RFC's tables write them.
func hex(_ digits: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
        guard let nibble = digit.hexDigitValue else { continue }
        if let first = high {
            bytes.append(first << 4 | UInt8(nibble))
            high = nil
        } else {
            high = UInt8(nibble)
        }
    }
    return bytes
}
