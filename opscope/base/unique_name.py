"""paddle.utils.unique_name: the counters behind fc_0.w_0."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.state import names


def generate(key: str) -> str:
    """key_0, key_1, ..."""
    return names(key)


def switch(new_generator: Any = None) -> Any:
    """Fresh counters, or what an earlier call returned; returns the former ones."""
    former = names.counters, names.prefix
    names.counters, names.prefix = new_generator or ({}, "")
    return former


@contextmanager
def guard(new_generator: Any = None) -> Iterator[None]:
    """Fresh counters inside the block, with a prefix, or what `switch` returned."""
    if isinstance(new_generator, str | bytes):
        new_generator = ({}, new_generator.decode() if isinstance(new_generator, bytes) else new_generator)
    former = switch(new_generator)
    try:
        yield
    finally:
        switch(former)


__all__ = [
    "generate",
    "guard",
    "switch",
]
