/// How another program ended.
package enum ExitStatus: Hashable, Sendable {
    case exited(Int32)
    case signalled(Signal)

    /// The one number a shell makes of it.
    package var code: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal.rawValue
        }
    }
}
