/// The version of these programs.
enum SoftwareVersion {
    static let text = "0.1.0"
}
