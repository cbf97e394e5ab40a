"""Executor, which compiles programs, runs them, and stores their results in the scope.

A program is compiled once for each combination of version, feeds and fetches. A run works on its own slots. Persistable
values are stored in the scope only after the whole run has succeeded. After a failure, the scope is therefore
unchanged, and the executor can be used again.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.core.described import Described
from opscope.core.place import CPUPlace, Place, as_place, on_device, to_host
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.core.tracebacks import hide_frames
from opscope.errors import OpscopeWarning, RunError, UnsupportedError, UsageError, nearest
from opscope.ir.program.context import default_main_program, require_static
from opscope.ir.program.program import Program
from opscope.runtime.compile import compile_block
from opscope.runtime.feed import as_feed, convert_feed, split_feed
from opscope.runtime.fetch import list_of_elements, parse_fetch_list
from opscope.runtime.frame import Context, Frame, StepwiseRun, run_frame
from opscope.runtime.initial_values import load_initial_values
from opscope.runtime.instrument import Pass, current, note_plans_of, run_turn
from opscope.runtime.lod_run import LodFeed, LodRun, without_lod
from opscope.runtime.lower.emitter import GuardFailure
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.observed_frame import ObservedFrame, observed_frame
from opscope.runtime.plan import Plan
from opscope.runtime.plan_cache import CachedPlan
from opscope.runtime.pruned_programs import Prune, PruningMixin, operators_to_run, usable_feeds
from opscope.runtime.scheduled_values import set_scheduled_values
from opscope.runtime.scope import Scope, global_scope

MAX_PLANS = 64  # in the cache of an executor: passes come and go


class Executor(PruningMixin, Described):
    """Object that runs programs on a place (a device).

    `compiled` is the number of compiled programs. `lowered` is the number of plans that were compiled
    (lowered) for the shapes of a run.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/Executor_en.html
    """

    def __init__(self, place: object = None) -> None:
        self.place: Place = as_place(place)
        self._passes: tuple[Pass, ...] = ()
        self.compiled = 0
        self.steps: weakref.WeakKeyDictionary[Program, int] = weakref.WeakKeyDictionary()
        # a plan lives as long as its program, which must not keep this executor: no pass may
        self._plans: weakref.WeakValueDictionary[Any, CachedPlan] = weakref.WeakValueDictionary()
        self._compiling = threading.RLock()  # of the plans: concurrent runs may share an executor
        self._closed = False
        self.lowered = 0  # stops growing in a steady state

    @property
    def _default_executor(self) -> Executor:
        """Return this executor itself, because it has no inner executor."""
        return self

    @property
    def passes(self) -> tuple[Pass, ...]:
        """Functions that are applied to all plans of this executor. Each takes a plan and returns a plan."""
        return self._passes

    @passes.setter
    def passes(self, passes: Sequence[Pass]) -> None:
        former, self._passes = self._passes, tuple(passes)
        self.drop_plans_of(p for p in former if p not in self._passes)

    def drop_plans_of(self, passes: Iterable[Pass]) -> None:
        """Delete the plans that the given passes have made."""
        gone = set(passes)
        with self._compiling:
            for key in list(self._plans):
                if not gone.isdisjoint(key[-1]):
                    self._evict(key)

    def close(self) -> None:
        """Close the executor. Later runs raise RunError."""
        self._closed = True
        with self._compiling:
            for key in list(self._plans):
                self._evict(key)

    def flush(self) -> None:
        """Do nothing, because `run` writes its results to the scope before it returns."""

    def train_from_dataset(self, *_: object, **__: object) -> None:
        """Raise an error, because opscope has no trainer datasets."""
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
        """Run the program once and return the fetched values as NumPy copies.

        If return_numpy is False, the fetched values are DenseTensors. feed maps names of `data` to arrays of the
        declared dtype and shape. A value that is fed to a persistable variable stays in the scope. fetch_list contains
        Variables or names, which may be intermediates and gradients. All operators run, in program order. If use_prune
        is True, only the operators that the fetches and the optimizer need run, and intermediates can be fed. If only a
        debug tap needs an operator, the operator does not run. If fetch_list contains optimizer operators, only these
        operators update parameters.

        Raises FeedError for a feed that does not match its declaration. Raises NotFound for an unknown name in
        fetch_list. Raises RunError for a missing feed or an uninitialized parameter. Errors of the user's own functions
        are raised too.
        """
        turn = run_turn()
        has_turn = turn is not None and turn.take()
        try:
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
            given = as_feed(feed)
            feed, stay = split_feed(program, given)
            fetches, updates = parse_fetch_list(fetch_list)
            prune = tuple(o.id for o in updates) if updates else use_prune
            cached = self._cached_plan(program, tuple(sorted(feed)), tuple(fetches), prune)
            if cached.lod_run is not None and type(given) is not LodFeed:
                return self._run_with_lod(cached.lod_run, program, given, fetch_list, scope, return_numpy, use_prune)
            scope = _scope(scope)
            if isinstance(self.place, CPUPlace):
                fetched = self._run_cached(cached, program, feed, stay, fetch_list, scope, return_numpy)
            else:
                with on_device(self.place):
                    fetched = self._run_cached(cached, program, feed, stay, fetch_list, scope, return_numpy)
            for position in cached.array_fetches:
                fetched[position] = list_of_elements(fetched[position])
            return fetched
        except Exception as e:
            hide_frames(e)
            raise
        finally:
            if has_turn and turn is not None:
                turn.release()

    def _run_cached(
        self,
        cached: CachedPlan,
        program: Program,
        feed: Mapping[str, Any],
        stay: Mapping[str, Any],
        fetch_list: Any,
        scope: Scope,
        return_numpy: bool,
    ) -> list[Any]:
        instrumentation = current()
        lower, drive = instrumentation.lower, instrumentation.drive
        arrays: dict[str, Any] | None = None
        with scope.runs.run(cached.plan.stores, lower, drive is not run_frame) as run:
            set_scheduled_values(program, scope)
            for name, value in stay.items():
                scope.var(name).get_tensor().set(convert_feed(program, name, value, self.place), self.place)
            has_turn = run.has_turn  # `end_reading` may give it away
            if lower and has_turn:
                lowered = cached.feed(feed, scope)
                if lowered is None:
                    arrays = self._convert_feeds(program, feed)
                    before = cached.lowered_count
                    lowered = cached.lower(arrays, scope)
                    self.lowered += cached.lowered_count - before
                if lowered is not None:
                    context = Context(drive, step=self._count_step(program, feed or stay or fetch_list), scope=scope)
                    return self._run_lowered(cached, lowered, context, return_numpy)
            run.end_reading()
            if arrays is None:
                arrays = self._convert_feeds(program, feed)
            context = Context(drive, step=self._count_step(program, feed or stay or fetch_list), scope=scope)
            if drive is not run_frame:
                context.not_lowered = self._why_not_lowered(cached, lower, has_turn)
            values = [arrays[n] for n, _ in cached.plan.feeds]
            goes_lowered = lower and has_turn
            frame = cached.first_frame(context, values) if goes_lowered else Frame(cached.plan, context, values)
            load_initial_values(frame, scope, feed)
            if isinstance(frame, ObservedFrame):
                cached.observe(frame, arrays)
            self._run_frame(frame, scope, {slot: frame.env[slot] for _, slot in cached.plan.loads})
            cached.profile_shapes(frame, arrays, scope)
            return self._to_fetches([frame.env[slot] for _, slot in cached.plan.fetches], return_numpy)

    @staticmethod
    def _why_not_lowered(cached: CachedPlan, lower: bool, has_turn: bool) -> str:
        if not lower:
            return "its values or gradients are checked after each operator"
        return cached.why_not_lowered() if has_turn else "another run uses this scope at the same time"

    def _run_with_lod(
        self, found: LodRun, program: Program, feed: Mapping[str, Any], fetch_list: Any, scope: Scope | None,
        return_numpy: bool, use_prune: bool,
    ) -> list[Any]:  # fmt: skip
        lod_feed = found.feed(program.global_block(), feed)
        fetches = [fetch_list, found.offset_names] if found.offset_names else fetch_list
        values = self.run(program, lod_feed, fetches, scope=scope, return_numpy=False, use_prune=use_prune)
        parse_fetch_list = found.attach_lod(feed, values)
        return [to_host(without_lod(t).array) for t in parse_fetch_list] if return_numpy else parse_fetch_list

    def _convert_feeds(self, program: Program, feed: Mapping[str, Any]) -> dict[str, Any]:
        return {name: convert_feed(program, name, value, self.place) for name, value in feed.items()}

    def _count_step(self, program: Program, counts: Array) -> int:
        """Return the number of this run. Only runs with feeds or fetches are counted."""
        if counts:
            self.steps[program] = self.steps.get(program, 0) + 1
        return self.steps.get(program, 0)

    def _run_lowered(self, cached: CachedPlan, lowered: LoweredPlan, context: Context, return_numpy: bool) -> list[Any]:
        end: GuardFailure | StepwiseRun | None = None
        try:
            if context.drive is run_frame:
                lowered.run(context)
            else:
                context.drive(LoweredFrame(lowered, context))
        except (GuardFailure, StepwiseRun) as e:
            end = e.with_traceback(None)
        if end is not None:  # outside of `except`: else an error of the user's code would show it as its context
            return self._run_again(end, cached, lowered, context, return_numpy)
        if isinstance(self.place, CPUPlace):
            copies = [array.copy() for array in lowered.fetched_arrays]
            return copies if return_numpy else [DenseTensor(c) for c in copies]
        return [to_host(a) if return_numpy else DenseTensor(a.copy()) for a in lowered.fetched_arrays]

    def _run_again(
        self, end: GuardFailure | StepwiseRun, cached: CachedPlan, lowered: LoweredPlan, context: Context,
        return_numpy: bool,
    ) -> list[Any]:  # fmt: skip
        """Run the program again, operator by operator, because the driver requests this. The results are the same."""
        if isinstance(end, GuardFailure):
            frame = cached.deoptimize(lowered, end, context)
            loaded = {slot: frame.env[slot] for _, slot in cached.plan.loads}
            for slot, value in end.slots.items():
                frame.env[slot] = value
            self._run_frame(frame, lowered.scope, loaded)
            return self._to_fetches([frame.env[slot] for _, slot in cached.plan.fetches], return_numpy)
        frame = observed_frame(lowered, context)
        self._run_frame(frame, lowered.scope, {slot: frame.env[slot] for _, slot in cached.plan.loads})
        if isinstance(frame, ObservedFrame) and frame.until < len(cached.plan.instructions):
            cached.drop_failed(lowered)
        return self._to_fetches([frame.env[slot] for _, slot in cached.plan.fetches], return_numpy)

    def _run_frame(self, frame: Frame, scope: Scope, loaded: Mapping[int, Any]) -> None:
        """Run a frame to its end and commit the values that it changed."""
        frame.context.drive(frame)
        changed = [(name, slot) for name, slot in frame.stores if frame.env[slot] is not loaded.get(slot)]
        if changed:
            with scope.runs.lock:
                scope.runs.check()
                for name, slot in changed:
                    scope.store(name, frame.env[slot])

    def _to_fetches(self, values: list[Any], return_numpy: bool) -> list[Any]:
        """Return the results of `run`. If only a branch that has not run writes a variable, its result is None."""
        return [None if v is None else to_host(v).copy() if return_numpy else DenseTensor(v) for v in values]

    def plan(
        self, program: Program, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), use_prune: Prune = False
    ) -> Plan:
        """Return the plan for these feeds and fetches. Compile it once for each program version."""
        return self._cached_plan(program, tuple(sorted(feeds)), fetches, use_prune).plan

    def _cached_plan(
        self, program: Program, feeds: tuple[str, ...], fetches: tuple[str, ...], use_prune: Prune
    ) -> CachedPlan:
        instrumentation = current()
        passes = (*self._passes, *instrumentation.passes)
        key = (program.id, program.version, feeds, fetches, use_prune, passes)
        found = self._plans.get(key)
        if found is None:
            if instrumentation.announce is not None and (feeds or fetches):
                instrumentation.announce(program)
            with self._compiling:
                found = CachedPlan(self._instrumented(program, feeds, fetches, use_prune, passes))
                plain = self._plans.get((*key[:-1], ()))
                if plain is not None:
                    found.share_profiles(plain)
                self._insert(key, found)
        return found

    def _instrumented(
        self,
        program: Program,
        feeds: tuple[str, ...],
        fetches: tuple[str, ...],
        use_prune: Prune,
        passes: Sequence[Pass],
    ) -> Plan:
        """Apply the passes to the plan, and return the result.

        The plan without passes is compiled only once, even if taps change often.
        """
        if not passes:
            return self._compile(program, feeds, fetches, use_prune)
        key = (program.id, program.version, feeds, fetches, use_prune, ())
        plain = self._plans.get(key)
        if plain is None:
            plain = CachedPlan(self._compile(program, feeds, fetches, use_prune))
            self._insert(key, plain)
        plan = plain.plan
        for transform in passes:
            plan = transform(plan)
        return plan

    def _insert(self, key: Any, cached: CachedPlan) -> None:
        """Store a plan in the cache. Remove plans of older versions, and the oldest plan when the cache is full."""
        for old in [k for k in list(self._plans) if k[0] == key[0] and k[1] != key[1]]:
            self._evict(old)
        if len(self._plans) >= MAX_PLANS:
            self._evict(next(iter(self._plans)))
        self._plans[key] = self._kept_by_program(cached)[key] = cached
        note_plans_of(key[-1], self)

    def _evict(self, key: Any) -> None:
        cached = self._plans.pop(key, None)
        if cached is not None:
            self._kept_by_program(cached).pop(key, None)

    def _kept_by_program(self, cached: CachedPlan) -> dict[Any, CachedPlan]:
        return cached.plan.block.program.plans.setdefault(self, {})

    def _compile(self, program: Program, feeds: tuple[str, ...], fetches: tuple[str, ...], prune: Prune) -> Plan:
        self.compiled += 1
        block = program.global_block()
        operators = operators_to_run(block, feeds, fetches, prune)
        taken = usable_feeds(block, feeds, block.ops if operators is None else operators)
        plan = compile_block(block, place=self.place, operators=operators, params=taken, fetches=fetches)
        open_ = [n for n, _ in plan.missing if block.vars[n].is_data]
        for name in (n for n in feeds if n not in taken):
            if name in block.vars:
                why, fix = (
                    "the program computes it",
                    "fetch the value, or use use_prune=True and feed the values from which it is computed",
                )
            else:
                why, fix = (
                    "the program has no such variable",
                    nearest(name, open_ or block.vars) or f"do not feed {name!r}",
                )
            if not open_:  # else the error about the missing feed says it
                warn(OpscopeWarning(f"the fed value {name!r} is not used: {why}", fix=fix))
        return plan


def _scope(given: Scope | None) -> Scope:
    if given is not None and not isinstance(given, Scope):
        raise UsageError(f"scope must be a Scope, but received {type(given)}", site=site(), fix="pass static.Scope()")
    return global_scope() if given is None else given
