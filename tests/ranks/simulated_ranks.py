"""A job of many ranks that exist only as connections: they beat, and one of them fails. For the watch of a launcher.

`python -m tests.ranks.simulated_ranks PORT TOKEN RANKS NUMBERS` connects, and obeys lines of its standard input:
`late 417` keeps a rank out of the next collective, `back` lets it come.
"""

import base64
import json
import os
import selectors
import socket
import sys
import time

import numpy as np

INTERVAL = 0.1  # seconds between two beats of a rank


def beat(number, seconds, step, row):
    """A beat in a collective, or between two of them."""
    call = {"text": "barrier", "where": "a.py:1", "group": 0, "number": number, "members": [], "seconds": seconds}
    return {
        "call": call if seconds is not None else None, "counts": [[0, number]], "lines": [["train.py", 12, "main"]],
        "step": step, "waited": 0.1 * step, "row": row, "paused": "", "agreed": 0, "released": 0,
    }  # fmt: skip


def main(port, token, ranks, numbers):
    """Beat for all ranks, spread over the interval, until the standard input ends."""
    connections = []
    for rank in range(ranks):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(json.dumps({"token": token, "rank": rank, "pid": 2**30 + rank}).encode() + b"\n")
        connections.append(connection)
    os.set_blocking(0, False)
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    generator, names = np.random.default_rng(0), [[f"value {i}", "mean"] for i in range(numbers)]
    late, since, number = -1, 0.0, 1
    first = True
    while True:
        began = time.monotonic()
        for rank, connection in enumerate(connections):
            row = base64.b64encode(generator.random(numbers, np.float32).tobytes()).decode("ascii")
            if late < 0:
                found = beat(number, None if rank % 3 else 0.01, number, row)
            elif rank == late:
                found = beat(number - 1, None, number, row)
            else:
                found = beat(number, began - since, number, row)
            connection.sendall(json.dumps({**found, "numbers": names} if first else found).encode() + b"\n")
        first = False
        number += late < 0
        while selector.select(max(0.0, began + INTERVAL - time.monotonic())):
            line = sys.stdin.readline()
            if not line:
                return
            word, _, which = line.partition(" ")
            late, since = (int(which), time.monotonic()) if word == "late" else (-1, 0.0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
