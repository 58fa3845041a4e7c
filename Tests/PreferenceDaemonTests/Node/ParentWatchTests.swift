import PreferenceDaemon
import Testing

@Suite("Why the parent does not answer")
struct ParentWatchTests {
    @Test("an announced try is no failed one, a second announcement is")
    func unreachable() {
        var watch = ParentWatch()
        watch.opened()
        watch.saw(.connected)
        watch.heard()
        watch.saw(.lost)
        watch.saw(.unreachable)
        #expect(watch.reason == nil)
        watch.saw(.unreachable)
        #expect(watch.reason == .unreachable)
        watch.heard()
        #expect(watch.reason == nil)
    }

    @Test("the first try of a new socket that comes to nothing is told")
    func first() {
        var watch = ParentWatch()
        watch.opened()
        watch.saw(.unreachable)
        #expect(watch.reason == .unreachable)
    }

    @Test("a peer that takes the connection and says nothing is silent by the next socket")
    func silent() {
        var watch = ParentWatch()
        watch.opened()
        watch.saw(.connected)
        #expect(watch.reason == nil)
        watch.opened()
        #expect(watch.reason == .silent)
    }

    @Test("a peer that shakes no hands is foreign")
    func foreign() {
        var watch = ParentWatch()
        watch.opened()
        watch.saw(.foreign)
        #expect(watch.reason == .foreign)
    }
}
