import Preferences

/// Answers as a node sends them, made from JSON.
enum SampleAnswers {
    static func body(_ json: String) throws -> Value { try JSONReader.read(json) }

    static func node(_ name: String, path: String, state: String = "live", children: [String] = []) -> String {
        let incarnation = state == "missing" ? "" : "1f"
        return """
            {"name":"\(name)","path":"\(path)","state":"\(state)","incarnation":"\(incarnation)",\
            "address":"tcp://10.0.0.1:7400","version":"0.1.0","sources":2,"keys":1,\
            "children":[\(children.joined(separator: ","))]}
            """
    }

    static let explanation = """
        {"name":"root","path":"/","kind":"node","rank":0,"value":71.5,"explicit":true,"state":"ok","decides":true,\
        "reduces":2,"masked":false,"causes":[],"children":[\
        {"name":"rack1","path":"/rack1","kind":"node","rank":0,"value":71.5,"explicit":true,"state":"ok",\
        "decides":true,"reduces":1,"masked":false,"causes":[],"children":[\
        {"name":"cpu0","path":"/rack1:cpu0","kind":"source","rank":-1,"value":71.5,"explicit":true,"state":"ok",\
        "lifetime":"ttl","since":1796040000000000,"by":"uid 1000","decides":true,"masked":false,"causes":[],\
        "children":[]},\
        {"name":"cpu1","path":"/rack1:cpu1","kind":"source","rank":0,"value":60.0,"explicit":true,\
        "state":"quarantined","lifetime":"durable","decides":false,"masked":false,"causes":["wrong type"],\
        "children":[]}]},\
        {"name":"rack2","path":"/rack2","kind":"node","rank":0,"value":null,"explicit":false,"state":"missing",\
        "decides":false,"masked":false,"causes":[],"children":[]}]}
        """

    /// A key whose only source has a value of another type.
    static let quarantined = """
        {"name":"root","path":"/","kind":"node","rank":0,"value":0,"explicit":false,"state":"ok","degraded":true,\
        "decides":true,"reduces":0,"masked":false,"causes":["quarantined /rack1:cpu0","min_nodes 1<2"],"children":[\
        {"name":"rack1","path":"/rack1","kind":"node","rank":0,"value":null,"explicit":false,"state":"quarantined",\
        "decides":false,"reduces":0,"masked":false,"causes":["quarantined /rack1:cpu0"],"children":[\
        {"name":"cpu0","path":"/rack1:cpu0","kind":"source","rank":0,"value":"x","explicit":true,\
        "state":"quarantined","lifetime":"durable","decides":false,"masked":false,"causes":["n takes int"],\
        "children":[]}]}]}
        """

    static let status = """
        {"name":"rack1","path":"/dc1/rack1","tree":"prod","version":"0.1.0","incarnation":"1f","since":1796040000000000,\
        "state":"syncing","phase":"waits for 1 child","attached":false,"parent":{"endpoint":"tcp://10.0.0.1:7400",\
        "why":"name rack1 is taken"},"epoch":5137224017771,"revision":1042,"catalog":"a1b2","children":{"live":1,\
        "stale":1,"missing":0,"pending":1},"nodes":{"live":2,"stale":1,"missing":1,"expected":4},"sources":12,"keys":3,\
        "clients":1,"disk":"ok","pins":0,"drained":false,"unknown_frames":2,"last_error":"no space left"}
        """

    static let sources = """
        [{"key":"k","source":"cpu0","value":71.5,"rank":0,"lifetime":"ttl","ttl_ns":180000000000,\
        "expires_in_ns":95500000000,"since":1796040000000000,"by":"uid 1000","state":"ok"},\
        {"key":"long.key","source":"default","value":"text","rank":3,"lifetime":"durable","since":1796040000000000,\
        "by":"uid 0","state":"quarantined","reason":"wrong type; state one of that type"}]
        """

    static let keys = """
        [{"key":"pool.max_temp","defined_by":"pool.max_temp","type":"float","policy":"max","default":null,\
        "nullable":false,"unit":"C","description":"hottest pool sensor","lifetimes":["durable","ttl"],\
        "grace_ns":30000000000,"present":true,"sources":12},\
        {"key":"host.a","defined_by":"host.*","type":"int","policy":"count","default":0,"nullable":true,"alias":"a",\
        "lifetimes":["held"],"max_keys":5000,"present":false,"sources":0}]
        """

    static let reload = """
        {"applied":false,"added":["a"],"removed":[{"key":"b","contributions":3},{"key":"c","contributions":0},\
        {"key":"e","contributions":1}],"changed":["d","f"],\
        "differences":[{"key":"d","changes":[{"entry":"type","old":"\\"int\\"","new":"\\"text\\""},\
        {"entry":"unit","old":null,"new":"\\"m\\""}]}],\
        "settings":[{"entry":"timing.grace","old":"\\"5s\\"","new":"\\"6s\\""}],\
        "restart":["node.name"],"restart_changes":[{"entry":"node.name","old":"\\"a\\"","new":"\\"b\\""}],\
        "diagnostics":["prefd.toml:3:1: unknown entry"]}
        """
}
