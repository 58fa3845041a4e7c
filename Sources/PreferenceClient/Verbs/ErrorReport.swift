import Preferences

extension VerbContext {
    /// Says on stderr why a verb did not do what it was asked: a line, or with `--json` one object.
    func report(_ fault: ClientFault) {
        if !options.json {
            console.say("prefctl: \(fault)")
            return
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("error")
            writer.object { writer in
                writer.member("code", fault.code.text)
                writer.member("message", fault.message)
                if !fault.hint.isEmpty { writer.member("hint", fault.hint) }
                writer.member("retry", fault.retry)
            }
        }
        console.say(writer.text)
    }

    /// Says on stderr what is no error and worth a word: a line, or with `--json` one object.
    func remark(_ text: String) {
        if !options.json {
            console.say("prefctl: \(text)")
            return
        }
        var writer = JSONWriter()
        writer.object { $0.member("note", text) }
        console.say(writer.text)
    }
}
