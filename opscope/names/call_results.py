"""Prediction of the result of a function that user code has called.

While the function runs, the output of each op may be the result.
"""

from __future__ import annotations

import ast
from types import CodeType, FrameType
from typing import Any

from opscope.core.source import user_files
from opscope.names.assignment_targets import call_targets
from opscope.names.call_node import node_at
from opscope.names.returned_values import FUNCTIONS, Path

_WATCHING = ("eager/watch.py", "eager/op_calls.py", "debug/eager_calls/notified_calls.py")  # return the op's output


class InnerCalls:
    """The functions of opscope that run between the user's code and an op. Their frames are kept until `release`.

    `before` contains the inner calls of the previous op. The previous op and this op may belong to the same call in the
    user's code, if the called function is still running.
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
        self._called = self._frames[-1] if self._frames else None  # the function that the user called
        self._call = object()  # equal for all ops of one call
        if before is not None:
            if before._called is not None and before._called is self._called:
                self._call = before._call
            before._called = None

    @property
    def called(self) -> CodeType | None:
        """The code of the function that the user's code called."""
        return self._positions[-1][0] if self._positions else None

    def is_in_call_of(self, other: InnerCalls) -> bool:
        """Return True if this op and the other op belong to the same call in the user's code."""
        return self._call is other._call

    def release(self) -> None:
        """Release the frames of the functions, except the frame of the function that the user's code called.

        The positions in the functions remain stored.
        """
        self._frames = []

    def end(self) -> None:
        """Release all frames, because the function that the user's code called has ended."""
        self._frames, self._called = [], None

    def __bool__(self) -> bool:
        """Return True if each function returns the result of its inner call, directly or through a variable.

        If the source is not found, the result is also True.
        """
        return bool(self.paths)

    @property
    def paths(self) -> list[Path]:
        """The places of the op's output in the called function's result: [(1, 0)] means out[1][0], [()] means out."""
        if self._paths is None:
            paths: list[Path] = [()]
            frames = self._frames or [None] * len(self._positions)
            for position, frame in zip(self._positions, frames, strict=True):
                paths = _returned(paths, position, frame)
            self._paths = paths
        return self._paths


def _returned(paths: list[Path], position: tuple[CodeType, int], frame: FrameType | None) -> list[Path]:
    """Return the paths of a value in the result of a function. `paths` are its paths in the result of an inner call."""
    node = node_at(*position)
    if node is None:
        return paths
    if _may_be_replaced(node):
        return []
    found = call_targets(*position).returned
    if frame is not None:
        names = frame.f_locals
        found = [r for r in found if all(c.may_hold(names) for c in r.conditions)]
    # an op with several outputs has the path (), for all of its outputs
    inside = ((*r.place, *path[len(r.part) :]) for r in found for path in paths if path[: len(r.part)] in (r.part, ()))
    return list(dict.fromkeys(inside))


def _may_be_replaced(node: Any) -> bool:
    """Return True if a loop may replace the result of a call, as in `for layer in layers: x = layer(x)`."""
    parent = getattr(node, "parent", None)
    while parent is not None and not isinstance(parent, (*FUNCTIONS, ast.Return, ast.Yield)):
        if isinstance(parent, ast.For | ast.AsyncFor | ast.While):
            return True
        parent = getattr(parent, "parent", None)
    return False
