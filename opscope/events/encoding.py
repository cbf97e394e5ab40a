"""Encodings of messages: plain dicts, a widget's comm (`to_wire`), and lines of JSON (`to_json`).

Decoded data is not trusted. So decoding creates only objects of the protocol's classes, with the fields of these
classes.
"""

from __future__ import annotations

import base64
import dataclasses
import functools
import json
import operator
import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from opscope.events.message import Message

SHOWN = 40  # characters of a value of the message in an error


def to_dict(record: Message) -> dict[str, Any]:
    """Return the fields of a record and its `kind` as a dict. Tuples become lists; bytes stay bytes."""
    names, values = _fields(type(record))
    fields = zip(names, values(record), strict=True)
    return {"kind": record.kind, **{k: list(v) if isinstance(v, tuple) else v for k, v in fields}}


@functools.cache
def _fields(cls: type[Message]) -> tuple[tuple[str, ...], Callable[[Message], tuple[Any, ...]]]:
    """The names of the fields, and a function that returns their values."""
    names = tuple(f.name for f in dataclasses.fields(cls))
    if len(names) < 2:  # attrgetter would return no tuple
        return names, lambda record: tuple(getattr(record, name) for name in names)
    return names, operator.attrgetter(*names)


def from_dict(data: Any) -> Message:
    """Return the record that `to_dict` wrote.

    Raises ValueError for data in another form. Data from files and comms is not trusted.
    """
    if not isinstance(data, dict):
        raise ValueError(f"a message must be a dict, not {type(data).__name__}")
    kind = data.get("kind")
    cls = Message.registry.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise ValueError(f"unknown message kind {shortened(kind)}")
    known = {f.name for f in dataclasses.fields(cls)}
    for name in data:
        if name not in known and name != "kind":
            raise ValueError(f"{cls.__name__} has no field {shortened(name)}")
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "kind"}
    try:
        return cls(**given)
    except TypeError as e:
        raise ValueError(f"{cls.__name__}: {e}") from None


def shortened(value: object) -> str:
    """Return a value of a message as text for an error, shortened to a line."""
    return reprlib.repr(value[:SHOWN] if isinstance(value, str) else value)[: 2 * SHOWN]


def to_wire(records: Iterable[Message]) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Return dicts and binary buffers for a comm. A field of type bytes becomes {"buffer": index}."""
    dicts: list[dict[str, Any]] = []
    buffers: list[bytes] = []
    for record in records:
        data = to_dict(record)
        for key, value in data.items():
            if isinstance(value, bytes):
                data[key] = {"buffer": len(buffers)}
                buffers.append(value)
        dicts.append(data)
    return dicts, buffers


def from_wire(dicts: Sequence[dict[str, Any]], buffers: Sequence[bytes]) -> list[Message]:
    """Return the records that `to_wire` wrote.

    Raises ValueError for data in another form, and for a buffer that is used twice.
    """
    unused = dict(enumerate(buffers))

    def plain(value: object) -> object:
        if not isinstance(value, dict) or value.keys() != {"buffer"}:
            return value
        index = value["buffer"]
        if type(index) is not int or index not in unused:
            raise ValueError(f"there is no buffer {shortened(index)}")
        return bytes(unused.pop(index))

    for data in dicts:
        if not isinstance(data, dict):
            raise ValueError(f"a message must be a dict, not {type(data).__name__}")
    return [from_dict({k: plain(v) for k, v in data.items()}) for data in dicts]


def to_json(record: Message) -> str:
    """Encode an event as a line of JSON. Bytes become {"base64": text}."""

    def default(value: object) -> object:
        if isinstance(value, bytes):
            return {"base64": base64.b64encode(value).decode("ascii")}
        raise TypeError(f"{type(value).__name__} cannot be encoded")

    return json.dumps(to_dict(record), default=default, allow_nan=False, separators=(",", ":"))


def from_json(line: str) -> Message:
    """Return the record that `to_json` wrote. Raises ValueError for data in another form."""

    def plain(data: dict[str, Any]) -> Any:
        if data.keys() != {"base64"}:
            return data
        if not isinstance(data["base64"], str):
            raise ValueError("base64 must be text")
        return base64.b64decode(data["base64"], validate=True)

    try:
        data = json.loads(line, object_hook=plain)
    except RecursionError:
        raise ValueError("the message is nested too deeply") from None
    return from_dict(data)
