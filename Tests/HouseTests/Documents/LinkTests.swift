import Testing

@Suite("Pages")
struct LinkTests {
    @Test("every link of every page leads somewhere")
    func links() {
        let pages = Repository.paths.filter { $0.hasSuffix(".md") }
        #expect(pages.count >= 8)
        for page in pages { #expect(Links.broken(in: Repository.text(page), of: page) == [], "\(page)") }
    }

    @Test("a link that leads nowhere is found, code is no link")
    func broken() {
        let text = """
            # One page
            [a](nowhere.md) [b](#one-page) [c](#two) [d](../README.md) [e](https://swift.org) `[f](code)`
            ```
            [g](fence)
            ```
            """
        #expect(Links.broken(in: text, of: "docs/page.md") == ["nowhere.md", "#two"])
    }

    @Test("decisions are numbered without a gap and have their four parts")
    func decisions() {
        let pages = Repository.paths(under: "docs/decisions", endingWith: ".md").filter { !$0.hasSuffix("README.md") }
        for (index, page) in pages.enumerated() {
            let number = String(index + 1)
            let padded = String(repeating: "0", count: 4 - number.count) + number
            #expect(page.hasPrefix("docs/decisions/\(padded)-"))
            let headings = Repository.lines(page).filter { $0.hasPrefix("## ") }
            #expect(headings == ["## Status", "## Problem", "## Decision", "## Consequences"], "\(page)")
        }
        #expect(pages.count >= 6)
    }
}
