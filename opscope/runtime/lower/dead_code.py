"""Dead code: what neither a fetch, a store nor an effect needs is not in the lowered plan."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.runtime.lower.trace import Node, Ref, Trace


def pruned(trace: Trace, wanted: Iterable[Ref]) -> list[Node]:
    """The nodes that `wanted` values and effects depend on, in order."""
    needed = set(map(id, wanted))
    kept: list[Node] = []
    for node in reversed(trace.nodes):
        if node.effect or any(id(o) in needed for o in node.outs):
            needed.update(id(v) for v in node.inputs if isinstance(v, Ref))
            kept.append(node)
    kept.reverse()
    return kept
