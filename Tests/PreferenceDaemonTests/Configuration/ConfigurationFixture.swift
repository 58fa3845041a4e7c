import PreferenceDaemon
import Testing

/// A file system of texts, and the loader that reads it.
struct ConfigurationFixture {
    var files: [String: String] = [:]
    var environment = ConfigurationEnvironment(hostName: "host7", workingDirectory: "/here")

    var loader: ConfigurationLoader {
        let files = files
        return ConfigurationLoader(
            environment: environment,
            files: ConfigurationFiles(
                contents: { path in
                    files[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile("No such file"))
                },
                matching: { pattern in
                    // One star is all that these tests need.
                    let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
                    let matches = files.keys.filter { path in
                        path.hasPrefix(parts[0]) && path.hasSuffix(parts.last ?? "")
                    }
                    return .success(matches.sorted())
                }))
    }

    func load(_ text: String, from path: String = "/etc/prefd/prefd.toml") -> LoadedConfiguration {
        loader.load(Array(text.utf8), from: path)
    }

    /// The configuration of a text without errors.
    func configuration(
        _ text: String, from path: String = "/etc/prefd/prefd.toml", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Configuration {
        let loaded = load(text, from: path)
        #expect(loaded.errors == [], sourceLocation: sourceLocation)
        return try #require(loaded.configuration, sourceLocation: sourceLocation)
    }
}
