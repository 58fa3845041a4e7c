/// Where an effective value came from.
package enum Origin: Hashable, Sendable, CustomStringConvertible {
    /// Nobody said anything.
    case builtIn
    case file(String, line: Int)
    /// A variable of the environment, without `$`.
    case environment(String)
    case hostName
    /// Derived from the name of the configuration file.
    case fileName

    package var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let file, let line): "\(file):\(line)"
        case .environment(let name): "default, $\(name)"
        case .hostName: "default, the host name"
        case .fileName: "default, from the name of the file"
        }
    }
}
