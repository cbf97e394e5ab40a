"""profile: measures the time of each executed operator, and compares the operators with the limits of the machine."""

from __future__ import annotations

import os
import statistics
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Any, overload

from opscope import viz
from opscope.core.checks.unknown_options import reject_unknown_options
from opscope.core.place import CPU, Place
from opscope.debug.profile import timeline
from opscope.debug.profile.eager_stopwatch import OUTSIDE, EagerStopwatch
from opscope.debug.profile.profile_rows import KEYS, ProfileRow, RunSample, grouped, row_of, samples, with_shares
from opscope.debug.profile.profile_table import OVER, html, text
from opscope.debug.profile.roofline import MachineLimits, limits, measure_again
from opscope.debug.profile.stopwatch import Stopwatch, TimedRun
from opscope.debug.tabular import Tabular
from opscope.errors import ArgumentError, NotFound, UsageError, nearest
from opscope.ir.program.program import Parameter, Program
from opscope.runtime.executor import Executor
from opscope.runtime.plan import Plan

KEPT = 1000  # runs from which medians are computed
OVER_NOTES = {
    "cache": f"{OVER} over 100 %: the data of a call fits into a cache, which is faster than a large copy",
    "limits": f"{OVER} over 100 %: a call was faster than the limits, which were measured again: is the machine busy?",
}


