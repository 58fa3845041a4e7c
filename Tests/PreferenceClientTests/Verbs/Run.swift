import Foundation
import PreferenceTree
import Preferences
import Synchronization

@testable import PreferenceClient

/// One run of prefctl against a pretended node.
struct Run {
    let exitCode: ExitCode
    let output: String
    let errors: String

    /// Runs a command line; the endpoint and a generous timeout are given unless it has its own.
    init(
        _ arguments: [String], at peer: ScriptedPeer, input: Input? = nil,
        terminals: Surroundings.Terminals = .init(), environment: [String: String] = [:]
    ) throws {
        let capture = try Capture()
        var surroundings = Surroundings(environment: environment, user: "u", processID: 9)
        surroundings.terminals = terminals
        var all = ["--connect", peer.endpoint.text]
        if !arguments.contains("--timeout") { all += ["--timeout", "20s"] }
        exitCode = Prefctl.run(
            all + arguments, in: surroundings, console: capture.console,
            input: InputReader(input?.descriptor ?? -1))
        output = try capture.output()
        errors = try capture.errors()
    }
}

/// A node and its peer for one test, stopped when it ends.
func withNode(_ node: PretendNode = PretendNode(), _ body: (PretendNode, ScriptedPeer) throws -> Void) throws {
    let peer = try ScriptedPeer(script: node.script)
    do {
        try body(node, peer)
    } catch {
        try peer.stop()
        throw error
    }
    try peer.stop()
}
