package import PreferenceTree

/// The number of each message in a frame's header; one is never given to another message.
package enum MessageType: UInt8, CaseIterable, Sendable {
    case hello = 1
    case welcome = 2
    case refuse = 3
    case sayHello = 4
    case roster = 5
    case verdict = 6
    case grant = 7
    case path = 8
    case catalog = 9
    case state = 10
    case mark = 11
    case watermark = 12
    case ping = 13
    case credit = 14
    case bye = 15
    case byeOK = 16
    case fault = 17
    case publish = 18
    case published = 19
    case subscribe = 20
    case unsubscribe = 21
    case notify = 22
    case request = 23
    case reply = 24
    case taken = 25

    /// Whether frames of this type take a number of their own; the same as `Message.isSequenced`.
    package var isSequenced: Bool {
        switch self {
        case .hello, .welcome, .refuse, .sayHello, .ping, .credit, .bye, .byeOK, .fault: false
        default: true
        }
    }
}

extension Message {
    package var type: MessageType {
        switch self {
        case .hello: .hello
        case .welcome: .welcome
        case .refuse: .refuse
        case .sayHello: .sayHello
        case .roster: .roster
        case .verdict: .verdict
        case .grant: .grant
        case .path: .path
        case .catalog: .catalog
        case .state: .state
        case .mark: .mark
        case .watermark: .watermark
        case .ping: .ping
        case .credit: .credit
        case .bye: .bye
        case .byeOK: .byeOK
        case .fault: .fault
        case .publish: .publish
        case .published: .published
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .notify: .notify
        case .request: .request
        case .reply: .reply
        case .taken: .taken
        }
    }
}
