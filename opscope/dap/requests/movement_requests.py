"""Requests that move the program: continue, steps, pause, goto, forward and backward."""

from __future__ import annotations

from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.event_relay import THREAD
from opscope.dap.request_registry import Function, request
from opscope.debug.navigation.goals import Granularity, Resume
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.session.moves import Move
from opscope.errors import ArgumentError, NotFound, RunError, UnsupportedError
from opscope.ir.program.program import Operator

MAX_TARGETS = 20


@request("threads")
def threads(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the threads of the program. When a thread stops, the other threads wait at their next operator."""
    found = [] if adapter.debuggee is None else adapter.run.threads
    if not found:
        title = "" if adapter.debuggee is None else adapter.run.title
        return {"threads": [{"id": THREAD, "name": title or "program"}]}
    return {"threads": [{"id": each.number, "name": each.name} for each in found]}


@request("continue", moves=True)
def go_on(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Continue to the next stop. At the end of a finished program, end the session."""
    run = adapter.stopped_run
    if run.done and run.here is not None and run.here.reason in ("end", "exception"):
        adapter.report_end()
    else:
        adapter.move("continue")
    return {"allThreadsContinued": True}


STEPS = {"next": "next", "stepIn": "step_in", "stepOut": "step_out"}  # request: name of the move
BACK = {"stepBack": "step_back", "reverseContinue": "reverse_continue"}


def _step(move: str) -> Function:
    """Return the function that answers a request to step, by lines or operators, in a thread."""

    def step(adapter: DebugAdapter, arguments: Arguments) -> None:
        by = _granularity(arguments)
        adapter.look_at_thread(arguments.integer("threadId", 0))
        adapter.move(move, by)

    return step


def _back(move: str) -> Function:
    """Return the function that answers a request to go back."""
    return lambda adapter, _: adapter.move(move)


for _request, _move in STEPS.items():
    request(_request, moves=True)(_step(_move))
for _request, _move in BACK.items():
    request(_request, moves=True)(_back(_move))


def _granularity(arguments: Arguments) -> Granularity | None:
    """Return the unit of a step: "line", "operator", or None for the unit of the current place."""
    known: dict[str, Granularity | None] = {"statement": None, "line": "line", "instruction": "operator"}
    given = arguments.text("granularity", "statement")
    if given not in known:
        raise ArgumentError(f"granularity must be one of {', '.join(known)}, but received {given!r:.100}")
    return known[given]


@request("pause", urgent=True)
def pause(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Stop at the next operator or line, or end a search through the history."""
    adapter.run.request_pause()


@request("cancel", urgent=True)
def cancel(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Refuse a waiting request, or end the search in progress."""
    if "requestId" in arguments:
        adapter.cancelled.add(arguments.integer("requestId"))
    if adapter.debuggee is not None:
        adapter.run.session.driver.navigator.search.stop()


# --- goto, restart --------------------------------------------------------------------------------------


@request("gotoTargets")
def goto_targets(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return targets for a move to the operators of a line, in this step, the step before, and the first step."""
    path, line = arguments.object("source").text("path"), arguments.integer("line", least=1)

    def find(navigator: Navigator) -> list[tuple[int, str, str]]:
        here = navigator.shown_cursor
        if here is None:
            return []
        there = [o for o in _operators(navigator) if o.site is not None and o.site.line == line]
        there = [o for o in there if o.site is not None and o.site.filename == path]
        first, last = navigator.journal.step_range()
        step = here.record.step or last
        steps = dict.fromkeys(s for s in (step, step - 1, first) if s >= max(first, 1) or s == step)
        if not there or not step:
            return []
        if "foresee" not in here.can:
            return [(s, f"at:{path}:{line}", f"step {s}: {there[0].type}") for s in steps]
        return [(s, f"id:{o.id}", f"step {s}: {o!r}") for s in steps for o in there]

    targets: list[dict[str, Any]] = []
    for step, op, label in adapter.inspect(find)[:MAX_TARGETS]:
        number = adapter.add_target(step, op)
        targets.append({"id": number, "label": label[:200], "line": line})
    return {"targets": targets}


def _operators(navigator: Navigator) -> list[Operator]:
    here = navigator.shown_cursor
    if here is not None and "foresee" not in here.can:
        return here.record.operators()
    return navigator.programs().operators


@request("goto", moves=True)
def go_to(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Move to a target, in the past or in the future."""
    number = arguments.integer("targetId")
    if number not in adapter.targets:
        raise NotFound(f"goto has no target with the number {number}", fix="request the targets of the line again")
    step, op = adapter.targets[number]
    adapter.move("goto", step, op)


@request("restartFrame", moves=True)
def restart_frame(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Go back to the beginning of a block of a program."""
    frame = adapter.frame(arguments.integer("frameId", least=1))
    assert frame is not None
    if frame.kind != "block":
        raise UnsupportedError(
            f"{frame.function} cannot be restarted, because opscope does not run Python code twice",
            fix="restart a block, or use `goto`",
        )

    def restart(navigator: Navigator) -> StopReason | Resume:
        cursor = navigator.require_cursor()
        for level in reversed(cursor.frames()):
            if (level.block.program.id, level.block.idx) == (frame.program, frame.block):
                tick = cursor.tick if level.first_tick is None else level.first_tick
                return navigator.move_to(Position(cursor.record.run, tick), StopReason("goto"))
        raise RunError("the block of this frame has ended", fix="read the stack again")

    adapter.make(Move(restart, "goto"))
