import PreferenceDaemon
import PreferenceTree
import Testing

@Suite("The order of what the disk answers")
struct TicketOrderTests {
    /// An answer as `7` or, of a failure, `7 why`.
    private func told(_ events: [Event]) -> [String] {
        events.map { event in
            switch event {
            case .persisted(let ticket): "\(ticket)"
            case .persistFailed(let ticket, let message): "\(ticket) \(message)"
            default: "?"
            }
        }
    }

    private func done(_ tickets: UInt64...) -> [StoreResult] { tickets.map { StoreResult(ticket: $0, failure: nil) } }

    @Test("a refused ticket is told about at once where nothing waits before it")
    func alone() {
        var order = TicketOrder()
        let told1 = order.submitted(1, isRefused: true)
        #expect(told(told1) == ["1 \(TicketOrder.refusal)"])
        let told2 = order.submitted(2, isRefused: false)
        #expect(told(told2) == [])
        let told3 = order.completed(done(2))
        #expect(told(told3) == ["2"])
    }

    @Test("a refused ticket waits for those before it, and those after it wait for none")
    func between() {
        var order = TicketOrder()
        for (ticket, isRefused) in [(1, false), (2, false), (3, true), (4, true), (5, false)] as [(UInt64, Bool)] {
            let told4 = order.submitted(ticket, isRefused: isRefused)
            #expect(told(told4) == [])
        }
        let told5 = order.completed(done(1))
        #expect(told(told5) == ["1"])
        let rest = told(order.completed(done(2, 5)))
        #expect(rest == ["2", "3 \(TicketOrder.refusal)", "4 \(TicketOrder.refusal)", "5"])
    }

    @Test("a failure of the disk is told with its words")
    func failure() {
        var order = TicketOrder()
        _ = order.submitted(1, isRefused: false)
        let told6 = order.completed([StoreResult(ticket: 1, failure: "no room")])
        #expect(told(told6) == ["1 no room"])
    }
}
