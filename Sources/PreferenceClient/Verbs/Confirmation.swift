/// A question to the person at the terminal.
struct Confirmation {
    let console: Console
    let input: InputReader

    /// Whether the answer begins with a y; no answer is no.
    func ask(_ question: String) throws(ClientFault) -> Bool {
        console.ask("\(question) [y/N] ")
        var line: [UInt8] = []
        while !line.contains(UInt8(ascii: "\n")) {
            let bytes = try input.read()
            if bytes.isEmpty { break }
            line += bytes
        }
        let first = line.first { $0 != UInt8(ascii: " ") }
        return first == UInt8(ascii: "y") || first == UInt8(ascii: "Y")
    }
}
