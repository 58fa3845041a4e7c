import Testing

@Suite("Style sees what it looks for")
struct StyleSelfTests {
    @Test(
        "names that say nothing",
        arguments: ["SessionManager", "helpers.py", "KeyUtil", "commonTypes.h", "ErrorHandler", "NodeImpl.swift"])
    func empty(name: String) { #expect(Style.isEmpty(name)) }

    @Test("names that only look like them", arguments: ["Commons", "Uncommon", "Implicit", "Managed", "Utilitarian"])
    func meaningful(name: String) { #expect(!Style.isEmpty(name)) }

    @Test("declared types, not used ones")
    func types() {
        let text = "// enum Commented\npackage final class A: B {\n    let text = \"struct C\"\n    enum D {}\n}\n"
        #expect(Style.types(in: text) == ["A", "D"])
    }

    @Test("shortcuts in code, not in words")
    func shortcuts() {
        let forced = "let a = try! b() as! C; fatalError()"
        #expect(Style.shortcuts(in: forced) == ["try!", "as!", "fatalError"])
        #expect(Style.shortcuts(in: "// never try! here\nlet text = \"as! and \\\" fatalError\"") == [])
    }

    @Test("a reason stands in the same paragraph, above")
    func reasons() {
        let word = /\bunsafe\b/
        #expect(Style.unexplained(word, in: "// why\nunsafe a()\nunsafe b()\n") == [])
        #expect(Style.unexplained(word, in: "// why\n\nunsafe a()\n") == [3])
        #expect(Style.unexplained(word, in: "unsafe a() // behind\n") == [1])
    }
}
