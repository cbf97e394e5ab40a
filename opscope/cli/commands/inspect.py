"""Looking: values, what makes and reads them, and what operators are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from opscope.cli import operator_context
from opscope.cli.command_registry import command
from opscope.cli.printer import ROLES, elements, health, spec
from opscope.cli.prompt_session import Debugger
from opscope.core.place import to_host
from opscope.debug.conditions.expression import Expression
from opscope.debug.replay.navigator import Navigator
from opscope.debug.session import inspection as looks
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.statistics import histogram, statistics, statistics_note
from opscope.demo.terminal import BLOCKS, short
from opscope.errors import ArgumentError, NotFound
from opscope.ir.program.program import Operator

GROUP = "looking"


class Sight(NamedTuple):
    """What is printed of a value in a table."""

    name: str
    array: Any  # None: it has no value here


@command("print", "p", usage="EXPR", group=GROUP, completes="expression")
def print_value(at: Debugger, rest: str) -> None:
    """The value of a variable or an expression here.

    print h                  of a large array, the elements at its ends
    print h[0, :3].mean()
    print loss / previous(loss)
    print fc_0.w_0@GRAD.norm()
    """
    told, value = _value(at, rest)
    if hasattr(value, "dtype"):
        at.printer.array(told, value)
    else:
        at.printer.line(repr(value))


@command("tensor", "pt", usage="NAME[slice]", group=GROUP, completes="name")
def print_tensor(at: Debugger, rest: str) -> None:
    """A tensor, or a part of it, with its statistics.

    tensor h
    tensor fc_0.w_0@GRAD[0, :5]
    """
    told, value = _array(at, rest)
    at.printer.array(told, value)
    at.printer.statistics(value)


@command("stats", "st", usage="NAME", group=GROUP, completes="name")
def print_statistics(at: Debugger, rest: str) -> None:
    """All statistics of a value, and a histogram.

    Minimum, maximum, mean and deviation are over the finite elements, and so is the histogram.
    """
    told, value = _array(at, rest)
    found = statistics(value)
    low, high, counts = histogram(value)
    numbers = [(n, short(getattr(found, n))) for n in ("min", "max", "mean", "std")]
    numbers += [("zeros", f"{found.zeros:.1%}"), ("NaN", f"{found.nan:,}"), ("Inf", f"{found.inf:,}")]
    at.printer.line((told, "bold"), f"  {spec(value)}  {value.nbytes:,} bytes  ", health(found))
    told = f"  {of}" if (of := statistics_note(value)) else ""
    at.printer.line("  ", "  ".join(f"{name} {number}" for name, number in numbers), (told, "dim"))
    top = max(counts)
    if top:
        bars = "".join(BLOCKS[min(7, 8 * c // (top + 1))] if c else " " for c in counts)
        at.printer.line(f"  {short(low)} ", (bars, "cyan"), f" {short(high)}")


@command("inputs", "in", usage="[OP]", group=GROUP, completes="op")
def print_inputs(at: Debugger, rest: str) -> None:
    """What the next operator reads, or another one.

    inputs
    inputs 17
    inputs op:tanh
    """
    _sides(at, rest, lambda operator: operator.inputs, "reads nothing")


@command("outputs", "ou", usage="[OP]", group=GROUP, completes="op")
def print_outputs(at: Debugger, rest: str) -> None:
    """What the next operator writes, or another one.

    As far as it is computed: `outputs op:tanh` behind the tanh.
    """
    _sides(at, rest, lambda operator: operator.outputs, "writes nothing")


@command("info", "i", usage="[OP|NAME]", group=GROUP, completes="op")
def print_info(at: Debugger, rest: str) -> None:
    """About a value, or about an operator.

    info h            its statistics, what made it of what, what reads it, and your line
    info op:dropout   its attributes, and your line
    info              of the operator that is next
    """
    name = at.name(rest)
    if name in at.ask(looks.names):
        found = at.run.look(name)
        at.printer.line((name, "bold"), f"  {spec(found.array)}  in step {found.step}")
        at.printer.statistics(found.array)
        at.printer.line(
            f"made by {found.operator or 'no operator'}", f" of {', '.join(found.inputs)}" * bool(found.inputs)
        )
        at.printer.line(f"read by {', '.join(found.readers) or 'nothing'}")
        _line_of(at, found.site, found.source)
        return
    pattern = rest and at.pattern(rest)
    for operator in at.ask(lambda navigator: operator_context.selected(navigator, pattern)):
        _about(at, operator)


def _about(at: Debugger, operator: Operator) -> None:
    style = ROLES.get(operator.phase, "")
    at.printer.line((f"op {operator.id}  ", "dim"), (repr(operator), "bold"), (f"  {operator.phase}", style), cut=True)
    attrs = {n: v for n, v in operator.op.with_defaults(operator.attrs).items() if n != "blocks"}
    if attrs:
        at.printer.line("  ", ", ".join(f"{name} = {value!r}" for name, value in attrs.items()))
    if operator.site is not None:
        _line_of(at, operator.site.where, operator.site.code)


def _line_of(at: Debugger, where: str, code: str) -> None:
    if where:
        at.printer.line((f"{where}  ", "dim"), code, cut=True)


def _value(at: Debugger, text: str) -> tuple[str, Any]:
    """An expression, in the names of variables, and its value. Raises NotFound, naming what has none here."""
    if not text:
        raise ArgumentError("what is to be printed?", fix="for example p loss, or p h[0].mean()")
    told, text = text, at.expression(text)
    told = told if told == text else f"{told} = {text}"
    known = [*at.variables(), *at.aliases]
    bound = Expression.parse(text).bind(known)
    if str(bound) in known:  # also of sub-blocks that are over, and inside the rule of a gradient
        return told, at.ask(lambda navigator: to_host(looks.find(navigator, str(bound))))
    value = at.run.evaluate(text)
    if value is None:
        for name in bound.names():
            at.ask(lambda navigator, name=name: looks.find(navigator, name))  # which says why it has none
        raise NotFound(f"{text} is not known here", fix="of an empty array, or one without finite elements, nothing is")
    return told, value


def _array(at: Debugger, text: str) -> tuple[str, Any]:
    told, value = _value(at, text)
    if not hasattr(value, "dtype"):
        raise ArgumentError(f"{text} is no array: {value!r}", fix="`p` prints it")
    return told, value


def _sides(at: Debugger, rest: str, names: Any, nothing: str) -> None:
    pattern = rest and at.pattern(rest)

    def look(navigator: Navigator) -> list[tuple[str, list[Sight]]]:
        here = navigator.gradient.cursor if navigator.gradient is not None else navigator.cursor
        assert here is not None
        return [
            (f"op {o.id}  {o!r}", [Sight(n, to_host(v) if hasattr(v := here.lookup(n), "dtype") else None)
             for n in dict.fromkeys(names(o)) if n])
            for o in operator_context.selected(navigator, pattern)[:8]
        ]  # fmt: skip

    for title, sights in at.ask(look):
        at.printer.line((title, "bold"), cut=True)
        if not sights:
            at.printer.line(f"  {nothing}")
            continue
        at.printer.rows(("name", "value", "min", "max", "mean", "std", "health"), map(_sight, sights), right=_NUMBERS)


_NUMBERS = ("min", "max", "mean", "std")


def _sight(sight: Sight) -> Sequence[str | Text]:
    if sight.array is None:
        return [sight.name, Text("no value here", "dim"), "", "", "", "", ""]
    found = statistics(sight.array)
    numbers = [short(getattr(found, n)) for n in _NUMBERS]
    return [sight.name, spec(sight.array), *numbers, Text(*health(found))]


@command("names", "ls", usage="[PATTERN]", group=GROUP, completes="name")
def print_names(at: Debugger, rest: str) -> None:
    """The variables that have a value here.

    names          all, with their first elements
    names *@GRAD   those of a pattern
    """
    chosen = Selector.parse(rest or "*")
    names = [n for n in at.ask(looks.names) if (not rest or chosen.matches(n, None))]
    if not names:
        raise NotFound(f"no value {rest} here" if rest else "nothing has a value here")
    at.printer.rows(("name", "value", ""), [_first(at, name) for name in names])


def _first(at: Debugger, name: str) -> list[str]:
    def begin(navigator: Navigator) -> Any:
        value = looks.find(navigator, name)
        return spec(value), to_host(value.reshape(-1)[:4]).copy(), value.size

    told, some, count = at.ask(begin)
    return [name, told, elements(some, 60).rstrip("]") + (" …]" if count > 4 else "]")]
