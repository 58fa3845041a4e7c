"""A client's side of prefd's protocol (docs/protocol.md), with pyzmq and cbor2 and nothing else.

Left out: credit for what is sent (a client that publishes fast must keep count of what is not acknowledged),
backing off up to 60 s after a refusal, requests, and checking that the other side's frames are deterministic CBOR.
"""

import os
import random
import struct
import time

import cbor2
import zmq

HEADER = struct.Struct("<4sBBHQQQ")  # magic, version, type, flags, session, sequence, acknowledged
MAGIC = b"PRF\x01"
HELLO, WELCOME, REFUSE, SAY_HELLO = 1, 2, 3, 4
PING, BYE, BYE_OK, FAULT = 13, 15, 16, 17
PUBLISH, PUBLISHED, SUBSCRIBE, NOTIFY, TAKEN = 18, 19, 20, 22, 25
UNSEQUENCED = {1, 2, 3, 4, 13, 14, 15, 16, 17}
CLIENT = 1
SECOND = 1_000_000_000
WINDOW = [1 << 20, 32]  # bytes and frames that the node may have under way to us
UNANSWERED = 1.0  # seconds until a HELLO without an answer is tried again on a new connection


def pack(kind, body, session=0, sequence=0, acknowledged=0):
    head = HEADER.pack(MAGIC, 1, kind, kind not in UNSEQUENCED, session, sequence, acknowledged)
    return head + cbor2.dumps(body, canonical=True)


def unpack(frame):
    magic, version, kind, _, session, sequence, acknowledged = HEADER.unpack_from(frame)
    if magic != MAGIC or version != 1:
        raise ValueError("no frame of this protocol")
    return kind, cbor2.loads(frame[HEADER.size :]), session, sequence, acknowledged


def hello(attempt, tree, name, instance, incarnation):
    return {
        0: attempt, 1: CLIENT, 2: tree, 3: name, 4: instance, 5: incarnation, 6: 1, 7: 1, 8: "0.1.0",
        9: SECOND // 2, 10: 3 * SECOND, 11: WINDOW,
    }  # fmt: skip


class Session:
    def __init__(self, endpoint, tree, name):
        self.endpoint, self.tree, self.name = endpoint, tree, name
        self.context, self.socket, self.poller = zmq.Context.instance(), None, zmq.Poller()
        self.instance, self.incarnation = (int.from_bytes(os.urandom(8), "little") for _ in range(2))
        self.attempt = 0
        self.connect()

    def connect(self):
        """A new connection: the node knows nothing of the old one, and the old one's session is over."""
        if self.socket:
            self.poller.unregister(self.socket)
            self.socket.close(linger=0)
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.connect(self.endpoint)
        self.poller.register(self.socket, zmq.POLLIN)
        self.say_hello()

    def say_hello(self):
        self.attempt += 1
        self.session = self.sequence = self.acknowledged = 0
        self.heartbeat, self.dead_after = UNANSWERED / 2, UNANSWERED
        self.heard = time.monotonic()
        self.send(HELLO, hello(self.attempt, self.tree, self.name, self.instance, self.incarnation))

    def send(self, kind, body):
        self.sequence += kind not in UNSEQUENCED
        self.sent = time.monotonic()
        try:
            self.socket.send(pack(kind, body, self.session, self.sequence, self.acknowledged), zmq.DONTWAIT)
        except zmq.Again:
            pass  # no connection: silence will be noticed

    def events(self, watched=None):
        """What the node says, for ever: (type, body), a WELCOME after each new attachment; (None, None) when `watched`,
        a file, has something to read."""
        if watched:
            self.poller.register(watched, zmq.POLLIN)
        while True:
            ready = dict(self.poller.poll(self.heartbeat * 500))
            if watched and watched.fileno() in ready:
                yield None, None
            if self.socket in ready:
                yield from self.take(self.socket.recv())
            now = time.monotonic()
            if now - self.heard > self.dead_after:
                time.sleep(random.uniform(0, 0.2))
                self.connect()
            elif self.session and now - self.sent > self.heartbeat:
                self.send(PING, {})

    def take(self, frame):
        kind, body, session, sequence, _ = unpack(frame)
        self.heard = time.monotonic()
        if kind == WELCOME and not self.session and body[0] == self.attempt:
            self.session, self.heartbeat, self.dead_after = session, body[6] / SECOND, body[7] / SECOND
            yield kind, body
        elif kind == REFUSE and body[0] == self.attempt:
            raise SystemExit(f"refused: {body[2]} ({body[1]})")
        elif session != self.session or not session:
            return  # of a session that is over, or before there is one
        elif kind in (SAY_HELLO, FAULT, BYE):
            if kind == BYE:
                self.send(BYE_OK, {})
            time.sleep(random.uniform(0, 0.2))
            self.say_hello()
        elif kind in UNSEQUENCED:
            if sequence != self.acknowledged:
                self.say_hello()  # the last sequenced frame is missing
        elif sequence != self.acknowledged + 1:
            self.say_hello()
        else:
            yield kind, body
            self.acknowledged = sequence
            self.send(PING, {})  # the acknowledgement opens the node's window again
