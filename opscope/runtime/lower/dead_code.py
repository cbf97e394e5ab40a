"""Dead code elimination, which removes nodes that no fetch, store or effect depends on."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.runtime.lower.trace import Trace, TraceNode, TraceValue


def eliminate_dead_code(trace: Trace, wanted: Iterable[TraceValue]) -> list[TraceNode]:
    """Return the nodes on which the values in `wanted` and all side effects depend, in order."""
    needed = set(map(id, wanted))
    kept: list[TraceNode] = []
    for node in reversed(trace.nodes):
        if node.has_effect or any(id(o) in needed for o in node.outs):
            needed.update(id(v) for v in node.inputs if isinstance(v, TraceValue))
            kept.append(node)
    kept.reverse()
    return kept
