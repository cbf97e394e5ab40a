"""Errors whose texts contain the problem, the values, the user's line and a fix.

Every error is an `OpscopeError`, and also has the built-in type that Paddle raises in the same situation. So `except`
clauses of existing programs still work:

    OpscopeError
    ├── ShapeError, FeedError, ArgumentError   (ValueError)
    ├── RangeError                             (IndexError and ValueError)
    ├── DTypeError, UsageError                 (TypeError)
    ├── ModeError                              (AssertionError)
    ├── NotFound, RunError, MissingPackage,
    │   RankError, RecordingError              (RuntimeError)
    ├── FatalError, a RunError                 (SystemError)
    └── UnsupportedError                       (NotImplementedError)

Only this module formats the texts of errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol


class SiteLike(Protocol):
    """Interface of an object that describes a line of the user's program. `core.source.Site` implements it."""

    @property
    def where(self) -> str:
        """The place of the line as text: `file:line in function`."""
        ...

    @property
    def code(self) -> str:
        """The text of the line; "" if it is not available."""
        ...


raising_site: list[Callable[[BaseException], SiteLike | None]] = [lambda _: None]  # `core.source` puts its own here


class OpscopeError(Exception):
    """Error with a summary of the problem, its facts, the user's line and a fix.

    If `site` is None, the text shows the innermost line of user code in the error's traceback.

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
    """Error for shapes that cannot be used together."""


class FeedError(OpscopeError, ValueError):
    """Error for a fed value whose shape or dtype does not match the declaration of its variable."""


class ArgumentError(OpscopeError, ValueError):
    """Error for an argument that has the right type, but a value that is not possible."""


class MissingFile(ArgumentError, FileNotFoundError):
    """Error for a file that does not exist. It is both a ValueError, as in Paddle, and a FileNotFoundError."""


class NothingLeft(ArgumentError, EOFError):
    """Error for a file that is empty or was read to its end. It is both a ValueError and, as in Paddle, an EOFError."""


class FolderGiven(ArgumentError, IsADirectoryError):
    """Error for a path that is a folder, but must be a file. It is both a ValueError and an IsADirectoryError."""


class RangeError(OpscopeError, IndexError, ValueError):
    """Error for an index, a label or an axis that is out of range. Paddle raises IndexError or ValueError."""


class AxisError(ShapeError, IndexError):
    """Error for an axis or index that a shape does not have.

    Paddle raises IndexError; its shape rules raise ValueError.
    """


class DTypeError(OpscopeError, TypeError):
    """Error for data types that cannot be used together."""


class UsageError(OpscopeError, TypeError):
    """Error for a wrong call: an argument has the wrong type, is missing, or is not expected."""


class ModeError(OpscopeError, AssertionError):
    """Error for a function of static mode that is called in dygraph mode, or the reverse."""


class NotFound(OpscopeError, RuntimeError):
    """Error for a variable, an operator, an attribute or another thing that does not exist."""


class RunError(OpscopeError, RuntimeError):
    """Error for an action that the run cannot execute in its present state."""


class FatalError(RunError, SystemError):
    """Error that Paddle's core calls fatal. A program can catch it and continue."""


class RankError(OpscopeError, RuntimeError):
    """Error of a job: its ranks do not make the same call, or the connection to a rank is lost."""


class MissingPackage(OpscopeError, RuntimeError):
    """Error for an optional package that is needed but not installed."""


class RecordingError(OpscopeError, RuntimeError):
    """Error for a recording that cannot be written to disk, or that is damaged at the place where it is read."""


class UnsupportedError(OpscopeError, NotImplementedError):
    """Error for a feature that opscope does not support (yet). opscope never ignores such a feature silently."""


class OpscopeWarning(OpscopeError, UserWarning):
    """Warning about a probable mistake of the user, issued with Python's `warnings`."""


def layout(
    summary: str, facts: Mapping[str, object], site: SiteLike | None, fix: str, site_label: str = "created at"
) -> str:
    """Return the text of an error: the summary, the facts in a column, the user's line, and the fix."""
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
    """Return the summary and the fix of an error, without the facts, in one line.

    >>> one_line(NotFound("no variable 'los'", fix="did you mean 'loss'?"))
    "no variable 'los': did you mean 'loss'?"
    """
    summary = error.summary.partition("\n")[0]
    return printable(f"{summary}: {error.fix}" if error.fix else summary)


def error_text(error: BaseException) -> str:
    """Return the type of an error and the first line of its text.

    >>> error_text(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    return printable(f"{type(error).__name__}: {error}".strip().splitlines()[0])


def full_text(error: BaseException) -> str:
    """Return the type, text and notes of an error. A note can show the operator that called a failed user function.

    >>> error = ZeroDivisionError("division by zero")
    >>> error.add_note("raised in py_func")
    >>> print(full_text(error))
    ZeroDivisionError: division by zero
    raised in py_func
    """
    return printable("\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]))


def printable(text: str) -> str:
    r"""Replace control characters in a text by escapes, because a name in a file must not control the user's terminal.

    Newlines and tabs are kept. Characters that change the direction of writing, and lone surrogates, are also replaced.

    >>> print(printable("loss\x1b[2J"))
    loss\x1b[2J
    """
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], text)


_STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def listed(names: Sequence[str], most: int) -> str:
    """Return names as text for a message: the first `most` names, and the number of other names.

    >>> listed(["w", "b", "x"], 2)
    'w, b and 1 more'
    """
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def nearest(name: object, names: Iterable[str], similarity: float = 0.6) -> str:
    """Return a text such as `did you mean 'x'?` with the most similar name; "" if no name is similar.

    `similarity` is the smallest ratio of equal letters, from 0 to 1.

    >>> nearest("imgae", ["image", "label"])
    "did you mean 'image'?"
    """
    import difflib  # only once something is misspelt

    close = difflib.get_close_matches(str(name), list(names), n=1, cutoff=similarity)
    return f"did you mean {close[0]!r}?" if close else ""
