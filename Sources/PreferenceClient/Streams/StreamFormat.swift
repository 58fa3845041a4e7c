package import Preferences

/// How statements are written on stdin.
package enum StreamFormat: String, CaseIterable, Sendable {
    /// `KEY VALUE`.
    case lines
    /// One JSON object on a line.
    case ndjson
    /// The text exposition format.
    case prometheus

    /// What is scraped ends by itself when nobody scrapes any more.
    package static let prometheusLease = Interval.seconds(180)
}
