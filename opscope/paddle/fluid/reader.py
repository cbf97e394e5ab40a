"""paddle.reader: functions that make iterators of samples out of others."""

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
    """Readers that were composed have not equally many samples."""


def shuffle(reader: Reader, buf_size: int) -> Reader:
    """A reader of the samples in another order: shuffled within buf_size of them, by paddle.seed."""

    def shuffled() -> Iterator[Any]:
        samples = iter(reader())
        while part := list(itertools.islice(samples, buf_size)):
            random.default.array_generator(np).shuffle(part)
            yield from part

    return shuffled


def map_readers(func: Callable[..., Any], *readers: Reader) -> Reader:
    """A reader of func(a, b, ...) for samples of each reader."""
    return lambda: map(func, *[r() for r in readers])


def chain(*readers: Reader) -> Reader:
    """A reader of the samples of one reader after the other."""
    return lambda: itertools.chain.from_iterable(r() for r in readers)


def compose(*readers: Reader, check_alignment: bool = True) -> Reader:
    """A reader of tuples of what the readers give, side by side.

    Raises ComposeNotAligned when one has ended before another, unless check_alignment is False.
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
                raise ComposeNotAligned("outputs of readers are not aligned.")
            yield flat(samples)

    return composed


def buffered(reader: Reader, size: int) -> Reader:
    """A reader that reads up to `size` samples ahead, in a thread."""
    return xmap_readers(lambda sample: sample, reader, 1, size, True)


def firstn(reader: Reader, n: int) -> Reader:
    """A reader of the first n samples."""
    return lambda: itertools.islice(reader(), n)


def cache(reader: Reader) -> Reader:
    """A reader that keeps all samples of its first pass in memory."""
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
    """A reader of mapper(sample), computed by process_num threads up to buffer_size samples ahead, always in order."""

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
    "multiprocess_reader", "samples are read in this process", "use chain, or io.DataLoader with num_workers"
)

__all__ = [
    "ComposeNotAligned", "batch", "buffered", "cache", "chain", "compose", "firstn", "map_readers",
    "multiprocess_reader", "shuffle", "xmap_readers",
]  # fmt: skip
