"""What the demonstration stands on: its directory, its processes, words for the reader, and waits with a deadline."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time


# The path of a unix socket has at most 107 bytes, and the longest name here is rack.children.sock.
LONGEST_DIRECTORY = 80


class Failure(Exception):
    """The demonstration did not show what it must."""


def wait_until(what, condition, seconds=30.0):
    """Returns what `condition` answers as soon as that is true; past the deadline it is a failure."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"waited {seconds:.0f} s in vain: {what}")
        time.sleep(0.05)


class Words:
    """What the reader sees; headings have colours on a terminal."""

    def __init__(self):
        self.colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    def _painted(self, code, text):
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours else text

    def heading(self, text):
        print("\n" + self._painted("1;36", f"== {text}"), flush=True)

    def say(self, text):
        print(text, flush=True)

    def command(self, text):
        print(self._painted("1", f"$ {text}"), flush=True)

    def output(self, text):
        for line in text.splitlines():
            print("  " + line, flush=True)

    def good(self, text):
        print(self._painted("32", f"✓ {text}"), flush=True)

    def bad(self, text):
        print(self._painted("1;31", f"✗ {text}"), file=sys.stderr, flush=True)


class Stage:
    """A directory of its own under the temporary one, and every process that was started there."""

    def __init__(self, programs, words):
        self.words = words
        self.directory = tempfile.mkdtemp(prefix="prefd-demo.")
        if len(self.directory) > LONGEST_DIRECTORY:
            os.rmdir(self.directory)
            self.directory = tempfile.mkdtemp(prefix="prefd-demo.", dir="/tmp")
        self.prefd = os.path.join(programs, "prefd")
        self.prefctl = os.path.join(programs, "prefctl")
        self.processes = []

    def path(self, name):
        return os.path.join(self.directory, name)

    def start(self, arguments, log):
        """Starts a program in a session of its own, so that an interrupt reaches the demonstration alone."""
        with open(self.path(log), "ab") as output:
            process = subprocess.Popen(
                arguments, cwd=self.directory, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True)
        self.processes.append(process)
        return process

    def run(self, node, *arguments, data=None):
        """Runs prefctl at a node to its end."""
        return subprocess.run(
            [self.prefctl, "--connect", f"ipc://{node}.sock", *arguments], cwd=self.directory, input=data,
            stdin=subprocess.DEVNULL if data is None else None, capture_output=True, text=True, timeout=60)

    def show(self, node, *arguments, data=None, source=""):
        """Runs prefctl where the reader can follow; anything but success is a failure."""
        shown = shlex.join(["prefctl", "--connect", f"ipc://{node}.sock", *arguments])
        self.words.command(shown + (f" < {source}" if source else ""))
        done = self.run(node, *arguments, data=data)
        self.words.output(done.stdout + done.stderr)
        if done.returncode != 0:
            raise Failure(f"{shown} exited with {done.returncode}")
        return done.stdout

    def end(self, process, number=signal.SIGTERM, seconds=10.0):
        """Sends a signal, waits for the end, and answers the exit."""
        if process.poll() is None:
            process.send_signal(number)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                raise Failure(f"{process.args[0]} did not end within {seconds:.0f} s of signal {number}") from None
        if process in self.processes:
            self.processes.remove(process)
        return process.returncode

    def clear(self, keep_logs=False):
        """Ends whatever still runs, last started first, and removes the directory unless its logs are wanted."""
        for process in reversed(self.processes):
            if process.poll() is None:
                process.kill()
                process.wait()
        self.processes.clear()
        if not keep_logs:
            shutil.rmtree(self.directory, ignore_errors=True)
