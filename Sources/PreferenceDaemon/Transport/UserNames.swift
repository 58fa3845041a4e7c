internal import Glibc

/// The names of users, each asked for once.
struct UserNames {
    private var names: [UInt32: String] = [:]

    /// A user without a name is called by the number. C: `getpwuid_r`
    mutating func name(of uid: UInt32) -> String {
        if let known = names[uid] { return known }
        let name = UserNames.lookUp(uid) ?? "uid \(uid)"
        names[uid] = name
        return name
    }

    private static func lookUp(_ uid: UInt32) -> String? {
        var buffer = [CChar](repeating: 0, count: 16_384)
        // unsafe: the entry points into the buffer, and its name is copied before the buffer is let go.
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            // unsafe: all zero is an empty entry.
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            // unsafe: the call writes the entry and at most the buffer's size.
            let result = unsafe getpwuid_r(uid, &entry, start, buffer.count, &found)
            guard result == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return nil }
            return unsafe String(cString: name)
        }
    }
}
