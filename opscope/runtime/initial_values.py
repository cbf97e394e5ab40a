"""Initial values of a run, which are loaded from the scope. A missing value raises an error."""

from __future__ import annotations

from typing import Any

from opscope.core.place import to_device
from opscope.errors import ArgumentError, RunError, nearest
from opscope.ir.program.lod import rows_name
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Plan
from opscope.runtime.scope import Scope


def load_initial_values(frame: Frame, scope: Scope, feed: Any) -> None:
    """Read the values of slots from the scope. Raises RunError for a value that is missing."""
    plan = frame.plan
    for name, slot in plan.loads:
        value = scope.snapshot(name)
        if value is None:
            variable = plan.block.var_of(name)
            raise RunError(
                f"Tensor holds no memory: {name} was never initialised",
                facts={name: variable.spec},
                site=variable.site,
                fix="run the startup program first: exe.run(paddle.static.default_startup_program())",
            )
        frame.env[slot] = to_device(value, plan.place)
    for name, slot in plan.missing:
        _report_missing(plan, name, slot, feed)


def _report_missing(plan: Plan, name: str, slot: int, feed: Any) -> None:
    variable = plan.block.var_of(name)
    readers = [i for i in plan.instructions if slot in i.reads]
    if (rows_name(name) or not variable.is_data) and readers and all(i.operator.op.opaque for i in readers):
        return  # py_func gets None for a variable that no one wrote
    declared = [v.name for v in plan.block.vars.values() if v.is_data]
    stray = [n for n in feed if n not in declared]
    guess = next((s for s in stray if s.lower() == name.lower() or nearest(s, [name])), "")
    if rows := rows_name(name):
        raise ArgumentError(
            f"{rows} does not contain LoD information, because {rows} was fed without LoD",
            facts={rows: plan.block.var_of(rows).spec}, site=variable.site,
            fix=f"feed {{{rows!r}: paddle.base.create_lod_tensor(array, [lengths], place)}}",
        )  # fmt: skip
    if variable.is_data:
        fix = f"{guess!r} was fed: did you mean {name!r}?" if guess else f"feed {{{name!r}: array}}"
        what = f"the needed feed {name!r} is missing"
    else:
        what, fix = (
            f"{name} is read before anything writes it",
            "compute the variable first, or declare it with data() and feed it",
        )
    reader = readers[0].operator if readers else None
    raise RunError(
        f"Tensor holds no memory: {what}" + (f" [operator < {reader.type} > error]" if reader else ""),
        facts={name: variable.spec, **({"fed, but not declared": ", ".join(map(str, stray))} if stray else {})},
        site=variable.site,
        fix=fix,
    )
