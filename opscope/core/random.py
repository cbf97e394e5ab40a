"""Random numbers. Each generator has one stream on the host, so that a saved state determines all later numbers.

On a GPU, each draw seeds a new device generator from the stream on the host. So the state consists of only a few words
on the host, and recording, replay and `goto` need no data from the device.

The replay of a recorded run must draw the same numbers, even if other code in the process also draws numbers. So a run
claims the random stream, as `Claim` explains.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.annotations import ArrayModule
from opscope.core.context_settings import ContextSettings, Setting, SettingsBlock
from opscope.core.source import site
from opscope.errors import UsageError


class _Draws(ContextSettings):
    instead = Setting[tuple[Any, Any]]((None, None))  # a generator, and another one whose stream replaces its own


_draws = _Draws()
_claimed: ContextVar[Claim | None] = ContextVar("claimed", default=None)  # the claim from which this context draws
_lock = threading.RLock()  # for claims, and the first draw from a stream


class _Stream:
    """A stream of random numbers: a seed, and NumPy's generator, which is created at the first draw.

    The import of numpy.random would take a sixth of the time of `import opscope`. `is_left` is True for the copy that
    replaces a claimed stream.
    """

    __slots__ = ("_generator", "_start", "is_left", "seed", "times_set")

    def __init__(self, seed: int | None, start: dict[str, Any] | None = None, is_left: bool = False) -> None:
        self.seed = seed
        self.is_left = is_left
        self.times_set = 0  # number of calls of `set_state`
        self._start: dict[str, Any] | None = start  # initial state; None: the state of the seed
        self._generator: Any = None

    @property
    def generator(self) -> Any:
        """NumPy's generator."""
        if self._generator is None:
            with _lock:
                if self._generator is None:
                    self._generator = self._made()
        return self._generator

    def _made(self) -> Any:
        made = np.random.Generator(np.random.Philox(self.seed))
        if self._start is not None:
            made.bit_generator.state = self._start
        elif self.is_left:
            self._start = dict(made.bit_generator.state)
        return made

    def copied(self) -> _Stream:
        """Return a copy that takes the place of this stream. Later draws from the stream and its copy are the same."""
        start = self._start
        if self._generator is not None:
            with self.at_rest() as bits:
                start = dict(bits.state)
        return _Stream(self.seed, start, is_left=True)

    @contextmanager
    def at_rest(self) -> Iterator[Any]:
        """Prevent draws inside the `with` block. The block receives NumPy's bit generator."""
        bits = self.generator.bit_generator
        with bits.lock:
            yield bits

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue the stream from a state."""
        self.generator.bit_generator.state = state
        self.is_left = False
        self.times_set += 1

    @property
    def is_untouched(self) -> bool:
        """True if this is the copy that replaces a claimed stream, and nothing was drawn from it or set in it."""
        now = self._generator
        return self.is_left and (now is None or encode_state(now.bit_generator.state) == encode_state(self._start))


class Generator:
    """A stream of random numbers with `get_state` and `set_state`."""

    def __init__(self, seed: int | None = None) -> None:
        self._stream = _Stream(seed)

    @property
    def _holder(self) -> Generator | Claim | _Alone:
        """Return the object that contains the stream of this context."""
        generator, aside = _draws.instead
        if generator is self:
            return aside
        claim = _claimed.get()
        if claim is None or claim.generator is not self:
            return self
        holder = _open(claim)
        return holder.here if isinstance(holder, Claim) else holder

    @property
    def _rng(self) -> Any:
        """The NumPy generator that draws the numbers."""
        holder = self._holder
        if isinstance(holder, Claim):
            holder = holder.before_draw()
        return holder._stream.generator

    def manual_seed(self, seed: int) -> Generator:
        """Restart the stream from `seed`. Returns self."""
        self._holder._stream = _Stream(seed)
        return self

    def seed(self) -> int:
        """Restart the stream from a seed that the operating system generates. Returns the seed."""
        seed = int.from_bytes(os.urandom(8)) >> 1
        self.manual_seed(seed)
        return seed

    def random(self) -> int:
        """Return the next 63 bits of the stream."""
        return int(self._rng.integers(2**63))

    def initial_seed(self) -> int:
        """Return the last seed. Return 0 if no seed was set."""
        return self._holder._stream.seed or 0

    def get_state(self) -> dict[str, Any]:
        """Return the complete state. After `set_state` with this state, the same numbers follow."""
        return dict(self._holder._stream.generator.bit_generator.state)

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue the stream from a state of `get_state`."""
        self._holder._stream.set_state(state)

    def drawing_from(self, state: dict[str, Any]) -> SettingsBlock:
        """Return a context manager.

        Inside the block, draws in this context start from `state`. The generator itself does not change.
        """
        aside = Generator(self.initial_seed())
        aside.set_state(state)
        return _draws.block(instead=(self, aside))

    def claim(self) -> Claim:
        """Claim the stream of this context. Until `release`, only draws in the claim use the stream.

        Other code continues from the same state, with a copy of the stream. So the draws in the claim do not depend on
        draws of other code, and draws of other code do not depend on the draws in the claim.
        """
        return Claim(self, self._holder)

    def drawing_alone(self, begin: Callable[[dict[str, Any]], None]) -> AbstractContextManager[None]:
        """Return a context in which only this thread of the claim draws from the present part of the stream.

        From the first draw of this thread on, the other threads of the claim draw from a much later part of the stream.
        At this first draw, `begin` is called with the state of the stream.
        """
        claim = _claimed.get()
        return nullcontext() if claim is None or claim.generator is not self else claim.drawing_alone(begin)

    def array_generator(self, xp: ArrayModule) -> Any:
        """Return a generator of the array library `xp` (with `random`, `integers`, ...), seeded by this stream."""
        if xp is np:
            return self._rng
        return xp.random.default_rng(self.random())


