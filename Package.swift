// swift-tools-version: 6.2
import PackageDescription

// One settings constant for every Swift target: a warning is an error, and what is unsafe says so.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A program as it ships carries Swift's runtime in it: it runs where there is no Swift, starts at once, and a call into
// the runtime is one jump.
let standalone: [LinkerSetting] = [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: house, linkerSettings: standalone + linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: house)
}

let package = Package(
    name: "prefd",
    products: [
        .executable(name: "prefd", targets: ["prefd"]),
        .executable(name: "prefctl", targets: ["prefctl"]),
    ],
    targets: [
        // Pure: no socket, clock, lock, file, thread or Foundation.
        library("Preferences"),
        library("PreferenceTree", ["Preferences"]),
        library("PreferenceWire", ["PreferenceTree", "Preferences"]),

        // One C library, one module map, one shim.
        .systemLibrary(name: "CZeroMQ"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CSystemd"),
        .systemLibrary(name: "CLinux"),
        .target(name: "CTOML"),

        // Wrappers: one Swift module per C library; they know nothing of preferences.
        library("ZeroMQ", ["CZeroMQ"]),
        library("SQLite", ["CSQLite"]),
        library("Systemd", ["CSystemd"]),
        library("TOML", ["CTOML"]),

        // What a process is made of.
        library("ServiceRuntime", ["Systemd", "CLinux"]),
        library(
            "PreferenceDaemon",
            [
                "ServiceRuntime", "ZeroMQ", "SQLite", "Systemd", "TOML", "PreferenceWire", "PreferenceTree",
                "Preferences", "CLinux",
            ]),
        library(
            "PreferenceClient",
            ["ServiceRuntime", "ZeroMQ", "PreferenceWire", "PreferenceTree", "Preferences", "CLinux"]),

        // libzmq is to find the daemon's `accept4` before libc's.
        program(
            "prefd", ["PreferenceDaemon"],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=accept4"])]),
        program("prefctl", ["PreferenceClient"]),

        // What only tests use: a disk that forgets unsynced writes, the vectors' notation, and numbers from a seed.
        .target(name: "CForgetfulVFS", path: "Tests/CForgetfulVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "ForgetfulDisk", dependencies: ["CForgetfulVFS"], path: "Tests/ForgetfulDisk", swiftSettings: house),
        .target(
            name: "PreferenceTestSupport", dependencies: ["Preferences"], path: "Tests/Support", swiftSettings: house),

        // Whole trees in virtual time, as the tests run them and as a program for many seeds.
        .target(
            name: "Simulation",
            dependencies: ["PreferenceTree", "PreferenceWire", "Preferences", "PreferenceTestSupport"],
            path: "Tests/Simulation", swiftSettings: house),
        .executableTarget(
            name: "simulate", dependencies: ["Simulation"], path: "Tests/Simulate", swiftSettings: house,
            linkerSettings: standalone),

        // One node and its children's frames, for callgrind.
        .executableTarget(
            name: "hotpath", dependencies: ["PreferenceTree", "PreferenceWire", "Preferences"], path: "Tests/HotPath",
            swiftSettings: house, linkerSettings: standalone),

        tests("PreferencesTests", ["Preferences", "PreferenceTestSupport"]),
        tests("PreferenceTreeTests", ["PreferenceTree", "Preferences", "PreferenceTestSupport", "Simulation"]),
        tests(
            "PreferenceWireTests", ["PreferenceWire", "PreferenceTree", "Preferences", "PreferenceTestSupport"],
            exclude: ["Golden", "Python"]),
        tests(
            "WrapperTests",
            [
                "ZeroMQ", "CZeroMQ", "SQLite", "ForgetfulDisk", "Systemd", "TOML", "ServiceRuntime", "CLinux",
                "PreferenceTestSupport",
            ]),
        tests(
            "PreferenceDaemonTests",
            [
                "PreferenceDaemon", "ServiceRuntime", "ZeroMQ", "SQLite", "ForgetfulDisk", "TOML", "Preferences",
                "PreferenceTree", "PreferenceWire", "PreferenceTestSupport",
            ]),
        tests(
            "PreferenceClientTests",
            [
                "PreferenceClient", "PreferenceWire", "PreferenceTree", "Preferences", "ZeroMQ", "ServiceRuntime",
                "PreferenceTestSupport",
            ],
            exclude: ["Golden"]),
        tests("ProcessTests", ["PreferenceTestSupport", "ServiceRuntime", "Preferences"], exclude: ["Python"]),
        tests("HouseTests", ["PreferenceClient", "PreferenceDaemon"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
