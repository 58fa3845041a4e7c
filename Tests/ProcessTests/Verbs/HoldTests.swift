import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("hold")
struct HoldTests {
    private static let keys = TestTree.key("busy", "bool", "any") + TestTree.key("level", "int", "last")

    @Test("the value is there before COMMAND starts, and gone after it; its exit code is prefctl's")
    func command() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let ask = "\(Programs.prefctl) --connect \(root.endpoint) get busy --at ."
            let outcome = try await root.prefctl(["hold", "busy", "true", "--", "/bin/sh", "-c", "\(ask); exit 7"])
            #expect(outcome.exit == 7, "\(outcome)")
            #expect(outcome.output == "true\n", "\(outcome)")
            try await root.shows("busy", "false")
        }
    }

    @Test("a refused value is 125 and starts nothing, unless --anyway; 126 and 127 are of the command")
    func exitCodes() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let witness = tree.scratch.file("started")
            let touch = ["--", "/usr/bin/touch", witness]
            let seen = { try await tree.run(["/bin/ls", witness]).exit == 0 }
            let refused = try await root.prefctl(["hold", "level", "\"high\""] + touch)
            #expect(refused.exit == 125, "\(refused)")
            #expect(refused.errors.contains("level"), "\(refused)")
            #expect(try await !seen())
            let nobody = try await tree.run(
                [
                    Programs.prefctl, "--connect", "ipc://\(tree.scratch.file("none.sock"))", "--timeout", "300ms",
                    "hold", "level", "1",
                ] + touch)
            #expect(nobody.exit == 125, "\(nobody)")
            #expect(try await !seen())
            let anyway = try await root.prefctl(["hold", "level", "\"high\"", "--anyway"] + touch)
            #expect(anyway.exit == 0, "\(anyway)")
            #expect(try await seen())
            let missing = try await root.prefctl("hold", "level", "1", "--", "/nowhere/program")
            #expect(missing.exit == 127, "\(missing)")
            let unable = try await root.prefctl("hold", "level", "1", "--", root.configuration)
            #expect(unable.exit == 126, "\(unable)")
            let signalled = try await root.prefctl("hold", "level", "1", "--", "/bin/sh", "-c", "kill -9 $$")
            #expect(signalled.exit == 137, "\(signalled)")
        }
    }

    @Test("signals are passed on to COMMAND, and a killed prefctl ends it and the value")
    func signals() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let script =
                "trap 'echo hup; exit 3' HUP; trap 'echo term > term; exit 4' TERM; echo $$; while :; do sleep 0.05; done"
            let first = try await tree.client(root, ["hold", "busy", "true", "--", "/bin/sh", "-c", script])
            try await eventually("the command runs") { !first.output.isEmpty }
            first.send(.hangup)
            let outcome = try await first.ended()
            #expect(outcome.exit == 3, "\(outcome)")
            #expect(outcome.output.hasSuffix("hup\n"), "\(outcome)")
            try await root.shows("busy", "false")

            let second = try await tree.client(root, ["hold", "busy", "true", "--", "/bin/sh", "-c", script])
            try await eventually("the command runs") { !second.output.isEmpty }
            let process = String(second.output.dropLast())
            second.send(.kill)
            try await root.shows("busy", "false")
            try await eventually("the command has got SIGTERM") {
                try await tree.run(["/bin/cat", "term"]).output == "term\n"
            }
            try await eventually("it is gone") { try await tree.run(["/bin/kill", "-0", process]).exit != 0 }
        }
    }

    @Test("a held value is stated again after its node was killed and restarted")
    func restart() async throws {
        try await TestTree.run(.patient) { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.keys)
            let watcher = try await tree.watch(small.root, "level")
            let holder = try await tree.client(small.leaves[0], ["hold", "level", "42"])
            try await watcher.sees("level", .int(42))
            for ending in TestNode.Ending.allCases {
                try await small.leaves[0].restart(ending)
                try await small.leaves[0].attached()
            }
            try await small.leaves[0].shows("level", "42", at: ".")
            #expect(holder.isRunning)
            #expect(try watcher.records().map(\.value) == [.null, .int(42)])
            await holder.kill()
            let gone = try await watcher.sees("level", .null)
            #expect(!gone.explicit)
        }
    }

    @Test("another client's source is refused with its holder's user and process, unless --take")
    func take() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let holder = try await tree.client(root, ["hold", "level", "1", "--source", "lamp"])
            try await root.shows("level", "1")
            let refused = try await root.prefctl("--json", "publish", "level", "2", "--source", "lamp")
            try Complaint(exit: 4, code: "held", mentions: ["lamp", "\(holder.child.process)", "--take"]).expect(
                refused)
            #expect(try await root.value("level") == "1")
            try await root.publish("level", "3", "--source", "lamp", "--take")
            #expect(try await root.value("level") == "3")
            // The value is no more the first one's: its end takes nothing away.
            await holder.kill()
            try await eventually("the first holder's end is known") { try await root.clients() == 1 }
            #expect(try await root.value("level") == "3")
        }
    }

    @Test("who loses its source to --take is told and ends, whether the taker holds it or publishes it")
    func taken() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            for taker in [
                ["hold", "level", "2", "--source", "lamp", "--take", "--", "true"],
                ["publish", "level", "3", "--source", "lamp", "--take"],
            ] {
                let holder = try await tree.client(root, ["hold", "level", "1", "--source", "lamp", "--json"])
                try await root.shows("level", "1")
                let took = try await root.prefctl(taker)
                #expect(took.exit == 0, "\(took)")
                try Complaint(exit: 4, code: "held", mentions: ["lamp", "level", "--take"]).expect(
                    try await holder.ended())
            }
            #expect(try await root.value("level") == "3")
        }
    }

    @Test("a value that no daemon took at the start is stated when there is one")
    func late() async throws {
        try await TestTree.run { tree in
            let root = try tree.plan(
                NodePlan(name: "root", children: "ipc://root.children.sock", timing: tree.timing, tables: Self.keys))
            let holder = try await tree.client(
                root,
                ["hold", "level", "7", "--anyway", "--timeout", "100ms", "--", "/bin/sh", "-c", "echo on; read line"],
                input: .open)
            try await eventually("the command runs") { !holder.output.isEmpty }
            try await root.start()
            try await root.serves()
            try await root.shows("level", "7")
            holder.closeInput()
            _ = try await holder.ended()
            try await root.shows("level", "null")
        }
    }

    @Test("values from stdin replace one another, and the end of stdin is the end of the value")
    func lines() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let holder = try await tree.client(root, ["hold", "level", "-"], input: .open)
            for number in ["1", "2"] {
                try holder.write(number + "\n")
                try await root.shows("level", number)
            }
            holder.closeInput()
            #expect(try await holder.ended().exit == 0)
            try await root.shows("level", "null")
        }
    }
}
