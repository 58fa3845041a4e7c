import PreferenceTree
import PreferenceWire
import Testing

/// The numeric path sets no memory aside once its buffers have grown to the size of the frames.
@Suite("Memory of frames")
struct MemoryTests {
    private static func numbers(_ count: Int) -> Frame {
        var state = StateFrame()
        state.floatIDs = Array(0..<UInt32(count))
        state.floats = state.floatIDs.map(Double.init)
        state.intIDs = state.floatIDs
        state.ints = state.floatIDs.map(Int64.init)
        state.coverageIDs = state.floatIDs
        state.liveSources = state.floatIDs
        state.staleSources = state.floatIDs
        return Frame(session: 1, sequence: 2, acknowledged: 3, message: .state(state))
    }

    private static func address<Element>(_ elements: [Element]) -> Int {
        // The address is compared, never followed.
        unsafe elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }

    private static func addresses(_ bytes: [UInt8], _ decoder: inout FrameDecoder) throws -> [Int] {
        guard case .state(let state) = try decoder.decode(bytes).message else { return [] }
        return [
            address(state.floatIDs), address(state.floats), address(state.intIDs), address(state.ints),
            address(state.coverageIDs), address(state.liveSources), address(state.staleSources),
        ]
    }

    @Test("state frames that are let go are read into the same memory, and written into the same buffer")
    func reuse() throws {
        var encoder = FrameEncoder()
        var decoder = FrameDecoder()
        var bytes: [UInt8] = []
        encoder.encode(Self.numbers(1000), into: &bytes)
        let columns = try Self.addresses(bytes, &decoder)
        let buffer = Self.address(bytes)
        #expect(columns.count == 7)
        for count in [1, 999, 17, 1000, 500] {
            bytes.removeAll(keepingCapacity: true)
            encoder.encode(Self.numbers(count), into: &bytes)
            #expect(Self.address(bytes) == buffer)
            #expect(try Self.addresses(bytes, &decoder) == columns)
        }
    }
}
