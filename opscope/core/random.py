"""Random state: one host-side stream per generator, so that saving it saves all randomness.

On a GPU each draw seeds a fresh device generator from the host stream: the state stays a few words on
the host, and record, replay and `goto` need nothing from the device.
"""

from __future__ import annotations

import os
import struct
import threading
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.annotations import ArrayModule
from opscope.core.context_settings import ContextSettings, Setting, SettingsBlock
from opscope.core.source import site
from opscope.errors import UsageError


class _Draws(ContextSettings):
    instead = Setting[tuple[Any, Any]]((None, None))  # a generator, and the stream that replaces its own


_draws = _Draws()
_claiming = threading.Lock()


class Generator:
    """A stream of random numbers with `get_state` and `set_state`."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._generator: Any = None
        self._claims: dict[int, int] = {}  # how often each thread has claimed its stream, by ident
        self._holder: int | None = None  # the thread among them that draws from the stream itself
        self._own_streams: dict[int, Any] = {}  # from which other threads draw meanwhile

    @property
    def _rng(self) -> Any:
        generator, stream = _draws.instead
        if generator is self:
            return stream
        if self._claims:
            thread, holder = threading.get_ident(), self._holder
            if thread != holder and (holder is not None or thread in self._claims):
                return self._own_stream(thread)
        # made when first drawn from: numpy.random is a sixth of what `import opscope` would cost
        if self._generator is None:
            self._generator = np.random.Generator(np.random.Philox(self._seed))
        return self._generator

    def _own_stream(self, thread: int) -> Any:
        with _claiming:  # two threads must not get one stream
            if thread not in self._own_streams:
                spawned = np.random.SeedSequence(self._seed, spawn_key=(len(self._own_streams),))
                self._own_streams[thread] = np.random.Generator(np.random.Philox(spawned))
            return self._own_streams[thread]

    def claim(self) -> None:
        """Until `release`, no other thread draws from the stream from which this thread draws.

        The first thread that claims has the stream itself; another one, and those that only draw, have streams of
        their own meanwhile. So what a thread draws follows from the state at its claim.
        """
        thread = threading.get_ident()
        with _claiming:
            self._claims[thread] = self._claims.get(thread, 0) + 1
            if self._holder is None and self._claims[thread] == 1:
                self._holder = thread
                if self._generator is not None:
                    with self._generator.bit_generator.lock:  # a draw in progress ends first
                        pass

    def release(self) -> None:
        """End a claim of this thread; in a process that was forked inside, there is none any more."""
        thread = threading.get_ident()
        with _claiming:
            left = self._claims.pop(thread, 0) - 1
            if left > 0:
                self._claims[thread] = left
            elif self._holder == thread:
                self._holder = None

    def manual_seed(self, seed: int) -> Generator:
        """Start over from `seed`; returns self."""
        self._seed, self._generator = seed, None
        self._own_streams.clear()
        return self

    def seed(self) -> int:
        """Start over from a seed that the machine draws; returns it."""
        seed = int.from_bytes(os.urandom(8)) >> 1
        self.manual_seed(seed)
        return seed

    def random(self) -> int:
        """The next 63 bits of the stream."""
        return int(self._rng.integers(2**63))

    def initial_seed(self) -> int:
        """The seed last set, 0 if none was."""
        return self._seed or 0

    def get_state(self) -> dict[str, Any]:
        """The whole state; `set_state` continues from it exactly."""
        return dict(self._rng.bit_generator.state)

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from what `get_state` gave."""
        self._rng.bit_generator.state = state

    def drawing_from(self, state: dict[str, Any]) -> SettingsBlock:
        """Inside the block, this context draws what follows `state`; the generator itself stays as it is."""
        stream = np.random.Generator(np.random.Philox())
        stream.bit_generator.state = state
        return _draws.block(instead=(self, stream))

    def array_generator(self, xp: ArrayModule) -> Any:
        """A generator of the array library `xp` (`random`, `standard_normal`, `integers`) fed by this stream."""
        if xp is np:
            return self._rng
        return xp.random.default_rng(self.random())


STATE_BYTES = 8 * 13  # of a state: counter, key, buffer, position in the buffer, whether half a word is left, that half


def encode_state(state: Any) -> bytes:
    """The state, as little-endian 64-bit integers."""
    inner = state["state"]
    words = [array.astype("<u8", copy=False).tobytes() for array in (inner["counter"], inner["key"], state["buffer"])]
    return b"".join(words) + struct.pack("<3Q", state["buffer_pos"], state["has_uint32"], state["uinteger"])


def decode_state(data: bytes) -> dict[str, Any]:
    """The state that was encoded as `data`. Raises ValueError if there is no such state.

    NumPy itself accepts positions outside the buffer, and then reads there.
    """
    if len(data) != STATE_BYTES:
        raise ValueError(f"a random state has {STATE_BYTES} bytes")
    words = np.frombuffer(data, "<u8", 10).astype("uint64")
    position, has_half, half = struct.unpack_from("<3Q", data, 80)
    if position > 4 or has_half > 1 or half >= 1 << 32:
        raise ValueError("it is no random state")
    return {
        "bit_generator": "Philox", "state": {"counter": words[:4], "key": words[4:6]}, "buffer": words[6:],
        "buffer_pos": position, "has_uint32": has_half, "uinteger": half,
    }  # fmt: skip


default = Generator()


def _forget_claims() -> None:
    """This is a forked process, which has none of the threads that claimed the stream."""
    global _claiming
    _claiming = threading.Lock()
    default._claims.clear()
    default._holder = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_claims)


@state.on_reset
def _reset() -> None:
    _draws.reset()
    default.manual_seed(0)


def seed(seed: int) -> Generator:
    """Seed the default generator, as paddle.seed; returns it."""
    try:
        number = int(seed)
    except (TypeError, ValueError, OverflowError) as e:
        raise UsageError(f"a seed is a whole number, not {seed!r}", site=site(), fix="paddle.seed(0)") from e
    return default.manual_seed(number)
