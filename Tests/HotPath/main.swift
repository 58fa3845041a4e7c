// What one update costs a node, from a frame's bytes to the key's dirty mark: run under callgrind by a test.
//
//   hotpath POLICY TYPE CHILDREN FRAMES UPDATES
//
// CHILDREN children of one node contribute to the same keys; then FRAMES frames come from random children, each with
// UPDATES random keys. Prints how many updates there were.

guard let plan = FeedPlan(Array(CommandLine.arguments.dropFirst())), var feed = Feed(plan) else {
    print("usage: hotpath POLICY TYPE CHILDREN FRAMES UPDATES")
    throw Usage()
}
feed.attachChildren()
feed.run()
print(plan.frames * plan.updates)

struct Usage: Error {}
