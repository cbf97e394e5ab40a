"""Commands that show values, their writers and readers, and operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from opscope.commands import operator_context
from opscope.commands.command_session import CommandSession, Printed
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import Expression, Limit, OperatorSpec, ValuePattern, complete_operator
from opscope.commands.known_names import KnownNames
from opscope.commands.other_debuggers import INFO
from opscope.commands.plain_text import Text
from opscope.commands.printer import ROLES, Printer, elements, health, spec
from opscope.commands.python_call import evaluate_calls
from opscope.commands.renderers import CutLine, Listing, renders
from opscope.commands.table import COMMANDS, command
from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.place import has_numbers, to_host
from opscope.debug.frames.variables import array_of
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.taps.statistics import histogram, statistics
from opscope.debug.values import place_values
from opscope.debug.values.place_values import ValueReport
from opscope.errors import ArgumentError, NotFound
from opscope.ir.program.program import Operator
from opscope.names.shown_name import label
from opscope.statistics_text import statistics_note, zeros_percentage
from opscope.ui.text_charts import BLOCKS, short

GROUP = "looking"
MOST_NAMES = 50  # values that `names` lists by default


class InspectedValue(NamedTuple):
    """The subject of `info`: the name of a value, a pattern of operators, or a command that lists other things."""

    value: str = ""
    pattern: str = ""
    command: str = ""


def _subject(names: KnownNames, text: str) -> InspectedValue:
    name = names.variable(text)
    if name in names.ask(place_values.value_names):
        return InspectedValue(name)
    return InspectedValue(command=INFO[text]) if text in INFO else InspectedValue(pattern=names.pattern(text))


NEXT = InspectedValue()
OperatorOrValue = Annotated[InspectedValue, Kind("OP|NAME", str, _subject, complete_operator, whole)]


class TensorValue(NamedTuple):
    """A tensor, or a part of a tensor, with its name."""

    title: str
    value: Any


class AllStatistics(NamedTuple):
    """A tensor for which all statistics are printed."""

    title: str
    value: Any


class AboutValue(NamedTuple):
    """A value, and the operator that computed it. The command `info` prints them."""

    title: str
    found: ValueReport


@command("print", "p", group=GROUP, python=evaluate_calls)
def evaluate(debugger: CommandSession, expression: Expression) -> Printed:
    """Print the value of a variable or an expression.

    print h                  for a large array, only the elements at both ends of each axis
    print h[0, :3].mean()
    print loss / previous(loss)
    print fc_0.w_0@GRAD.norm()
    print len(batch), model.training      any Python, in this frame

    A name is searched first among the variables of the chosen frame of your program, and then among the values of the
    run. `p step` prints your variable `step`, if you have one. Tensors are printed with their values at this place.
    """
    return debugger.evaluate(expression)


@renders(Printed)
def print_value(printer: Printer, found: Printed) -> None:
    """Print the value of an expression, and the values to which the names in the expression refer at this place."""
    printer.value(found.title, found.value)
    printer.remarks(found.notes)


@command("tensor", "pt", group=GROUP, python=evaluate_calls)
def find_tensor(debugger: CommandSession, expression: Expression) -> TensorValue:
    """Show a tensor, or a part of it, with its statistics.

    tensor h
    tensor fc_0.w_0@GRAD[0, :5]
    """
    return TensorValue(*_array(debugger, expression))


@renders(TensorValue)
def print_tensor(printer: Printer, tensor: TensorValue) -> None:
    """Print the elements of a tensor, and its statistics in a line."""
    printer.array(tensor.title, tensor.value)
    printer.statistics(tensor.value)


@command("stats", "st", group=GROUP, python=evaluate_calls)
def measure(debugger: CommandSession, expression: Expression) -> AllStatistics:
    """Show all statistics of a value, and a histogram.

    Minimum, maximum, mean, standard deviation and histogram are computed over the finite elements only.
    """
    return AllStatistics(*_array(debugger, expression))


@renders(AllStatistics)
def print_statistics(printer: Printer, measured: AllStatistics) -> None:
    """Print all statistics of a tensor."""
    title, value = measured
    found = statistics(value)
    low, high, counts = histogram(value)
    numbers = [(n, short(getattr(found, n))) for n in ("min", "max", "mean", "std")]
    zeros = zeros_percentage(found.zeros, value.shape)
    numbers += [*([("zeros", zeros)] if zeros else []), ("NaN", f"{found.nan:,}"), ("Inf", f"{found.inf:,}")]
    printer.line((title, "bold"), f"  {spec(value)}  {value.nbytes:,} bytes  ", health(found))
    note = f"  {of}" if (of := statistics_note(dtype_name(value), value.shape)) else ""
    printer.line("  ", "  ".join(f"{name} {number}" for name, number in numbers), (note, "dim"))
    top = max(counts)
    if top:
        bars = "".join(BLOCKS[min(7, 8 * c // (top + 1))] if c else " " for c in counts)
        printer.line(f"  {short(low)} ", (bars, "cyan"), f" {short(high)}")


@command("inputs", "in", group=GROUP)
def find_inputs(debugger: CommandSession, op: OperatorSpec = "") -> list[Listing | Text]:
    """Show the inputs of the next operator, or of OP.

    inputs
    inputs 17
    inputs op:tanh
    """
    return _operands(debugger, op, lambda operator: operator.inputs, "reads nothing")


@command("outputs", "ou", group=GROUP)
def find_outputs(debugger: CommandSession, op: OperatorSpec = "") -> list[Listing | Text]:
    """Show the outputs of the next operator, or of OP.

    An output has no value before its operator has run. For example, use `outputs op:tanh` after the tanh has run.
    """
    return _operands(debugger, op, lambda operator: operator.outputs, "writes nothing")


@command("info", "i", "look", group=GROUP)
def find_info(debugger: CommandSession, subject: OperatorOrValue = NEXT) -> Any:
    """Describe a value or an operator.

    info h            the statistics of h, the operator that computed h, the operators that read h, and your line
    info op:dropout   the attributes of this operator, and your line
    info              the next operator
    info locals       as in gdb; args, breakpoints, display, frame, source and threads also work
    """
    if subject.command:
        chosen = COMMANDS[subject.command]
        return chosen.do(debugger, chosen.arguments("", debugger.front_end))
    if name := subject.value:
        called = debugger.ask(lambda navigator: operator_context.names_beside(navigator, [name])).get(name, "")
        return AboutValue(label(name, called), debugger.run.look(name))
    return debugger.ask(lambda navigator: operator_context.selected(navigator, subject.pattern))


@renders(AboutValue)
def print_about_value(printer: Printer, about: AboutValue) -> None:
    """Print the operator that made a value, and the operators that read it."""
    found = about.found
    printer.line((about.title, "bold"), f"  {spec(found.array)}  in step {found.step}")
    printer.statistics(found.array)
    printer.line(f"made by {found.maker or 'no operator'}")
    printer.line(f"read by {', '.join(found.readers) or 'nothing'}")
    _print_site(printer, found.site, found.source)


@renders(Operator)
def print_operator(printer: Printer, operator: Operator) -> None:
    """Print the attributes and the line of an operator."""
    style = ROLES.get(operator.phase, "")
    printer.line((f"op {operator.id}  ", "dim"), (repr(operator), "bold"), (f"  {operator.phase}", style), cut=True)
    if operator.layer_path:
        printer.line("  in layer ", (operator.layer_path, "bold"))
    attrs = {n: v for n, v in operator.op.with_defaults(operator.attrs).items() if n != "blocks"}
    if attrs:
        printer.line("  ", ", ".join(f"{name} = {value!r}" for name, value in attrs.items()))
    if operator.site is not None:
        _print_site(printer, operator.site.where, operator.site.code)
    if operator.user_site is not None and operator.user_site != operator.site:
        _print_site(printer, f"your line: {operator.user_site.where}", operator.user_site.code)


def _print_site(printer: Printer, where: str, code: str) -> None:
    if where:
        printer.line((f"{where}  ", "dim"), code, cut=True)


def _array(debugger: CommandSession, text: str) -> tuple[str, Any]:
    found = debugger.evaluate(text)
    value = array_of(found.value)
    if not has_numbers(value):
        raise ArgumentError(f"{text} is not an array: {value!r}", fix="`p` prints the value")
    return found.title, to_host(value)


def _operands(debugger: CommandSession, pattern: str, names: Any, nothing: str) -> list[Listing | Text]:
    def look(navigator: Navigator) -> list[tuple[Operator, dict[str, Any], dict[str, str]]]:
        chosen = operator_context.selected(navigator, pattern)[:8]  # an error if nothing has run yet
        here = navigator.gradient.cursor if navigator.gradient is not None else navigator.cursor
        assert here is not None
        arrays = [{n: to_host(v) if has_numbers(v := here.lookup(n)) else None for n in names(o) if n} for o in chosen]
        return [(o, of, operator_context.names_beside(navigator, of)) for o, of in zip(chosen, arrays, strict=True)]

    found: list[Listing | Text] = []
    for operator, arrays, called in debugger.ask(look):
        rows = [[name, called.get(name, ""), *_cells(array)] for name, array in arrays.items()]
        heads = ("name", "called", "value", *_NUMBERS, "health")
        found.append(CutLine(f"op {operator.id}  {operator!r}", "bold"))
        found.append(Listing(*_without_empty_names(heads, rows), right=_NUMBERS) if rows else Text(f"  {nothing}"))
    return found


def _without_empty_names(heads: Sequence[str], rows: list[list[Any]]) -> tuple[Sequence[str], list[list[Any]]]:
    """Remove the second column of a table, the user's names, if it is empty."""
    if any(called for _, called, *_ in rows):
        return heads, rows
    return (heads[0], *heads[2:]), [[name, *rest] for name, _, *rest in rows]


