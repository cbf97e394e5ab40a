"""Random state: one host-side stream per generator, so that saving it saves all randomness.

On a GPU each draw seeds a fresh device generator from the host stream: the state stays a few words on
the host, and record, replay and `goto` need nothing from the device.
"""

from __future__ import annotations

import os
import struct
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


class Generator:
    """A stream of random numbers with `get_state` and `set_state`."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._generator: Any = None

    @property
    def _rng(self) -> Any:
        generator, stream = _draws.instead
        if generator is self:
            return stream
        # made when first drawn from: numpy.random is a sixth of what `import opscope` would cost
        if self._generator is None:
            self._generator = np.random.Generator(np.random.Philox(self._seed))
        return self._generator

    def manual_seed(self, seed: int) -> Generator:
        """Start over from `seed`; returns self."""
        self._seed, self._generator = seed, None
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
