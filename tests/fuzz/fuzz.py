"""Feed changed inputs to a reader: only documented errors, and memory within a multiple of the input."""

from __future__ import annotations

import contextlib
import gc
import io
import time
import tracemalloc
import warnings
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.readers import READERS, Reader

FACTOR = 100  # bytes of memory, at most, for a byte of input: an empty list is one byte in a pickle, and 64 in Python
FLOOR = 4 << 20  # bytes that reading anything may take
LONGEST = 10_000  # characters of an error


class Report(NamedTuple):
    """What a run found: the peak of memory of an input, in bytes; the longest processor time of one, and its number."""

    inputs: int
    read: int
    refused: int
    peak: int
    longest: float
    slowest: int

    def __str__(self) -> str:
        return (
            f"{self.inputs:,} inputs: {self.read:,} read, {self.refused:,} refused; "
            f"peak memory {self.peak / 1e6:.2f} MB, longest {1e3 * self.longest:.1f} ms (input {self.slowest:,})"
        )


class Reading(NamedTuple):
    """How one input was read: the error that refused it, what was printed, processor time and peak of memory."""

    refusal: str | None
    printed: str
    seconds: float
    used: int


def fuzz(name: str, inputs: int, seed: int = 0) -> Report:
    """Read so many changed inputs. Raises AssertionError with the number of the input that broke a law."""
    reader = READERS[name]()
    read = refused = peak = slowest = 0
    longest = 0.0
    for number in range(inputs):
        given = reader.make(Random(f"{name} {seed} {number}"))
        size, at = reader.size(given), f"{name}, seed {seed}, input {number}"
        try:
            found = _read(reader, given)
            if found.used > FLOOR + FACTOR * size:
                # Tables of the process grow at any time, and a function breakpoint lists all of its objects, also those
                # that earlier inputs left: an input takes it again.
                gc.collect()
                found = _read(reader, given)
        except Exception as e:
            raise AssertionError(f"{at}: {type(e).__name__}: {e}") from e
        read += found.refusal is None
        refused += found.refusal is not None
        assert "\x1b" not in f"{found.refusal}{found.printed}", f"{at}: an escape sequence"
        assert len(found.refusal or "") < LONGEST, f"{at}: an error of {len(found.refusal or '')} characters"
        if found.seconds > longest:
            longest, slowest = found.seconds, number
        peak = max(peak, found.used)
        assert found.used <= FLOOR + FACTOR * size, f"{at}: {found.used:,} bytes for {size:,}"
    return Report(inputs, read, refused, peak, longest, slowest)


def _read(reader: Reader, given: Any) -> Reading:
    refusal, printed = None, io.StringIO()  # an opened recording prints what is damaged
    tracemalloc.start()  # not while the input is made: that would take longer than reading it
    began = time.process_time()
    try:
        with warnings.catch_warnings(), contextlib.redirect_stderr(printed):
            warnings.simplefilter("ignore")
            reader.read(given)
    except reader.errors as e:
        refusal = str(e)
    finally:
        seconds, (_, used) = time.process_time() - began, tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return Reading(refusal, printed.getvalue(), seconds, used)
