"""Errors that say what, with which values, where the user made it, and how to mend it.

Every error is an `OpscopeError` and also the built-in type that Paddle raises in the same place, so what
programs already catch keeps working:

    OpscopeError
    ├── ShapeError, FeedError, ArgumentError   (ValueError)
    ├── RangeError                             (IndexError and ValueError)
    ├── DTypeError, UsageError                 (TypeError)
    ├── ModeError                              (AssertionError)
    ├── NotFound, RunError, MissingPackage,
    │   RecordingError                         (RuntimeError)
    ├── FatalError, a RunError                 (SystemError)
    └── UnsupportedError                       (NotImplementedError)

The layout lives here and nowhere else; nobody formats an error by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol


class Where(Protocol):
    """A place in the user's code; `core.source.Site` is one."""

    @property
    def where(self) -> str:
        """`file:line in function`."""
        ...

    @property
    def code(self) -> str:
        """The text of that line, "" if it is not to be had."""
        ...


class OpscopeError(Exception):
    """What went wrong, the facts, the user's own line and the mend.

    >>> print(OpscopeError("it broke", facts={"x": "float32[2]"}, fix="mend it"))
    it broke
        x  float32[2]
      fix: mend it
    """

    def __init__(
        self, summary: str, *, facts: Mapping[str, object] | None = None, site: Where | None = None, fix: str = ""
    ) -> None:
        super().__init__(summary)
        self.summary = summary
        self.facts = dict(facts or {})
        self.site = site
        self.fix = fix

    def __str__(self) -> str:
        return layout(self.summary, self.facts, self.site, self.fix)


class ShapeError(OpscopeError, ValueError):
    """Shapes do not fit together."""


class FeedError(OpscopeError, ValueError):
    """A fed value does not fit the variable it is fed to."""


class ArgumentError(OpscopeError, ValueError):
    """An argument has the right type and an impossible value."""


class MissingFile(ArgumentError, FileNotFoundError):
    """There is no such file: a ValueError, as in Paddle, and what Python says of files."""


class RangeError(OpscopeError, IndexError, ValueError):
    """An index, a label or an axis lies outside; Paddle raises now the one type, now the other."""


class AxisError(ShapeError, IndexError):
    """An axis or an index lies outside what the shape has: Paddle raises IndexError, its shape rules ValueError."""


class DTypeError(OpscopeError, TypeError):
    """Data types do not fit together."""


class UsageError(OpscopeError, TypeError):
    """A call of the wrong form: a wrong type, a missing or surplus argument."""


class ModeError(OpscopeError, AssertionError):
    """Something of the static world was called in dygraph mode, or the other way round."""


class NotFound(OpscopeError, RuntimeError):
    """No such variable, operator or attribute."""


class RunError(OpscopeError, RuntimeError):
    """The run cannot go on."""


class FatalError(RunError, SystemError):
    """What Paddle's core calls fatal, though the program can go on."""


class MissingPackage(OpscopeError, RuntimeError):
    """An optional package is needed and not installed."""


class RecordingError(OpscopeError, RuntimeError):
    """A recording on disk cannot be written, or is damaged where it is read."""


class UnsupportedError(OpscopeError, NotImplementedError):
    """opscope knows the feature and does not support it (yet): refused, never ignored."""


class OpscopeWarning(OpscopeError, UserWarning):
    """Something is probably not what the user means; Python's `warnings` machinery carries it."""


def layout(summary: str, facts: Mapping[str, object], site: Where | None, fix: str) -> str:
    """The one layout of all messages: summary, facts in a column, the user's line, the mend."""
    lines = [summary]
    width = max((len(name) for name in facts), default=0)
    lines += [f"    {name:<{width}}  {value}" for name, value in facts.items()]
    if site is not None:
        lines.append(f"  created at {site.where}")
        if site.code:
            lines.append(f"      {site.code}")
    if fix:
        lines.append(f"  fix: {fix}")
    return "\n".join(lines)


def nearest(name: str, names: Iterable[str]) -> str:
    """`did you mean 'x'?` for the most similar name, else "" (for the end of a fix or summary).

    >>> nearest("imgae", ["image", "label"])
    "did you mean 'image'?"
    """
    import difflib  # only once something is misspelt

    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else ""