class Claim:
    """The random stream that a run has claimed from its holder.

    The holder is the generator, or the claim of the run that started this run. The claim contains the stream itself. In
    the holder, a copy replaces the stream. So code that has called `array_generator` before the
    claim, such as an iterator that shuffles, draws the same numbers as without a claim.
    """

    def __init__(self, generator: Generator, former: Generator | Claim | _Alone) -> None:
        self.generator = generator
        self.former = former
        self.ended = False
        self._alone: _Alone | None = None
        self._times_alone = 0
        with _lock:
            self._stream = former._stream
            former._stream = self._stream.copied()

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Use the claimed stream for draws in this context inside the block."""
        token = _claimed.set(self)
        try:
            with _draws.block(instead=(None, None)):  # a thread may have been started in a block of `drawing_from`
                yield
        finally:
            _claimed.reset(token)

    @contextmanager
    def drawing_alone(self, begin: Callable[[dict[str, Any]], None]) -> Iterator[None]:
        """Context in which only this thread draws from the present part of the stream.

        `Generator.drawing_alone` explains the context.
        """
        alone = self._alone = _Alone(begin)
        try:
            yield
        finally:
            self._alone = None
            if alone.has_drawn:
                self._join(alone)

    @property
    def here(self) -> Claim | _Alone:
        """Return the object that contains the random stream of this thread."""
        alone = self._alone
        return alone if alone is not None and alone.has_drawn and alone.thread == threading.get_ident() else self

    def before_draw(self) -> Claim | _Alone:
        """Return the holder of the stream for a thread of this claim before a draw."""
        alone = self._alone
        if alone is None or alone.has_drawn or alone.thread != threading.get_ident():
            return self
        # this thread takes a copy: another one may be about to draw from the stream itself
        with _lock:
            self._times_alone += 1
            alone.start_from(self._stream, self._times_alone)
        return alone

    def _join(self, alone: _Alone) -> None:
        shared, copy = alone.shared, alone.copy
        if self._stream is not shared or shared.times_set != alone.times_set:
            return  # another thread has seeded it, or set its state, which applies from now on
        if alone._stream is copy:
            with shared.at_rest() as bits:
                bits.state = copy.generator.bit_generator.state
        else:
            self._stream = alone._stream

    def release(self) -> None:
        """Give the stream back to its holder, so that later draws continue after the run's draws.

        If other code has drawn numbers or set a seed during the claim, or if another claim was released, the holder
        keeps its present stream. After `release`, draws in the claim use the stream of the holder.
        """
        with _lock:
            former = _open(self.former)
            if not self.ended and former._stream.is_untouched:
                former._stream = self._stream
            self.ended = True


class _Alone:
    """The stream of a thread that draws alone.

    The other threads of the claim draw from a much later part of the stream.
    """

    shared: _Stream  # shared by all
    copy: _Stream
    _stream: _Stream  # the copy, unless this thread has seeded
    times_set: int

    def __init__(self, begin: Callable[[dict[str, Any]], None]) -> None:
        self.thread = threading.get_ident()
        self.has_drawn = False
        self._begin = begin

    def start_from(self, shared: _Stream, jumps: int) -> None:
        """Copy the stream for this thread, and move the shared stream `jumps` jumps of 2**128 blocks forward."""
        with shared.at_rest() as bits:
            state = dict(bits.state)
            bits.state = bits.jumped(jumps).state
        self.shared, self.times_set = shared, shared.times_set
        self.copy = self._stream = _Stream(shared.seed, state)
        self.has_drawn = True
        self._begin(state)


def _open(holder: Generator | Claim | _Alone) -> Generator | Claim | _Alone:
    """Return `holder`. If it is a claim that has ended, return the object that has the stream now."""
    while isinstance(holder, Claim) and holder.ended:
        holder = holder.former
    return holder


def current_claim() -> Claim | None:
    """Return the claim whose stream this context uses. Return None without a claim."""
    return _claimed.get()


STATE_BYTES = 8 * 13  # of a state: counter, key, buffer, position in the buffer, flag and value of a half word


def encode_state(state: Any) -> bytes:
    """Encode the state as little-endian 64-bit integers."""
    inner = state["state"]
    words = [array.astype("<u8", copy=False).tobytes() for array in (inner["counter"], inner["key"], state["buffer"])]
    return b"".join(words) + struct.pack("<3Q", state["buffer_pos"], state["has_uint32"], state["uinteger"])


def decode_state(data: bytes) -> dict[str, Any]:
    """Decode a state from `data`. Raises ValueError for an invalid state.

    NumPy itself would accept a position outside the buffer, and then read other memory.
    """
    if len(data) != STATE_BYTES:
        raise ValueError(f"a random state must have {STATE_BYTES} bytes")
    words = np.frombuffer(data, "<u8", 10).astype("uint64")
    position, has_half, half = struct.unpack_from("<3Q", data, 80)
    if position > 4 or has_half > 1 or half >= 1 << 32:
        raise ValueError("the value is not a random state")
    return {
        "bit_generator": "Philox", "state": {"counter": words[:4], "key": words[4:6]}, "buffer": words[6:],
        "buffer_pos": position, "has_uint32": has_half, "uinteger": half,
    }  # fmt: skip


default = Generator()


def _renew_lock() -> None:
    """Replace the lock in a forked process, because the thread that owns the lock may not exist there."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


@state.on_reset
def _reset() -> None:
    _draws.reset()
    default.manual_seed(0)


def seed(seed: int) -> Generator:
    """Seed the default generator, like paddle.seed. Returns the generator."""
    try:
        number = int(seed)
    except (TypeError, ValueError, OverflowError) as e:
        raise UsageError(f"a seed must be a whole number, not {seed!r}", site=site(), fix="call paddle.seed(0)") from e
    return default.manual_seed(number)
