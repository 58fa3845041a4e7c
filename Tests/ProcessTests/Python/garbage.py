"""Sends a node everything that is no frame, or no frame of this moment.

    garbage.py ENDPOINT SEED GOLDEN

Prints how many answers were FAULT and how many SAY HELLO; fails if the node answers nothing any more.
"""

import pathlib
import random
import socket
import struct
import sys

import cbor2
import zmq

HEADER = struct.Struct("<4sBBHQQQ")
SAY_HELLO, FAULT = 4, 17


def golden(directory):
    for path in sorted(pathlib.Path(directory).glob("*.hex")):
        lines = path.read_text().splitlines()
        yield bytes.fromhex("".join(line for line in lines if not line.startswith("#")))


def mutated(dice, frame):
    bytes_ = bytearray(frame)
    for _ in range(dice.randint(1, 4)):
        what = dice.randint(0, 3)
        at = dice.randrange(len(bytes_)) if bytes_ else 0
        if what == 0 and bytes_:
            bytes_[at] = dice.randrange(256)
        elif what == 1:
            del bytes_[at:]
        elif what == 2:
            bytes_[at:at] = dice.randbytes(dice.randint(1, 9))
        elif bytes_:
            bytes_[at] ^= 1 << dice.randrange(8)
    return bytes(bytes_)


def bad_frames(dice, frames):
    yield b""
    yield b"\0"
    yield dice.randbytes(31)
    yield dice.randbytes(32)
    yield dice.randbytes(200_000)
    yield HEADER.pack(b"PRF\x01", 1, 99, 0, 0, 0, 0) + cbor2.dumps({})
    yield HEADER.pack(b"PRF\x01", 200, 1, 0, 0, 0, 0) + cbor2.dumps({})
    # Endless nesting, and a length that no memory holds.
    yield HEADER.pack(b"PRF\x01", 1, 1, 0, 0, 0, 0) + b"\x81" * 100_000
    yield HEADER.pack(b"PRF\x01", 1, 1, 0, 0, 0, 0) + b"\xbb" + b"\xff" * 8
    for frame in frames:
        yield frame  # of a session that there is not
        for _ in range(20):
            yield mutated(dice, frame)
    for _ in range(300):
        yield dice.randbytes(dice.randint(0, 400))


def raw_bytes(endpoint, dice):
    """What speaks no ZeroMQ at all."""
    kind, _, address = endpoint.partition("://")
    for size in (1, 64, 5_000, 500_000):
        if kind == "ipc":
            peer = socket.socket(socket.AF_UNIX)
            peer.connect(address)
        else:
            host, _, port = address.rpartition(":")
            peer = socket.create_connection((host, int(port)))
        try:
            peer.sendall(dice.randbytes(size))
        except OSError:
            pass  # the node has hung up, as it may
        peer.close()


def main():
    endpoint, seed, directory = sys.argv[1:]
    dice, counts = random.Random(int(seed)), {FAULT: 0, SAY_HELLO: 0}
    context = zmq.Context.instance()
    frames = list(golden(directory))
    raw_bytes(endpoint, dice)
    peer = context.socket(zmq.DEALER)
    peer.setsockopt(zmq.SNDTIMEO, 10_000)
    peer.connect(endpoint)
    for frame in bad_frames(dice, frames):
        peer.send(frame)
        while peer.poll(0):
            answer = peer.recv()
            counts[answer[5]] = counts.get(answer[5], 0) + 1
    peer.send_multipart([b"two", b"parts"])
    # Several parts, of which the first would be a frame.
    peer.send_multipart([frames[0], frames[0]])
    peer.send(HEADER.pack(b"PRF\x01", 1, 13, 0, 77, 0, 0) + cbor2.dumps({}))
    while not counts[SAY_HELLO] or peer.poll(500):
        if not peer.poll(10_000):
            sys.exit("the node answers nothing")
        answer = peer.recv()
        counts[answer[5]] = counts.get(answer[5], 0) + 1
    print(counts[FAULT], counts[SAY_HELLO])
    peer.close(linger=0)


if __name__ == "__main__":
    main()
