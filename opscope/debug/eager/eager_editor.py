"""Editor for eager code: sets an output of the last op, an input of the next op, or a Tensor with a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import as_stored, widened
from opscope.core.place import CPU, array_module, is_array, place_of, to_device
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.tensor_names import TensorNames
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.debug.replay.edited_parts import part_text
from opscope.debug.replay.editor import Editor, converted, set_text
from opscope.debug.replay.missing_values import missing_value
from opscope.eager import named_tensors
from opscope.eager.op_calls import OpCall, array_versions
from opscope.eager.tape import Tracked
from opscope.errors import NotFound, RunError, UnsupportedError


class _AppliedSet(NamedTuple):
    """An edit that set a value; the edit can be undone while the program is at the position `tick`."""

    description: str
    run: int
    tick: int
    restore: Callable[[], None]


class EagerEditor(Editor):
    """Editor that sets values at the position where eager code has stopped.

    The results of ops that have already run are not recomputed.
    """

    def __init__(self, cursor: EagerCursor, names: TensorNames) -> None:
        super().__init__(cursor)
        self.eager_cursor = cursor
        self.names = names
        self.call: OpCall | None = None  # the call before or after which the program has stopped
        self.applied_sets: list[_AppliedSet] = []

    @property
    def descriptions(self) -> tuple[str, ...]:
        """Texts about the edits that can be undone at the current position."""
        here = self.eager_cursor.eager_record.run, self.eager_cursor.tick
        return tuple(each.description for each in self.applied_sets if (each.run, each.tick) == here)

    def hold(self, name: str, tensor: Tracked) -> None:
        """Store a reference to a Tensor until the step ends.

        With this reference, `set` finds the Tensor by the name of its value.
        """
        if self.names.live_tensor(name) is None:
            self.names.keep_track(name, tensor)

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Set a value, or the elements at `index`, for the next ops.

        Returns the number 0, because no operator is executed again. The value can be an output of the op that has just
        run, an input of the next op, a Tensor with a name, or a Tensor in a variable of the user's functions. The
        Tensor may be a Tensor that no op has used yet. Autograd's tape does not record the change. If the tape has
        saved the Tensor for backward, backward reads the new value. Raises NotFound if the value does not exist,
        ArgumentError if the new value does not match its shape or dtype, and UnsupportedError for a gradient whose
        array is shared.
        """
        own, shown = name, name
        if self.names.live_tensor(name) is None:
            own = self.eager_cursor.resolve_alias(name) or self.eager_cursor.own_name(name)
        target = self._target(own)
        is_of_run = target is not None
        if target is None:
            target, shown, index = self._in_frames(name, own, index)
        array = target._value if isinstance(target, Tracked) else target
        stored, tick = as_stored(converted(shown, widened(array), value, index, CPU), array), self.eager_cursor.tick
        new = widened(stored)
        put_back = self._write(own, target, stored)
        self.names.invalidate_copies()
        # the record must not give a value to a name that it does not follow: later writes would not change it
        take_back = self.eager_cursor.eager_record.record_edit(tick, own, new.copy()) if is_of_run else _nothing

        def restore() -> None:
            put_back()
            self.names.invalidate_copies()
            take_back()

        text = set_text(own if is_of_run else shown, index, new)
        self.applied_sets.append(_AppliedSet(text, self.eager_cursor.eager_record.run, tick, restore))
        return 0

    def _target(self, name: str) -> Any:
        """Return the Tensor or array to which a name refers at this position; None if there is no such object."""
        place, call = self.eager_cursor.place, self.call
        if place.operator is not None and call is not None:
            names, values = (
                (place.operator.outputs, call.outputs) if place.after else (place.operator.inputs, call.inputs)
            )
            if name in names:
                return values[names.index(name)]
        found = self.names.live_tensor(name)
        return self._unused(name) if found is None else found

    def _unused(self, name: str) -> Tracked | None:
        """Return a Tensor with a name that no operator has used yet, such as the state of an optimizer; or None."""
        known, found = self.eager_cursor.lookup(name), named_tensors.of_name(name)
        if known is None or len(found) != 1 or not have_same_bits(np.asarray(known), widened(found[0]._value)):
            return None
        self.hold(name, found[0])
        return found[0]

    def _in_frames(self, path: str, own: str, index: Any) -> tuple[Tracked, str, Any]:
        """Find the Tensor to which a path (`self.fc1.weight`) refers in the user's functions.

        Returns the Tensor, its path, and the index of the elements to set. `own` is the name of the value in the run.
        Raises NotFound if the path refers to no Tensor.
        """
        found = self.find(path)
        if found is None and index is not ...:  # an index may also choose a Tensor in a list
            found = self.find(part := part_text(path, index))
            if found is not None:
                path, index = part, ...
        known = self.eager_cursor.lookup(own)
        if found is not None and (known is None or have_same_bits(np.asarray(known), widened(found._value))):
            return found, path, index
        if known is not None:
            raise NotFound(
                f"{path} no longer exists at this place",
                fix="set the value at the operator that computes it, or give the Tensor a name",
            )
        raise missing_value(self.eager_cursor, path)

    def _write(self, name: str, target: Any, new: Any) -> Callable[[], None]:
        """Write new elements to a Tensor or an array. Returns a function that restores the previous elements."""
        after, call = self.eager_cursor.place.after, self.call
        around = [] if call is None else [*call.inputs, *(call.outputs if after else ())]
        others = [v._value if isinstance(v, Tracked) else v for v in around if v is not target]
        array = target._value if isinstance(target, Tracked) else target
        xp: Any = array_module(array)
        shared = after and any(array_module(o) is xp and xp.may_share_memory(o, array) for o in others if is_array(o))
        writable = getattr(array.flags, "writeable", True)  # cupy's arrays always are
        if isinstance(target, Tracked):
            if shared or not writable:
                self._replace(target, new)
                return lambda: self._replace(target, array)
        elif shared or not writable or (call is not None and call.node is not None and not after):
            raise UnsupportedError(
                f"{name} cannot be set at this position, because other gradients may share its array",
                fix="set the value after a later operator, or register a hook that returns the value",
            )
        old = array.copy()
        _fill(array, to_device(new, place_of(array)))
        return lambda: _fill(array, old)

    def _replace(self, tensor: Tracked, array: Array) -> None:
        """Replace the array of a Tensor, also if the tape has the former array as an output."""
        former = tensor._value
        tensor._take_array(array)
        if tensor._edge is not None:
            node = tensor._edge[0]
            node.outputs = [array if kept is former else kept for kept in node.outputs]

    def undo(self) -> str:
        """Undo the latest edit, as long as the program is still at the position of this edit.

        Returns a text that describes this edit. Raises RunError if no value was set at this position.
        """
        here = self.eager_cursor.eager_record.run, self.eager_cursor.tick
        if not self.applied_sets or (self.applied_sets[-1].run, self.applied_sets[-1].tick) != here:
            raise RunError(
                "no value was set at this position", fix="undo works only at the position at which the value was set"
            )
        last = self.applied_sets.pop()
        last.restore()
        return last.description


def _nothing() -> None:
    pass


def _fill(array: Any, elements: Array) -> None:
    """Save the current elements of an array for past positions, and then write new elements to the array."""
    for versions in array_versions:
        versions.preserve(array)
    array[...] = as_stored(elements, array)
