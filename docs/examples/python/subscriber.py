"""Watch keys at a node and print what changes, through restarts of the node.

    subscriber.py ENDPOINT TREE PATTERN...

Left out: the root's standpoint, coverage, and several subscriptions in one session.
"""

import json
import sys

from session import NOTIFY, SUBSCRIBE, WELCOME, Session

SUBSCRIPTION, HERE = 1, 0


def subscribe(patterns, position=None):
    body = {0: SUBSCRIPTION, 1: patterns, 2: HERE}
    return body | {4: position} if position else body


class Watch:
    def __init__(self):
        self.position = None  # [epoch, revision]: where to resume
        self.known = {}  # by key, (revision, value, explicit, state) as last handed on
        self.replacement = None  # while a snapshot that replaces comes in: the keys that it names

    def attached(self):
        self.replacement = None

    def take(self, body):
        """What to hand on of a NOTIFY: (key, value), value None and explicit False where a key is gone."""
        epoch, synced = body[1], body.get(5)
        if body.get(6) and self.replacement is None:
            self.replacement = set()
        same = self.position is not None and self.position[0] == epoch
        for record in body.get(3, []):
            key, revision, told = record[0], record[3], (record.get(1), record.get(2, False), record.get(4, 0))
            if self.replacement is not None:
                self.replacement.add(key)
            before = self.known.get(key)
            if before and same and revision <= before[0]:
                continue
            self.known[key] = (revision, told)
            if not before or before[1] != told:
                yield key, *told
        gone = set(body.get(7, []))
        if synced and self.replacement is not None:
            gone |= set(self.known) - self.replacement
            self.replacement = None
        for key in sorted(gone & set(self.known)):
            del self.known[key]
            yield key, None, False, 0
        revisions = [record[3] for record in body.get(3, [])] + ([synced[1]] if synced else [])
        # A snapshot that is not complete is no place to resume from.
        if revisions and (synced or 4 not in body):
            self.position = [epoch, max(revisions)]


def main():
    endpoint, tree, *patterns = sys.argv[1:]
    session, watch = Session(endpoint, tree, "subscriber.py"), Watch()
    for kind, body in session.events():
        if kind == WELCOME:
            watch.attached()
            session.send(SUBSCRIBE, subscribe(patterns, watch.position))
        elif kind == NOTIFY:
            for key, value, explicit, state in watch.take(body):
                told = {"key": key, "value": value, "explicit": explicit, "state": state}
                print(json.dumps(told, default=repr), flush=True)


if __name__ == "__main__":
    main()
