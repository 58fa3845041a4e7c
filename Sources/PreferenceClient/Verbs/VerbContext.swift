import PreferenceTree
import Preferences

/// What every verb is given: where to connect, how long to wait, where to read and write.
package struct VerbContext: Sendable {
    package var options: GlobalOptions
    package var surroundings: Surroundings
    package var console: Console
    package var input: InputReader
    package var software: String

    package init(
        options: GlobalOptions, surroundings: Surroundings, console: Console = Console(),
        input: InputReader = InputReader(0), software: String = SoftwareVersion.text
    ) {
        self.options = options
        self.surroundings = surroundings
        self.console = console
        self.input = input
        self.software = software
    }

    /// How long an answer may take.
    var timeout: Interval { options.timeout ?? GlobalOptions.defaultTimeout }

    /// How a verb uses its connection.
    enum Use {
        /// Asks once; any endpoint's answer will do.
        case reads
        /// Changes something at the first endpoint and at no other.
        case writes
        /// Lives for long and reads what comes, at whatever pace it prints.
        case watches
        /// Lives for long and states values at the first endpoint.
        case holds
    }

    /// What a watcher lets its node have under way: what does not fit waits there, conflated (N7).
    static let watchWindow = Window(bytes: 64 * 1024, frames: 16)

    /// A client that says who it is.
    ///
    /// `isPatient`: whether to wait for a daemon that is not there yet.
    func converse(_ use: Use, isPatient: Bool = false) throws(ClientFault) -> Conversation {
        let isLongLived = use == .watches || use == .holds
        let writes = use == .writes || use == .holds
        let endpoints = options.endpoints.map(Endpoint.init)
        let identity = ClientIdentity(
            name: "prefctl.\(surroundings.processID)", instance: .random(in: 1 ... .max),
            incarnation: .random(in: 1 ... .max), software: software,
            window: use == .watches ? VerbContext.watchWindow : .standard)
        do {
            let connection = try ClientConnection(
                endpoints: writes ? Array(endpoints.prefix(1)) : endpoints, identity: identity,
                isLongLived: isLongLived, isPatient: isPatient)
            return Conversation(connection, timeout: timeout)
        } catch {
            throw ClientFault(error)
        }
    }
}

extension ClientFault {
    /// What a person is told when there is no answer.
    init(_ fault: ConnectionFault) {
        let code: ErrorCode =
            switch fault {
            case .noDaemon, .permissionDenied, .silent, .transport: .noDaemon
            case .invalidEndpoint: .usage
            case .refused(_, let refusal): refusal.errorCode
            }
        self.init(code, fault.description, hint: fault.hint, retry: fault.mayRetry)
    }
}

extension Refusal {
    fileprivate var errorCode: ErrorCode {
        switch code {
        case .limit: .node(.limit)
        case .version: .node(.unsupported)
        case .otherTree, .nameTaken, .loop, .notAParent, .invalid: .node(.invalidRequest)
        }
    }
}
