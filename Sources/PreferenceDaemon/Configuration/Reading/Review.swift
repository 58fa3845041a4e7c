internal import PreferenceTree
internal import Preferences

// What is wrong or risky between entries that are each right.

extension Timing {
    func review(_ file: ConfigurationFile, _ findings: inout Findings) {
        reviewPulse(file, &findings)
        if settle < deadAfter {
            findings.report(
                .risky, at: findings.place(of: "timing.settle", or: "timing.dead_after", in: file),
                "timing.settle (\(settle)) is less than timing.dead_after (\(deadAfter)): "
                    + "a restarted node gives up before its children have noticed")
        }
        if flush >= heartbeat {
            findings.report(
                .risky, at: findings.place(of: "timing.flush", or: "timing.heartbeat", in: file),
                "timing.flush (\(flush)) is not less than timing.heartbeat (\(heartbeat)): "
                    + "changes come later than signs of life")
        }
    }

    private func reviewPulse(_ file: ConfigurationFile, _ findings: inout Findings) {
        let place = findings.place(of: "timing.dead_after", or: "timing.heartbeat", in: file)
        if deadAfter <= heartbeat {
            findings.report(
                .illegalValue, at: place,
                "timing.dead_after (\(deadAfter)) must be longer than timing.heartbeat (\(heartbeat)), "
                    + "three times as long at best")
        } else if deadAfter < heartbeat * 3 {
            findings.report(
                .risky, at: place,
                "timing.dead_after (\(deadAfter)) is less than three times timing.heartbeat (\(heartbeat)): "
                    + "one late frame makes a child stale")
        }
    }
}

extension Limits {
    func review(_ findings: inout Findings) {
        if keysPerChild > keys, let place = findings.places["limits.keys_per_child"] {
            findings.report(
                .risky, at: place,
                "limits.keys_per_child (\(keysPerChild)) is more than limits.keys (\(keys)): "
                    + "one child can fill this node")
        }
    }
}

extension Configuration {
    func review(_ file: ConfigurationFile, _ findings: inout Findings) {
        if node.ephemeral, !isLeaf {
            findings.report(
                .risky, at: findings.place(of: "node.ephemeral", in: file),
                "node.ephemeral with listen.children: every stop of this node withdraws all that is below it")
        }
        if let forgetAfter = node.forgetAfter, forgetAfter < timing.grace {
            findings.report(
                .risky, at: findings.place(of: "node.forget_after", or: "timing.grace", in: file),
                "node.forget_after (\(forgetAfter)) is less than timing.grace (\(timing.grace)): "
                    + "a node is forgotten while its contributions still count")
        }
        if isRoot, catalog.isEmpty, !findings.hasErrors {
            findings.report(
                .risky, at: findings.place(of: "include", in: file),
                "the root has no [keys]: every publication in its tree will be refused")
        }
    }
}

extension Findings {
    /// Where the first of these entries stands that stands anywhere; else the beginning of the file.
    fileprivate func place(of entry: String, or other: String? = nil, in file: ConfigurationFile) -> Place {
        places[entry] ?? other.flatMap { places[$0] } ?? file.beginning
    }
}
