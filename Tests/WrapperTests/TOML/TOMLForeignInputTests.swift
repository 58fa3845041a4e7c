import TOML
import Testing

@Suite("TOML of unknown origin")
struct TOMLForeignInputTests {
    private static let sample = """
        # comment \u{E9}
        title = "a \\"quoted\\" \\u00E9 text"
        literal = 'C:\\path'
        long = \"\"\"
        two
        lines\"\"\"
        numbers = [1, -2, 0x1F, 1_000, 1.5e3, inf, -nan]
        when = 1979-05-27T07:32:00.999-07:00
        point = { x = 1, y = { z = [true, false] } }
        [node."quoted key".sub]
        a.b.c = 1
        [[list]]
        name = "x"
        [[list]]
        name = "y"

        """

    /// Parses and does nothing but count how it went.
    private func survives(_ bytes: [UInt8], read: inout Int, refused: inout Int) {
        do {
            let table = try TOMLTable(parsing: bytes)
            read += 1
            #expect(Set(table.entries.map { Array($0.key.utf8) }).count == table.entries.count)
        } catch {
            refused += 1
            #expect(!error.message.isEmpty)
        }
    }

    @Test("a text cut anywhere is read or refused")
    func truncations() {
        let bytes = Array(Self.sample.utf8)
        var (read, refused) = (0, 0)
        for count in 0...bytes.count { survives(Array(bytes[..<count]), read: &read, refused: &refused) }
        #expect(read > 0 && refused > 0)
        #expect(read + refused == bytes.count + 1)
    }

    @Test("random bytes are read or refused")
    func randomBytes() {
        var random = TOMLRandom(seed: 1)
        var (read, refused) = (0, 0)
        for _ in 0..<3000 {
            let count = Int(random.next() % 64)
            survives((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }, read: &read, refused: &refused)
        }
        #expect(read > 0 && refused > 0)
    }

    @Test("a text with changed, removed and doubled bytes is read or refused")
    func mutations() {
        var random = TOMLRandom(seed: 2)
        let bytes = Array(Self.sample.utf8)
        let alphabet = Array("\"'#=.[]{},\n\\0-+_einxTZ\u{0}\u{7F}".utf8) + [0xC3, 0xFF, 0x80]
        var (read, refused) = (0, 0)
        for _ in 0..<4000 {
            var mutated = bytes
            for _ in 0...(random.next() % 4) {
                let place = Int(random.next() % UInt64(mutated.count))
                switch random.next() % 3 {
                case 0: mutated[place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
                case 1: mutated.remove(at: place)
                default: mutated.insert(contentsOf: mutated[place...].prefix(8), at: place)
                }
            }
            survives(mutated, read: &read, refused: &refused)
        }
        #expect(read > 0 && refused > 0)
    }
}

/// A seeded generator, so that a failure can be run again.
private struct TOMLRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
