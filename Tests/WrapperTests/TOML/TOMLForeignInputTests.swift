import PreferenceTestSupport
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
        var random = SplitMix64(seed: 1)
        var (read, refused) = (0, 0)
        for _ in 0..<3000 {
            let count = Int(random.next() % 64)
            survives((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }, read: &read, refused: &refused)
        }
        #expect(read > 0 && refused > 0)
    }

    @Test("a text with changed, removed and doubled bytes is read or refused")
    func mutations() {
        var random = SplitMix64(seed: 2)
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
