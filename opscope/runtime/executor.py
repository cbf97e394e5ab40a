"""Executor: compiles a program once per (version, feeds, fetches), runs it, commits what it wrote.

A run works on its own slots. Persistable values reach the scope only when the whole run has succeeded, so
after any failure the scope is as before and the executor is usable.
"""

from __future__ import annotations

import threading
import warnings
import weakref
from collections.abc import Sequence
from typing import Any

from opscope.core.dense import DenseTensor
from opscope.core.place import Place, as_place, to_device, to_host
from opscope.core.source import site
from opscope.errors import NotFound, OpscopeWarning, RunError, UsageError, nearest
from opscope.ir.context import default_main_program, require_static
from opscope.ir.program import OPTIMIZE, Operator, Program, Variable
from opscope.ir.transform import needed
from opscope.runtime.compile import compile_block
from opscope.runtime.feed import as_feed, fed_array
from opscope.runtime.frame import Context, Frame
from opscope.runtime.instrument import Pass, current
from opscope.runtime.plan import Plan
from opscope.runtime.scope import Scope, global_scope

PLANS = 64  # that an executor keeps: plans hold their programs, and watchers come and go


class Executor:
    """Runs programs at a place.

    `passes` are Plan -> Plan functions applied to what this executor runs; `compiled` counts the plans made.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/Executor_en.html
    """

    def __init__(self, place: object = None) -> None:
        self.place: Place = as_place(place)
        self.passes: tuple[Pass, ...] = ()
        self.compiled = 0
        self.steps: weakref.WeakKeyDictionary[Program, int] = weakref.WeakKeyDictionary()
        self._plans: dict[Any, Plan] = {}
        self._compiling = threading.Lock()  # two runs at once may share an executor
        self._closed = False

    def close(self) -> None:
        """No more runs: RunError from then on."""
        self._closed = True
        self._plans.clear()

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
        runs only what the fetches and the optimizer need (debug taps not).

        Raises FeedError for a feed that does not fit its declaration, NotFound for an unknown fetch, RunError
        for a missing feed or an uninitialised parameter, and whatever the user's own functions raise.
        """
        if self._closed:
            raise RunError("Attempted to use a closed Executor")
        require_static("Executor.run")
        program = default_main_program() if program is None else program
        if not isinstance(program, Program):
            raise UsageError(
                f"program must be a Program, but received {type(program)}",
                site=site(),
                fix="pass a Program, or nothing",
            )
        feed = as_feed(feed)
        fetches = fetch_names(fetch_list)
        arrays = {name: fed_array(program, name, value, self.place) for name, value in feed.items()}
        plan = self.plan(program, tuple(arrays), tuple(fetches), use_prune)
        if arrays or fetches:
            self.steps[program] = self.steps.get(program, 0) + 1
        scope = global_scope() if scope is None else scope
        watch = current()
        frame = Frame(plan, Context(watch.drive, step=self.steps.get(program, 0)), [arrays[n] for n, _ in plan.feeds])
        self._load(frame, scope, feed)
        loaded = {slot: frame.env[slot] for _, slot in plan.loads}
        watch.drive(frame)
        for name, slot in plan.stores:
            if frame.env[slot] is not loaded.get(slot):
                scope.store(name, frame.env[slot])
        values = [frame.env[slot] for _, slot in plan.fetches]
        return [to_host(v).copy() if return_numpy else DenseTensor(v) for v in values]

    def plan(
        self, program: Program, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), use_prune: bool = False
    ) -> Plan:
        """The plan that `run` uses for these feeds and fetches; made once per version of the program."""
        passes = (*self.passes, *current().passes)
        key = (program.id, program.version, feeds, fetches, use_prune, passes)
        found = self._plans.get(key)
        if found is None:
            with self._compiling:
                found = self._compile(program, feeds, fetches, use_prune)
                for transform in passes:
                    found = transform(found)
                self._keep(key, found)
        return found

    def _keep(self, key: Any, plan: Plan) -> None:
        """Enter a plan; older versions of the program go, and the oldest plan of all when there are many."""
        for old in [k for k in self._plans if k[0] == key[0] and k[1] != key[1]]:
            del self._plans[old]
        if len(self._plans) >= PLANS:
            del self._plans[next(iter(self._plans))]
        self._plans[key] = plan

    def _compile(self, program: Program, feeds: tuple[str, ...], fetches: tuple[str, ...], use_prune: bool) -> Plan:
        self.compiled += 1
        block = program.global_block()
        operators: list[Operator] | None = None
        if use_prune:
            kept = [n for o in block.ops if o.role & OPTIMIZE for n in o.outputs if n is not None]
            operators = needed(block, (*fetches, *kept))
        made = {n for o in block.ops for n in o.outputs}
        taken = tuple(n for n in feeds if n in block.vars and n not in made)
        ignored = [n for n in feeds if n not in taken]
        plan = compile_block(block, place=self.place, operators=operators, params=taken, fetches=fetches)
        open_ = [n for n, _ in plan.missing if block.vars[n].is_data]
        for name in ignored:
            if name in made:
                why, fix = "the program computes it", "fetch it, or feed what it is computed from"
            else:
                why, fix = "the program has no such variable", nearest(name, open_ or block.vars) or "leave it out"
            if not open_:  # else the error about what is missing says it
                warnings.warn(OpscopeWarning(f"the fed value {name!r} is not used: {why}", fix=fix), stacklevel=4)
        return plan

    def _load(self, frame: Frame, scope: Scope, feed: Any) -> None:
        """Fill the slots that come from the scope; refuse to start with a hole."""
        plan = frame.plan
        for name, slot in plan.loads:
            value = scope.array(name)
            if value is None:
                variable = plan.block.var_of(name)
                raise RunError(
                    f"Tensor holds no memory: {name} was never initialised",
                    facts={name: variable.spec},
                    site=variable.site,
                    fix="run the startup program first: exe.run(paddle.static.default_startup_program())",
                )
            frame.env[slot] = to_device(value, plan.place)
        for name, slot in plan.missing:
            self._hole(plan, name, slot, feed)

    def _hole(self, plan: Plan, name: str, slot: int, feed: Any) -> None:
        variable = plan.block.var_of(name)
        readers = [i for i in plan.instructions if slot in i.reads]
        if not variable.is_data and readers and all(i.operator.op.opaque for i in readers):
            return  # py_func gets None for a variable that no one wrote
        declared = [v.name for v in plan.block.vars.values() if v.is_data]
        stray = [n for n in feed if n not in declared]
        guess = next((s for s in stray if nearest(s, [name])), "")
        if variable.is_data:
            fix = f"{guess!r} was fed: did you mean {name!r}?" if guess else f"feed {{{name!r}: array}}"
            what = f"the needed feed {name!r} is missing"
        else:
            what, fix = f"{name} is read before anything writes it", "compute it first, or make it data() and feed it"
        reader = readers[0].operator if readers else None
        raise RunError(
            f"Tensor holds no memory: {what}" + (f" [operator < {reader.type} > error]" if reader else ""),
            facts={name: variable.spec},
            site=variable.site,
            fix=fix,
        )


def fetch_names(fetch_list: Any) -> list[str]:
    """Names of what `fetch_list` holds: Variables, names, nested lists, or one alone.

    Raises UsageError naming the position of what is neither.
    """
    if fetch_list is None:
        return []
    if isinstance(fetch_list, Variable | str):
        fetch_list = [fetch_list]
    if not isinstance(fetch_list, list | tuple):
        raise UsageError(
            "Currently , The fetch_list type only should be list or tuple, but the input type is "
            f"{type(fetch_list)}. Please pass a list of Variables or names."
        )
    names: list[str] = []
    for position, item in enumerate(_flat(fetch_list)):
        if isinstance(item, Variable):
            names.append(item.name)
        elif isinstance(item, str):
            names.append(item)
        else:
            raise UsageError(
                f"Require fetch_list[{position}] 's type shall be one of (Variable, str), but received "
                f"{type(item).__name__}."
            )
    return names


def _flat(items: Sequence[Any]) -> list[Any]:
    return [leaf for item in items for leaf in (_flat(item) if isinstance(item, list | tuple) else [item])]


__all__ = ["Executor", "NotFound", "fetch_names"]
