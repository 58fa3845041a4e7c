"""Hold values at a node for as long as this program runs, through restarts of the node.

    publisher.py ENDPOINT TREE SOURCE

Reads lines `KEY VALUE` (VALUE as JSON) or `KEY` alone, which retracts; ends at the end of its input, and so do the values.
Left out: other lifetimes, ranks, batches, confirmation by the root.
"""

import json
import sys

from session import BYE, PUBLISH, PUBLISHED, TAKEN, WELCOME, Session

HELD, STOPPING = 3, 0


def publish(batch, statements, restated=False):
    body = {0: batch}
    if statements:
        body[1] = statements
    return body | {5: True} if restated else body


def statement(source, key, value):
    return {0: key, 1: source, 2: value, 4: HELD}


def retraction(source, key):
    return {0: key, 1: source}


def main():
    endpoint, tree, source = sys.argv[1:]
    session, held, batch = Session(endpoint, tree, "publisher.py"), {}, 0
    lines = open(0, "rb", buffering=0)  # what is buffered here the poll would not see
    for kind, body in session.events(watched=lines):
        batch += 1
        if kind == WELCOME:
            # A node that restarted, or gave us up, has forgotten what we hold: state all of it again.
            statements = [statement(source, key, value) for key, value in held.items()]
            session.send(PUBLISH, publish(batch, statements, restated=True))
        elif kind == PUBLISHED:
            for index, fault in body.get(2, []):
                print(f"refused: {fault[1]} ({fault[0]})", file=sys.stderr, flush=True)
            print(f"batch {body[0]} is folded", flush=True)
        elif kind == TAKEN:
            # Another client has it now; stating it again would only begin a quarrel.
            held.pop(body[0], None)
            print(f"{body[0]} was taken over by {body[2]}", file=sys.stderr, flush=True)
        elif kind is None:
            line = lines.readline().decode()
            if not line:
                session.send(BYE, {0: STOPPING})
                session.socket.close(linger=1000)
                return
            key, _, text = line.strip().partition(" ")
            if text:
                held[key] = json.loads(text)
                statements = [statement(source, key, held[key])]
            else:
                held.pop(key, None)
                statements = [retraction(source, key)]
            # Without a session it is stated after the next WELCOME.
            if session.session:
                session.send(PUBLISH, publish(batch, statements))


if __name__ == "__main__":
    main()
