import PreferenceDaemon
import Testing

@Suite("Endpoints")
struct EndpointTests {
    @Test(
        "an endpoint is written as it is read",
        arguments: [
            ("ipc:///run/prefd/prefd.sock", Endpoint.ipc(path: "/run/prefd/prefd.sock")),
            ("ipc://a", .ipc(path: "a")),
            ("tcp://127.0.0.1:7400", .tcp(host: "127.0.0.1", port: 7400)),
            ("tcp://db-1.example.org:1", .tcp(host: "db-1.example.org", port: 1)),
            ("tcp://*:65535", .tcp(host: "*", port: 65535)),
        ])
    func good(text: String, endpoint: Endpoint) throws {
        #expect(try Endpoint(text) == endpoint)
        #expect(endpoint.description == text)
    }

    @Test(
        "what is none says why",
        arguments: [
            ("", EndpointFault.transport), ("127.0.0.1:7400", .transport), ("inproc://a", .transport),
            ("TCP://127.0.0.1:1", .transport), ("ipc://", .path), ("ipc://*", .path), ("ipc:///run/", .path),
            ("ipc://a\0b", .path), ("ipc://@a", .abstract), ("tcp://", .port), ("tcp://127.0.0.1", .port),
            ("tcp://127.0.0.1:", .port), ("tcp://127.0.0.1:0", .port), ("tcp://127.0.0.1:+1", .port),
            ("tcp://127.0.0.1:99999999999999999999", .port), ("tcp://:7400", .host), ("tcp://a b:7400", .host),
            ("tcp://[::1]:7400", .ipv6), ("tcp://::1:7400", .ipv6),
        ])
    func bad(text: String, fault: EndpointFault) {
        #expect(throws: fault) { try Endpoint(text) }
    }

    @Test("a socket's path has at most what sun_path holds, after it was made absolute")
    func length() throws {
        let longest = "/" + String(repeating: "x", count: Endpoint.maximumPathBytes - 1)
        #expect(try Endpoint("ipc://" + longest) == .ipc(path: longest))
        #expect(throws: EndpointFault.tooLong(bytes: 108)) { try Endpoint("ipc://" + longest + "x") }
        #expect(throws: EndpointFault.tooLong(bytes: 112)) {
            try Endpoint("ipc://" + longest.dropFirst()) { "/here/" + $0 }
        }
    }

    @Test("local is what no other host reaches")
    func local() throws {
        for text in ["ipc://a", "tcp://127.0.0.1:1", "tcp://127.255.0.9:1", "tcp://localhost:1"] {
            #expect(try Endpoint(text).isLocal, "\(text)")
        }
        for text in [
            "tcp://0.0.0.0:1", "tcp://*:1", "tcp://10.0.0.1:1", "tcp://127.0.0.1.example.org:1",
            "tcp://127.1:1", "tcp://127.0.0.256:1", "tcp://eth0:1",
        ] {
            #expect(try !Endpoint(text).isLocal, "\(text)")
        }
    }
}
