"""Random state: one host-side stream per generator, so that saving it saves all randomness.

On a GPU each draw seeds a fresh device generator from the host stream: the state stays a few words on
the host, and record, replay and `goto` need nothing from the device.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.annotations import ArrayModule


class Generator:
    """A stream of random numbers with `get_state` and `set_state`."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._generator: Any = None

    @property
    def _rng(self) -> Any:
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

    def array_generator(self, xp: ArrayModule) -> Any:
        """A generator of the array library `xp` (`random`, `standard_normal`, `integers`) fed by this stream."""
        if xp is np:
            return self._rng
        return xp.random.default_rng(self.random())


default = Generator()


@state.on_reset
def _reset() -> None:
    default.manual_seed(0)


def seed(seed: int) -> Generator:
    """Seed the default generator, as paddle.seed; returns it."""
    return default.manual_seed(int(seed))
