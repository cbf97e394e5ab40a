"""Patterns that select operators of programs, for completion, and for suggestions when a pattern matches nothing."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from opscope.debug.taps.selector import Selector
from opscope.errors import nearest
from opscope.ir.program.program import Operator, Program
from opscope.names.value_name import suggestion


def patterns(programs: Iterable[Program]) -> list[str]:
    """Return all patterns that select operators: patterns by type, role, layer, scope, line or number."""
    found = [o for p in programs for o in p.operators]
    kinds = [f"op:{o.type}" for o in found] + [f"role:{o.phase}" for o in found]
    kinds += [f"layer:{path}" for o in found for path in _and_outer(o.layer_path)]
    kinds += [f"scope:{o.namescope}*" for o in found if o.namescope not in ("", "/")]
    kinds += [f"at:{o.site.where.partition(' in ')[0]}" for o in found if o.site is not None]
    return list(dict.fromkeys([*kinds, *(f"id:{o.id}" for o in found)]))


def _and_outer(path: str) -> list[str]:
    """Return the paths of a layer and of its outer layers: for `layer1.0.conv1`, also `layer1` and `layer1.0`."""
    members = path.split(".") if path else []
    return [".".join(members[:count]) for count in range(1, len(members) + 1)]


def nearest_pattern(selector: Selector, names: Collection[str], operators: Sequence[Operator]) -> str:
    """Suggest a pattern in place of a pattern that matches nothing: `did you mean 'op:tanh'?`.

    `names` are the names of the values, and `operators` are the operators of the program.
    """
    pattern = selector.pattern
    match selector.kind:
        case "id":
            numbers = [o.id for o in operators]
            return f"operators are numbered {min(numbers)} to {max(numbers)}" if numbers else ""
        case "op":
            return _with_kind(nearest(pattern, {o.type for o in operators}), "op:")
        case "layer":
            return _with_kind(nearest(pattern, {o.layer_path for o in operators if o.layer_path}), "layer:")
        case "scope":
            return _with_kind(nearest(pattern, {o.namescope for o in operators}), "scope:")
        case "at":
            return _nearest_line(pattern, operators)
        case "role":
            return f"the program has no {pattern} operators, because it has no optimizer" if operators else ""
        case _:
            types = {o.type for o in operators}
            if pattern in types:
                return f"did you mean 'op:{pattern}'?"
            if pattern in ("nan", "inf") and pattern not in names:
                return "call watch('nan') to stop at the first NaN or Inf"
            near = suggestion(pattern, names)
            return near if near.startswith("did") else _with_kind(nearest(pattern, types, 0.7), "op:") or near


def _with_kind(guess: str, kind: str) -> str:
    return guess.replace("mean '", f"mean '{kind}")


def _nearest_line(pattern: str, operators: Sequence[Operator]) -> str:
    """Suggest the nearest line that has operators, in the file of the pattern."""
    path, _, line = pattern.rpartition(":")
    sites = [o.site for o in operators if o.site is not None]
    files = {os.path.basename(s.filename) for s in sites}
    inside = [s for s in sites if not path or s.filename.endswith(path)]
    if not line.isdigit() or not inside:
        return _with_kind(nearest(os.path.basename(path or line), files), "at:")
    best = min(inside, key=lambda s: abs(s.line - int(line)))
    return f"the nearest line with an operator is at:{os.path.basename(best.filename)}:{best.line}"
