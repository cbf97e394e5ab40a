"""`draw`: draws a program, a run, or a graph. The picture shows single operators, or layers (useful for a slide)."""

from __future__ import annotations

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import Protocol, TypeGuard, cast, get_args

from opscope.errors import ArgumentError, NotFound, nearest
from opscope.ir.program.program import Program
from opscope.viz import dot
from opscope.viz.engines import TIMEOUT, Engine
from opscope.viz.folding import LIMIT
from opscope.viz.graph import Graph
from opscope.viz.graph_builder import PHASES
from opscope.viz.page import draw_page
from opscope.viz.program_graphs import Levels, SummarizedRun, program_graph
from opscope.viz.scoped_graph import Path, ScopedGraph, around
from opscope.viz.scopes import STACK_NAME, nested
from opscope.viz.svg import Svg


class DrawnRun(SummarizedRun, Protocol):
    """A run or a recording that can return its program."""

    def program(self, step: int | None = None) -> Program:
        """Return the program of a step. If `step` is None, return the program of the run's current place."""
        ...


def draw(
    what: Program | Graph | DrawnRun,
    *,
    step: int | None = None,
    levels: Levels = 1,
    backward: bool = False,
    open: str | Collection[str] | None = None,
    limit: int = LIMIT,
    direction: dot.Direction | None = None,
    using: Engine | None = None,
    timeout: float = TIMEOUT,
) -> Svg:
    """Draw a run, a program or a graph as SVG text, which a notebook displays.

    The SVG text has no prolog, so a page can contain it.

    By default, the picture shows the forward pass of a program, with a node for each layer. The nodes are in rows from
    left to right, so that the picture fits on a slide. The docstring of `program_graph` describes such a graph
    (`levels=1`). The picture of a run also shows the shapes of the feeds, statistics of values, and the step of these
    values. A chain of equal layers is a single node ("×12") until the user opens it.

    Args:
        what: a run, a recording, a program, or a graph.
        step: the step whose values are shown, if `what` is a run or a recording. None: the values at the current place
            of the run, or in its last step if it has no current place.
        levels: number of levels of Layers. 1 shows the outermost Layers, 2 also the Layers inside them. "operators"
            shows each operator and value.
        backward: True to also draw gradients and the optimizer, as dashed arrows.
        open: more scopes to open, as paths or patterns: `encoder`, `encoder/layer_3`, `*` for all scopes.
        limit: the largest number of visible nodes. A graph with more nodes is collapsed.
        direction: "LR" (from left to right in rows) or "TB" (from top to bottom). None: "LR" for a drawing by layer,
            otherwise "TB".
        using: layout engine: "dot" or "wasm"; None: the first engine that is installed.
        timeout: time limit for the layout, in seconds.

    Returns:
        The picture. The method `save` of the picture writes the picture to a file: `save("net.svg")`, or a `.png`,
        `.pdf` or `.dot` file.

    Raises:
        ArgumentError: the direction or level is unknown, `what` cannot be drawn, or `step` is passed without a run.
        NotFound: no scope has this path, or the step is no longer recorded.
        LayoutTimeout: the layout takes longer than `timeout`.
        MissingEngine: graphviz, or the engine in the argument `using`, is not installed.
        LayoutError: graphviz cannot draw the graph.

    Example:
        >>> from opscope.viz import draw
        >>> svg = draw(program)
        >>> svg.startswith("<svg")
        True
        >>> draw(run, step=3).save("/tmp/slide.svg")
    """
    if direction is not None and direction not in get_args(dot.Direction):
        raise ArgumentError(
            f"direction must be TB or LR, not {direction!r}", fix="pass direction='TB' or direction='LR'"
        )
    patterns = [open] if isinstance(open, str) else open
    if isinstance(what, Graph):
        if step is not None:
            raise ArgumentError(
                "the values of a graph cannot be changed", fix="draw another graph: program_graph(..., step=20)"
            )
        graph = what if patterns is None else _with_open(what, patterns)
    else:
        is_by_layer = levels != "operators"
        run = what if _is_run(what) else None
        program = run.program(step) if run is not None else cast("Program", what)  # program_graph checks it
        graph = program_graph(
            program,
            phases=PHASES if backward else ("forward",),
            run=run,
            step=step,
            levels=levels,
            open=(patterns or ()) if is_by_layer else (),
        )
        if not is_by_layer and patterns is not None:
            graph = _with_open(graph, patterns)
        direction = direction or ("LR" if is_by_layer else "TB")
    if direction == "LR":
        return draw_page(graph, limit=limit, using=using, timeout=timeout)
    return dot.draw(graph, limit=limit, using=using, timeout=timeout)


def _is_run(what: object) -> TypeGuard[DrawnRun]:
    return all(callable(getattr(what, name, None)) for name in ("summaries", "program"))


def _with_open(graph: Graph, patterns: Collection[str]) -> Graph:
    scoped = ScopedGraph(nested(graph))
    return scoped.fold(_opened(graph, scoped.graph, patterns))


def _opened(graph: Graph, scoped: Graph, patterns: Collection[str]) -> set[Path]:
    """Return the scopes that match the patterns, and the scopes, stacks and ranges that contain these scopes."""
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
    """Return how many parts of a group's path lead to a scope.

    The path of the group also contains stacks and ranges.
    """
    at = 0
    for name in path:
        while STACK_NAME.sub("", group[at].rstrip("\u2032")) != name and group[at] != name:
            at += 1
        at += 1
    return at
