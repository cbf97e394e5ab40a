"""Executor: compiles a program once per (version, feeds, fetches), runs it, commits what it wrote.

A run works on its own slots. Persistable values reach the scope only when the whole run has succeeded, so
after any failure the scope is as before and the executor is usable.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.dense_tensor import DenseTensor
from opscope.core.place import CPUPlace, Place, as_place, on_device, to_host
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import OpscopeWarning, RunError, UnsupportedError, UsageError, nearest
from opscope.ir.program.context import default_main_program, require_static
from opscope.ir.program.program import Program
from opscope.runtime.compile import compile_block
from opscope.runtime.feed import as_feed, fed_array
from opscope.runtime.fetch import fetched
from opscope.runtime.frame import Context, Frame, run_frame
from opscope.runtime.initial_values import load
from opscope.runtime.instrument import Pass, current
from opscope.runtime.lod_run import Opened, Ragged, without_lod
from opscope.runtime.lower.emission import Mismatch
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.plan import Plan
from opscope.runtime.plan_cache import Ready
from opscope.runtime.pruned_programs import Prune, Pruning, feedable, running
from opscope.runtime.scheduled_values import set_followed
from opscope.runtime.scope import Scope, global_scope

PLANS = 64  # that an executor keeps: plans hold their programs, and watchers come and go


class Executor(Pruning):
    """Runs programs at a place.

    `passes` are Plan -> Plan functions applied to what this executor runs. `compiled` counts the programs compiled,
    `lowered` the plans that were lowered for the shapes they are run with.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/Executor_en.html
    """

    def __init__(self, place: object = None) -> None:
        self.place: Place = as_place(place)
        self.passes: tuple[Pass, ...] = ()
        self.compiled = 0
        self.steps: weakref.WeakKeyDictionary[Program, int] = weakref.WeakKeyDictionary()
        self._plans: dict[Any, Ready] = {}
        self._compiling = threading.Lock()  # two runs at once may share an executor
        self._closed = False
        self._dropped = 0  # lowerings of plans that are not kept any more

    @property
    def lowered(self) -> int:
        """How often a plan was lowered. In a steady state, runs add nothing to it."""
        return self._dropped + sum(ready.lowered_count for ready in self._plans.values())

    @property
    def _default_executor(self) -> Executor:
        """Itself: there is no other one inside."""
        return self

    def close(self) -> None:
        """No more runs: RunError from then on."""
        self._closed = True
        self._plans.clear()

    def flush(self) -> None:
        """Nothing: what a run wrote is in the scope when it returns."""

    def train_from_dataset(self, *_: object, **__: object) -> None:
        """Refused: there are no datasets of trainers here."""
        raise UnsupportedError("Executor does not run from a dataset", site=site(), fix="call run() for each batch")

    infer_from_dataset = train_from_dataset

    def run(
        self,
        program: Any = None,
        feed: Any = None,
        fetch_list: Any = None,
        feed_var_name: str = "feed",
        fetch_var_name: str = "fetch",
        scope: Scope | None = None,
        return_numpy: bool = True,
        use_program_cache: bool = False,
        use_prune: bool = False,
    ) -> list[Any]:
        """Run once; returns the fetched values (NumPy copies, or DenseTensors with return_numpy=False).

        feed maps names of `data` to arrays of the declared dtype and shape. fetch_list holds Variables or
        names, also of intermediates and gradients. Every operator runs, in program order; use_prune=True
        runs only what the fetches and the optimizer need (debug taps not), and takes feeds of intermediates. With
        operators of an optimizer in fetch_list, only these update.

        Raises FeedError for a feed that does not fit its declaration, NotFound for an unknown fetch, RunError
        for a missing feed or an uninitialised parameter, and whatever the user's own functions raise.
        """
        if self._closed:
            raise RunError("Attempted to use a closed Executor")
        require_static("Executor.run")
        program = default_main_program() if program is None else getattr(program, "_program", program)
        if not isinstance(program, Program):
            raise UsageError(
                f"program must be a Program, but received {type(program)}",
                site=site(),
                fix="pass a Program, or nothing",
            )
        feed = as_feed(feed)
        fetches, updates = fetched(fetch_list)
        prune = tuple(o.id for o in updates) if updates else use_prune
        ready = self._ready(program, tuple(sorted(feed)), tuple(fetches), prune)
        if ready.ragged is not None and type(feed) is not Opened:
            return self._run_ragged(ready.ragged, program, feed, fetch_list, scope, return_numpy, use_prune)
        scope = _scope(scope)
        if isinstance(self.place, CPUPlace):
            return self._run_ready(ready, program, feed, fetch_list, scope, return_numpy)
        with on_device(self.place):
            return self._run_ready(ready, program, feed, fetch_list, scope, return_numpy)

    def _run_ready(
        self, ready: Ready, program: Program, feed: Mapping[str, Any], fetch_list: Any, scope: Scope, return_numpy: bool
    ) -> list[Any]:
        set_followed(program, scope)
        watch = current()
        arrays: dict[str, Any] | None = None
        held = False
        try:
            held = watch.lower and scope.lowered.acquire(blocking=False)
            if held:
                lowered = ready.feed(feed, scope)
                if lowered is None:
                    arrays = self._arrays(program, feed)
                    lowered = ready.lower(arrays, scope)
                if lowered is not None:
                    context = Context(watch.drive, step=self._count(program, feed or fetch_list))
                    return self._run_lowered(ready, lowered, context, return_numpy)
        finally:
            if held:
                scope.lowered.release()
        if arrays is None:
            arrays = self._arrays(program, feed)
        context = Context(watch.drive, step=self._count(program, feed or fetch_list))
        frame = Frame(ready.plan, context, [arrays[n] for n, _ in ready.plan.feeds])
        load(frame, scope, feed)
        self._drive(frame, scope, {slot: frame.env[slot] for _, slot in ready.plan.loads})
        ready.observe(frame, arrays, scope)
        return self._fetched([frame.env[slot] for _, slot in ready.plan.fetches], return_numpy)

    def _run_ragged(
        self, found: Ragged, program: Program, feed: Mapping[str, Any], fetch_list: Any, scope: Scope | None,
        return_numpy: bool, use_prune: bool,
    ) -> list[Any]:  # fmt: skip
        opened = found.feed(program.global_block(), feed)
        fetches = [fetch_list, found.made] if found.made else fetch_list
        values = self.run(program, opened, fetches, scope=scope, return_numpy=False, use_prune=use_prune)
        fetched = found.closed(feed, values)
        return [without_lod(tensor).array for tensor in fetched] if return_numpy else fetched

    def _arrays(self, program: Program, feed: Mapping[str, Any]) -> dict[str, Any]:
        return {name: fed_array(program, name, value, self.place) for name, value in feed.items()}

    def _count(self, program: Program, counts: Any) -> int:
        """The number of this run among those that feed or fetch something."""
        if counts:
            self.steps[program] = self.steps.get(program, 0) + 1
        return self.steps.get(program, 0)

    def _run_lowered(self, ready: Ready, lowered: Lowered, context: Context, return_numpy: bool) -> list[Any]:
        try:
            if context.drive is run_frame:
                lowered.run(context)
            else:
                context.drive(LoweredFrame(lowered, context))
        except Mismatch as e:
            frame = ready.continued(lowered, e, context)
            loaded = {slot: frame.env[slot] for _, slot in ready.plan.loads}
            for slot, value in e.slots.items():
                frame.env[slot] = value
            self._drive(frame, lowered.scope, loaded)
            return self._fetched([frame.env[slot] for _, slot in ready.plan.fetches], return_numpy)
        if isinstance(self.place, CPUPlace):
            copies = [array.copy() for array in lowered.fetched]
            return copies if return_numpy else [DenseTensor(c) for c in copies]
        return [to_host(a) if return_numpy else DenseTensor(a.copy()) for a in lowered.fetched]

    def _drive(self, frame: Frame, scope: Scope, loaded: Mapping[int, Any]) -> None:
        """Run a frame to its end, and commit what it wrote: what is not as it was loaded."""
        frame.context.drive(frame)
        for name, slot in frame.plan.stores:
            if frame.env[slot] is not loaded.get(slot):
                scope.store(name, frame.env[slot])

    def _fetched(self, values: list[Any], return_numpy: bool) -> list[Any]:
        return [to_host(v).copy() if return_numpy else DenseTensor(v) for v in values]

    def plan(
        self, program: Program, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), use_prune: Prune = False
    ) -> Plan:
        """The plan that `run` uses for these feeds and fetches; made once per version of the program."""
        return self._ready(program, tuple(sorted(feeds)), fetches, use_prune).plan

    def _ready(self, program: Program, feeds: tuple[str, ...], fetches: tuple[str, ...], use_prune: Prune) -> Ready:
        passes = (*self.passes, *current().passes)
        key = (program.id, program.version, feeds, fetches, use_prune, passes)
        found = self._plans.get(key)
        if found is None:
            with self._compiling:
                found = Ready(self._instrumented(program, feeds, fetches, use_prune, passes))
                self._keep(key, found)
        return found

    def _instrumented(
        self,
        program: Program,
        feeds: tuple[str, ...],
        fetches: tuple[str, ...],
        use_prune: Prune,
        passes: Sequence[Pass],
    ) -> Plan:
        """The plan with passes applied: the plan without them is compiled once, however often a tap changes."""
        if not passes:
            return self._compile(program, feeds, fetches, use_prune)
        key = (program.id, program.version, feeds, fetches, use_prune, ())
        plain = self._plans.get(key)
        if plain is None:
            plain = Ready(self._compile(program, feeds, fetches, use_prune))
            self._keep(key, plain)
        plan = plain.plan
        for transform in passes:
            plan = transform(plan)
        return plan

    def _keep(self, key: Any, ready: Ready) -> None:
        """Enter a plan; older versions of the program go, and the oldest plan of all when there are many."""
        for old in [k for k in self._plans if k[0] == key[0] and k[1] != key[1]]:
            self._drop(old)
        for other, kept in self._plans.items():  # taps that came and went: their memory goes, at least
            if other[:-1] == key[:-1] and other[-1] and key[-1]:
                kept.release()
        if len(self._plans) >= PLANS:
            self._drop(next(iter(self._plans)))
        self._plans[key] = ready

    def _drop(self, key: Any) -> None:
        self._dropped += self._plans.pop(key).lowered_count

    def _compile(self, program: Program, feeds: tuple[str, ...], fetches: tuple[str, ...], prune: Prune) -> Plan:
        self.compiled += 1
        block = program.global_block()
        operators = running(block, feeds, fetches, prune)
        taken = feedable(block, feeds, block.ops if operators is None else operators)
        plan = compile_block(block, place=self.place, operators=operators, params=taken, fetches=fetches)
        open_ = [n for n, _ in plan.missing if block.vars[n].is_data]
        for name in (n for n in feeds if n not in taken):
            if name in block.vars:
                why, fix = "the program computes it", "fetch it, or feed what it is computed from with use_prune=True"
            else:
                why, fix = "the program has no such variable", nearest(name, open_ or block.vars) or "leave it out"
            if not open_:  # else the error about what is missing says it
                warn(OpscopeWarning(f"the fed value {name!r} is not used: {why}", fix=fix))
        return plan


def _scope(given: Scope | None) -> Scope:
    if given is not None and not isinstance(given, Scope):
        raise UsageError(f"scope must be a Scope, but received {type(given)}", site=site(), fix="pass static.Scope()")
    return global_scope() if given is None else given
