/// The version of these programs: what they print, and what a node says of itself to its peers.
package enum SoftwareVersion {
    package static let text = "0.1.0"
}
