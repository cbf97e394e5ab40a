"""`program_graph`: makes the graph of a program, by operator or by layer, with the values of a run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, Protocol, TypeAlias

from opscope.errors import ArgumentError
from opscope.events import Stopped, ValueSeen
from opscope.ir.program.program import Program
from opscope.viz.graph import Graph, values_note, with_values
from opscope.viz.graph_builder import PHASES, BuiltGraph, place_text
from opscope.viz.layer_graph import layer_graph

Levels: TypeAlias = int | Literal["operators"]


class SummarizedRun(Protocol):
    """A run or recording that can return statistics of its values."""

    def summaries(self, step: int | None = None) -> Mapping[str, ValueSeen]:
        """Return a dict from the names of values to their summaries."""
        ...

    @property
    def here(self) -> Stopped | None:
        """The place where the run has stopped."""
        ...


def program_graph(
    program: Program,
    title: str = "",
    phases: Collection[str] | None = None,
    heat: Mapping[int, float] | None = None,
    run: SummarizedRun | None = None,
    *,
    step: int | None = None,
    levels: Levels = "operators",
    open: str | Collection[str] = (),
) -> Graph:
    """Make the graph of a program, in program order.

    A graph by operator has a node for each operator and for each value. An in-place update, by an optimizer or of a
    running mean, is drawn as an edge back to the value. If a sub-block reads a value from outside, an edge goes from
    the value into the block. An edge goes from each result of a sub-block to the operator that owns the block. The
    operator of an optimizer is drawn next to the parameter that it updates. The state of the optimizer (moments,
    learning rate) is not drawn.

    A graph by layer has a node for each Layer (`conv1`), with the size of its parameters and the shape of its result.
    The graph also has a node for each function call between Layers (`cross_entropy`). If a Layer is called again after
    another Layer, the called Layer is drawn a second time. A single Layer that contains the whole network is not drawn.
    `viz.draw` arranges such a graph so that the picture fits on a slide.

    Args:
        program: the program.
        title: title of the picture.
        phases: the phases of the operators to draw: "forward", "backward", "optimize". None: all phases in a graph by
            operator, "forward" in a graph by layer.
        heat: maps the id of an operator to a share from 0 to 1, such as its share of the time. The node of the operator
        shows the share as text. `heated` can then
            color the operators. Only for a graph by operator.
        run: a run or a recording. The nodes of values then show the actual shape, mean, standard deviation and health
            at the current place of the run. A value that does not exist at this place yet shows its declared shape. If
            the run has no current place, the graph shows the values of the last step. A note contains the number of the
            step.
        step: the step whose values are shown; None: the step of the run's current place.
        levels: "operators", or the number of levels of Layers: 1 shows the outermost Layers, 2 also the Layers inside
            them, and so on. A Layer without inner Layers remains one node, unless `open` contains it.
        open: for a graph by layer, more scopes to open, as paths or patterns: `encoder/layer_3`, `*` for all scopes.

    Returns:
        The graph, as an argument of `draw`.

    Raises:
        ArgumentError: `program` is not a Program, a phase is unknown, `step` is passed without `run`, or `levels` is
            below 1.
        NotFound: no scope has this path, or the step is no longer recorded.

    Example:
        >>> len(viz.program_graph(program, phases=["forward"]).nodes) < len(viz.program_graph(program).nodes)
        True
        >>> [node.label for node in viz.program_graph(program, levels=1).nodes]
        ['x', 'fc', 'tanh', 'square', 'mean']
    """
    _check(program, phases, heat, run, step, levels, open)
    seen = None if run is None else run.summaries(step) if step is not None else run.summaries()
    place = "" if run is None or step is not None else place_text(run.here)
    if levels != "operators":
        patterns = [open] if isinstance(open, str) else open
        made = layer_graph(program, levels, title=title, phases=phases or ("forward",), seen=seen, open=patterns)
        return made if seen is None else made.with_note(values_note(seen.values(), place))
    built = BuiltGraph(program, title, PHASES if phases is None else phases)
    described = built.with_descriptions(built.graph, heat, seen)
    return described if seen is None else with_values(described, seen, place)


def _check(
    program: object,
    phases: Collection[str] | None,
    heat: object,
    run: object,
    step: object,
    levels: object,
    open: object,
) -> None:
    if not isinstance(program, Program):
        raise ArgumentError(
            f"a graph can be drawn only from a Program, not from a {type(program).__name__}",
            fix="pass the program of a run, also for eager code and Layers: run.program()",
        )
    if wrong := [phase for phase in phases or () if phase not in PHASES]:
        raise ArgumentError(f"there is no phase {wrong[0]!r} of operators", fix=f"pass some of {', '.join(PHASES)}")
    if step is not None and run is None:
        raise ArgumentError(
            f"the argument step={step} needs the argument run", fix="call program_graph(program, run=run, step=20)"
        )
    is_count = isinstance(levels, int) and not isinstance(levels, bool) and levels >= 1
    if levels != "operators" and not is_count:
        raise ArgumentError(
            f'levels must be "operators" or a number of 1 or more, not {levels!r}',
            fix='pass 1, 2 and so on, or "operators"',
        )
    if levels == "operators" and open:
        raise ArgumentError(
            "open= works only in a graph of layers", fix="call program_graph(program, levels=1, open=[...])"
        )
    if levels != "operators" and heat is not None:
        raise ArgumentError("heat works only in a graph of operators", fix='pass levels="operators"')
