"""CachedPlan: a plan with its specializations for the shapes that it runs with.

The first run with given shapes interprets the plan and records the shape of every value; the second run lowers the
plan for these shapes. A plan that cannot be lowered stays interpreted.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, is_array
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lod_run import lod_run_of
from opscope.runtime.lower.emitter import GuardFailure
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.trace import ShapeProfile
from opscope.runtime.plan import Plan
from opscope.runtime.scope import Scope

MAX_SPECIALIZATIONS = 8  # per plan: each has memory of its own
MAX_DEOPTS = 3  # after so many failed guards, a plan is not lowered again

Signature = tuple[Any, ...]


class CachedPlan:
    """One plan and its lowered specializations, most recently used last. `lowered_count` counts the lowerings."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lod_run = lod_run_of(plan)
        self.lowered_count = 0
        self._specializations: dict[Signature, LoweredPlan] = {}
        self._profiles: dict[Signature, ShapeProfile] = {}
        self._latest: LoweredPlan | None = None
        self._lock = threading.Lock()  # concurrent runs on several scopes share the plan
        self.lowering_error: Exception | None = None  # why lowering failed
        self._deopts_left = MAX_DEOPTS
        self._plan_class: type[LoweredPlan] = LoweredPlan if isinstance(plan.place, CPUPlace) else _cuda_plan_class()

    def feed(self, feed: Mapping[str, Any], scope: Scope) -> LoweredPlan | None:
        """The latest specialization with these feeds copied into its arrays, or None if they do not fit it."""
        specialized = self._latest
        if specialized is None or specialized.scope is not scope or specialized.must_report_fp_errors():
            return None
        for name, array in specialized.feed_arrays:
            value = feed[name]
            if type(value) is not np.ndarray or value.shape != array.shape or value.dtype != array.dtype:
                return None
        if not specialized.guards_hold():
            self._discard(specialized)
            return None
        for name, array in specialized.feed_arrays:
            specialized.write_feed(array, feed[name])
        return specialized

    def _discard(self, lowered: LoweredPlan) -> None:
        self._specializations = {k: v for k, v in self._specializations.items() if v is not lowered}
        self._latest = None

    def lower(self, arrays: Mapping[str, Any], scope: Scope) -> LoweredPlan | None:
        """The specialization for these (checked) feeds, filled with them; None until shapes are profiled."""
        if self._deopts_left <= 0:
            return None
        signature = signature_of(self.plan, arrays, scope)
        with self._lock:
            specialized = self._specialization(signature, arrays, scope)
        if specialized is None or specialized.must_report_fp_errors():
            return None
        for name, array in specialized.feed_arrays:
            array[...] = arrays[name]
        return specialized

    def _specialization(self, signature: Signature, arrays: Mapping[str, Any], scope: Scope) -> LoweredPlan | None:
        specialized = self._specializations.pop(signature, None)
        if specialized is None or not specialized.guards_hold():
            profile = self._profiles.get(signature)
            if profile is None:
                return None
            slots = dict(self.plan.feeds)
            try:
                specialized = self._plan_class(self.plan, scope, {slots[n]: arrays[n] for n in slots}, profile)
            except Exception as e:  # noqa: BLE001 (the plan can be interpreted whatever made lowering fail)
                self.lowering_error = e
                self._deopts_left = 0
                return None
            self.lowered_count += 1
        if len(self._specializations) >= MAX_SPECIALIZATIONS:
            del self._specializations[next(iter(self._specializations))]
        self._specializations[signature] = self._latest = specialized
        return specialized

    def profile_shapes(self, frame: Frame, arrays: Mapping[str, Any], scope: Scope) -> None:
        """Record the shape and dtype of every value of a successful run."""
        signature = signature_of(self.plan, arrays, scope) if self._deopts_left > 0 else None
        if signature is None or signature in self._profiles:
            return
        shapes: dict[int, Any] = {}
        for instruction in self.plan.instructions:
            for slot in instruction.writes:
                value = frame.env[slot]
                shapes[slot] = (value.shape, value.dtype) if is_array(value) else None
        if len(self._profiles) >= 4 * MAX_SPECIALIZATIONS:
            del self._profiles[next(iter(self._profiles))]
        self._profiles[signature] = shapes

    def release(self) -> None:
        """Free the memory of the specializations; the plan can be lowered again."""
        with self._lock:
            self._specializations.clear()
            self._latest = None

    def deoptimize(self, lowered: LoweredPlan, mismatch: GuardFailure, context: Context) -> Frame:
        """The frame that continues after a failed guard, on copies of the lowered run's values."""
        self._deopts_left -= 1
        self._discard(lowered)
        self._profiles.clear()
        frame = Frame(self.plan, context, [None] * len(self.plan.feeds))
        values = lowered.slots_at(mismatch.index)
        frame.env = [v.copy() if is_array(v) else v for v in values]
        frame.pc = mismatch.index + 1
        return frame


def _cuda_plan_class() -> type[LoweredPlan]:
    from opscope.runtime.lower.cuda.cuda_plan import CudaLoweredPlan  # CPU programs never need it

    return CudaLoweredPlan


def signature_of(plan: Plan, arrays: Mapping[str, Any], scope: Scope) -> Signature:
    """What a specialization depends on: the scope, and the shapes of feeds and loads."""
    fed = tuple((arrays[n].shape, arrays[n].dtype) for n, _ in plan.feeds)
    loaded = tuple((a.shape, a.dtype) for n, _ in plan.loads if (a := scope.array(n)) is not None)
    return (id(scope), fed, loaded)
