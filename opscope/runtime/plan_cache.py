"""Ready: a plan of an executor, and what it was lowered to for the shapes it is run with.

The first run with some shapes goes through the plan, instruction by instruction, and is watched; the second is
lowered. What cannot be lowered stays with the plan.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, is_array
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lod_run import ragged
from opscope.runtime.lower.emission import Mismatch
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.lower.trace import Observed
from opscope.runtime.plan import Plan
from opscope.runtime.scope import Scope

KEPT = 8  # shapes that a plan is lowered for at the same time: each has memory of its own
TRIES = 3  # after so many runs that went another way than watched, a plan is not lowered again

Signature = tuple[Any, ...]


class Ready:
    """One plan's lowered forms, newest use last. `lowered_count` says how often it was lowered."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ragged = ragged(plan)
        self.lowered_count = 0
        self._lowered: dict[Signature, Lowered] = {}
        self._observed: dict[Signature, Observed] = {}
        self._newest: Lowered | None = None
        self._lock = threading.Lock()  # runs on several scopes at once share the plan
        self.refused: Exception | None = None  # why the plan cannot be lowered
        self._tries = TRIES
        self._lowering: type[Lowered] = Lowered if isinstance(plan.place, CPUPlace) else _for_a_gpu()

    def feed(self, feed: Mapping[str, Any], scope: Scope) -> Lowered | None:
        """What was lowered last, if these feeds fit it as they are; then they are in its arrays."""
        found = self._newest
        if found is None or found.scope is not scope or found.unheard():
            return None
        for name, array in found.feeds:
            value = feed[name]
            if type(value) is not np.ndarray or value.shape != array.shape or value.dtype != array.dtype:
                return None
        if not found.ready():
            self._forget(found)
            return None
        for name, array in found.feeds:
            found.put(array, feed[name])
        return found

    def _forget(self, lowered: Lowered) -> None:
        self._lowered = {k: v for k, v in self._lowered.items() if v is not lowered}
        self._newest = None

    def lower(self, arrays: Mapping[str, Any], scope: Scope) -> Lowered | None:
        """The lowered plan for these (checked) feeds, filled with them; None where there is none yet."""
        if self._tries <= 0:
            return None
        signature = signature_of(self.plan, arrays, scope)
        with self._lock:
            found = self._found(signature, arrays, scope)
        if found is None or found.unheard():
            return None
        for name, array in found.feeds:
            array[...] = arrays[name]
        return found

    def _found(self, signature: Signature, arrays: Mapping[str, Any], scope: Scope) -> Lowered | None:
        found = self._lowered.pop(signature, None)
        if found is None or not found.ready():
            observed = self._observed.get(signature)
            if observed is None:
                return None
            slots = dict(self.plan.feeds)
            try:
                found = self._lowering(self.plan, scope, {slots[n]: arrays[n] for n in slots}, observed)
            except Exception as e:  # noqa: BLE001 (the plan can do it, whatever keeps it from being lowered)
                self.refused = e
                self._tries = 0
                return None
            self.lowered_count += 1
        if len(self._lowered) >= KEPT:
            del self._lowered[next(iter(self._lowered))]
        self._lowered[signature] = self._newest = found
        return found

    def observe(self, frame: Frame, arrays: Mapping[str, Any], scope: Scope) -> None:
        """Remember the kinds of all values of a run that has succeeded."""
        signature = signature_of(self.plan, arrays, scope) if self._tries > 0 else None
        if signature is None or signature in self._observed:
            return
        seen: dict[int, Any] = {}
        for instruction in self.plan.instructions:
            for slot in instruction.writes:
                value = frame.env[slot]
                seen[slot] = (value.shape, value.dtype) if is_array(value) else None
        if len(self._observed) >= 4 * KEPT:
            del self._observed[next(iter(self._observed))]
        self._observed[signature] = seen

    def release(self) -> None:
        """Give back the memory of what was lowered; it can be lowered again."""
        with self._lock:
            self._lowered.clear()
            self._newest = None

    def continued(self, lowered: Lowered, mismatch: Mismatch, context: Context) -> Frame:
        """The frame that goes on where a lowered run went another way than watched, on copies of its values."""
        self._tries -= 1
        self._forget(lowered)
        self._observed.clear()
        frame = Frame(self.plan, context, [None] * len(self.plan.feeds))
        values = lowered.slots_at(mismatch.index)
        frame.env = [v.copy() if is_array(v) else v for v in values]
        frame.pc = mismatch.index + 1
        return frame


def _for_a_gpu() -> type[Lowered]:
    from opscope.runtime.lower.cuda.device_run import DeviceLowered  # which programs of the host never need

    return DeviceLowered


def signature_of(plan: Plan, arrays: Mapping[str, Any], scope: Scope) -> Signature:
    """What a lowered plan is made for: a scope, and the shapes of the feeds and loads."""
    fed = tuple((arrays[n].shape, arrays[n].dtype) for n, _ in plan.feeds)
    loaded = tuple((a.shape, a.dtype) for n, _ in plan.loads if (a := scope.array(n)) is not None)
    return (id(scope), fed, loaded)
