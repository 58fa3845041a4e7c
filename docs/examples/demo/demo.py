"""The demonstration: a real tree of three levels, fed with this host's measurements, stopped, killed, and checked.

    demo.py PROGRAMS [--keep]

PROGRAMS is the folder with prefd and prefctl. Everything happens in a temporary directory and on loopback. With --keep
the tree stays up at the end. Exits 0 if all that must be seen was seen, else 1.
"""

import json
import os
import signal
import subprocess
import sys

from exporter import BROAD, NARROW, Exporter, write_textfile
from nodes import NAMES, Nodes
from recorder import Recorder
from stage import Failure, Stage, Words, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SEPARATOR = " › "


class Demonstration:
    def __init__(self, stage, words):
        self.stage = stage
        self.words = words
        self.nodes = Nodes(stage, os.path.join(CHECKOUT, "config", "demo"))
        self.titles = {"leaf-a": "SwiftBeta 1", "leaf-b": "SwiftBeta 2"}
        self.laps = 0

    def grow(self):
        self.words.heading("A tree of three levels, four real daemons")
        for name in NAMES:
            self.words.command(f"prefd --config {name}.toml")
            self.nodes.start(name)
        for name in NAMES:
            self.nodes.attached(name)
        self.nodes.well()
        self.stage.show("leaf-a", "tree", "--all")

    def feed(self):
        self.words.heading("Real measurements of this host, by two exporters with different collectors")
        write_textfile(self.stage.path("textfile"), CHECKOUT)
        self.exporters = {
            "leaf-a": Exporter(self.stage, "exporter-a", BROAD),
            "leaf-b": Exporter(self.stage, "exporter-b", NARROW, textfile="textfile"),
        }
        for leaf in self.exporters:
            self.measure(leaf, shown=True)
        self.stage.show(
            "leaf-a", "get", "node_load1", "node_memory_MemAvailable_bytes", "node_time_seconds", "checkout_lines")

    def measure(self, leaf, shown=False):
        """Measures, and returns when the root has applied it."""
        exporter = self.exporters[leaf]
        arguments = [
            "publish", "-", "--format", "prometheus", "--source", "node", "--ttl", "1h", "--replace", "--wait", "root"]
        text = exporter.scrape()
        if shown:
            self.stage.show(leaf, *arguments, data=text, source=os.path.basename(exporter.file))
            return
        done = self.stage.run(leaf, *arguments, data=text)
        if done.returncode != 0:
            raise Failure(f"publishing at {leaf} exited with {done.returncode}: {done.stderr}")

    def entitle(self):
        self.words.heading("Titles: the first one wins, or all of them in order")
        for leaf, title in self.titles.items():
            for key in ("title", "demo.titles"):
                self.stage.show(leaf, "publish", key, title, "--wait", "root")
        self.stage.show("leaf-b", "get", "title", "demo.titles")
        self.stage.show("leaf-b", "explain", "demo.titles")

    def change(self):
        self.words.heading("Values change, and whoever watches is told")
        self.recorder = Recorder(self.stage, "root", ["demo.*"])
        self.titles["leaf-a"] = "SwiftBeta 3"
        for key in ("title", "demo.titles"):
            self.stage.show("leaf-a", "publish", key, self.titles["leaf-a"])
        self.recorder.told("demo.titles", SEPARATOR.join(self.titles.values()))
        self.recorder.told("demo.title", self.titles["leaf-a"])
        for record in self.recorder.changes("demo.title") + self.recorder.changes("demo.titles"):
            self.words.output(f"told: {record['key']} = {record['value']} ({record['reason']})")

        keys = ["node_time_seconds", "node_memory_MemAvailable_bytes", "node_load1"]
        self.words.command(f"prefctl --connect ipc://leaf-b.sock watch {' '.join(keys)} --count 8")
        with open(self.stage.path("live.txt"), "wb") as output:
            live = subprocess.Popen(
                [self.stage.prefctl, "--connect", "ipc://leaf-b.sock", "watch", *keys, "--count", "8"],
                cwd=self.stage.directory, stdin=subprocess.DEVNULL, stdout=output, start_new_session=True)
        self.stage.processes.append(live)

        def told_enough():
            for leaf in self.exporters:
                self.measure(leaf)
            return live.poll() is not None

        wait_until("the watch of eight deliveries ends", told_enough)
        code = self.stage.end(live)
        with open(self.stage.path("live.txt"), encoding="utf-8") as file:
            self.words.output(file.read())
        if code != 0:
            raise Failure(f"the watch exited with {code}")

    def interrupt(self):
        self.words.heading("Stopped or killed and back within the grace: nobody is told anything")
        for name, number in [
            ("leaf-b", signal.SIGTERM), ("leaf-b", signal.SIGKILL), ("rack", signal.SIGTERM), ("rack", signal.SIGKILL),
        ]:
            before = len(self.recorder.changes("demo.titles"))
            self.words.command(f"kill -{number.name[3:]} {name}")
            self.nodes.end(name, number)
            if name == "rack" and number == signal.SIGKILL:
                self.nodes.stale()
                self.stage.show("root", "tree", "--all")
            self.nodes.start(name)
            self.nodes.attached(name)
            self.nodes.well()
            # What was told before this lap came before it in the watcher's stream: no need to wait and see.
            self.lap()
            news = self.recorder.changes("demo.titles")[before:]
            if news:
                raise Failure(f"the restart of {name} was told: {json.dumps(news)}")
            self.words.good(f"{name} is back after {number.name}, the watcher was told nothing")

    def lap(self):
        """A change that comes last in every watcher's stream."""
        self.laps += 1
        done = self.stage.run("leaf-a", "publish", "demo.lap", str(self.laps), "--wait", "root", "--timeout", "20s")
        if done.returncode != 0:
            raise Failure(f"publishing demo.lap exited with {done.returncode}: {done.stderr}")
        self.recorder.told("demo.lap", self.laps)

    def lose(self):
        self.words.heading("Killed and away for longer than the grace: told once, and once more on return")
        self.words.command("kill -KILL leaf-b")
        self.nodes.end("leaf-b", signal.SIGKILL)
        self.recorder.told("demo.titles", self.titles["leaf-a"])
        self.stage.show("root", "tree", "--all")
        self.stage.show("root", "explain", "demo.titles")
        self.words.command("prefd --config leaf-b.toml")
        self.nodes.start("leaf-b")
        self.nodes.attached("leaf-b")
        self.recorder.told("demo.titles", SEPARATOR.join(self.titles.values()))
        self.nodes.well()
        self.lap()
        self.stage.show("root", "tree", "--all")

    def judge_record(self):
        """The whole record: one change made on purpose, one loss, one return, and nothing else."""
        reasons = [record["reason"] for record in self.recorder.changes("demo.titles")]
        for record in self.recorder.changes("demo.titles"):
            self.words.output(f"told: demo.titles = {record['value']} ({record['reason']})")
        if reasons != ["published", "lost", "returned"]:
            raise Failure(f"the watcher was told {reasons}, not published, lost, returned")
        if len(self.recorder.changes("demo.title")) != 1 or len(self.recorder.changes("demo.lap")) != self.laps:
            raise Failure("the watcher was told of a key that had not changed")
        self.words.good("in four restarts and one loss: lost once, returned once, nothing else")

    def check(self):
        self.words.heading("The check: the same expositions folded by other code")
        for leaf in self.exporters:
            self.measure(leaf)
        keys = [json.loads(line) for line in self.stage.run("root", "keys", "--json").stdout.splitlines()]
        names = sorted(
            entry["key"] for entry in keys
            if entry["present"] and not entry["key"].endswith("*") and not entry["key"].startswith("demo."))
        records = self.stage.run("root", "get", "--json", *names)
        if records.returncode != 0:
            raise Failure(f"prefctl get exited with {records.returncode}: {records.stderr}")
        with open(self.stage.path("values.ndjson"), "w", encoding="utf-8") as file:
            file.write(records.stdout)
        files = ["root.toml", "values.ndjson", *(exporter.file for exporter in self.exporters.values())]
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "check.py"), *files], cwd=self.stage.directory, capture_output=True,
            text=True)
        self.words.output(done.stderr)
        if done.returncode != 0:
            self.words.output(done.stdout)
            raise Failure("prefd and the check differ")
        return done.stdout

    def leave(self):
        """Ends everything from the leaves up; each daemon must end well."""
        self.words.heading("The end: every daemon stops by itself")
        self.stage.end(self.recorder.process)
        for name in reversed(NAMES):
            self.nodes.end(name, signal.SIGTERM)
        for exporter in self.exporters.values():
            self.stage.end(exporter.process)
        self.words.good("four daemons exited with 0, nothing is left")

    def play(self):
        self.grow()
        self.feed()
        self.entitle()
        self.change()
        self.interrupt()
        self.lose()
        self.judge_record()
        return self.check()


