"""Collective: the description of a call that all ranks of a group make together, and its fingerprint."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from opscope.core.source import Site

END, CONNECT = "end of the program", "connect to the other ranks"  # kinds


class Collective(NamedTuple):
    """Description of a collective call of this rank. All fields except `site` and `note` must be equal on every rank.

    detail: the reduction (such as SUM), or the rank that sends.
    name: the name of the tensor; "" if it has no name.
    step: the number of steps that the optimizers of this rank have executed; None if ranks may have different numbers.
    note: additional text for messages.
    """

    kind: str
    detail: str
    name: str
    dtype: str
    shape: tuple[int, ...] | None
    step: int | None
    site: Site | None
    note: str = ""

    @property
    def text(self) -> str:
        """The fields that must be equal on all ranks, as text: `all_reduce SUM of w float32[64, 10] in step 3`."""
        found = f"{self.kind} {self.detail}".strip()
        what = self.name if self.shape is None else f"{self.name} {self.dtype}{list(self.shape)}".strip()
        return f"{found}{f' of {what}' if what else ''}{'' if self.step is None else f' in step {self.step}'}"

    @property
    def where(self) -> str:
        """The note, and the line of the call with its source text."""
        line = "" if self.site is None else f"{self.site.where}: {self.site.code}"
        return ", ".join(filter(None, (self.note, line)))

    @property
    def is_edge(self) -> bool:
        """True for the start and the end of the program, at which ranks may need different times."""
        return self.kind in (END, CONNECT)

    def fingerprint(self) -> int:
        """Return a number of 63 bits that identifies the description of the call.

        Equal descriptions have equal numbers. The probability that two different descriptions have equal numbers is
        1 in 2 ** 63.
        """
        digest = hashlib.blake2b(repr(self[:-2]).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") >> 1


def described_by_rank(described: Sequence[tuple[int, str, str]]) -> dict[str, str]:
    """Return the description and the line of each rank's call, as facts for an error.

    Ranks with equal descriptions are shown together.

    >>> described_by_rank([(0, "barrier", "a.py:3"), (1, "end of the program", ""), (2, "barrier", "a.py:3")])
    {'ranks 0, 2': 'barrier, a.py:3', 'rank 1': 'end of the program'}
    """
    ranks: dict[tuple[str, str], list[int]] = {}
    for rank, text, where in described:
        ranks.setdefault((text, where), []).append(rank)
    return {named_ranks(group): ", ".join(filter(None, what)) for what, group in ranks.items()}


def named_ranks(ranks: Sequence[int]) -> str:
    """Return the numbers of ranks as text, such as `rank 3` or `ranks 0, 4-6`.

    >>> named_ranks([0, 4, 5, 6])
    'ranks 0, 4-6'
    """
    parts: list[list[int]] = []
    for rank in sorted(ranks):
        if parts and rank == parts[-1][-1] + 1:
            parts[-1].append(rank)
        else:
            parts.append([rank])
    shown = [f"{p[0]}-{p[-1]}" if len(p) > 2 else ", ".join(map(str, p)) for p in parts]
    return f"rank{'' if len(ranks) == 1 else 's'} {', '.join(shown)}"
