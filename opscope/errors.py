"""Errors that name the problem, the values, the user's line and a fix.

Every error is an `OpscopeError` and also the built-in type that Paddle raises in the same place, so what
programs already catch keeps working:

    OpscopeError
    ├── ShapeError, FeedError, ArgumentError   (ValueError)
    ├── RangeError                             (IndexError and ValueError)
    ├── DTypeError, UsageError                 (TypeError)
    ├── ModeError                              (AssertionError)
    ├── NotFound, RunError, MissingPackage,
    │   RankError, RecordingError              (RuntimeError)
    ├── FatalError, a RunError                 (SystemError)
    └── UnsupportedError                       (NotImplementedError)

The layout lives here and nowhere else; nobody formats an error by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol


class SiteLike(Protocol):
    """A line of the user's program; `core.source.Site` implements this."""

    @property
    def where(self) -> str:
        """`file:line in function`."""
        ...

    @property
    def code(self) -> str:
        """The text of that line, "" if it is not available."""
        ...


raising_site: list[Callable[[BaseException], SiteLike | None]] = [lambda _: None]  # `core.source` puts its own here


class OpscopeError(Exception):
    """A summary of the problem, its facts, the user's line and a fix.

    Where no line is given, the text has the innermost line of the user in the error's traceback.

    >>> print(OpscopeError("it broke", facts={"x": "float32[2]"}, fix="repair it"))
    it broke
        x  float32[2]
      fix: repair it
    """

    def __init__(
        self, summary: str, *, facts: Mapping[str, object] | None = None, site: SiteLike | None = None, fix: str = ""
    ) -> None:
        super().__init__(summary)
        self.summary = summary
        self.facts = dict(facts or {})
        self.site = site
        self.fix = fix

    def __str__(self) -> str:
        if self.site is not None:
            return printable(layout(self.summary, self.facts, self.site, self.fix))
        return printable(layout(self.summary, self.facts, raising_site[0](self), self.fix, "called at"))


class ShapeError(OpscopeError, ValueError):
    """Shapes do not fit together."""


class FeedError(OpscopeError, ValueError):
    """A fed value does not fit the variable it is fed to."""


class ArgumentError(OpscopeError, ValueError):
    """An argument has the right type and an impossible value."""


class MissingFile(ArgumentError, FileNotFoundError):
    """A file does not exist: a ValueError, as in Paddle, and Python's FileNotFoundError."""


class NothingLeft(ArgumentError, EOFError):
    """A file has no content, or was read to its end: a ValueError, and an EOFError as in Paddle."""


class FolderGiven(ArgumentError, IsADirectoryError):
    """A folder has the name of a file: a ValueError, and Python's IsADirectoryError."""


class RangeError(OpscopeError, IndexError, ValueError):
    """An index, a label or an axis lies outside; Paddle raises either type."""


class AxisError(ShapeError, IndexError):
    """An axis or an index lies outside what the shape has: Paddle raises IndexError, its shape rules ValueError."""


class DTypeError(OpscopeError, TypeError):
    """Data types do not fit together."""


class UsageError(OpscopeError, TypeError):
    """A call of the wrong form: a wrong type, a missing or surplus argument."""


class ModeError(OpscopeError, AssertionError):
    """A function of static mode was called in dygraph mode, or the reverse."""


class NotFound(OpscopeError, RuntimeError):
    """No such variable, operator or attribute."""


class RunError(OpscopeError, RuntimeError):
    """The run cannot go on."""


class FatalError(RunError, SystemError):
    """An error that Paddle's core calls fatal; the program can continue."""


class RankError(OpscopeError, RuntimeError):
    """The ranks of a job do not make the same call, or a rank is lost."""


class MissingPackage(OpscopeError, RuntimeError):
    """An optional package is needed and not installed."""


class RecordingError(OpscopeError, RuntimeError):
    """A recording on disk cannot be written, or is damaged where it is read."""


class UnsupportedError(OpscopeError, NotImplementedError):
    """A feature that opscope does not support (yet): it is refused, never ignored."""


class OpscopeWarning(OpscopeError, UserWarning):
    """A probable mistake of the user, reported through Python's `warnings`."""


def layout(
    summary: str, facts: Mapping[str, object], site: SiteLike | None, fix: str, site_label: str = "created at"
) -> str:
    """The one layout of all messages: summary, facts in a column, the user's line, the fix."""
    lines = [summary]
    width = max((len(name) for name in facts), default=0)
    lines += [f"    {name:<{width}}  {value}" for name, value in facts.items()]
    if site is not None:
        lines.append(f"  {site_label} {site.where}")
        if site.code:
            lines.append(f"      {site.code}")
    if fix:
        lines.append(f"  fix: {fix}")
    return "\n".join(lines)


def one_line(error: OpscopeError) -> str:
    """The summary with the fix, without the facts: for answers that have one line.

    >>> one_line(NotFound("no variable 'los'", fix="did you mean 'loss'?"))
    "no variable 'los': did you mean 'loss'?"
    """
    summary = error.summary.partition("\n")[0]
    return printable(f"{summary}: {error.fix}" if error.fix else summary)


def error_text(error: BaseException) -> str:
    """The type of an error and the first line of its text.

    >>> error_text(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    return printable(f"{type(error).__name__}: {error}".strip().splitlines()[0])


def full_text(error: BaseException) -> str:
    """The type, text and notes of an error: notes name the operator that called the failed user function.

    >>> error = ZeroDivisionError("division by zero")
    >>> error.add_note("raised in py_func")
    >>> print(full_text(error))
    ZeroDivisionError: division by zero
    raised in py_func
    """
    return printable("\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]))


def printable(text: str) -> str:
    r"""The text with control characters as escapes: names in files of others must not steer the user's terminal.

    Newlines and tabs stay; marks that reverse the direction of writing, and halves of surrogates, do not.

    >>> print(printable("loss\x1b[2J"))
    loss\x1b[2J
    """
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], text)


_STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def listed(names: Sequence[str], most: int) -> str:
    """Names for a message: the first ones, and how many more there are.

    >>> listed(["w", "b", "x"], 2)
    'w, b and 1 more'
    """
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def nearest(name: object, names: Iterable[str], similarity: float = 0.5) -> str:
    """`did you mean 'x'?` for the most similar name, else "" (for the end of a fix or summary).

    `similarity` is the lowest ratio of equal letters, from 0 to 1.

    >>> nearest("imgae", ["image", "label"])
    "did you mean 'image'?"
    """
    import difflib  # only once something is misspelt

    close = difflib.get_close_matches(str(name), list(names), n=1, cutoff=similarity)
    return f"did you mean {close[0]!r}?" if close else ""
