internal import PreferenceTree
internal import ServiceRuntime
internal import ZeroMQ

/// A node as a service: its poll thread, its disk thread, and the thread that reads configurations.
struct NodeService: Service {
    let name = "node"
    let node: NodeActor
    private let disk: DiskThread<StoreWorker>
    private let reader: DiskThread<ConfigurationReader>

    /// Batches that may wait for the disk; a client has few under way at once.
    static let batchesForDisk = 65_536
    /// Reloads that may wait for the files.
    static let reloads = 16

    /// Makes the node out of what its disk kept; nothing runs yet.
    init(
        _ configuration: Configuration, from file: String, loader: ConfigurationLoader, store: sending Store,
        log: DaemonLog
    ) throws {
        let recovered = try store.recover()
        let identity = NodeIdentity.drawn(instance: store.instance)
        let context = try Context()
        let loop = try EventLoop(name: "poll")
        let core = TreeNode(
            settings: configuration.nodeSettings, identity: identity,
            catalog: configuration.isRoot ? configuration.catalog : nil, recovered: recovered,
            at: Instant(nanoseconds: MonotonicInstant.now.nanoseconds),
            wall: WallTime(microseconds: WallInstant.now.nanoseconds / 1_000))
        let node = NodeActor(
            loop: loop, node: core, configuration: configuration, file: file, context: context, log: log)
        self.node = node
        disk = try DiskThread(
            name: "disk", capacity: NodeService.batchesForDisk, worker: StoreWorker(store), loop: loop
        ) { results in
            node.assumeIsolated { $0.persisted(results) }
        }
        reader = try DiskThread(
            name: "configuration", capacity: NodeService.reloads, worker: ConfigurationReader(loader: loader),
            loop: loop
        ) { results in
            node.assumeIsolated { $0.loaded(results) }
        }
    }

    func run(ready: @escaping @Sendable () -> Void) async throws {
        node.loop.start(node)
        do {
            try await node.open(disk: disk, reader: reader)
            ready()
            await untilCancelled()
            await node.stop()
        } catch {
            await end()
            throw error
        }
        await end()
    }

    private func end() async {
        node.loop.stop()
        await node.loop.ended()
        reader.stop()
        disk.stop()
        await disk.ended()
    }

    private func untilCancelled() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
    }
}

extension NodeIdentity {
    /// The numbers of one start: none of them is ever drawn twice.
    fileprivate static func drawn(instance: UInt64) -> NodeIdentity {
        // Every JSON reader keeps a whole number below 2⁵³; 0 means none.
        let epoch = 1 + RandomNumber.below(1 << 53 - 1)
        return NodeIdentity(
            instance: instance, incarnation: RandomNumber.any(), epoch: epoch, seed: RandomNumber.any())
    }
}
