"""Explanation: the first cause of a value, and the chain of operators that leads from this cause to the value."""

from __future__ import annotations

import functools
import html
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opscope import viz
from opscope.debug.why.growth import Growth
from opscope.errors import printable
from opscope.events import Health, health_of
from opscope.names.shown_name import label

Index = tuple[int, ...]
MAX_LINKS_SHOWN = 8  # links of a chain in text, at both ends


@dataclass(frozen=True)
class Element:
    """An element of a value.

    Attributes:
        name: name of the value.
        index: index of the element; () if the value is a scalar.
        value: value of the element.
    """

    name: str
    index: Index
    value: float

    def __str__(self) -> str:
        return f"{element_name(self.name, self.index)} = {number_text(self.value)}"


@dataclass(frozen=True)
class Link:
    """A link of the chain: an element of a value, and the elements from which it was computed.

    Attributes:
        name: name of the value.
        index: index of the element.
        value: value of the element.
        kind: the type of the link. Most links are "operator". The other types end the chain: "fed" (a feed), "loaded"
            (written before the recording begins), "outside" (written by code that is not an operator), "given" (passed
            to an eager op), "constant", "random" (a random number), "function" (computed by a function of the user).
        operator: the type of the operator that computed the element.
        call: the operator as text.
        op: number of the operator.
        step: the step in which the operator ran, or 0 for code outside of steps.
        run: the run in which the operator ran.
        tick: number of the operator's place in the run.
        what: a text about the effect of the operator on the element.
        made: True if the operator has created the NaN or Inf. False if the NaN or Inf came from an input.
        elements: the elements of inputs from which the element was computed.
        count: number of elements of the whole value that are NaN or Inf.
        size: number of elements of the whole value.
        phase: "forward", "backward" or "optimize".
        site: the user's line that made the operator. For a gradient, the line that made the forward operator.
        source: source code of the line `site`.
        node: the ONNX node from which the operator was made, or "" if there is no such node.
    """

    name: str
    index: Index
    value: float
    kind: str
    operator: str
    call: str
    op: int
    step: int
    run: int
    tick: int
    what: str
    made: bool
    elements: tuple[Element, ...]
    count: int
    size: int
    phase: str
    site: str
    source: str
    node: str = ""

    @property
    def element(self) -> Element:
        """The element that this link explains."""
        return Element(self.name, self.index, self.value)

    @property
    def where(self) -> str:
        """Return the position of a link as text, such as `step 41`, or `run 3` for a run outside of steps."""
        return f"step {self.step}" if self.step else f"run {self.run}"

    @property
    def maker(self) -> str:
        """Return the operator's type, and the ONNX node if there is one: `log [/head/Log]`.

        Without an operator, return `kind`.
        """
        return f"{self.operator or self.kind} [{self.node}]" if self.node else self.operator or self.kind

    def __str__(self) -> str:
        return self._text(str)

    def _text(self, named: Callable[[object], str]) -> str:
        """Return the link as one line of text. The function `named` makes the text of each element."""
        how = self.maker if self.kind in ("operator", "function", "random") else self.kind
        of = f" of {', '.join(map(named, self.elements))}" if self.elements else ""
        what = f": {self.what}" if self.what else ""
        at = f"  {self.site}" if self.site else ""
        return printable(f"{self.where}  {named(self.element)}  {how}{of}{what}{at}")


