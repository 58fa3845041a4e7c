"""A watcher whose records are kept, so that it can be said what it was told and what it was not."""

import json
import subprocess

from stage import Failure, wait_until


class Recorder:
    def __init__(self, stage, node, patterns):
        self.path = stage.path("watch.ndjson")
        with open(self.path, "wb") as output, open(stage.path("watch.log"), "wb") as errors:
            self.process = subprocess.Popen(
                [stage.prefctl, "--connect", f"ipc://{node}.sock", "--json", "watch", *patterns], cwd=stage.directory,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True)
        stage.processes.append(self.process)
        wait_until("the watcher has its snapshot", lambda: any(line.get("synced") for line in self.lines()))

    def lines(self):
        """Every object written so far; a line that is not whole yet comes later."""
        with open(self.path, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("\n")]

    def changes(self, key):
        """What was told of a key after the first snapshot."""
        return [line for line in self.lines() if line.get("key") == key and not line["initial"]]

    def until(self, what, condition, seconds=30.0):
        if self.process.poll() is not None:
            raise Failure("the watcher has ended; see watch.log")
        return wait_until(f"the watcher is told {what}", condition, seconds)

    def told(self, key, value):
        """Waits until the newest that was told of a key is this value."""
        self.until(
            f"{key} = {value!r}", lambda: (self.changes(key) or [{"value": None}])[-1]["value"] == value)
