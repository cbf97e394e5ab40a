"""Encodings of messages: plain dicts, a widget's comm (`to_wire`), and lines of JSON (`to_json`).

What is decoded is untrusted: only classes of the protocol with their own fields are built.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

from opscope.events.message import Message


def to_dict(record: Message) -> dict[str, Any]:
    """The fields and `kind` as a dict; tuples become lists, bytes stay bytes."""
    fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
    return {"kind": record.kind, **{k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}}


def from_dict(data: Any) -> Message:
    """The record that `to_dict` wrote. Raises ValueError for anything else: files and comms are untrusted."""
    if not isinstance(data, dict):
        raise ValueError(f"not a message: {type(data).__name__}")
    cls = Message.registry.get(str(data.get("kind")))
    if cls is None:
        raise ValueError(f"unknown message kind {data.get('kind')!r}")
    known = {f.name for f in dataclasses.fields(cls)}
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "kind"}
    if extra := sorted(set(given) - known):
        raise ValueError(f"{cls.__name__} has no field {', '.join(extra)}")
    try:
        return cls(**given)
    except TypeError as e:
        raise ValueError(f"{cls.__name__}: {e}") from None


def to_wire(records: Iterable[Message]) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Dicts for a comm plus its binary buffers: a bytes field becomes {"buffer": index}."""
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
    """The records that `to_wire` wrote."""

    def plain(value: object) -> object:
        if isinstance(value, dict) and set(value) == {"buffer"}:
            return bytes(buffers[value["buffer"]])
        return value

    return [from_dict({k: plain(v) for k, v in data.items()}) for data in dicts]


def to_json(record: Message) -> str:
    """One line of JSON; bytes as {"base64": text}."""

    def default(value: object) -> object:
        if isinstance(value, bytes):
            return {"base64": base64.b64encode(value).decode("ascii")}
        raise TypeError(f"{type(value).__name__} cannot be encoded")

    return json.dumps(to_dict(record), default=default, allow_nan=False, separators=(",", ":"))


def from_json(line: str) -> Message:
    """The record that `to_json` wrote. Raises ValueError for anything else."""

    def plain(data: dict[str, Any]) -> Any:
        return base64.b64decode(data["base64"], validate=True) if set(data) == {"base64"} else data

    return from_dict(json.loads(line, object_hook=plain))
