"""Curves over the history of a run, drawn with matplotlib."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import Any, NamedTuple, Protocol

from opscope.bounded_series import sampled_steps
from opscope.core.checks.argument_checks import require_attribute
from opscope.errors import ArgumentError, MissingPackage, NotFound, nearest
from opscope.events import StepFinished, ValueSeen
from opscope.names.value_name import value_name


class Curve(NamedTuple):
    """A curve: pairs of a step and a number.

    If the curve has no numbers for some steps, `note` is a text such as `sampled: 29 of 60 steps`; otherwise "".
    """

    points: list[tuple[int, float]]
    note: str


Named = Callable[[str], Iterable[str]]


class HasSeries(Protocol):
    """Interface of the part of a run's history that curves need; `event_history.History` implements it."""

    def names(self) -> list[str]: ...
    def of(self, name: str) -> list[ValueSeen]: ...
    def steps(self) -> list[StepFinished]: ...


def _norm(seen: ValueSeen) -> float | None:
    if seen.mean is None or seen.std is None:
        return None
    return math.sqrt(math.prod(seen.shape) * (seen.mean**2 + seen.std**2))


STATISTICS: dict[str, Callable[[ValueSeen], float | None]] = {
    "mean": lambda seen: seen.mean,
    "std": lambda seen: seen.std,
    "min": lambda seen: seen.min,
    "max": lambda seen: seen.max,
    "norm": _norm,  # over all elements, if they are finite
    "zeros": lambda seen: seen.zeros,
    "nan": lambda seen: seen.nan,
    "inf": lambda seen: seen.inf,
}


def curves(history: HasSeries, text: str, named: Named) -> dict[str, Curve]:
    """Return a dict from labels to the curves that a text such as `loss`, `h*` or `w*@GRAD.norm()` selects.

    Raises NotFound if no value has such a name, and ArgumentError if there is no such statistic.
    """
    pattern, _, call = text.partition("(")
    name, _, statistic = pattern.rpartition(".") if call else (pattern, "", "")
    if call and (call != ")" or statistic not in STATISTICS):
        raise ArgumentError(
            f"cannot plot {text!r}", fix=f"the statistic must be one of {', '.join(STATISTICS)}, for example: `h.std()`"
        )
    own = {each for text in (name, str(value_name(name))) for each in (text, *named(text))}
    found: dict[str, Curve] = {} if statistic else _fetched(history, name, own)
    fetched = {n for step in history.steps()[-1:] for n in (*step.names, *step.labels)} if found else set[str]()
    for known in history.names():
        if known not in own and not fnmatchcase(known, name):
            continue
        summaries = history.of(known)
        newest = summaries[-1]
        if newest.is_scalar and not statistic:
            if not fetched & {known, *newest.called.split(", ")}:  # else the value is drawn already
                found[newest.title] = _curve((seen.step, seen.mean) for seen in summaries)
        else:
            read = STATISTICS[statistic or "mean"]
            found[f"{known}.{statistic or 'mean'}()"] = _curve((seen.step, read(seen)) for seen in summaries)
    if not found:
        known = {*history.names(), *(n for step in history.steps() for n in (*step.names, *step.labels))}
        raise NotFound(
            f"no value of {name!r} was fetched or tapped", fix=nearest(name, known) or "tap or fetch the value"
        )
    (first, *others) = found
    if others or first.startswith(name) or fnmatchcase(first, f"{name}*"):
        return found
    return {text: found[first]}  # under the user's name


def _curve(points: Iterable[tuple[int, float | None]]) -> Curve:
    every = list(points)
    note = sampled_steps(step for step, _ in every)
    return Curve([(step, float(number)) for step, number in every if number is not None], note)


def _fetched(history: HasSeries, pattern: str, own: set[str]) -> dict[str, Curve]:
    found: dict[str, list[tuple[int, float | None]]] = {}
    for step in history.steps():
        for name, label, value in zip(step.names, step.labels, step.scalars, strict=True):
            if name in own or fnmatchcase(name, pattern) or fnmatchcase(label, pattern):
                found.setdefault(label, []).append((step.step, value))
    return {label: _curve(points) for label, points in found.items()}


def chosen_curves(history: HasSeries, *what: str, named: Named) -> dict[str, Curve]:
    """Return a dict from labels to the curves that several texts select.

    Without texts, return the curves of all values. Raises the same errors as `curves`.
    """
    return {label: curve for text in what or ("*",) for label, curve in curves(history, text, named).items()}


def values_called(history: HasSeries, name: str) -> list[str]:
    """Return the tapped values that have the name `name` in the user's code."""
    return [value for value in history.names() if name in history.of(value)[-1].called.split(", ")]


def plot(history: HasSeries, *what: str, named: Named = lambda name: (), axes: Any = None) -> Any:
    """Draw curves over the steps, and return matplotlib's Axes. See `History.plot`.

    `named(name)` returns the values that have the name `name` in the user's code.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingPackage("a plot needs matplotlib", fix="pip install matplotlib, or use to_frame() or to_csv()")
    drawn = chosen_curves(history, *what, named=named)
    if axes is not None:
        require_attribute(axes, "plot", "axes are matplotlib's")
    else:
        from matplotlib import pyplot as plt

        _, axes = plt.subplots()
    for label, (points, note) in drawn.items():
        steps, numbers = [step for step, _ in points], [number for _, number in points]
        marker = "." if note or len(points) == 1 else ""  # a line through samples shows its points
        axes.plot(steps, numbers, label=f"{label}, {note}" if note else label, marker=marker)
    axes.set_xlabel("step")
    if len(drawn) > 1:
        axes.legend()
    else:
        (label, (_, note)) = next(iter(drawn.items()))
        axes.set_ylabel(f"{label}, {note}" if note else label)
    return axes
