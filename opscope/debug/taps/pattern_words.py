"""The patterns that select operators of programs, for completion."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.ir.program.program import Program


def patterns(programs: Iterable[Program]) -> list[str]:
    """The patterns that select operators: types, roles, layers, scopes, lines, numbers."""
    found = [o for p in programs for o in p.operators]
    kinds = [f"op:{o.type}" for o in found] + [f"role:{o.phase}" for o in found]
    kinds += [f"layer:{path}" for o in found for path in _and_outer(o.layer_path)]
    kinds += [f"scope:{o.namescope}*" for o in found if o.namescope not in ("", "/")]
    kinds += [f"at:{o.site.where.partition(' in ')[0]}" for o in found if o.site is not None]
    return list(dict.fromkeys([*kinds, *(f"id:{o.id}" for o in found)]))


def _and_outer(path: str) -> list[str]:
    """`layer1.0.conv1` with the layers around it: `layer1`, `layer1.0`."""
    members = path.split(".") if path else []
    return [".".join(members[:count]) for count in range(1, len(members) + 1)]
