"""Setting values where eager code stands: what the op behind has made, what the next one reads, a named Tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from opscope.core.place import array_module, is_array
from opscope.debug.eager.cursor import EagerWalk
from opscope.debug.eager.tensor_names import EagerNames
from opscope.debug.replay.edits import Difference, Edits
from opscope.eager.op_calls import OpCall
from opscope.eager.tape import Tracked
from opscope.errors import NotFound, RunError, UnsupportedError, nearest


class _Set(NamedTuple):
    """What can be undone while the program stands at `tick`."""

    what: str
    run: int
    tick: int
    restore: Callable[[], None]


class EagerEdits(Edits):
    """Values can be set where the program itself stands; what was computed of them before stays as it is."""

    def __init__(self, walk: EagerWalk, names: EagerNames) -> None:
        super().__init__(walk)
        self.here = walk
        self.names = names
        self.call: OpCall | None = None  # that the program stands at
        self.former: list[_Set] = []

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Change a value, or the part of it at `index`; returns 0: nothing is computed again, what comes sees it.

        It may be what the op that just ran has made, what the one about to run reads, or a Tensor with a name. The tape
        records nothing of it, and backward reads the new value where it keeps the Tensor.
        Raises NotFound, ArgumentError, UnsupportedError for a gradient whose array is shared with another.
        """
        own = self.here.own_name(name) if self.names.alive(name) is None else None
        name = own or name
        target = self._target(name)
        array = target._value if isinstance(target, Tracked) else target
        new, tick = self._array(name, array, value, index), self.here.tick
        put_back = self._put(name, target, new)
        self.names.stale()
        take_back = self.here.trace.amend(tick, name, new.copy())

        def restore() -> None:
            put_back()
            self.names.stale()
            take_back()

        self.former.append(_Set(f"{name} = {_short(new)}", self.here.trace.run, tick, restore))
        return 0

    def _target(self, name: str) -> Any:
        """The Tensor or array that is called so here."""
        place, call = self.here.place, self.call
        if place.operator is not None and call is not None:
            names, values = (
                (place.operator.outputs, call.outputs) if place.behind else (place.operator.inputs, call.inputs)
            )
            if name in names:
                return values[names.index(name)]
        found = self.names.alive(name)
        if found is not None:
            return found
        if self.here.find(name) is not None:
            raise NotFound(f"{name} is not there any more", fix="set it where it is made, or give the Tensor a name")
        raise NotFound(f"no value {name!r} here", fix=nearest(name, self.here.trace.named) or "it is not computed yet")

    def _put(self, name: str, target: Any, new: Any) -> Callable[[], None]:
        """Write the elements; what it returns puts the former ones back."""
        behind, call = self.here.place.behind, self.call
        around = [] if call is None else [*call.inputs, *(call.outputs if behind else ())]
        others = [v._value if isinstance(v, Tracked) else v for v in around if v is not target]
        array = target._value if isinstance(target, Tracked) else target
        xp: Any = array_module(array)
        shared = behind and any(array_module(o) is xp and xp.may_share_memory(o, array) for o in others if is_array(o))
        writable = getattr(array.flags, "writeable", True)  # cupy's arrays always are
        if isinstance(target, Tracked):
            if shared or not writable:
                self._replace(target, new)
                return lambda: self._replace(target, array)
        elif shared or not writable or (call is not None and call.node is not None and not behind):
            raise UnsupportedError(
                f"{name} is an array that the tape may share with other gradients: it cannot be set here",
                fix="set it behind another op that makes it, or register a hook that returns the value",
            )
        old = array.copy()
        array[...] = new
        return lambda: array.__setitem__(..., old)

    def _replace(self, tensor: Tracked, array: Any) -> None:
        """Give a Tensor another array; the tape, where it keeps the former one as what an op has made, takes it too."""
        former, tensor._value = tensor._value, array
        if tensor._edge is not None:
            node = tensor._edge[0]
            node.outputs = [array if kept is former else kept for kept in node.outputs]

    def undo(self) -> str:
        """Take the latest edit back while the program still stands there; returns what it was. Raises RunError."""
        here = self.here.trace.run, self.here.tick
        if not self.former or (self.former[-1].run, self.former[-1].tick) != here:
            raise RunError("nothing was set here", fix="eager values can be set back only where they were set")
        last = self.former.pop()
        last.restore()
        return last.what

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Not in eager code. Raises UnsupportedError."""
        _refuse("attributes cannot be changed", "set a value, or change the code")

    def compare(self) -> list[Difference]:
        """Not in eager code. Raises UnsupportedError."""
        _refuse("runs cannot be compared", "run the code twice")


def _refuse(what: str, fix: str) -> NoReturn:
    raise UnsupportedError(f"{what}: eager code is not run again", fix=fix)


def _short(array: Any) -> str:
    return repr(array.reshape(-1)[0].item()) if array.size == 1 else f"{array.dtype} {list(array.shape)}"
