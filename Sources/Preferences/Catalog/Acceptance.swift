extension Definition {
    /// A default travels inside its catalog's list and its definition's map, within the depth of a value.
    package static let maximumDefaultDepth = Value.maximumDepth - 2

    /// Under `collect` a value travels, and is read, inside a list, which is one of the levels that a value may have.
    var maximumValueDepth: Int { policy == .collect ? Value.maximumDepth - 1 : Value.maximumDepth }

    /// The value as it is published for the key, or why it is not: an int becomes the float that it is for a float
    /// key, −0.0 becomes 0.0.
    package func accept(_ value: Value) -> Result<Value, ValueFault> {
        if let unsupported { return .failure(.unsupportedDefinition(unsupported)) }
        do {
            return .success(try value.accepted(as: type, isNullable: nullable, depth: maximumValueDepth))
        } catch {
            return .failure(error)
        }
    }

    /// The default as a reader of the lowered value sees it, or why it is none.
    func acceptDefault(_ value: Value) -> Result<Value, ValueFault> {
        let isNullable = nullable || policy.naturalDefault == .null
        do {
            let accepted = try value.accepted(
                as: policy.loweredType(of: type), isNullable: isNullable, depth: Definition.maximumDefaultDepth)
            guard policy == .collect, case .list(let members) = accepted else { return .success(accepted) }
            return .success(.list(try members.map { member throws(ValueFault) in try member.accepted(as: type) }))
        } catch {
            return .failure(error)
        }
    }
}

extension Value {
    fileprivate func accepted(
        as type: ValueType, isNullable: Bool = false, depth: Int = .max
    ) throws(ValueFault) -> Value {
        if nests(deeperThan: depth) { throw .tooDeep(limit: depth) }
        let value = try converted(to: type, isNullable: isNullable).withPureFloats()
        // Nothing but a growing kind comes near the limit.
        switch value {
        case .text, .bytes, .list, .map:
            let size = value.canonicalSize
            if size > Value.maximumBytes { throw .tooLarge(bytes: size, limit: Value.maximumBytes) }
        case .null, .bool, .int, .float: break
        }
        return value
    }

    private func converted(to type: ValueType, isNullable: Bool) throws(ValueFault) -> Value {
        guard let found = ValueType(of: self) else {
            if isNullable { return self }
            throw .notNullable
        }
        if type == found || type == .any { return self }
        guard type == .float, case .int(let number) = self else { throw .wrongType(expected: type, found: found) }
        guard let exact = Double(exactly: number) else { throw .inexactFloat(number) }
        return .float(exact)
    }

    /// The value with −0.0 as 0.0 at every depth; NaN is a fault.
    private func withPureFloats() throws(ValueFault) -> Value {
        switch self {
        case .float(let number):
            if number.isNaN { throw .notANumber }
            return number == 0 ? .float(0) : self
        case .list(let members):
            return .list(try members.map { member throws(ValueFault) in try member.withPureFloats() })
        case .map(let map):
            return .map(
                ValueMap(
                    ordered: try map.entries.map { entry throws(ValueFault) in
                        ValueMap.Entry(key: entry.key, value: try entry.value.withPureFloats())
                    }))
        case .null, .bool, .int, .text, .bytes: return self
        }
    }
}
