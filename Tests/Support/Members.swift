package import Preferences

/// What was to be a map and is none, or never came.
package struct NoMembers: Error {
    package let value: Value?
}

/// The members of an answer that is a map.
package func members(_ value: Value?) throws(NoMembers) -> ValueMap {
    guard case .map(let map)? = value else { throw NoMembers(value: value) }
    return map
}
