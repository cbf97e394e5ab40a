"""Order of a graph's nodes: as in the file, with each node after the nodes whose outputs it reads."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any


def in_order(nodes: Sequence[Any]) -> Sequence[Any]:
    """Return the nodes in the order of the file, except that each node follows the nodes whose outputs it reads.

    ONNX requires this order. onnxruntime also runs files of tools that append nodes anywhere. Nodes of a cycle keep
    their positions; the import then raises an error about a value that is read before it is made.
    """
    makers = {name: i for i, node in enumerate(nodes) for name in node.output if name}
    needs = [{makers[n] for n in _read(node) if n in makers} - {i} for i, node in enumerate(nodes)]
    if all(max(needed, default=-1) < i for i, needed in enumerate(needs)):
        return nodes
    readers: dict[int, list[int]] = defaultdict(list)
    for i, needed in enumerate(needs):
        for maker in needed:
            readers[maker].append(i)
    ready = [i for i, needed in enumerate(needs) if not needed]
    order: list[int] = []
    while ready:
        order.append(heapq.heappop(ready))
        for reader in readers[order[-1]]:
            needs[reader].discard(order[-1])
            if not needs[reader]:
                heapq.heappush(ready, reader)
    return [nodes[i] for i in order] if len(order) == len(nodes) else nodes


def _read(node: Any) -> Iterator[str]:
    """Return the names that a node reads, including outer names that its graphs read."""
    yield from (name for name in node.input if name)
    for attribute in node.attribute:
        for graph in (attribute.g, *attribute.graphs):
            own = {n for inner in graph.node for n in inner.output} | {
                v.name for v in (*graph.input, *graph.initializer)
            }
            yield from (name for inner in graph.node for name in _read(inner) if name not in own)
            yield from (v.name for v in graph.output if v.name not in own)
