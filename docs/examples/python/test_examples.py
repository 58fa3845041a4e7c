"""The examples against the frames that prefd itself writes: `python3 test_examples.py`."""

import pathlib
import unittest

import publisher
import session
import subscriber

GOLDEN = pathlib.Path(__file__).parents[3] / "Tests/PreferenceWireTests/Golden"
SESSION = 0x1122334455667788


def golden(name):
    lines = (GOLDEN / f"{name}.hex").read_text().splitlines()
    return bytes.fromhex("".join(line for line in lines if not line.startswith("#")))


class WrittenFrames(unittest.TestCase):
    def test_hello(self):
        body = session.hello(1, "plant", "example.1", 0x0102030405060708, 0xAABBCCDDEEFF0011)
        self.assertEqual(session.pack(session.HELLO, body), golden("hello-client"))

    def test_ping(self):
        self.assertEqual(session.pack(session.PING, {}, SESSION, 6, 41), golden("ping"))

    def test_bye(self):
        self.assertEqual(session.pack(session.BYE, {0: publisher.STOPPING}, SESSION, 6, 41), golden("bye"))
        self.assertEqual(session.pack(session.BYE_OK, {}, SESSION, 6, 41), golden("bye-ok"))

    def test_subscribe(self):
        body = subscriber.subscribe(["pool.*", "site.mode"])
        self.assertEqual(session.pack(session.SUBSCRIBE, body, SESSION, 2, 2), golden("subscribe"))

    def test_publish(self):
        body = publisher.publish(1, [publisher.statement("example", "pool.max_temp", 71.25)])
        self.assertEqual(session.pack(session.PUBLISH, body, SESSION, 1, 2), golden("publish-one"))

    def test_every_golden_frame_is_what_packing_its_parts_gives(self):
        for path in sorted(GOLDEN.glob("*.hex")):
            frame = golden(path.stem)
            kind, body, *numbers = session.unpack(frame)
            self.assertEqual(session.pack(kind, body, *numbers), frame, path.stem)


class ReadFrames(unittest.TestCase):
    def test_welcome(self):
        kind, body, number, sequence, acknowledged = session.unpack(golden("welcome"))
        self.assertEqual((kind, number, sequence, acknowledged), (session.WELCOME, SESSION, 0, 41))
        self.assertEqual((body[0], body[6], body[7]), (1, session.SECOND // 2, 3 * session.SECOND))

    def test_published(self):
        _, body, *_ = session.unpack(golden("published-root"))
        [(index, fault)] = body[2]
        self.assertEqual((index, fault[0]), (1, "wrong_type"))

    def test_a_snapshot_then_a_change(self):
        watch = subscriber.Watch()
        _, snapshot, *_ = session.unpack(golden("notify-snapshot"))
        self.assertEqual(list(watch.take(snapshot)), [("pool.max_temp", 71.25, True, 0)])
        self.assertEqual(watch.position, [0xE70C, 12])
        # A change states how far nothing is missing; a record's own revision says no such thing.
        change = {0: 0, 1: 0xE70C, 2: [2, 0, 1], 3: [{0: "pool.n", 1: 1, 2: True, 3: 20, 7: 0, 9: 0}]}
        self.assertEqual(list(watch.take(change)), [("pool.n", 1, True, 0)])
        self.assertEqual(watch.position, [0xE70C, 12])
        list(watch.take({0: 0, 1: 0xE70C, 2: [2, 0, 1], 9: 21}))
        self.assertEqual(watch.position, [0xE70C, 21])
        # The same once more has no greater revision: nothing is handed on.
        self.assertEqual(list(watch.take(snapshot)), [])

    def test_a_snapshot_that_replaces(self):
        watch = subscriber.Watch()
        _, snapshot, *_ = session.unpack(golden("notify-snapshot"))
        list(watch.take(snapshot))
        first = {0: "a", 1: 1, 2: True, 3: 1, 7: 11, 9: 0}
        again = snapshot[3][0] | {3: 2}
        frames = [
            {0: 0, 1: 9, 2: [1, 0, 0], 3: [first], 4: 1},
            {0: 0, 1: 9, 2: [1, 0, 0], 3: [again], 4: 1, 5: [1, 2], 6: True},
        ]
        # The second key is as it was, under another epoch: it is not handed on again, and resuming is from the end.
        self.assertEqual([told for frame in frames for told in watch.take(frame)], [("a", 1, True, 0)])
        self.assertEqual(watch.position, [9, 2])
        watch.attached()
        gone = {0: 0, 1: 10, 2: [1, 0, 0], 3: [first], 4: 1, 5: [1, 5], 6: True}
        self.assertEqual(list(watch.take(gone)), [("pool.max_temp", None, False, 0)])


if __name__ == "__main__":
    unittest.main()