def explain_keeping(demonstration, stage, words):
    """What the reader can do with the tree that stays."""
    processes = " ".join(str(process.pid) for process in stage.processes)
    feeds = [
        f"python3 {os.path.join(HERE, 'exporter.py')} {exporter.url} | prefctl --connect ipc://{leaf}.sock publish - "
        "--format prometheus --source node --ttl 1h --replace"
        for leaf, exporter in demonstration.exporters.items()]
    words.heading("The tree stays up; commands to play with")
    words.output("\n".join([
        f"cd {stage.directory}", f"export PATH={os.path.dirname(stage.prefctl)}:$PATH", "",
        "prefctl --connect ipc://root.sock watch 'node_load*' 'demo.*'",
        "prefctl --connect ipc://leaf-b.sock publish title 'My title'",
        "prefctl --connect ipc://root.sock explain title",
        "prefctl --connect ipc://leaf-a.sock hold demo.titles 'as long as I run' -- sleep 10",
        "prefctl --connect ipc://root.sock tree --all", *feeds, "",
        f"kill {processes}; rm -r {stage.directory}   # the end"]))


def main(arguments):
    keep = "--keep" in arguments
    programs = [argument for argument in arguments if not argument.startswith("--")]
    if len(programs) != 1:
        print("usage: demo.py PROGRAMS [--keep]", file=sys.stderr)
        return 2
    words = Words()
    stage = Stage(os.path.abspath(programs[0]), words)
    # An end from outside ends what was started, too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    kept = failed = False
    try:
        demonstration = Demonstration(stage, words)
        result = demonstration.play()
        if keep:
            explain_keeping(demonstration, stage, words)
            kept = True
        else:
            demonstration.leave()
        words.heading("Result")
        words.say(result.rstrip())
        return 0
    except Failure as failure:
        failed = True
        words.bad(f"{failure}\n  the logs are in {stage.directory}")
        return 1
    except KeyboardInterrupt:
        words.bad("interrupted")
        return 130
    finally:
        if not kept:
            stage.clear(keep_logs=failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
