/// The main file of a configuration, as far as its place and name decide something.
struct ConfigurationFile {
    /// The name of the file whose daemon is no instance: `/etc/prefd/prefd.toml`.
    static let plainStem = "prefd"

    /// As it was named; messages use it.
    let name: String
    let environment: ConfigurationEnvironment

    var beginning: Place { .beginning(of: name) }

    /// The name of the file without `.toml`; sockets and data directories are called after it.
    var stem: String { isStandardInput ? ConfigurationFile.plainStem : FilePath.stem(of: name) }

    /// `NAME` of a file `NAME.toml`, which is the instance `prefd@NAME`.
    var instance: String? { stem == ConfigurationFile.plainStem ? nil : stem }

    /// As it was named, so that the names of included files look like it.
    var directory: String { isStandardInput ? "." : FilePath.directory(of: name) }

    private var isStandardInput: Bool { name == ConfigurationLoader.standardInput }

    /// The absolute path of what is written in this file.
    func resolve(_ path: String) -> String {
        let working = environment.workingDirectory
        let base = directory == "." ? working : FilePath.resolve(directory, in: working)
        return FilePath.resolve(path, in: base)
    }
}