_NUMBERS = ("min", "max", "mean", "std")


def _cells(array: Any) -> Sequence[str | Text]:
    if array is None:
        return [Text("no value here", "dim"), "", "", "", "", ""]
    found = statistics(array)
    numbers = [short(getattr(found, n)) for n in _NUMBERS]
    return [spec(array), *numbers, Text(*health(found))]


@command("names", "ls", group=GROUP)
def list_names(debugger: CommandSession, pattern: ValuePattern = "", limit: Limit = MOST_NAMES) -> Listing:
    """List the variables that have a value here.

    names                  the first 50 variables, with their names in your code and their first elements
    names 500              the first 500 variables
    names *@GRAD           the variables that match a pattern
    names layer:layer1 5   the first 5 values that the Layer layer1 made
    """
    names = debugger.ask(lambda navigator: operator_context.selected_values(navigator, pattern))
    if not names:
        raise NotFound(f"no value here matches {pattern}" if pattern else "nothing has a value here")
    called = debugger.ask(lambda navigator: operator_context.names_beside(navigator, names[:limit]))
    rows = [[name, called.get(name, ""), *_first(debugger, name)] for name in names[:limit]]
    all_names = f"names {pattern} {len(names)}" if pattern else f"names {len(names)}"
    more = Text(f"  and {len(names) - limit} more: `{all_names}` lists all", "dim") if len(names) > limit else None
    return Listing(*_without_empty_names(("name", "called", "value", ""), rows), below=more)


def _first(debugger: CommandSession, name: str) -> list[str]:
    def begin(navigator: Navigator) -> Any:
        value = place_values.find_value(navigator, name)
        return spec(value), to_host(value.reshape(-1)[:4]).copy(), value.size

    title, some, count = debugger.ask(begin)
    return [title, elements(some, 60).rstrip("]") + (" …]" if count > 4 else "]")]
