import Foundation
import Testing

/// The examples in `docs/` speak the protocol that the golden frames show.
@Suite("Examples in Python")
struct ExampleTests {
    @Test(
        "what they write and read are the golden frames",
        .enabled(if: Python.has("cbor2", "zmq"), "cbor2 or pyzmq is missing: run make deps"))
    func golden() throws {
        let script = Files.root.appending(path: "docs/examples/python/test_examples.py")
        let run = try Python.run(script, [])
        #expect(run.status == 0, "\(run.output)")
    }
}
