"""The nodes of the demonstration's tree: real prefd processes with the files of config/demo."""

import json
import os
import shutil
import signal

from stage import Failure, wait_until

# From the root down; each has the file NAME.toml, and listens for clients at NAME.sock.
NAMES = ["root", "rack", "leaf-a", "leaf-b"]


class Nodes:
    def __init__(self, stage, configuration):
        self.stage = stage
        self.running = {}
        for name in NAMES:
            shutil.copy(os.path.join(configuration, f"{name}.toml"), stage.directory)

    def start(self, name):
        self.running[name] = self.stage.start([self.stage.prefd, "--config", f"{name}.toml"], f"{name}.log")

    def end(self, name, number):
        process = self.running.pop(name)
        code = self.stage.end(process, number, seconds=6.0)
        if number == signal.SIGTERM and code != 0:
            raise Failure(f"{name} exited with {code} after SIGTERM; see {name}.log")

    def attached(self, name):
        """Waits until a node is attached to its parent, or is the root and serves."""

        def condition():
            if self.running[name].poll() is not None:
                raise Failure(f"{name} has ended:\n{self.log(name)}")
            return self.stage.run(name, "status", "--wait", "attached", "--timeout", "10s").returncode == 0

        wait_until(f"{name} is attached", condition)

    def well(self):
        """Waits until the root sees every node live."""
        wait_until("every node is live", lambda: self.stage.run("root", "tree", "--check").returncode == 0)

    def stale(self):
        """Waits until the root has seen that its child is away."""

        def condition():
            answer = self.stage.run("root", "status", "--json")
            return answer.stdout and json.loads(answer.stdout)["children"]["stale"] == 1

        wait_until("the root has a stale child", condition)

    def log(self, name):
        with open(self.stage.path(f"{name}.log"), encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-20:])
