"""paddle.reader: functions that make readers (functions that return iterators of samples) from other readers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.framework import batch

Reader = Callable[[], Iterator[Any]]


class ComposeNotAligned(ValueError):
    """Error: composed readers have different numbers of samples."""


def shuffle(reader: Reader, buf_size: int) -> Reader:
    """Return a reader that shuffles the samples within groups of buf_size, with paddle.seed."""

    def shuffled() -> Iterator[Any]:
        samples = iter(reader())
        while part := list(itertools.islice(samples, buf_size)):
            random.default.array_generator(np).shuffle(part)
            yield from part

    return shuffled


def map_readers(func: Callable[..., Any], *readers: Reader) -> Reader:
    """Return a reader of func(a, b, ...) for the samples of all readers."""
    return lambda: map(func, *[r() for r in readers])


def chain(*readers: Reader) -> Reader:
    """Return a reader of the samples of one reader after the other."""
    return lambda: itertools.chain.from_iterable(r() for r in readers)


def compose(*readers: Reader, check_alignment: bool = True) -> Reader:
    """Return a reader of tuples with one sample of each reader.

    Raises ComposeNotAligned if a reader ends before another reader, unless check_alignment is False.
    """

    def flat(samples: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(v for s in samples for v in (s if isinstance(s, tuple) else (s,)))

    def composed() -> Iterator[Any]:
        if not check_alignment:
            yield from (flat(s) for s in zip(*[r() for r in readers], strict=False))
            return
        missing = object()
        for samples in itertools.zip_longest(*[r() for r in readers], fillvalue=missing):
            if any(s is missing for s in samples):
                raise ComposeNotAligned("the readers return different numbers of samples.")
            yield flat(samples)

    return composed


def buffered(reader: Reader, size: int) -> Reader:
    """Return a reader that reads up to `size` samples ahead, in a thread."""
    return xmap_readers(lambda sample: sample, reader, 1, size, True)


def firstn(reader: Reader, n: int) -> Reader:
    """Return a reader of the first n samples."""
    return lambda: itertools.islice(reader(), n)


def cache(reader: Reader) -> Reader:
    """Return a reader that keeps all samples of its first pass in memory."""
    kept: list[Any] = []
    whole = [False]

    def cached() -> Iterator[Any]:
        if not whole[0]:
            kept[:] = reader()
            whole[0] = True
        return iter(kept)

    return cached


def xmap_readers(
    mapper: Callable[[Any], Any], reader: Reader, process_num: int, buffer_size: int, order: bool = False
) -> Reader:
    """Return a reader of mapper(sample), in order; process_num threads compute up to buffer_size samples ahead."""

    def mapped() -> Iterator[Any]:
        samples = iter(reader())
        with ThreadPoolExecutor(max(process_num, 1)) as pool:
            first = itertools.islice(samples, max(buffer_size, 1))
            waiting = [pool.submit(copy_context().run, mapper, s) for s in first]
            while waiting:
                done = waiting.pop(0).result()
                waiting += [pool.submit(copy_context().run, mapper, s) for s in itertools.islice(samples, 1)]
                yield done

    return mapped


multiprocess_reader = unsupported_function(
    "multiprocess_reader",
    "this module reads samples in only one process",
    "use chain, or io.DataLoader with num_workers",
)

__all__ = [
    "ComposeNotAligned", "batch", "buffered", "cache", "chain", "compose", "firstn", "map_readers",
    "multiprocess_reader", "shuffle", "xmap_readers",
]  # fmt: skip
