"""Display of a Program: its feeds, its parameters, and the number of operators of each type."""

from __future__ import annotations

from collections import Counter
from math import prod

from opscope.core.shape import text as shape_text
from opscope.displays import pictures
from opscope.displays.html_block import ROWS, block, code, side_by_side, table
from opscope.ir.program.program import Parameter, Program, Variable

TYPES = 12  # listed types of operators


def html(program: Program) -> str:
    """Return the HTML of a Program. The HTML contains no graph. `viz.draw(program)` draws the graph of the program."""
    operators = program.operators
    variables = [v for block_ in program.blocks for v in block_.vars.values()]
    parameters = [v for v in variables if isinstance(v, Parameter)]
    phases = Counter(o.phase for o in operators)
    facts: list[tuple[str, object]] = [
        ("operators", f"{len(operators):,}"),
        *((phase, f"{count:,}") for phase, count in phases.items() if len(phases) > 1),
        ("blocks", len(program.blocks)),
        ("parameters", f"{len(parameters):,} with {sum(map(_size, parameters)):,} elements"),
    ]
    types = Counter(o.type for o in operators).most_common()
    shown = types[:TYPES]
    bars = pictures.rows_of([n for _, n in shown])
    counts: list[tuple[object, ...]] = [(code(name), f"{n:,}", bar) for (name, n), bar in zip(shown, bars, strict=True)]
    if len(types) > TYPES:
        counts.append((f"{len(types) - TYPES} more types", f"{sum(n for _, n in types[TYPES:]):,}", ""))
    given = [v for v in variables if v.is_data]
    rows = [(code(v.name), "fed", code(_spec(v)), "") for v in given[:ROWS]]
    kept = parameters[: ROWS - len(rows)]
    sizes = pictures.rows_of([_size(p) for p in kept])
    rows += [
        (code(p.name), "trained" if p.trainable else "fixed", code(_spec(p)), bar)
        for p, bar in zip(kept, sizes, strict=True)
    ]
    return block(
        "Program",
        facts,
        side_by_side(
            table(("operator", "count", ""), counts),
            table(("variable", "", "type", ""), rows, "variables", len(given) + len(parameters)),
        ),
    )


def _spec(variable: Variable) -> str:
    return f"{variable.dtype.name}{shape_text(variable.spec.shape)}"


def _size(variable: Variable) -> int:
    return prod(d or 1 for d in variable.spec.shape)
