import ServiceRuntime
import Synchronization
import Testing

@Suite("The event loop")
struct EventLoopTests {
    @Test("an actor's jobs run on the loop's thread, whoever calls, and none is lost")
    func jobs() async throws {
        let resident = try Resident()
        #expect(!resident.loop.isCurrent)
        resident.loop.start(resident)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { await resident.increment() } }
            }
        }
        #expect(await resident.count == 8_000)
        #expect(await resident.hasBegun)
        resident.loop.stop()
        await resident.loop.ended()
        #expect(resident.hasEnded.withLock { $0 })
    }

    @Test("timers come in the order of their time, a cancelled one never, and the thread sleeps in between")
    func timers() async throws {
        let resident = try Resident()
        resident.loop.start(resident)
        await resident.setTimers(
            ["last": 30_000_000, "never": 10_000_000, "first": 5_000_000], cancelling: "never")
        await resident.waitFor("last")
        #expect(await resident.fired == ["first", "last"])
        #expect(await resident.turns < 50)
        resident.loop.stop()
        await resident.loop.ended()
    }

    @Test("what is posted runs on the thread, in order, and may use the actor at once")
    func posts() async throws {
        let resident = try Resident()
        resident.loop.start(resident)
        await withCheckedContinuation { continuation in
            for number in 1...1_000 {
                resident.loop.post {
                    resident.assumeIsolated { $0.increment() }
                    if number == 1_000 { continuation.resume() }
                }
            }
        }
        #expect(await resident.count == 1_000)
        resident.loop.stop()
        await resident.loop.ended()
    }

    @Test("work queued before the start is run, and so is what comes after the end")
    func outsideOfLife() async throws {
        let resident = try Resident()
        let early = Mutex(false)
        resident.loop.post { early.withLock { $0 = resident.loop.isCurrent } }
        resident.loop.start(resident)
        resident.loop.stop()
        await resident.loop.ended()
        #expect(early.withLock { $0 })
        #expect(resident.hasEnded.withLock { $0 })
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<500 { await resident.increment() } }
            }
        }
        #expect(await resident.count == 2_000)
        await resident.loop.ended()
    }

    @Test("a resident in another's place is not isolated")
    func isolation() async throws {
        let first = try Resident()
        let second = try Resident()
        first.loop.start(first)
        second.loop.start(second)
        await withCheckedContinuation { continuation in
            first.loop.post {
                #expect(first.loop.isCurrent)
                #expect(!second.loop.isCurrent)
                #expect(second.loop.isIsolatingCurrentContext() == false)
                continuation.resume()
            }
        }
        for loop in [first.loop, second.loop] {
            loop.stop()
            await loop.ended()
        }
    }
}
