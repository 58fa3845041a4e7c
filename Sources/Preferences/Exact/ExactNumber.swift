/// Placeholder declaration; the exact layer gives its body.
package struct ExactNumber: Hashable, Sendable {}
