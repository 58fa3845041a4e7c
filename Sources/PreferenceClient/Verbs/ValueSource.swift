import PreferenceTree
import Preferences

/// Reads a VALUE: from the command line, stdin or a file, by the type of its key.
struct ValueSource {
    /// A value's text may be longer than the value, which the node judges.
    private static let textLimit = 1 << 20

    private let context: VerbContext

    init(_ context: VerbContext) { self.context = context }

    func read(_ operand: ValueOperand, of key: Key, in conversation: Conversation) throws(ClientFault) -> Value {
        let text: String
        switch operand.origin {
        case .text(let given): text = given
        case .standardInput:
            text = try context.input.text(atMost: ValueSource.textLimit, what: "the value on stdin")
        case .file(let path): text = try InputReader.file(path, atMost: ValueSource.textLimit)
        }
        // What is JSON in any case needs no type.
        let type = operand.forcesJSON ? nil : try DeclaredKeys(of: key.text, from: conversation).type(of: key)
        return try operand.value(of: text, key: key, type: type)
    }
}
