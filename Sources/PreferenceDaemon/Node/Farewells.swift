internal import PreferenceTree
internal import Preferences

/// Who has been told goodbye and has not answered: a node that stops waits for them a moment.
///
/// A peer that reconnects by itself throws away what it has not read when its connection ends, so a goodbye with the
/// end right behind it may not be heard.
struct Farewells {
    /// How long answers are waited for.
    static let patience = Interval.milliseconds(100)

    private enum Peer: Hashable {
        case parent
        case link(LinkID)
    }

    private var unanswered: Set<Peer> = []

    var isEmpty: Bool { unanswered.isEmpty }

    mutating func sent(_ frame: Frame, to link: LinkID?) {
        guard case .bye = frame.message else { return }
        unanswered.insert(link.map { .link($0) } ?? .parent)
    }

    mutating func saw(_ event: Event) {
        switch event {
        case .frame(let link, let frame, _): if case .byeOK = frame.message { unanswered.remove(.link(link)) }
        case .linkClosed(let link): unanswered.remove(.link(link))
        case .parentFrame(let frame): if case .byeOK = frame.message { unanswered.remove(.parent) }
        default: break
        }
    }
}
