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
        self.known = {}  # by key: the epoch and revision, and the value, explicit and state as last handed on
        self.attached()

    def attached(self):
        self.named = set()  # the keys that the snapshot has named so far

    def take(self, body):
        """What to hand on of a NOTIFY: (key, value, explicit, state); explicit is False where a key is gone."""
        epoch, synced = body[1], body.get(5)
        for record in body.get(3, []):
            key, revision, told = record[0], record[3], (record.get(1), record.get(2, False), record.get(4, 0))
            self.named.add(key)
            before = self.known.get(key)
            if before and before[0] == epoch and revision <= before[1]:
                continue
            self.known[key] = (epoch, revision, told)
            if not before or before[2] != told:
                yield key, *told
        gone = set(body.get(7, []))
        if body.get(6):  # it replaces: what it does not name is gone
            gone |= set(self.known) - self.named
        for key in sorted(gone & set(self.known)):
            del self.known[key]
            yield key, None, False, 0
        # Only a revision that the node states is a place to resume from: a record's own may be ahead of others.
        if synced:
            self.position = [epoch, synced[1]]
        elif 9 in body and self.position:
            self.position = [epoch, body[9]]


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
