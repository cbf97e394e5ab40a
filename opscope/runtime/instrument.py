"""Instrumentation of runs: passes that replace a plan by another plan, and a driver of frames.

Passes and drivers belong to an executor. Inside `instrumented`, they apply to all runs of this thread. The runtime has
no reference to the debugger. It only applies passes and calls the driver. When a pass is removed, its plans are
deleted, so Python also frees the state of the pass.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple, Protocol

from opscope.core.call_hooks import OpenBlocks
from opscope.ir.program.program import Program
from opscope.runtime.frame import run_frame
from opscope.runtime.plan import Plan

Pass = Callable[[Plan], Plan]
Driver = Callable[[Any], None]  # of a Frame or a LoweredFrame
Announce = Callable[[Program], None]  # of a program that is to be compiled


class Turn(Protocol):
    """Lock with which the runs of several threads run one at a time."""

    def take(self) -> bool:
        """Wait for this thread's turn.

        If the result is False, the thread does not get the turn. Its run then continues without a driver.
        """
        ...

    def release(self) -> None:
        """Pass the turn to the next thread. Call this method once for each `take` that has returned True."""
        ...

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Context manager: take the turn, and return the result of `take`."""
        took = self.take()
        try:
            yield took
        finally:
            if took:
                self.release()


class Instrumentation(NamedTuple):
    """The passes and the driver for the runs of this thread.

    If `lower` is True, runs may be compiled (lowered). A lowered run is faster, but its steps are calls, not operators.
    The thread has the `turn` during each run, from the choice of the plan until the results are stored. `announce` is a
    function of the driver. It is called before a program with feeds or fetches is compiled, because compilation may
    take long.
    """

    passes: tuple[Pass, ...] = ()
    drive: Driver = run_frame
    lower: bool = True
    turn: Turn | None = None
    announce: Announce | None = None


class _Block:
    """An open block of the context manager `instrumented`."""

    __slots__ = ("announce", "drive", "lower", "passes", "turn")

    def __init__(
        self,
        passes: tuple[Pass, ...],
        drive: Driver | None,
        lower: bool,
        turn: Turn | None,
        announce: Announce | None,
    ) -> None:
        self.passes, self.drive, self.lower, self.turn, self.announce = passes, drive, lower, turn, announce


class _ThreadBlocks(OpenBlocks):
    """The open blocks of a thread. `value` is their combined effect."""

    __slots__ = ("value",)
    entries: tuple[_Block, ...]

    def __init__(self) -> None:
        super().__init__()
        self.value = _NONE

    def update(self) -> None:
        """Update `value` after a change of the blocks. The driver is the driver of the last block that has a driver."""
        blocks = self.entries
        self.value = Instrumentation(
            tuple([each for block in blocks for each in block.passes]),
            next((block.drive for block in reversed(blocks) if block.drive is not None), run_frame),
            all(block.lower for block in blocks),
            next((block.turn for block in reversed(blocks) if block.turn is not None), None),
            next((block.announce for block in reversed(blocks) if block.drive is not None), None),
        )


class _Thread(threading.local):
    def __init__(self) -> None:
        self.blocks = _ThreadBlocks()


_NONE = Instrumentation()
_thread = _Thread()


class PlanCache(Protocol):
    """Object with a cache of the plans that passes have created."""

    def drop_plans_of(self, passes: Iterable[Pass]) -> None:
        """Delete the plans that the given passes have created."""
        ...


_everywhere: list[tuple[Pass, bool]] = []  # with whether runs may be lowered
_caches: weakref.WeakKeyDictionary[Pass, weakref.WeakSet[PlanCache]] = weakref.WeakKeyDictionary()
_on_undriven: list[Callable[[], None]] = []


def current() -> Instrumentation:
    """Return the instrumentation of this thread, which is empty by default."""
    own = _thread.blocks.value
    if _on_undriven and own.drive is run_frame:
        for callback in list(_on_undriven):
            callback()
    if not _everywhere:
        return own
    passes, lowers = zip(*_everywhere, strict=True)
    return own._replace(passes=(*passes, *own.passes), lower=own.lower and all(lowers))


def run_turn() -> Turn | None:
    """Return the turn that runs of this thread take, or None (default)."""
    return _thread.blocks.value.turn


def in_turn() -> AbstractContextManager[object]:
    """Context manager for runs without `Executor.run`: take the turn if runs of this thread need a turn."""
    turn = run_turn()
    return nullcontext() if turn is None else turn.turn()


def instrument_everywhere(transform: Pass, lower: bool = False) -> Callable[[], None]:
    """Apply a pass to the runs of all threads, until the returned function is called.

    If `lower` is True, runs may be compiled (lowered).
    """
    entry = transform, lower

    def remove() -> None:
        _everywhere.remove(entry)
        _drop_plans_of([transform])

    _everywhere.append(entry)
    return remove


def note_plans_of(passes: Iterable[Pass], cache: PlanCache) -> None:
    """Store a reference to the cache with the plans that these passes have created."""
    for each in passes:
        _caches.setdefault(each, weakref.WeakSet()).add(cache)


def _drop_plans_of(passes: Iterable[Pass]) -> None:
    gone = list(passes)
    for cache in {cache for each in gone for cache in _caches.pop(each, ())}:
        cache.drop_plans_of(gone)


@contextmanager
def on_undriven_run(callback: Callable[[], None]) -> Iterator[None]:
    """Context manager: call a function before each run of a program in a thread without a driver."""
    _on_undriven.append(callback)
    try:
        yield
    finally:
        _on_undriven.remove(callback)


@contextmanager
def instrumented(
    passes: tuple[Pass, ...] = (),
    drive: Driver | None = None,
    lower: bool = True,
    turn: Turn | None = None,
    announce: Announce | None = None,
) -> Iterator[None]:
    """Context manager: instrument all programs that this thread runs.

    Several blocks can be open, and they can end in any order. The passes of all blocks are applied. If one block
    has lower=False, no run is compiled (lowered). Only the driver of the innermost block that has a driver is used.
    """
    blocks, block = _thread.blocks, _Block(passes, drive, lower, turn, announce)
    blocks.add(block)
    blocks.update()
    try:
        yield
    finally:
        blocks.remove(block)
        blocks.update()
        _drop_plans_of(block.passes)


def replace_passes(former: tuple[Pass, ...], passes: tuple[Pass, ...]) -> None:
    """Replace passes of the innermost block of this thread that has a driver. The next run uses the new passes."""
    blocks = _thread.blocks
    block = next(block for block in reversed(blocks.entries) if block.drive is not None)
    block.passes = (*(each for each in block.passes if each not in former), *passes)
    blocks.update()
    _drop_plans_of(each for each in former if each not in passes)


def synchronize_passes(passes: tuple[Pass, ...]) -> None:
    """Copy the current passes of a block of another thread to the corresponding block of this thread."""
    blocks = _thread.blocks
    block = next((block for block in reversed(blocks.entries) if block.turn is not None), None)
    if block is not None and block.passes != passes:
        block.passes = passes
        blocks.update()
