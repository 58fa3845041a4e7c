/// The timings of a test's nodes.
struct Timing {
    var heartbeat = "200ms"
    var deadAfter = "1s"
    var grace = "1s"
    var settle = "2s"
    var flush = "1ms"

    /// What is lost is gone soon.
    static let quick = Timing()
    /// Nothing is lost as long as the test lasts, however slow the machine is.
    static let patient = Timing(heartbeat: "200ms", deadAfter: "1s", grace: "60s", settle: "20s")

    var text: String {
        """
        [timing]
        heartbeat = "\(heartbeat)"
        dead_after = "\(deadAfter)"
        grace = "\(grace)"
        settle = "\(settle)"
        flush = "\(flush)"

        """
    }
}
