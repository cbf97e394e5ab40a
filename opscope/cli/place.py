"""Place: the operator that is next where one stands, and what is around it. Called in the driving thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from opscope.core.source import Site
from opscope.debug.breakpoints import Breakpoint
from opscope.debug.look import names
from opscope.debug.navigate import Navigator
from opscope.debug.select import Selector
from opscope.errors import NotFound, RunError, nearest
from opscope.ir.program import Operator, Program
from opscope.runtime.frame import Frame


class Line(NamedTuple):
    """One operator of a listing."""

    operator: Operator
    here: bool
    breakpoints: tuple[Breakpoint, ...]


def frame(navigator: Navigator) -> Frame:
    """The innermost frame, that of a gradient's rule included. Raises RunError before anything has run."""
    if navigator.inside is not None:
        return navigator.inside.walk.frame
    if navigator.here is None:
        raise RunError("nothing has run yet", fix="`next` or `continue`")
    return navigator.here.frame


def operator(navigator: Navigator) -> Operator | None:
    """The operator that is next; None at the end of a block."""
    at = frame(navigator)
    return None if at.done else at.next.operator


def operator_text(navigator: Navigator) -> str:
    """The operator that is next, or what ends here."""
    found = operator(navigator)
    if found is not None:
        return repr(found)
    if navigator.inside is not None:
        return f"the end of the rule of {navigator.inside.operator.type}"
    here = navigator.here
    assert here is not None
    return "the end of this run" if not here.depth else f"the end of block {here.frame.plan.block.idx}"


def site(navigator: Navigator) -> Site | None:
    """The user's line of this place; at the end of a block that of its last operator."""
    if navigator.inside is not None:
        return navigator.inside.operator.site
    found = operator(navigator)
    if found is None:
        found = next((o for o in reversed(operators(navigator)) if o.site is not None), None)
    return None if found is None else found.site


def program(navigator: Navigator) -> Program:
    """The program that runs here."""
    frame(navigator)
    assert navigator.here is not None
    return navigator.here.levels[0].frame.plan.block.program


def operators(navigator: Navigator) -> list[Operator]:
    """The operators of this block that run."""
    return [i.operator for i in frame(navigator).plan.instructions if i.kind == "op"]


def lines(navigator: Navigator) -> list[Line]:
    """The operators of this block, with what stands at them."""
    at, stops = operator(navigator), navigator.breakpoints
    there = [(b, {*stops.of(b, operators(navigator))}) for b in stops.all.values() if b.spec != "*"]
    return [Line(o, o is at, tuple(b for b, ops in there if o.id in ops)) for o in operators(navigator)]


def selected(navigator: Navigator, text: str) -> list[Operator]:
    """The operators of the program that a number, a pattern or a name means; of "" the next one. Raises NotFound."""
    if not text:
        found = operator(navigator)
        if found is None:
            raise NotFound("no operator is next here", fix="name one: its number, or a pattern such as op:tanh")
        return [found]
    around = operators(navigator) if navigator.inside is not None else program(navigator).operators
    selector = Selector.parse(text)
    found = [o for o in around if any(selector.matches(n or "", o) for n in o.outputs or ("",))]
    if not found:
        known = [*patterns([program(navigator)]), *variables(navigator, [program(navigator)])]
        fix = nearest(text, known) or "`lo` lists the operators of this block"
        raise NotFound(f"no operator {text} in this program", fix=fix)
    return found


def variables(navigator: Navigator, programs: Iterable[Program]) -> list[str]:
    """All names of some programs, those that have a value here first."""
    return list(dict.fromkeys([*names(navigator), *(v.name for p in programs for v in p.list_vars())]))


def patterns(programs: Iterable[Program]) -> list[str]:
    """What selects operators: types, roles, scopes, lines, numbers."""
    found = [o for p in programs for o in p.operators]
    kinds = [f"op:{o.type}" for o in found] + [f"role:{o.phase}" for o in found]
    kinds += [f"scope:{o.namescope}*" for o in found if o.namescope not in ("", "/")]
    kinds += [f"at:{o.site.where.partition(' in ')[0]}" for o in found if o.site is not None]
    return list(dict.fromkeys([*kinds, *(f"id:{o.id}" for o in found)]))
