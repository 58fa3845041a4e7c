"""Real measurements: prometheus-node-exporter, started by hand on a loopback port with collectors of one's choice.

As a program it prints the exposition at an address:  exporter.py http://127.0.0.1:9100/metrics
"""

import os
import socket
import sys
import urllib.request

from stage import Failure, wait_until

PROGRAM = "/usr/bin/prometheus-node-exporter"

# What one leaf measures: Debian's defaults without text files, and every counter of the network and of memory.
BROAD = ["--no-collector.textfile", "--collector.netstat.fields=.*", "--collector.vmstat.fields=.*"]

# What the other one measures: fewer collectors, other devices of disks and networks, and a text file.
NARROW = [
    "--collector.disable-defaults", "--collector.cpu", "--collector.stat", "--collector.loadavg", "--collector.time",
    "--collector.meminfo", "--collector.pressure", "--collector.schedstat", "--collector.softnet",
    "--collector.sockstat", "--collector.netstat", "--collector.netstat.fields=.*", "--collector.vmstat",
    "--collector.vmstat.fields=.*", "--collector.netdev", "--collector.netdev.device-exclude=^$",
    "--collector.netclass", "--collector.netclass.ignored-devices=^lo$", "--collector.diskstats",
    "--collector.diskstats.device-exclude=^$", "--collector.interrupts", "--collector.processes",
    "--collector.textfile",
]


def scrape(url):
    """The exposition at an address, past any proxy."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=10) as answer:
        return answer.read().decode()


class Exporter:
    def __init__(self, stage, name, collectors, textfile=None):
        self.stage = stage
        self.name = name
        arguments = [PROGRAM, *collectors]
        if textfile:
            arguments.append(f"--collector.textfile.directory={textfile}")
        # Between looking for a free port and using it somebody else may take it: then another one.
        for _ in range(5):
            self.url = self._start(arguments)
            if wait_until(f"{name} answers or ends", lambda: self._answers() or self._ended()) == "answers":
                return
        raise Failure(f"{name} does not start; see {name}.log in {stage.directory}")

    def scrape(self):
        """Measures now; keeps what was measured in NAME.prom and answers it."""
        text = scrape(self.url)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        return text

    @property
    def file(self):
        return self.stage.path(f"{self.name}.prom")

    def _start(self, arguments):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = self.stage.start([*arguments, f"--web.listen-address=127.0.0.1:{port}"], f"{self.name}.log")
        return f"http://127.0.0.1:{port}/metrics"

    def _answers(self):
        try:
            return "answers" if "node_exporter_build_info" in scrape(self.url) else None
        except OSError:
            return None

    def _ended(self):
        return "ended" if self.process.poll() is not None else None


def write_textfile(folder, checkout):
    """Measures prefd's sources for the collector of text files; one sample is not declared, and one is NaN."""
    os.makedirs(folder)
    lines = ["# HELP checkout_lines Lines of source text.", "# TYPE checkout_lines gauge"]
    files = ["# HELP checkout_files Files of source text.", "# TYPE checkout_files gauge"]
    sources = os.path.join(checkout, "Sources")
    for name in sorted(os.listdir(sources)):
        texts = [
            os.path.join(place, file) for place, _, names in os.walk(os.path.join(sources, name)) for file in names]
        count = 0
        for text in texts:
            with open(text, "rb") as file:
                count += file.read().count(b"\n")
        lines.append(f'checkout_lines{{folder="{name}"}} {count}')
        files.append(f'checkout_files{{folder="{name}"}} {len(texts)}')
    others = ["# TYPE undeclared_sample gauge", "undeclared_sample 1", "# TYPE checkout_age gauge", "checkout_age NaN"]
    with open(os.path.join(folder, "checkout.prom"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines + files + others) + "\n")


if __name__ == "__main__":
    sys.stdout.write(scrape(sys.argv[1]))
