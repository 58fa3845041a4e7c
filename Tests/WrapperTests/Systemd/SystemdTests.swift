import Glibc
import ServiceRuntime
import Systemd
import Testing

@Suite("systemd's notifications and journal")
struct SystemdTests {
    @Test("each state is the assignment the manager reads")
    func assignments() {
        #expect(Notify.State.ready.assignment == "READY=1")
        #expect(Notify.State.stopping.assignment == "STOPPING=1")
        #expect(
            Notify.State.reloading(monotonicMicroseconds: 12).assignment == "RELOADING=1\nMONOTONIC_USEC=12")
    }

    @Test("a status with a line break stays one assignment")
    func status() {
        #expect(Notify.State.status("up\nREADY=1\r\nx").assignment == "STATUS=up READY=1 x")
    }

    @Test("without a manager a notification goes nowhere")
    func nowhere() {
        // The test runner is not started by a service manager.
        #expect(unsafe getenv("NOTIFY_SOCKET") == nil)
        #expect(!Notify()(.ready, .status("here")))
    }

    @Test("an entry has priority, message and fields whose names the journal takes")
    func entry() {
        let entry = Journal.entry(
            .warning, "line\nbreak", [("peer.path", "/dc1"), ("_trusted", "no"), ("2nd", "x=y"), ("é", "")])
        let texts = entry.map { String(decoding: $0, as: UTF8.self) }
        #expect(
            texts == [
                "PRIORITY=4", "MESSAGE=line\nbreak", "PEER_PATH=/dc1", "F_TRUSTED=no", "F2ND=x=y", "F__=",
            ])
    }

    @Test("a descriptor is the journal's stream only if device and inode are the named ones")
    func stream() throws {
        let file = try Gate().reading
        var status = stat()
        // `fstat` fills the structure.
        #expect(unsafe fstat(file.number, &status) == 0)
        #expect(Journal.isStream(file.number, named: "\(status.st_dev):\(status.st_ino)"))
        for wrong in [
            nil, "", ":", "\(status.st_dev)", "\(status.st_dev):\(status.st_ino + 1)", "1:2:3", "-1:x",
            "\(status.st_dev + 1):\(status.st_ino)",
        ] {
            #expect(!Journal.isStream(file.number, named: wrong))
        }
        #expect(!Journal.isStream(-1, named: "\(status.st_dev):\(status.st_ino)"))
    }
}
