"""Change: a difference between two runs in their code, data or environment, which can explain different values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from opscope.core.source import Site
from opscope.names.shown_name import label

ChangeKind: TypeAlias = Literal[
    "operator", "order", "attribute", "function", "dtype", "shape", "seed", "initial value", "feed", "outside write",
    "function result", "edit", "place", "mode", "version", "variable", "random stream", "steps", "error",
]  # fmt: skip
ENVIRONMENT = ("version", "variable", "random stream")


@dataclass(frozen=True)
class Change:
    """A difference between two runs.

    Attributes:
        kind: a word for the type of the change, such as "version" (of a package), "variable" (an environment variable),
            "operator", "attribute", "initial value", "feed" or "seed".
        text: description of the difference, in one line.
        site: the user's line in run `a`, or in run `b` if run `a` has no such line.
        source: source code of the line `site`.
        other_site: the user's line in run `b`, if the code of this line differs from the line in run `a`.
        other_source: source code of the line `other_site`.
        step: the first step that differs. 0 if the programs differ, or if a run before the first step differs.
        phase: phase of an operator: "forward", "backward" or "optimize".
        name: name, in run `a`, of the value that the change concerns.
        called: name of the value in the user's code, or "" if the name is unknown.
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
        """The text of the change, with the names that values have in the user's code."""
        return self.text.replace(self.name, label(self.name, self.called), 1) if self.called else self.text

    def __str__(self) -> str:
        return self.said


def errors_text(a: str | None, b: str | None) -> str:
    """Return a text about the errors that ended the two compared runs.

    For each run, "" means that no error ended the run, and None means that the error is unknown.
    """
    texts = ("unknown, because it is not recorded" if error is None else error or "no error" for error in (a, b))
    return " -> ".join(texts)


def where(site: Site | None) -> tuple[str, str]:
    """Return the place of a line, for example `train.py:20 in main`, and the source code of this line."""
    return ("", "") if site is None else (site.where, site.code)
