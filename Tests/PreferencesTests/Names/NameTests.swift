import Preferences
import Testing

@Suite("Names and patterns")
struct NameTests {
    private func reason(_ make: () throws -> Void) -> NameFault.Reason? {
        do {
            try make()
            return nil
        } catch {
            return (error as? NameFault)?.reason
        }
    }

    @Test("a key is text without white space, control characters and stars")
    func keys() {
        #expect(reason { _ = try Key("pool.max_temp/é😀") } == nil)
        #expect(reason { _ = try Key(String(repeating: "k", count: 240)) } == nil)
        #expect(reason { _ = try Key("") } == .empty)
        #expect(reason { _ = try Key(String(repeating: "é", count: 121)) } == .tooLong(bytes: 242, limit: 240))
        #expect(reason { _ = try Key("é b") } == .illegal(scalar: 0x20, offset: 2))
        #expect(reason { _ = try Key("a\u{2003}b") } == .illegal(scalar: 0x2003, offset: 1))
        #expect(reason { _ = try Key("a\u{0}") } == .illegal(scalar: 0, offset: 1))
        #expect(reason { _ = try Key("a\u{85}") } == .illegal(scalar: 0x85, offset: 1))
        #expect(reason { _ = try Key("a*b") } == .illegal(scalar: 0x2A, offset: 1))
    }

    @Test("a node's name is plain ASCII, a source's may be anything but control characters")
    func otherNames() {
        #expect(reason { _ = try NodeName("Rack-1.a_b") } == nil)
        #expect(reason { _ = try NodeName("rack/1") } == .illegal(scalar: 0x2F, offset: 4))
        #expect(reason { _ = try NodeName("räck") } == .illegal(scalar: 0xE4, offset: 1))
        #expect(reason { _ = try NodeName(String(repeating: "n", count: 65)) } == .tooLong(bytes: 65, limit: 64))
        #expect(reason { _ = try SourceName("cpu{core=\"1 2\"} *") } == nil)
        #expect(reason { _ = try SourceName("a\nb") } == .illegal(scalar: 0x0A, offset: 1))
        #expect(reason { _ = try SourceName("") } == .empty)
    }

    @Test("names are the same when their bytes are, and ordered by them")
    func bytewise() throws {
        let composed = try Key("\u{e9}")
        let decomposed = try Key("e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(decomposed < composed)
        #expect(try Key("Z") < Key("a"))
        #expect(try Key("a") < Key("aa"))
    }

    @Test("a pattern is a key or a prefix")
    func patterns() throws {
        #expect(try KeyPattern("host.*").matches(Key("host.cpu")))
        #expect(try !KeyPattern("host.*").matches(Key("host")))
        #expect(try KeyPattern("*").matches(Key("anything")))
        #expect(try KeyPattern("host").matches(Key("host")))
        #expect(try !KeyPattern("host").matches(Key("host.cpu")))
        #expect(try !KeyPattern("e*").matches(Key("\u{e9}")))
        #expect(try KeyPattern("host.*").description == "host.*")
        #expect(try KeyPattern("a*") != KeyPattern("a"))
        #expect(reason { _ = try KeyPattern("a*b") } == .illegal(scalar: 0x2A, offset: 1))
        #expect(reason { _ = try KeyPattern("a**") } == .illegal(scalar: 0x2A, offset: 1))
        #expect(reason { _ = try KeyPattern("") } == .empty)
    }

    @Test("adding and multiplying spans saturates")
    func intervals() {
        #expect(Interval.seconds(2) + .milliseconds(500) == Interval(nanoseconds: 2_500_000_000))
        #expect(Interval(nanoseconds: .max) + .seconds(1) == Interval(nanoseconds: .max))
        #expect(Interval.seconds(3) * 10 == .seconds(30))
        #expect(Interval(nanoseconds: .max / 2) * 3 == Interval(nanoseconds: .max))
    }

    @Test("the nearest names come first, and none that is far")
    func spelling() {
        let names = ["heartbeat", "dead_after", "grace", "settle", "flush"]
        #expect(Spelling.nearest(to: "hearbeat", among: names) == ["heartbeat"])
        #expect(Spelling.nearest(to: "garce", among: names) == ["grace"])
        #expect(Spelling.nearest(to: "setle", among: names) == ["settle"])
        #expect(Spelling.nearest(to: "grace", among: names) == ["grace"])
        #expect(Spelling.nearest(to: "retention", among: names) == [])
        #expect(Spelling.nearest(to: "", among: names) == [])
        #expect(Spelling.nearest(to: "ab", among: ["ba", "ac", "b", "abcd"], atMost: 2) == ["ac", "b"])
    }
}
