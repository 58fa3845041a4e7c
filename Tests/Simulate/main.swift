// Whole trees in virtual time, seed after seed: the laws hold at every quiet point, whatever fails.
//
//   simulate [--seeds N] [--first N] [--jobs N]     N seeds from the first one; exit 1 at a violation
//   simulate --seed N                               one seed with its trace
import Simulation

#if canImport(Glibc)
    import Glibc
#endif

guard let plan = SimulatePlan(Array(CommandLine.arguments.dropFirst())) else {
    print("usage: simulate [--seeds N] [--first N] [--jobs N] | --seed N")
    exit(2)
}
if let seed = plan.only { exit(try SimulateCommand.replay(seed)) }
exit(await SimulateCommand.run(plan))
