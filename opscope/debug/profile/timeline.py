"""Timeline of a profile as Chrome trace events, for https://ui.perfetto.dev and chrome://tracing.

In the timeline, each program is a process, and each phase is a track. The runs are on a separate track above the tracks
of the phases.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from opscope.debug.profile.attribution import CallOrigin
from opscope.debug.profile.stopwatch import Span, TimedRun

TRACKS = ("run", "forward", "backward", "optimize", "debug")
TraceEvent = dict[str, Any]


def events(runs: Iterable[TimedRun]) -> list[TraceEvent]:
    """Return the trace events of some runs, with times in microseconds since the start of the first run."""
    runs = list(runs)
    began = min((r.start for r in runs), default=0.0)
    named: dict[int, None] = {}
    made: list[TraceEvent] = []
    for run in runs:
        pid = 0 if run.plan is None else run.plan.block.program.id
        named[pid] = None
        args = {"step": run.step, "lowered": run.lowered, "watching_us": round(run.overhead * 1e6, 3)}
        made.append(_complete(f"step {run.step}", "run", pid, run.start - began, run.end - run.start, args))
        made += [_of(span, pid, began) for span in run.spans]
    return [*(e for pid in named for e in _names(pid)), *made]


def _of(span: Span, pid: int, began: float) -> TraceEvent:
    return _complete(
        span.origin.name, span.origin.role, pid, span.start - began, span.end - span.start, _args(span.origin)
    )


def _complete(name: str, track: str, pid: int, start: float, seconds: float, args: TraceEvent) -> TraceEvent:
    at = {"ts": round(start * 1e6, 3), "dur": round(seconds * 1e6, 3)}
    return {"name": name, "cat": track, "ph": "X", "pid": pid, "tid": TRACKS.index(track), **at, "args": args}


def _args(origin: CallOrigin) -> TraceEvent:
    """Return the details of an event of the timeline.

    The costs are the costs of the whole operator, which may consist of several calls.
    """
    args: TraceEvent = {
        "type": origin.type,
        "calls": origin.calls,
        "bytes": origin.cost.bytes,
        "flops": origin.cost.flops,
    }
    if origin.operators:
        last = origin.operators[-1]
        args["outputs"] = [n for n in last.outputs if n is not None]
        args["layer"], args["scope"] = last.layer_path, last.namescope
    else:
        args["layer"] = origin.layer
    site = origin.operators[-1].site if origin.operators else origin.site
    if site is not None:
        args["site"], args["code"] = f"{site.filename}:{site.line}", site.code
    return {k: v for k, v in args.items() if v is not None}


def _names(pid: int) -> list[TraceEvent]:
    made: list[TraceEvent] = [_meta("process_name", pid, 0, {"name": f"program {pid}" if pid else "eager code"})]
    for tid, track in enumerate(TRACKS):
        made.append(_meta("thread_name", pid, tid, {"name": track}))
        made.append(_meta("thread_sort_index", pid, tid, {"sort_index": tid}))
    return made


def _meta(name: str, pid: int, tid: int, args: TraceEvent) -> TraceEvent:
    return {"name": name, "ph": "M", "ts": 0, "dur": 0, "pid": pid, "tid": tid, "args": args}


def save(path: str | os.PathLike[str], runs: Iterable[TimedRun], about: TraceEvent) -> None:
    """Write the timeline to a file."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events(runs), "displayTimeUnit": "ms", "otherData": about}, file)
