internal import PreferenceTree
internal import ServiceRuntime

/// One wish to have the configuration read, and for whom.
struct ReadingOrder: Sendable {
    enum Asker: Sendable {
        /// SIGHUP: apply it.
        case signal
        /// A client's request: apply it unless it only wants to look.
        case client(request: UInt64, dryRun: Bool)
    }

    let asker: Asker
    let file: String
}

/// Reads configurations on a thread of its own: files may be on a disk that makes its readers wait.
struct ConfigurationReader: BatchWorker {
    let loader: ConfigurationLoader

    mutating func perform(_ batch: [ReadingOrder]) -> [(order: ReadingOrder, loaded: LoadedConfiguration)] {
        batch.map { ($0, loader.load($0.file)) }
    }
}
