"""CachedPlan, which contains a plan and its compiled (lowered) versions for the shapes of earlier runs.

The first run with new shapes runs operator by operator, with the arithmetic of a lowered run. It records the shape of
each value. The second run lowers the plan for these shapes. If a plan cannot be lowered, all its runs are operator by
operator.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, is_array
from opscope.errors import UnsupportedError
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lod_run import lod_run_of
from opscope.runtime.lower.emitter import GuardFailure
from opscope.runtime.lower.expected_shapes import expected_shapes
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.observed_frame import ObservedFrame, observed_plan
from opscope.runtime.lower.observed_plan import ObservedPlan
from opscope.runtime.lower.trace import ShapeProfile
from opscope.runtime.plan import Instruction, Plan
from opscope.runtime.scope import Scope

MAX_SPECIALIZATIONS = 8  # per plan: each has memory of its own
MAX_DEOPTS = 3  # after so many failed guards, a plan is not lowered again

Signature = tuple[Any, ...]


class CachedPlan:
    """A plan and its specializations. A specialization is a compiled (lowered) plan for known shapes.

    `lowered_count` is the number of specializations that were created.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lod_run = lod_run_of(plan)
        self.array_fetches = [k for k, (name, _) in enumerate(plan.fetches) if _is_tensor_array(plan, name)]
        self.lowered_count = 0
        self._specializations: dict[Signature, LoweredPlan] = {}
        self._profiles: dict[Signature, ShapeProfile] = {}
        self._latest: LoweredPlan | None = None
        self._lock = threading.Lock()  # concurrent runs on several scopes share the plan
        self.lowering_error: Exception | None = None  # why lowering failed
        self._deopts_left = MAX_DEOPTS
        if plan.optional:
            self._refuse(f"{min(plan.optional)} is written in only one branch")
        self._plan_class: type[LoweredPlan] = LoweredPlan if isinstance(plan.place, CPUPlace) else _cuda_plan_class()

    def feed(self, feed: Mapping[str, Any], scope: Scope) -> LoweredPlan | None:
        """Copy the feeds into the arrays of the latest specialization, and return this specialization.

        Return None if the feeds have other shapes or dtypes, or if the specialization cannot be used.
        """
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
        """Return the specialization for the shapes of these checked feeds. Copy the feeds into its arrays.

        Return None if no shapes are recorded yet, or if the plan cannot be lowered.
        """
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

    def first_frame(self, context: Context, values: list[Any]) -> Frame:
        """Return the frame for a run that is not lowered, because its shapes are new or its plan cannot be lowered.

        Call this method before the values of the scope are loaded, and then call `observe`.
        """
        observes = self._deopts_left > 0 and isinstance(self.plan.place, CPUPlace) and _computes(self.plan)
        return (ObservedFrame if observes and not _reports_fp_errors() else Frame)(self.plan, context, values)

    def observe(self, frame: ObservedFrame, arrays: Mapping[str, Any]) -> None:
        """Prepare a frame with initial values, so that it computes the same bits as the lowered plan.

        If this is not possible, the operators of the frame run their own kernels, as in all later runs.
        """
        given = {slot: frame.env[slot] for _, slot in (*self.plan.feeds, *self.plan.loads)}
        with contextlib.suppress(Exception):  # whatever makes lowering fail
            frame.start(ObservedPlan(self.plan, given, expected_shapes(self.plan, arrays)))

    def profile_shapes(self, frame: Frame, arrays: Mapping[str, Any], scope: Scope) -> None:
        """Record the shape and dtype of each value of a successful run."""
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
        if any(known is not None and known[1].kind == "O" for known in shapes.values()):
            self._refuse("the elements of an array differ in shape or dtype")
        self._profiles[signature] = shapes

    def _refuse(self, reason: str) -> None:
        """Record that the plan cannot be lowered."""
        self.lowering_error, self._deopts_left = UnsupportedError(reason), 0

    def share_profiles(self, plain: CachedPlan) -> None:
        """Use the recorded shapes of `plain`, the plan without instrumentation, if it has the same operators.

        So the first run after a change of taps is lowered too, and the change of taps changes no result.
        """
        own = [i for i in self.plan.instructions if i.kind == "op"]
        others = plain.plan.instructions
        if self.plan.slots == plain.plan.slots and len(own) == len(others) and all(map(_is_same, own, others)):
            self._profiles = plain._profiles

    def why_not_lowered(self) -> str:
        """Return the reason why the next run is not lowered."""
        if self.lowering_error is not None:
            site = getattr(self.lowering_error, "site", None)
            return f"it cannot be compiled (lowered): {self.lowering_error}" + (f", at {site.where}" if site else "")
        if self._deopts_left <= 0:
            return "functions that the user has written have returned different shapes too often"
        if self._latest is not None and self._latest.must_report_fp_errors():
            return (
                "np.errstate requests reports of floating-point errors, but compiled kernels do not report these errors"
            )
        return "its first run with these shapes goes operator by operator"

    def set_profile(self, arrays: Mapping[str, Any], scope: Scope, profile: ShapeProfile) -> None:
        """Set the recorded shapes of the values. The plan can then be lowered without a first run."""
        self._profiles.setdefault(signature_of(self.plan, arrays, scope), profile)

    def drop_failed(self, lowered: LoweredPlan) -> None:
        """Delete a specialization after a failed guard. Delete its recorded shapes too."""
        self._deopts_left -= 1
        self._discard(lowered)
        self._profiles.clear()

    def deoptimize(self, lowered: LoweredPlan, mismatch: GuardFailure, context: Context) -> Frame:
        """Return the frame that continues after a failed guard. It uses copies of the values of the lowered run."""
        self.drop_failed(lowered)
        on_cpu = isinstance(self.plan.place, CPUPlace)
        frame = (ObservedFrame if on_cpu else Frame)(self.plan, context, [None] * len(self.plan.feeds))
        values = lowered.slots_at(mismatch.index)
        frame.env = [v.copy() if is_array(v) else v for v in values]
        frame.pc = mismatch.index + 1
        if isinstance(frame, ObservedFrame):
            frame.start(observed_plan(lowered))
            frame.until = frame.pc
        return frame


def _computes(plan: Plan) -> bool:
    """Return True unless the plan only creates values, as a startup program does.

    In such a plan, each operator runs its own kernel in any case.
    """
    return any(i.reads for i in plan.instructions if i.kind == "op")


def _reports_fp_errors() -> bool:
    return not {"warn", "ignore"}.issuperset(np.geterr().values())


def _is_tensor_array(plan: Plan, name: str) -> bool:
    variable = plan.block.find(name)
    return variable is not None and variable.is_tensor_array


def _is_same(one: Instruction, other: Instruction) -> bool:
    """Return True if two instructions compute equal results. The blocks of one of them may have probes."""
    return one is other or (bool(one.plans) and one.operator is other.operator)


def _cuda_plan_class() -> type[LoweredPlan]:
    from opscope.runtime.lower.cuda.cuda_plan import CudaLoweredPlan  # CPU programs never need it

    return CudaLoweredPlan


def signature_of(plan: Plan, arrays: Mapping[str, Any], scope: Scope) -> Signature:
    """Return the key of a specialization: the scope, and the shapes of the feeds and of the loaded values."""
    fed = tuple((arrays[n].shape, arrays[n].dtype) for n, _ in plan.feeds)
    loaded = tuple((a.shape, a.dtype) for n, _ in plan.loads if (a := scope.array(n)) is not None)
    return (scope.number, fed, loaded)
