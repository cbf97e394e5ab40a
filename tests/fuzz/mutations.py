"""Random changes of valid inputs: of bytes, and of JSON data."""

from __future__ import annotations

import json
import marshal
from random import Random
from typing import Any

NUMBERS = [
    *(0, 1, 2, 4, 7, 8, 31, 32, 63, 64, 100, 127, 128, 255, 256, 65535, 65536, -1, -2, 2**31 - 1, 2**31, 2**32 - 1),
    *(2**53, 2**61 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, 10**400),
]
PIECES = [
    *(n.to_bytes(k, "little", signed=n < 0) for n in NUMBERS for k in (1, 2, 4, 8) if -128 <= n < 1 << (8 * k - 1)),
    *(b"\xff" * n for n in (1, 4, 8, 40)), *(b"\0" * n for n in (1, 4, 8, 40)),
]  # fmt: skip
JUNK: list[Any] = [
    *NUMBERS, None, True, False, 0.5, -0.0, 1e308, float("nan"), float("inf"),
    *("", "x", "0", "relu", "while", "float32", "<f4", "|O", "../x", "AAAA", "\0", "\ud800", "\x1b[2J", "a" * 300),
    *([], {}, [0], [None], ["x"], [[]], {"x": 1}, {"dtype": "<u8", "values": []}, {"tuple": [1]}, {"buffer": 0}),
]  # fmt: skip


def changed_bytes(valid: list[bytes], random: Random) -> bytes:
    """One of the valid inputs with up to eight changes."""
    found = bytearray(random.choice(valid))
    for _ in range(random.choice((1, 1, 1, 2, 4, 8))):
        at = random.randrange(len(found) + 1)
        end = min(len(found), at + random.choice((0, 1, 1, 2, 4, 8, 64)))
        what = random.randrange(6)
        if what == 0:
            found[at:end] = random.choice(PIECES)
        elif what == 1:
            found[at:at] = random.choice(PIECES)
        elif what == 2:
            del found[at:end]
        elif what == 3:  # repeat a part, here or elsewhere
            there = random.randrange(len(found) + 1)
            found[there:there] = found[at:end] * random.choice((1, 2, 30))
        elif what == 4:
            other = random.choice(valid)
            start = random.randrange(len(other))
            found[at:end] = other[start : start + random.randrange(100)]
        elif at < len(found):
            found[at] ^= 1 << random.randrange(8)
        if random.random() < 0.05:
            del found[at:]
    return bytes(found)


def places(value: Any) -> list[tuple[Any, Any]]:
    """(container, key) of all parts of JSON data."""
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        inner = todo.pop()
        items = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        for key, item in items:
            found.append((inner, key))
            todo.append(item)
    return found


def _copied(value: Any) -> Any:
    return marshal.loads(marshal.dumps(value))  # a tenth of the time of deepcopy


def changed_data(value: Any, random: Random) -> Any:
    """A copy of JSON data with up to four changes; its containers keep their types."""
    made = _copied(value)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        if not (known := places(made)):
            break
        home, key = random.choice(known)
        old = home[key]
        what = random.randrange(7)
        if what <= 1:
            home[key] = _copied(random.choice(JUNK))
        elif what == 2:
            del home[key]
        elif what == 3 and type(old) is int:
            home[key] = old + random.randint(-3, 3)
        elif what == 4 and type(old) is list and old:
            old.extend(_copied(random.choices(old, k=random.choice((1, 2, 50)))))
        elif what == 5 and isinstance(home, dict):
            home[random.choice(["id", "x", "values", "tuple", "\x1b"])] = home.pop(key)
        else:
            other, name = random.choice(known)
            if name in other if isinstance(other, dict) else name < len(other):
                home[key] = _copied(other[name])
    return made


def changed_json(valid: list[Any], random: Random) -> bytes:
    """JSON text: mostly of changed data, sometimes changed as text."""
    if random.random() < 0.1:
        return changed_bytes([json.dumps(v).encode() for v in valid[:1]], random)
    return json.dumps(changed_data(random.choice(valid), random)).encode("utf-8")
