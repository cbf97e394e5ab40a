"""Whether an op makes the result of the function that the user has called, or a value on the way to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import CodeType, FrameType
from typing import Any, NamedTuple

from opscope.core.source import user_files
from opscope.names.assignment_targets import call_targets
from opscope.names.call_node import node_at
from opscope.names.returned_values import Path

_WATCHING = ("eager/watch.py", "eager/op_calls.py", "debug/session/eager_adapter.py")  # these return what the op makes


class InnerCalls:
    """The functions of opscope that run between the user's code and an op, until `release`.

    `before` are those around the op before: what the user has called may have gone on since.
    """

    __slots__ = ("_call", "_called", "_frames", "_paths", "_positions")

    def __init__(self, frame: FrameType | None, before: InnerCalls | None = None) -> None:
        self._paths: list[Path] | None = None
        self._frames: list[FrameType] = []  # innermost first
        while frame is not None and not user_files[frame.f_code.co_filename]:
            if not frame.f_code.co_filename.endswith(_WATCHING):
                self._frames.append(frame)
            frame = frame.f_back
        self._positions = [(f.f_code, f.f_lasti) for f in self._frames]
        self._called = self._frames[-1] if self._frames else None  # what the user has called
        self._call = object()  # the same for all ops of one call
        if before is not None:
            if before._called is not None and before._called is self._called:
                self._call = before._call
            before._called = None

    def is_in_call_of(self, other: InnerCalls) -> bool:
        """Return True if both ops belong to one call of the user's."""
        return self._call is other._call

    def release(self) -> None:
        """Let go of the functions and their variables, but of what the user has called; where they were stays known."""
        self._frames = []

    def end(self) -> None:
        """Let go of all: what the user has called is over."""
        self._frames, self._called = [], None

    def __bool__(self) -> bool:
        """Return True if each function returns the result of the call that it executes, maybe by way of a variable.

        Source that is not found counts as if it did.
        """
        return bool(self.paths)

    @property
    def paths(self) -> list[Path]:
        """Which elements of what the user has called the op makes: [()] is its result itself, [(1, 0)] out[1][0]."""
        if self._paths is None:
            paths: list[Path] = [()]
            frames = self._frames or [None] * len(self._positions)
            for position, frame in zip(self._positions, frames, strict=True):
                paths = _returned(paths, position, frame)
            self._paths = paths
        return self._paths


def _returned(paths: list[Path], position: tuple[CodeType, int], frame: FrameType | None) -> list[Path]:
    """The paths of a value in the result of a function, from its paths in the result of a call inside it."""
    if node_at(*position) is None:
        return paths
    found = call_targets(*position).returned
    if frame is not None:
        names = frame.f_locals
        found = [r for r in found if all(c.may_hold(names) for c in r.conditions)]
    # an op with several outputs has the path (), which stands for each of them
    inside = ((*r.place, *path[len(r.part) :]) for r in found for path in paths if path[: len(r.part)] in (r.part, ()))
    return list(dict.fromkeys(inside))


class CalledOp(NamedTuple):
    """An op of a sequence. `call` is the user's call that it belongs to, beginning with the number of PyLayers around.

    It is None for gradients. `reads` and `writes` identify the values.
    """

    call: tuple[Any, ...] | None
    name: str
    reads: Collection[Any]
    writes: Collection[Any]


def which_make_results(ops: Sequence[CalledOp]) -> list[list[Path]]:
    """The paths of each op's value in the result of the user's call, as `InnerCalls.paths`; the ops are consecutive.

    A function makes its result with its last op; if the user's code takes several elements of it, and as many values of
    the function are read by none of its ops, these are the elements in their order (`out, (h, c) = lstm(x)`).
    Consecutive ops of one position may be a function or a loop over it. They are several calls if they repeat, or read
    nothing of each other.
    """
    found: list[list[Path]] = [[] for _ in ops]
    group: list[int] = []
    for number, op in enumerate(ops):
        if op.call is None:
            continue
        if group and (before := ops[group[-1]].call) != op.call:
            # inside a PyLayer, which makes the result itself; its gradient, which is no op here, may be the op before
            if before is not None and op.call[0] > before[0] and group[-1] == number - 1:
                found[group.pop()] = [()]
            _mark(found, group, ops)
            group = []
        group.append(number)
    _mark(found, group, ops)
    return found


def _mark(found: list[list[Path]], group: list[int], ops: Sequence[CalledOp]) -> None:
    if elements := _taken_elements(group, ops):
        read = {value for number in group for value in ops[number].reads}
        unread = [number for number in group if len(ops[number].writes) == 1 and read.isdisjoint(ops[number].writes)]
        if len(unread) == len(elements):
            for number, element in zip(unread, elements, strict=True):
                found[number] = [element]
            return
    for part in _independent_parts(group, ops):
        names = [ops[number].name for number in part]
        count = len(names)
        length = next((n for n in range(1, count) if count % n == 0 and names == names[:n] * (count // n)), count)
        for number in part[length - 1 :: length]:
            found[number] = [()]


def _taken_elements(group: list[int], ops: Sequence[CalledOp]) -> list[Path]:
    """The elements of its result that the user's code gives names to, in their order; none if it names the whole."""
    if len(group) < 2:
        return []
    position = _innermost(ops[group[0]].call)
    parts = {target.part for target in call_targets(*position).names} if position else set[Path]()
    if len(parts) < 2 or any(type(key) is not int or key < 0 for part in parts for key in part or [None]):
        return []
    return sorted(parts)


def _innermost(call: tuple[Any, ...] | None) -> tuple[CodeType, int] | None:
    """The position of the user's call that a `CalledOp` belongs to."""
    position = call[1] if call else None
    if position and not isinstance(position[0], CodeType):  # with those of its callers, outermost first
        position = position[-1]
    return (position[0], position[1]) if position else None


def _independent_parts(group: list[int], ops: Sequence[CalledOp]) -> list[list[int]]:
    """The group, cut where no later op reads what an earlier one has made."""
    last_read = {value: number for number in group for value in ops[number].reads}
    parts: list[list[int]] = []
    until = -1  # the last op that reads something of this part
    for number in group:
        if number > until:
            parts.append([])
        parts[-1].append(number)
        until = max(until, number, *(last_read.get(value, -1) for value in ops[number].writes))
    return parts
