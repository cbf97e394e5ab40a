"""Graph of a program for the panel. The program is copied between two operators, and a thread computes the layout."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from opscope.debug.session.program_drawings import Draw
from opscope.errors import ArgumentError, OpscopeError, RunError
from opscope.events import DrawGraph, Event, GraphDrawn, GraphSearched, Response, SearchGraph, Warned
from opscope.ir.program.program import Program
from opscope.viz import FoldableGraph, LayoutError
from opscope.viz.foldable_graph import ARRANGEMENTS

MAX_HOPS = 10


class _Drawable(NamedTuple):
    """A copy of a program that can be drawn: the program's graph, its id, and the number of its operators."""

    graph: FoldableGraph
    program: int
    operators: int
    is_eager: bool


class PanelGraph:
    """Draws the newest program of a run in a separate thread, and answers the panel's commands about the drawing."""

    def __init__(self, show: Callable[[list[Event]], None]) -> None:
        self._show = show
        self._newest: _Drawable | None = None  # the last drawn program
        self._asked: DrawGraph | None = None  # the last request of a page; a new program is drawn alike
        self._lock = threading.Lock()

    def drawing(self, program: Program) -> Draw:
        """Copy the program as it is now.

        Returns a function that draws the copy. If the layout fails, a warning is sent.
        """
        operators = sum(len(block.ops) for block in program.blocks)
        copied = _Drawable(FoldableGraph(program), program.id, operators, not program.is_built)

        def take() -> None:
            self._newest = copied

        def draw() -> tuple[Event, Callable[[], object]]:
            try:
                return self._drawn(copied, self._asked and replace(self._asked, center="", reveal="")), take
            except LayoutError as e:
                return Warned(subject="graph", text=str(e)), lambda: None

        return draw

    def handle(self, command: DrawGraph | SearchGraph) -> None:
        """Answer a command later. If several requests to draw are waiting, only the newest request is executed."""
        if isinstance(command, DrawGraph):
            self._asked = command
        threading.Thread(target=self._answer, args=(command,), name="opscope-graph", daemon=True).start()

    def _answer(self, command: DrawGraph | SearchGraph) -> None:
        with self._lock:
            events: list[Event] = []
            try:
                if self._newest is None:
                    raise RunError("no graph is drawn yet", fix="run the program first")
                events += self._events(self._newest, command)
            except (OpscopeError, LayoutError) as e:
                events.append(Response(request=command.request, ok=False, text=str(e).splitlines()[0]))
            else:
                events.append(Response(request=command.request, ok=True))
        self._show(events)

    def _events(self, newest: _Drawable, command: DrawGraph | SearchGraph) -> list[Event]:
        if isinstance(command, SearchGraph):
            total, found = newest.graph.search(command.text)
            ids, labels, details = zip(*found, strict=True) if found else ((), (), ())
            return [GraphSearched(text=command.text, total=total, ids=ids, labels=labels, details=details)]
        if command is not self._asked:
            return []
        return [self._drawn(newest, command)]

    def _drawn(self, copied: _Drawable, asked: DrawGraph | None) -> GraphDrawn:
        asked = asked or DrawGraph(request=0, open=(), arrangement=ARRANGEMENTS[0], first=True)
        if asked.arrangement not in ARRANGEMENTS:
            raise ArgumentError(
                f"unknown arrangement {asked.arrangement!r}", fix=f"use one of {', '.join(ARRANGEMENTS)}"
            )
        drawn = copied.graph.draw(
            None if asked.first else asked.open,
            asked.arrangement,
            reveal=asked.reveal,
            center=asked.center,
            hops=min(max(1, asked.hops), MAX_HOPS),
        )
        return GraphDrawn(
            program=copied.program,
            svg=str(drawn.svg),  # the text alone: marimo would show an object with HTML as HTML
            ops=copied.operators,
            hidden=drawn.hidden,
            open=drawn.open,
            arrangement=asked.arrangement,
            center=asked.center,
            reveal=asked.reveal,
            dot=drawn.svg.dot,
            eager=copied.is_eager,
        )
