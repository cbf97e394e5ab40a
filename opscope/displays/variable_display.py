"""Display of a Variable: its declaration, the operators that write or read it, and their lines."""

from __future__ import annotations

from opscope.core.shape import text as shape_text
from opscope.displays.html_block import ROWS, block, code, table
from opscope.ir.program.program import Operator, Parameter, Variable


def html(variable: Variable) -> str:
    """Return the HTML of a Variable."""
    kind = "Parameter" if isinstance(variable, Parameter) else "Variable"
    facts: list[tuple[str, object]] = [
        ("", code(f"{variable.dtype.name}{shape_text(variable.spec.shape)}")),
        ("stop_gradient", variable.stop_gradient),
        ("persistable", variable.persistable),
    ]
    name, operators = variable.name, variable.program.operators
    uses = [("made by", o) for o in operators if name in o.outputs]
    made = bool(uses)
    uses += [("read by", o) for o in operators if name in o.inputs and name not in o.outputs]
    rows = [_row(how, operator) for how, operator in uses[:ROWS]]
    if not made:
        how = "fed" if variable.is_data else "stored in the scope" if variable.persistable else "not made here"
        rows.insert(0, (how, "", "" if variable.site is None else code(variable.site.where)))
    shown = table(("", "operator", "your line"), rows, "operators", len(uses) + (not made))
    return block(f"{kind} {name}", facts, shown)


def _row(how: str, operator: Operator) -> tuple[object, object, object]:
    site = operator.site
    line = "" if site is None else code(f"{site.where}: {site.code}" if site.code else site.where)
    return how, code(f"{operator.id}: {operator!r}"), line