@dataclass(frozen=True)
class Explanation:
    """Explanation of a value.

    Attributes:
        chain: the links of the chain, from the explained value (first) back to its origin (last). The chain has a
            limited length. The chain ends earlier at a value that depends on no earlier operator.
        cause: the link in the chain that is the first cause of the value.
        growth: parameters that grew fast before an overflow, or a learning rate that grew fast before a NaN or Inf.
        names: pairs of a value's name in the run and the name of this value in the user's code.
        fix: a change of the program that would prevent the cause, or "" if no such change is known.
    """

    chain: tuple[Link, ...]
    cause: Link
    growth: tuple[Growth, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    fix: str = ""

    @property
    def subject(self) -> Link:
        """The link for the value that is explained."""
        return self.chain[0]

    @property
    def summary(self) -> str:
        """The cause of the value, in one line."""
        cause = self.cause
        what = cause.what or f"{cause.operator or cause.kind}"
        first = f": {', '.join(map(self.named, cause.elements))}" if cause.elements else ""
        return printable(f"{what}{first}")

    def named(self, about: object) -> str:
        """Return a text in which values have their names in the user's code.

        If two values of the explanation have the same name in the user's code, as in `x = tanh(x)`, the generated name
        follows this name.

        Args:
            about: an element, a call or a growth in this explanation, or a text that contains names of values.

        Returns:
            The text of `about` with the names in the user's code, for example `loss` in place of `mean_0.tmp_0`.

        Example:
            >>> why = run.why("tanh_0.tmp_0", (0, 0))
            >>> why.named("tanh_0.tmp_0[0, 0]")
            'hidden[0, 0]'
        """
        renamed, pattern = self._renaming
        return pattern.sub(lambda found: renamed[found[0]], str(about)) if pattern else str(about)

    @functools.cached_property
    def _renaming(self) -> tuple[dict[str, str], re.Pattern[str] | None]:
        called = dict(self.names)
        values = {n for link in self.chain for n in (link.name, *(e.name for e in link.elements))}
        times = Counter(called.get(name, name) for name in {*values, *called})
        shown = {name: c if times[c] == 1 else label(c, name) for name, c in called.items()}
        if not shown:
            return {}, None
        longest_first = sorted(map(re.escape, shown), key=len, reverse=True)
        return shown, re.compile(rf"(?<![\w.@/])(?:{'|'.join(longest_first)})(?![\w@]|\.\w)")

    def __repr__(self) -> str:
        subject, cause = self.subject, self.cause
        lines = [f"{self.named(subject.element)} in {subject.where}" + _counts(subject)]
        lines.append(f"cause: {self.summary}")
        lines.append(f"  {cause.where}  {self.named(_operator_text(cause))}")
        lines += _site_lines(cause, "  ")
        lines += [f"  {self.named(growth)}" for growth in self.growth]
        lines += [f"  fix: {self.fix}"] if self.fix else []
        if len(self.chain) > 1:
            lines.append("chain, latest first:")
            lines += [f"  {text}" for text in self._chain_texts()]
        return printable("\n".join(lines))

    def _chain_texts(self) -> list[str]:
        mark = {True: "  <- cause", False: ""}
        return [
            f"... {e} more" if isinstance(e, int) else f"{e._text(self.named)}{mark[e is self.cause]}"
            for e in self.shown
        ]

    @property
    def shown(self) -> list[Link | int]:
        """The links that the text and the graph show: both ends of the chain, and the cause.

        A number in the list is the number of links that are left out at this place.
        """
        chain, at = self.chain, self.chain.index(self.cause)
        if len(chain) <= MAX_LINKS_SHOWN:
            return list(chain)
        half = MAX_LINKS_SHOWN // 2
        kept = sorted({*range(half), at, *range(len(chain) - half, len(chain))})
        found: list[Link | int] = []
        for i, following in zip(kept, [*kept[1:], len(chain)], strict=True):
            found.append(chain[i])
            if following > i + 1:
                found.append(following - i - 1)
        return found

    def graph(self) -> Any:
        """Draw the chain of links as a small graph.

        Returns:
            A drawing (SVG) that a notebook shows. Its method `save("why.svg")` writes the drawing to a file.

        Raises:
            viz.LayoutError: graphviz failed.

        Example:
            >>> print(run.why("tanh_0.tmp_0", (0, 0)).graph()[:4])
            <svg
        """
        nodes: list[Any] = []
        edges: list[Any] = []
        for i, link in enumerate(self.shown):
            name = f"op-why-{i}"
            if isinstance(link, int):
                nodes.append(viz.GraphNode(name, f"{link} more", kind="value"))
            else:
                kind = "op" if link.operator else "parameter" if link.kind in ("loaded", "outside") else "data"
                cause = (f"cause: {link.what or link.kind}",) if link is self.cause else ()
                detail = (self.named(link.element), link.where, *cause)
                nodes.append(
                    viz.GraphNode(
                        name, link.operator or link.kind, kind=kind, detail=detail, health=_health(link.value),
                        site=link.site, tooltip=link.source,
                    )
                )  # fmt: skip
            if i:
                edges.append(viz.Edge(name, f"op-why-{i - 1}", "" if isinstance(link, int) else self.named(link.name)))
        return viz.draw(viz.Graph(tuple(nodes[::-1]), tuple(edges)))

    def _repr_html_(self) -> str:
        cause = self.cause
        rows = "".join(_row(link, link is cause, self.named) for link in self.shown)
        head = "".join(f"<th style='text-align:left'>{h}</th>" for h in ("step", "value", "by", "of", "your line"))
        facts = [*map(self.named, self.growth), *([f"fix: {self.fix}"] if self.fix else [])]
        growth = "".join(f"<br>{html.escape(text)}" for text in facts)
        where = f"{cause.where}, {self.named(_operator_text(cause))}, {cause.site}" if cause.site else cause.where
        subject = self.named(self.subject.element)
        return (
            f"<div><b>{html.escape(subject)}</b> in {self.subject.where}{_counts(self.subject)}<br>"
            f"<b>cause: {html.escape(self.summary)}</b><br>{html.escape(where)}"
            f"<pre>{html.escape(cause.source)}</pre>{growth}"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


def _row(link: Link | int, is_cause: bool, named: Callable[[object], str]) -> str:
    """Return a row of the HTML table.

    When the mouse pointer is over the row, the source code of the user's line is shown.
    """
    if isinstance(link, int):
        return f"<tr><td colspan=5 style='text-align:left'>... {link} more</td></tr>"
    by = f"{link.maker}{f': {link.what}' if link.what else ''}"
    cells = (link.where, named(link.element), by, ", ".join(map(named, link.elements)), link.site)
    shown = "".join(f"<td style='text-align:left'>{html.escape(text)}</td>" for text in cells)
    style = " style='font-weight:bold'" if is_cause else ""
    return f"<tr{style} title='{html.escape(link.source)}'>{shown}</tr>"


def _operator_text(link: Link) -> str:
    if not link.operator:
        return f"{link.name} ({link.kind})"
    number = f"  op {link.op}" if link.op >= 0 else ""
    phase = f", {link.phase}" if link.phase not in ("", "forward") else ""
    node = f"  [{link.node}]" if link.node else ""
    return f"{link.call or link.operator}{node}{number}{phase}"


def _site_lines(link: Link, indent: str) -> list[str]:
    if not link.site:
        return []
    return [f"{indent}at {link.site}" + (f": {link.source}" if link.source else "")]


def _counts(link: Link) -> str:
    return f" ({link.count:,} of {link.size:,} elements are NaN or Inf)" if link.count and link.size > 1 else ""


def _health(value: float) -> Health:
    return health_of(math.isnan(value), math.isinf(value), value == 0)


def element_name(name: str, index: Index) -> str:
    """Return the name of an element, such as `h[3, 1]`, or `loss` for a scalar."""
    return f"{name}[{', '.join(map(str, index))}]" if index else name


def number_text(value: float) -> str:
    """Return a number as text, such as `NaN`, `-Inf` or `0.125`."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "-Inf" if value < 0 else "Inf"
    return f"{value:.6g}"
