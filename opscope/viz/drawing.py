"""`draw`: a program, or a graph, as a picture with some of its scopes open."""

from __future__ import annotations

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import get_args

from opscope.errors import ArgumentError, NotFound, nearest
from opscope.ir.program.program import Program
from opscope.viz import dot
from opscope.viz.engines import TIMEOUT, Engine
from opscope.viz.foldable_graph import WHOLE
from opscope.viz.folding import LIMIT
from opscope.viz.graph import Graph
from opscope.viz.graph_builder import program_graph
from opscope.viz.scoped_graph import Path, ScopedGraph, around
from opscope.viz.scopes import STACK_NAME, first_open, nested
from opscope.viz.svg import Svg


def draw(
    what: Program | Graph,
    *,
    open: str | Collection[str] | None = None,
    limit: int = LIMIT,
    direction: dot.Direction = "TB",
    using: Engine | None = None,
    timeout: float = TIMEOUT,
) -> Svg:
    """A program or a graph as SVG text, without prolog, for insertion into a page; a notebook shows the picture.

    Equal layers, one behind the other, are one node ("×12") until a layer of them is open.

    Args:
        what: the program or the graph.
        open: the scopes to open, as paths or patterns: `encoder`, `encoder/layer_3`, `*` for all of them. None: a
            program of more than 120 nodes shows its outer scopes, folded; a smaller one, and a graph, shows all. An
            empty list folds each outer scope to one node.
        limit: more visible nodes than this are collapsed.
        direction: "TB", from top to bottom, or "LR", from left to right: for slides.
        using: "dot" or "wasm", the layout engine; None: the first that is installed.
        timeout: seconds.

    Returns:
        The picture; `save("net.svg")` also writes `.png`, `.pdf` and `.dot`.

    Raises:
        ArgumentError: there is no such direction, or `what` is neither a program nor a graph.
        NotFound: no scope has such a path.
        LayoutTimeout: the layout takes longer than `timeout`.
        MissingEngine: there is no graphviz, or not the one in `using`.
        LayoutError: graphviz refuses the graph.

    Example:
        >>> from opscope.viz import draw
        >>> svg = draw(program)
        >>> svg.startswith("<svg")
        True
    """
    if direction not in get_args(dot.Direction):
        raise ArgumentError(f"a graph has no direction {direction!r}", fix="direction='TB' or direction='LR'")
    graph = what if isinstance(what, Graph) else program_graph(what)
    if open is not None or isinstance(what, Program):
        scoped = ScopedGraph(nested(graph))
        opened = (
            first_open(scoped, WHOLE)
            if open is None
            else _opened(graph, scoped.graph, [open] if isinstance(open, str) else open)
        )
        graph = scoped.fold(opened)
    return dot.draw(graph, limit=limit, direction=direction, using=using, timeout=timeout)


def _opened(graph: Graph, scoped: Graph, patterns: Collection[str]) -> set[Path]:
    """The scopes that match, with the scopes, stacks and ranges around them."""
    found: set[Path] = set()
    groups = {(before.group, after.group) for before, after in zip(graph.nodes, scoped.nodes, strict=True)}
    known = {"/".join(path): path for own, _ in groups for path in around(own)}
    for pattern in patterns:
        matching = {path for text, path in known.items() if fnmatchcase(text, pattern)}
        if pattern == "*":
            found |= {path for _, group in groups for path in around(group)}
        elif not matching:
            raise NotFound(f"no scope {pattern!r} in the graph", fix=nearest(pattern, list(known)) or "open='*'")
        for own, group in groups:
            depth = max((n for n in range(1, len(own) + 1) if own[:n] in matching), default=0)
            found |= set(around(group[: _depth_of(own[:depth], group)]))
    return found


def _depth_of(path: Path, group: Path) -> int:
    """Return the number of parts of a group, which has stacks and ranges too, that lead to a scope."""
    at = 0
    for name in path:
        while STACK_NAME.sub("", group[at].rstrip("\u2032")) != name and group[at] != name:
            at += 1
        at += 1
    return at
