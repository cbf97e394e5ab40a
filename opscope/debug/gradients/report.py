"""The findings of a gradient check, and how they print."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

LABELS = {True: "right", False: "WRONG", None: "unclear"}


class CheckedGradient(NamedTuple):
    """The gradient of one input of a function. `right` is None if it is unclear.

    `error` is the distance to the differences, as a share of the larger of both; `reason` says what may be wrong.
    `site` is the line that the function was applied on, `backward` the line where its backward function begins.
    """

    name: str
    of: str
    right: bool | None
    error: float
    reason: str
    site: str
    backward: str

    def __str__(self) -> str:
        off = f" (off by {self.error:.2g} of its norm)" if self.right is False and math.isfinite(self.error) else ""
        reason = f": {self.reason}{off}" if self.reason else ""
        lines = [f"{LABELS[self.right]:<8}{self.name}, the gradient of {self.of}{reason}"]
        if self.right is not True:
            lines += [f"        backward: {self.backward}"] if self.backward else []
            lines += [f"        applied:  {self.site}"] if self.site else []
        return "\n".join(lines)


class Checks:
    """All gradients that were checked, in order: a sequence of `Checked`."""

    def __init__(self) -> None:
        self._all: list[CheckedGradient] = []

    def add(self, found: CheckedGradient) -> None:
        """Add a finding. Of several findings about one gradient, the worst is kept."""
        for at, known in enumerate(self._all):
            if (known.name, known.of, known.site, known.backward) == (found.name, found.of, found.site, found.backward):
                if _severity(found) > _severity(known):
                    self._all[at] = found
                return
        self._all.append(found)

    @property
    def wrong(self) -> list[CheckedGradient]:
        """The gradients that are wrong."""
        return [c for c in self._all if c.right is False]

    def __iter__(self) -> Iterator[CheckedGradient]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: int) -> CheckedGradient:
        return self._all[index]

    def __repr__(self) -> str:
        if not self._all:
            return "no gradient was checked: no PyLayer, static_pylayer or py_func with a backward function has run"
        count = f"{len(self._all)} gradient{'s' if len(self._all) > 1 else ''} checked, {len(self.wrong)} wrong"
        return "\n".join([count, *map(str, sorted(self._all, key=_severity, reverse=True))])


def _severity(found: CheckedGradient) -> tuple[int, float]:
    return ({False: 2, None: 1, True: 0}[found.right], found.error)
