"""A change: one thing that differs between two runs before any value does, with the user's line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from opscope.core.source import Site
from opscope.names.shown_name import label

ChangeKind: TypeAlias = Literal[
    "operator", "order", "attribute", "function", "dtype", "shape", "seed", "initial value", "feed", "outside write",
    "function result", "edit", "place", "mode", "version", "steps", "error",
]  # fmt: skip


@dataclass(frozen=True)
class Change:
    """A difference between two runs.

    Attributes:
        kind: what it concerns: "operator", "attribute", "seed", "feed" and so on.
        text: what differs, in one line.
        site: the user's line in `a`, in `b` where `a` has none.
        source: the text of that line.
        other_site: the line in `b`, where its text is another one.
        other_source: the text of that line.
        step: the first step where it differs, 0 for the program and for runs before the first step.
        phase: that of an operator: "forward", "backward" or "optimize".
        name: the value that it concerns, as it is called in `a`.
        called: what the user's code calls it; "" if nothing better is known.
    """

    kind: ChangeKind
    text: str
    site: str = ""
    source: str = ""
    other_site: str = ""
    other_source: str = ""
    step: int = 0
    phase: str = "forward"
    name: str = ""
    called: str = ""

    @property
    def said(self) -> str:
        """The text, with what the user's code calls the value."""
        return self.text.replace(self.name, label(self.name, self.called), 1) if self.called else self.text

    def __str__(self) -> str:
        return self.said


def errors_text(a: str | None, b: str | None) -> str:
    """The errors that ended two runs, as one text. "" is no error, None an error that is not known."""
    texts = ("not known of the recording" if error is None else error or "no error" for error in (a, b))
    return " -> ".join(texts)


def where(site: Site | None) -> tuple[str, str]:
    """A line of the user's code: `train.py:20 in main`, and its text."""
    return ("", "") if site is None else (site.where, site.code)
