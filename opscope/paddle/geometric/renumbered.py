"""Nodes of a part of a graph, numbered from 0."""

from __future__ import annotations

from typing import Any

from opscope.ops.api import public
from opscope.ops.manipulation import concat_split
from opscope.ops.random import graph_neighbors as neighbors

# value_buffer and index_buffer make Paddle faster on a GPU, flag_buffer_hashtable says that they are there.


@public
def reindex_graph(
    x: Any, neighbors: Any, count: Any, value_buffer: Any = None, index_buffer: Any = None, name: str | None = None
) -> Any:
    """(source of each edge, its destination, all nodes): numbers from 0 for the nodes x [n] and their neighbors.

    neighbors [edges]: those of x[0], then of x[1], ...; count [n] says how many of each. x come first among the nodes.
    Raises ArgumentError (a ValueError) where the counts do not add up.
    """
    return tuple(_reindex(x, neighbors, count))


_reindex = neighbors.graph_reindex


@public
def reindex_heter_graph(
    x: Any, neighbors: Any, count: Any, value_buffer: Any = None, index_buffer: Any = None, name: str | None = None
) -> Any:
    """reindex_graph of several kinds of edges: lists of neighbors and of counts."""
    whole = (concat_split.concat(list(v), axis=0) if isinstance(v, list | tuple) else v for v in (neighbors, count))
    return reindex_graph(x, *whole)


@public
def graph_reindex(
    x: Any,
    neighbors: Any,
    count: Any,
    value_buffer: Any = None,
    index_buffer: Any = None,
    flag_buffer_hashtable: bool = False,
    name: str | None = None,
) -> Any:
    """reindex_graph under its older name."""
    return reindex_graph(x, neighbors, count)
