"""Risks: the calls of a step that amplify rounding, as a text, a table or a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from opscope.core.rich_display import RichDisplay
from opscope.debug.tabular import Tabular
from opscope.debug.why.explanation import Element, element_name, number_text
from opscope.errors import printable
from opscope.names.shown_name import label
from opscope.statistics_text import percentage


@dataclass(frozen=True)
class RiskyElement:
    """An inexact element of a call's output.

    Attributes:
        index: index of the element, or () if the output is a scalar.
        inputs: the elements of the inputs from which this element was computed.
        value: the recorded value of the element.
        exact: the value of the element if the whole step is computed in float64, from the recorded data and parameters.
    """

    index: tuple[int, ...]
    inputs: tuple[Element, ...]
    value: float
    exact: float


@dataclass(frozen=True)
class Risk:
    """A call that amplifies rounding.

    Attributes:
        name: name of the output.
        called: name of the output in your code, or "" if unknown.
        operator: type of the operator.
        op: number of the operator.
        phase: "forward", "backward" or "optimize".
        layer: path of the Layer that made the operator, or "" for an operator outside of Layers.
        site: your line that made the operator. For a gradient, the line that made the forward operator.
        source: source code of the line `site`.
        dtype: dtype of the output.
        cause: a short name of the cause, such as "cancellation", "large exponent" or "underflow".
        text: a sentence about the cause, with the numbers.
        fix: advice on how to change your code.
        amplification: the relative change of the output, divided by the relative change of the inputs, if each input
            changes by one unit in the last place. Inf if finite inputs lead to NaN or Inf.
        error: the distance between the recorded output and the output of the same call in float64, in rounding units of
            the output's dtype.
        elements: the most inexact elements, worst element first.
        result: the name of the result of the step that changes most because of this call. "the gradients" means the
            gradients of all parameters together.
        change: the relative change of this result.
    """

    name: str
    called: str
    operator: str
    op: int
    phase: str
    layer: str
    site: str
    source: str
    dtype: str
    cause: str
    text: str
    fix: str
    amplification: float
    error: float
    elements: tuple[RiskyElement, ...]
    result: str
    change: float

    @property
    def effect(self) -> str:
        """Return a text about the effect of the call on the results of the step."""
        if not self.result:
            return "its effect on the results is unknown"
        s = "" if self.result.startswith("the ") else "s"
        if self.change != self.change or self.change == float("inf"):
            return f"{self.result} become{s} NaN or Inf"
        if not self.change:
            return f"{self.result} does not change yet"
        return f"{self.result} change{s} by {percentage(min(self.change, 1.0), 1 if self.change < 0.1 else 0)}"

    def __str__(self) -> str:
        phase = "" if self.phase == "forward" else f", {self.phase}"
        lines = [f"{self.cause}: {label(self.name, self.called)} by {self.operator}{phase}: {self.text}"]
        lines += [f"at {self.site}: {self.source}"] if self.site else []
        lines.append(f"{times_text(self)}; {self.effect}")
        lines += [element_text(self, element) for element in self.elements[:1]]
        return printable("\n  ".join([*lines, f"fix: {self.fix}"]))


def times_text(risk: Risk) -> str:
    """Return a text such as `rounding is amplified 8.4e+06 times, off by 12 units of float32 rounding`."""
    if risk.amplification == float("inf"):
        return f"finite numbers become NaN or Inf in {risk.dtype}"
    off = f", off by {risk.error:.2g} units of {risk.dtype} rounding" if risk.error >= 1 else ""
    return f"rounding is amplified {risk.amplification:.2g} times{off}"


def element_text(risk: Risk, element: RiskyElement) -> str:
    """Return a text about an element, such as `y[0] is 0 in float32, 5e-09 in float64, of cos_0[0] = 1`."""
    of = f", of {', '.join(map(str, element.inputs))}" if element.inputs else ""
    values = f"{number_text(element.value)} in {risk.dtype}, {number_text(element.exact)} in float64"
    return f"{element_name(risk.name, element.index)} is {values}{of}"


class Unmeasured(NamedTuple):
    """Calls on one line that `debug.risk` cannot repeat and so cannot measure.

    Attributes:
        operator: type of the operator.
        site: your line that made the calls.
        reason: the reason why these calls are not measured.
        calls: number of calls.
    """

    operator: str
    site: str
    reason: str
    calls: int

    def __str__(self) -> str:
        at = f" at {self.site}" if self.site else ""
        times = f", {self.calls} times" if self.calls > 1 else ""
        return printable(f"not measured: {self.operator}{at}{times}: {self.reason}")


class Risks(RichDisplay, Tabular, Sequence[Risk]):
    """The calls of a step that amplify rounding so much that a result of the step may change, worst call first.

    The calls are printed as text, and shown as a table in a notebook.

    Attributes:
        step: number of the step, or 0 for code outside of steps.
        above: the limit above which an amplification or an error counts, in units of rounding.
        measured: number of measured calls.
        harmless: number of calls that amplify rounding but have no effect on a result.
        unmeasured: the calls that could not be measured, with an item for each line and reason.
        error: the error that has ended the step, in one line, or "" if the step ended without an error.
    """

    _display = "risks"
    columns = (
        "name", "called", "operator", "op", "phase", "layer", "site", "cause", "text", "amplification", "error",
        "index", "value", "exact", "result", "change", "fix",
    )  # fmt: skip

    def __init__(
        self,
        found: Iterable[Risk] = (),
        *,
        step: int = 0,
        above: float = 0.0,
        measured: int = 0,
        harmless: int = 0,
        unmeasured: Sequence[Unmeasured] = (),
        error: str = "",
    ) -> None:
        self._found = tuple(found)
        self.step, self.above = step, above
        self.measured, self.harmless = measured, harmless
        self.unmeasured = tuple(unmeasured)
        self.error = error

    @overload
    def __getitem__(self, index: int) -> Risk: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Risk]: ...
    def __getitem__(self, index: int | slice) -> Risk | Sequence[Risk]:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the table as dicts. Each row contains the worst element of a call.

        Returns:
            A dict for each row, from the name of the column to a Python number, string or tuple.

        Example:
            >>> debug.risk(train).records()
            []
        """
        return [
            {column: getattr(risk, column, None) for column in self.columns}
            | {"index": worst.index, "value": worst.value, "exact": worst.exact}
            for risk in self._found
            for worst in risk.elements[:1]
        ]

    @property
    def summary(self) -> str:
        """Return a line of text with the number of risky calls and the number of measured calls."""
        where = f"step {self.step}: " if self.step else ""
        calls = f"{self.measured:,} measured call{'s' * (self.measured != 1)}"
        if not self._found:
            return f"{where}nothing above {self.above:,.0f} units of rounding reaches a result, in {calls}"
        many = len(self._found) != 1
        return f"{where}{len(self._found)} of {calls} {'put results' if many else 'puts results'} at risk"

    @property
    def notes(self) -> list[str]:
        """Return lines about harmless calls, about calls that were not measured, and about a step that failed."""
        many = self.harmless != 1
        other = "other " if self._found else ""
        harmless = f"{self.harmless} {other}call{'s' * many} amplif{'y' if many else 'ies'} rounding; no result changes"
        early = [f"the step ended early: {self.error}"] if self.error else []
        return [*([harmless] if self.harmless else []), *map(str, self.unmeasured), *early]

    def __repr__(self) -> str:
        return "\n".join([self.summary, *(f"{i}. {risk}" for i, risk in enumerate(self._found, 1)), *self.notes])
