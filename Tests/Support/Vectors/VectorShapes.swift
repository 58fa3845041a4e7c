// The trees that one row stands for.
extension FoldVector {
    /// The trees to try, and for each the positions that the expectations' places have in it.
    package func variants(seed: UInt64, count: Int) -> [VectorNode] {
        switch shapes {
        case .asWritten: return [tree]
        case .passThrough:
            return [tree] + tree.nodePaths.filter { !$0.isEmpty }.map { tree.inserting(above: $0) }
        case .anyShape, .anyOrder:
            var state = seed
            return (0..<count).map { _ in
                var sources = tree.children
                if case .anyOrder = shapes { VectorNode.shuffle(&sources, &state) }
                return VectorNode.grouped(sources, &state)
            }
        }
    }
}

extension VectorNode {
    /// Where the nodes are, this one first.
    package var nodePaths: [[Int]] {
        var paths: [[Int]] = [[]]
        for (index, child) in children.enumerated() {
            if case .node(let node) = child { paths += node.nodePaths.map { [index] + $0 } }
        }
        return paths
    }

    /// Puts a node without sources in the place of the one at `path`, which becomes its only child.
    func inserting(above path: [Int]) -> VectorNode {
        var node = self
        guard let first = path.first, case .node(let child) = children[first] else { return self }
        if path.count > 1 {
            node.children[first] = .node(child.inserting(above: Array(path.dropFirst())))
        } else {
            node.children[first] = .node(VectorNode(name: child.name + "-", rank: child.rank, children: [.node(child)]))
        }
        return node
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    static func shuffle(_ children: inout [VectorTree], _ state: inout UInt64) {
        for index in children.indices.reversed() where index > 0 {
            children.swapAt(index, Int(next(&state) % UInt64(index + 1)))
        }
    }

    /// Groups sources into a random tree that keeps their order.
    static func grouped(_ sources: [VectorTree], _ state: inout UInt64) -> VectorNode {
        var children = sources
        while children.count > 2, next(&state) % 4 != 0 {
            let start = Int(next(&state) % UInt64(children.count - 1))
            let length = 2 + Int(next(&state) % UInt64(children.count - start - 1))
            if length == children.count { continue }
            let group = VectorNode(name: "", rank: 0, children: Array(children[start..<start + length]))
            children.replaceSubrange(start..<start + length, with: [.node(group)])
        }
        return VectorNode(name: "root", rank: 0, children: children).placed([])
    }

    /// Gives every child the rank and name of its position.
    private func placed(_ path: [Int]) -> VectorNode {
        var node = self
        node.children = children.enumerated().map { index, child in
            let place = (path + [index]).map { String($0) }.joined(separator: "-")
            switch child {
            case .source(var source):
                source.rank = Int32(index)
                source.name = "s\(place)"
                return .source(source)
            case .node(let child):
                var placed = child.placed(path + [index])
                placed.rank = Int32(index)
                placed.name = "n\(place)"
                return .node(placed)
            }
        }
        return node
    }
}
