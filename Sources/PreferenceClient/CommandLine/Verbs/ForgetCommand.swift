/// `forget`: expect a dead or never seen node no more.
package struct ForgetCommand: Hashable, Sendable {
    package var path: NodePath
}

extension ForgetCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "forget", forms: ["forget PATH"],
        summary: "expect a dead or never seen node no more",
        details: ["Its contributions go, and it no longer counts as missing. Refused while the node is live."],
        examples: [
            .init("forget /dc1/rack7", "a host that will not come back"),
            .init("forget /dc2/rack3", "a name that was expected and never seen"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let path = try NodePath(try arguments.operand(0, "PATH"))
        try arguments.expectAtMost(1, hint: "forget takes one PATH")
        return .forget(ForgetCommand(path: path))
    }
}
