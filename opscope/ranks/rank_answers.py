"""RankAnswers: the answers of the ranks to a command, by rank. Equal answers are shown together."""

from __future__ import annotations

from opscope.ranks.collective import named_ranks


class RankAnswers(dict[int, str]):
    """The answers as texts, by the number of the rank.

    >>> RankAnswers({0: "3", 1: "4", 2: "3"})
    ranks 0, 2: 3
    rank 1: 4
    """

    def __repr__(self) -> str:
        ranks: dict[str, list[int]] = {}
        for rank, text in self.items():
            ranks.setdefault(text, []).append(rank)
        found = [f"{named_ranks(who)}:{chr(10) if chr(10) in text else ' '}{text}" for text, who in ranks.items()]
        return "\n".join(found)

    def _repr_pretty_(self, printer: object, cycle: bool) -> None:
        printer.text(repr(self))  # pyright: ignore[reportAttributeAccessIssue] (IPython's)