class ProfileRows(Sequence[ProfileRow], Tabular):
    """The rows of a profile: a sequence that is displayed as a table. The row with the largest time comes first."""

    columns = (
        "op", "type", "output", "called", "site", "role", "layer", "scope", "runs", "calls", "seconds", "total",
        "share", "bytes", "flops", "bandwidth", "speed", "of_memory", "of_matmul", "bound",
    )  # fmt: skip

    def __init__(self, rows: Iterable[ProfileRow], title: str = "operator", notes: Sequence[str] = ()) -> None:
        self._rows = tuple(rows)
        self.title = title
        self.notes = tuple(notes)

    @overload
    def __getitem__(self, index: int) -> ProfileRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ProfileRow]: ...
    def __getitem__(self, index: int | slice) -> ProfileRow | Sequence[ProfileRow]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the profile as dicts.

        Returns:
            A dict for each row. It contains the seconds, the bytes, the floating-point operations, and the bytes and
            operations per second. `of_memory` is the share of the machine's memory bandwidth, and `of_matmul` is the
            share of the machine's speed of matrix products. A share is None if it is unknown.
        """
        return [{column: getattr(row, column) for column in self.columns} for row in self._rows]

    def __repr__(self) -> str:
        return text(self._rows, self.title, self.notes)

    def _repr_html_(self) -> str:
        return html(self._rows, self.title, self.notes)


class Profile(AbstractContextManager["Profile"], Tabular):
    """The times of the operators that ran inside the `with` block. A profile is printed and displayed as a table.

    If a plan (the compiled form of a program) was lowered to direct calls, only its lowered runs count, because earlier
    runs are slower. A profile does not count the first step of eager code. `debug.profile` returns a profile.

    Args:
        executor: the executor whose runs are timed. If None, the runs of all executors and the eager code of this
            thread are timed.
        steps: the maximum number of runs that `save` writes to the file. `save` writes the newest runs.
    """

    def __init__(self, executor: Executor | None = None, steps: int = 50) -> None:
        self.executor = executor
        self.timed: deque[TimedRun] = deque(maxlen=steps)
        self._samples: deque[tuple[Plan, bool, list[RunSample]]] = deque(maxlen=KEPT)
        self._eager_samples: deque[tuple[bool, list[RunSample]]] = deque(maxlen=KEPT)
        self._eager = EagerStopwatch(self._eager_done)
        self._stopwatch = Stopwatch(self._done, inner=self._eager.add_inner)
        self._on: list[AbstractContextManager[Any]] = []
        self._rows: ProfileRows | None = None
        self._measured_again = False

    def __enter__(self) -> Profile:
        on = ExitStack()
        on.enter_context(self._stopwatch.on(self.executor))
        if self.executor is None:
            on.enter_context(self._eager.on())
        self._on.append(on)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._on.pop().__exit__(kind, error, tb)
        if error is None and not self._on:
            _ = self.rows  # the limits may have to be measured, for which a display must not wait

    def _done(self, run: TimedRun) -> None:
        assert run.plan is not None
        self.timed.append(run)
        self._samples.append((run.plan, run.lowered, samples(run)))
        self._rows = None

    def _eager_done(self, run: TimedRun) -> None:
        self.timed.append(run)
        self._eager_samples.append((run.lowered, samples(run, OUTSIDE)))
        self._rows = None

    # --- results ------------------------------------------------------------------------------------

    def _counted_runs(self) -> Iterator[tuple[Plan, list[RunSample]]]:
        """Yield the runs that count.

        These are the lowered (compiled) runs of a plan, or all runs if no run of the plan is lowered.
        """
        kept = list(self._samples)
        lowered = {id(plan) for plan, was, _ in kept if was}
        for plan, was, found in kept:
            if was or id(plan) not in lowered:
                yield plan, found

    def _counted_steps(self) -> list[list[RunSample]]:
        """The timed steps of eager code that count. The first step is left out if later steps exist."""
        kept = list(self._eager_samples)
        later = [found for is_later, found in kept if is_later]
        counted = later or [found for _, found in kept]
        return [self._with_outside(found) for found in counted]

    def _with_outside(self, found: list[RunSample]) -> list[RunSample]:
        *calls, left = found
        outside = self._eager.outside(sum(sample.seconds for sample in calls))
        return found if outside is None else [*calls, left._replace(seconds=min(outside, left.seconds))]

    @property
    def limits(self) -> MachineLimits:
        """The limits of the machine (memory bandwidth and speed of matrix products) for the dtype of the parameters.

        Opscope measures these limits at the end of the first profile. If an operator exceeds one of the limits, the
        limits are measured once more.
        """
        return limits(*self._place_and_dtype())

    def _place_and_dtype(self) -> tuple[Place, str]:
        plans = {id(plan): plan for plan, _, _ in self._samples}.values()
        own = [
            v.spec.dtype.name for p in plans for v in p.block.program.global_block().vars.values() if _is_parameter(v)
        ]
        dtype = max(own, key=own.count, default="float32")
        return next((p.place for p in plans), CPU), dtype

    @property
    def rows(self) -> ProfileRows:
        """The rows, largest time first. A row is an operator, or several operators that one fused kernel computes."""
        if self._rows is None:
            found: dict[Any, list[RunSample]] = {}
            for plan, in_run in self._counted_runs():
                for sample in in_run:
                    own = sample.origin.operators  # a function may run other programs
                    program = own[0].block.program.id if own else plan.block.program.id
                    found.setdefault((program, sample.origin.key), []).append(sample)
            eager: dict[Any, list[RunSample]] = {}
            steps = self._counted_steps()
            for sample in (sample for step in steps for sample in step):
                eager.setdefault(sample.origin.key, []).append(sample)
            known = self.limits if found or eager else MachineLimits(1.0, 1.0)
            made = [row_of(list(same), program, known) for (program, _), same in found.items()]
            of_all = max(self._eager.steps / len(steps), 1.0) if steps else 1.0
            made += [row_of(list(same), 0, known, of_all) for same in eager.values()]
            if not self._measured_again and any(row.over == "limits" for row in made):
                self._measured_again = True
                known = measure_again(*self._place_and_dtype())
                made = [replace(row, limits=known) for row in made]
            self._rows = ProfileRows(with_shares(made), "operator", self._notes(made))
        return self._rows

    def by(self, key: str) -> ProfileRows:
        """Group the rows by a key, and sum the rows of each group.

        Args:
            key: the property by which rows are grouped: "type", "site" (the user's line), "role", "layer", "scope" or
                "bound".

        Returns:
            A row for each value of the key, such as a type or a line. The row with the largest time comes first.

        Raises:
            ArgumentError: the key is unknown.

        Example:
            >>> with debug.profile(exe) as seen:
            ...     train()
            >>> sorted(row.role for row in seen.by("role"))
            ['backward', 'executor', 'forward', 'optimize']
        """
        if key not in KEYS:
            raise ArgumentError(
                f"times cannot be summed by {key!r}", fix=nearest(key, KEYS) or f"one of {', '.join(KEYS)}"
            )
        rows = grouped(self.rows, key)
        return ProfileRows(rows, key, self._notes(rows))

    def __getitem__(self, name: str) -> ProfileRow:
        """Return the row with the largest time whose output, operator name or operator type is `name`."""
        for row in self.rows:
            if name in (row.output, row.op, row.type):
                return row
        known = {n for r in self.rows for n in (r.output, r.op, r.type) if n}
        raise NotFound(f"no operator {name!r} was profiled", fix=nearest(name, known))

    @property
    def seconds(self) -> float:
        """The median time of a run in seconds, without the time that profiling takes.

        If no program has run, this is the median time of a step of eager code.
        """
        runs = [sum(s.seconds for s in found) for _, found in self._counted_runs()]
        return statistics.median(runs) if runs else self._step_seconds

    @property
    def _step_seconds(self) -> float:
        steps = [sum(s.seconds for s in found) for found in self._counted_steps()]
        return statistics.median(self._eager.plain or steps or [0.0])

    def _notes(self, rows: Iterable[ProfileRow]) -> list[str]:
        counted, steps = len(list(self._counted_runs())), len(self._counted_steps())
        also: list[str] = []
        if self._stopwatch.untimed:
            also.append(f"{self._stopwatch.untimed} runs were not timed: another profile, or a debugger, drives them")
        if self._eager.is_untimed:
            also.append("eager code was not timed: another profile, or a debugger, watches its calls")
        if not counted and not steps:
            return also or ["nothing was timed: no Executor has run a program, and this thread has run no eager code"]
        made: list[str] = []
        if counted:
            left = len(self._samples) - counted
            out = f"; {left} before lowering left out" if left else ""
            made.append(f"a run takes {self.seconds * 1e3:.3g} ms (median of {counted}{out})")
        if steps:
            made.append(self._eager_note(steps))
        return [
            *made,
            f"measured limits: {self.limits}",
            *(OVER_NOTES[why] for why in sorted({row.over for row in rows} & OVER_NOTES.keys())),
            *also,
        ]

    def _eager_note(self, counted: int) -> str:
        stopwatch = self._eager
        if not stopwatch.steps:
            return f"eager code took {self._step_seconds * 1e3:.3g} ms, and no optimizer made a step"
        of = f"{stopwatch.steps} steps" if stopwatch.steps > 1 else "the first step, which is slower than later ones"
        return f"a step takes {self._step_seconds * 1e3:.3g} ms; calls were timed in {counted} of {of}"

    # --- export -------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the newest runs to a file of Chrome trace events.

        You can open the file in https://ui.perfetto.dev.

        Args:
            path: the path of the file.

        Raises:
            OSError: the file cannot be written.

        Example:
            >>> with debug.profile(exe) as seen:
            ...     train()
            >>> seen.save("trace.json")
        """
        known = self.limits
        timeline.save(path, self.timed, {"memory_bytes_per_s": known.memory, "matmul_flops_per_s": known.matmul})

    def heat(self, program: Program) -> Mapping[int, float]:
        """Return the share of the time that each operator of a program takes.

        The operators of one fused kernel have equal shares.

        Args:
            program: a program that has run in the profile.

        Returns:
            A dict from the number of the operator to the share, from 0 to 1. Operators that did not run are not in the
            dict.

        Example:
            >>> with debug.profile(exe) as seen:
            ...     train()
            >>> 0 < max(seen.heat(program).values()) < 1
            True
        """
        found: dict[int, float] = {}
        for row in self.rows:
            for operator in row.operators if row.program == program.id else ():
                found[operator] = found.get(operator, 0.0) + row.share / len(row.operators)
        return found

    def graph(self, program: Program | None = None) -> Any:
        """Draw the graph of a program. The colors show the times of the operators.

        Args:
            program: a program that has run in the profile. If None, the program that took the longest time.

        Returns:
            A drawing (SVG) that a notebook shows. Its method `save("profile.svg")` writes the drawing to a file.

        Raises:
            UsageError: no program has run.

        Example:
            >>> with debug.profile(exe) as seen:
            ...     train()
            >>> print(seen.graph()[:4])
            <svg
        """
        if program is None:
            totals: dict[Program, float] = {}
            for plan, found in self._counted_runs():
                owner = plan.block.program
                totals[owner] = totals.get(owner, 0.0) + sum(s.seconds for s in found)
            if not totals:
                raise UsageError(
                    "no Executor has run a program, so there is no graph to color",
                    fix="run a program inside the `with` block; for eager code, call by('layer') or save()",
                )
            program = max(totals, key=lambda p: totals[p])
        heat = self.heat(program)
        return viz.heated(viz.program_graph(program, heat=heat), heat)

    columns = ProfileRows.columns

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the profile as dicts, like `rows.records()`.

        Returns:
            A dict for each row, from the name of the column to a Python number or string.

        Example:
            >>> with debug.profile(exe) as seen:
            ...     train()
            >>> seen.records() == seen.rows.records()
            True
        """
        return self.rows.records()

    def __repr__(self) -> str:
        return repr(self.rows)

    def _repr_html_(self) -> str:
        return self.rows._repr_html_()


def _is_parameter(variable: Any) -> bool:
    return isinstance(variable, Parameter)


@reject_unknown_options
def profile(executor: Executor | None = None, *, steps: int = 50) -> Profile:
    """Profile the runs of an executor, and eager code, inside the `with` block.

    The profile does not change the results of the runs: they are equal bit for bit.

    Args:
        executor: the executor whose runs are profiled. If None, the runs of all executors and the eager code of this
            thread are profiled. In eager code, only the calls of some steps are timed.
        steps: the maximum number of runs that `save` writes to the file. `save` writes the newest runs.

    Returns:
        The profile. Print the profile, or use `by("role")`, `["mul"]`, `graph()`, `save("trace.json")`.

    Raises:
        UsageError: `executor` is not an Executor.

    Example:
        >>> with debug.profile(exe) as seen:
        ...     train()
        >>> [row.type for row in seen.rows if row.type == "mul"]
        ['mul']
    """
    if executor is not None and not isinstance(executor, Executor):
        fix = (
            "write `with debug.profile() as seen:`, and call the function in the block"
            if callable(executor)
            else "debug.profile(exe)"
        )
        raise UsageError(f"profile needs an Executor, but received {type(executor).__name__}", fix=fix)
    return Profile(executor, max(1, int(steps)))
