import PreferenceTree
import Preferences

extension Hello: WireItem {
    private enum Member: UInt8 {
        case attempt, role, tree, name, instance, incarnation, lowestVersion, highestVersion, software
        case heartbeat, deadAfter, window, catalogHash, rank, height, syncing
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.attempt, attempt)
        writer.choice(Member.role, role)
        writer.text(Member.tree, tree)
        writer.text(Member.name, name)
        writer.uint(Member.instance, instance)
        writer.uint(Member.incarnation, incarnation)
        writer.uint(Member.lowestVersion, lowestVersion)
        writer.uint(Member.highestVersion, highestVersion)
        writer.text(Member.software, software)
        writer.interval(Member.heartbeat, heartbeat)
        writer.interval(Member.deadAfter, deadAfter)
        writer.item(Member.window, window)
        writer.nonzero(Member.catalogHash, catalogHash)
        writer.nonzero(Member.rank, rank)
        writer.nonzero(Member.height, height)
        writer.flag(Member.syncing, syncing)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let attempt = try reader.uint32(Member.attempt)
        let role: PeerRole = try reader.choice(Member.role)
        let tree = try reader.label(Member.tree)
        let name = try reader.label(Member.name)
        let instance = try reader.uint(Member.instance)
        let incarnation = try reader.uint(Member.incarnation)
        let lowestVersion = try reader.uint8(Member.lowestVersion)
        let highestVersion = try reader.uint8(Member.highestVersion)
        let software = try reader.label(Member.software)
        let heartbeat = try reader.interval(Member.heartbeat)
        let deadAfter = try reader.interval(Member.deadAfter)
        let window: Window = try reader.item(Member.window)
        let catalogHash: UInt64 = try reader.nonzero(Member.catalogHash)
        let rank: Int32 = try reader.nonzero(Member.rank)
        let height: UInt8 = try reader.nonzero(Member.height)
        let syncing = try reader.flag(Member.syncing)
        try reader.leaveMap(outer)
        self.init(
            attempt: attempt, role: role, tree: tree, name: name, instance: instance, incarnation: incarnation,
            lowestVersion: lowestVersion, highestVersion: highestVersion, software: software,
            catalogHash: catalogHash, rank: rank, height: height, syncing: syncing, heartbeat: heartbeat,
            deadAfter: deadAfter, window: window)
    }
}

extension Welcome: WireItem {
    private enum Member: UInt8 {
        case attempt, tree, name, incarnation, version, software, heartbeat, deadAfter, window, path, catalogHash
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.attempt, attempt)
        writer.text(Member.tree, tree)
        writer.text(Member.name, name.text)
        writer.uint(Member.incarnation, incarnation)
        writer.uint(Member.version, version)
        writer.text(Member.software, software)
        writer.interval(Member.heartbeat, heartbeat)
        writer.interval(Member.deadAfter, deadAfter)
        writer.item(Member.window, window)
        writer.item(Member.path, path)
        writer.nonzero(Member.catalogHash, catalogHash)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let attempt = try reader.uint32(Member.attempt)
        let tree = try reader.label(Member.tree)
        let name = try reader.nodeName(Member.name)
        let incarnation = try reader.uint(Member.incarnation)
        let version = try reader.uint8(Member.version)
        let software = try reader.label(Member.software)
        let heartbeat = try reader.interval(Member.heartbeat)
        let deadAfter = try reader.interval(Member.deadAfter)
        let window: Window = try reader.item(Member.window)
        let path: PathFrame = try reader.item(Member.path)
        let catalogHash: UInt64 = try reader.nonzero(Member.catalogHash)
        try reader.leaveMap(outer)
        self.init(
            attempt: attempt, tree: tree, name: name, incarnation: incarnation, version: version, software: software,
            heartbeat: heartbeat, deadAfter: deadAfter, window: window, path: path, catalogHash: catalogHash)
    }
}

extension Refusal: WireItem {
    private enum Member: UInt8 {
        case attempt, code, message
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.attempt, attempt)
        writer.choice(Member.code, code)
        writer.text(Member.message, message)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let attempt = try reader.uint32(Member.attempt)
        let code: Code = try reader.choice(Member.code)
        let message = try reader.text(Member.message)
        try reader.leaveMap(outer)
        self.init(attempt: attempt, code: code, message: message)
    }
}
