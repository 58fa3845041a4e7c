internal import Preferences

/// A configuration as one TOML text: every value in effect, and in a comment where it came from.
///
/// Read again, from whatever file in whatever directory, it is the same configuration. It holds no secrets.
package struct EffectiveConfiguration: CustomStringConvertible {
    private let configuration: Configuration
    private let origins: [String: Origin]

    package init(_ configuration: Configuration, origins: [String: Origin]) {
        self.configuration = configuration
        self.origins = origins
    }

    package var description: String {
        var lines = configuration.files.map { "# read from \(EffectiveConfiguration.comment($0))" }
        var table = ""
        for setting in configuration.settings {
            if setting.table != table {
                table = setting.table
                lines += ["", "[\(table)]"]
            }
            lines.append(line(setting))
        }
        for definition in configuration.catalog.definitions {
            lines += ["", "[\(definition.header)]" + comment(on: definition.table)]
            lines += definition.settings.map(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ setting: Setting) -> String {
        guard let text = setting.text else {
            return "# \(setting.entry): \(EffectiveConfiguration.comment(setting.silence))"
                + comment(on: setting.fullName)
        }
        return "\(setting.entry) = \(text)" + comment(on: setting.fullName)
    }

    private func comment(on entry: String) -> String {
        "  # " + EffectiveConfiguration.comment("\(origins[entry] ?? .builtIn)")
    }

    /// A comment ends with its line and holds no control characters, whatever a file is called.
    private static func comment(_ text: String) -> String {
        var comment = ""
        for scalar in text.unicodeScalars {
            comment.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "?" : scalar)
        }
        return comment
    }
}
