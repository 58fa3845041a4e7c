import Testing

@Suite("Nothing tells where it was written")
struct TraceTests {
    private static let own = ["Tests/HouseTests/Layout/Traces.swift", "Tests/HouseTests/Layout/TraceTests.swift"]
    private static let paths = Repository.paths.filter { !own.contains($0) }

    @Test("no file has a path of somebody's machine, nor of this checkout")
    func places() {
        let checkout = Repository.checkout
        for path in Self.paths {
            let text = Repository.text(path)
            #expect(Traces.places(in: text) == [], "\(path)")
            // A checkout at /a or so would match by chance.
            if checkout.count > 8 { #expect(!text.contains(checkout), "\(path)") }
        }
    }

    @Test("addresses point to public hosts that are known, never to a package registry")
    func hosts() {
        for path in Self.paths {
            #expect(Set(Traces.hosts(in: Repository.text(path))).subtracting(Traces.hosts) == [], "\(path)")
        }
    }

    @Test("both are found where they are")
    func found() {
        #expect(Traces.places(in: "see \"/home/anna/prefd\"") == ["/home/"])
        #expect(Traces.places(in: "/work/x") == ["/work/"])
        #expect(Traces.places(in: "a.b/home/c, frame/work/, .build/build/") == [])
        #expect(Traces.hosts(in: "index-url = https://packages.example.org:8080/simple") == ["packages.example.org"])
    }
}
