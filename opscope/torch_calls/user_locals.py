"""Tensors in the locals of the user's functions that run, looked up at a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

from opscope.core.frame_locals import FrameLocals
from opscope.core.source import UserCall, user_files
from opscope.eager.op_call_log import CallLog
from opscope.torch_calls.storages import PLAIN, Storages

MAX_ELEMENTS = 32  # of a list or dict that is looked through

_UNCHANGED = FrameLocals(())


class UserLocals:
    """Reads the locals of the functions whose names may have changed since the last call."""

    def __init__(self, log: CallLog, storages: Storages) -> None:
        self._log = log
        self._storages = storages
        self._chain: list[tuple[UserCall, int]] = []  # the functions at the last call, innermost first, and where
        self._in_library = False

    def read(self, frame: FrameType | None, in_library: bool) -> FrameLocals:
        """The locals around a frame. in_library: the call is one of a backward pass, or of an optimizer's step."""
        while frame is not None and not user_files[frame.f_code.co_filename]:
            frame = frame.f_back
        call = None if frame is None else self._log.user_call(frame)
        if in_library and self._in_library and frame is not None and self._chain[:1] == [(call, frame.f_lasti)]:
            return _UNCHANGED
        frames = list(_user_frames(frame))
        chain: list[tuple[UserCall, int]] = []
        for each in frames:
            if call is None:
                break
            chain.append((call, each.f_lasti))
            call = call.outer
        former, was_in_library = self._chain, self._in_library
        self._chain, self._in_library = chain, in_library
        if in_library and was_in_library and former == chain:
            return _UNCHANGED
        common = 0  # functions, from the outermost one on, that run as they did at the last call
        for now, then in zip(reversed(chain), reversed(former), strict=False):
            if now != then:
                break
            common += 1
        # the innermost one of them may have gone on, and come back: the others wait for it
        changed = len(chain) - max(common - 1, 0)
        found = [(c, self._tensors(f)) for (c, _), f in zip(chain[:changed], frames, strict=False)]
        return FrameLocals(tuple(found))

    def _tensors(self, frame: FrameType) -> Mapping[str, Any]:
        names = frame.f_locals
        found: dict[str, Any] = {}
        for name, value in list(names.items()):
            kind = type(value)
            if kind in PLAIN:
                self._add(found, name, value)
            elif kind in (list, tuple) and len(value) <= MAX_ELEMENTS:
                for index, element in enumerate(value):
                    if type(element) in PLAIN:
                        self._add(found, f"{name}[{index}]", element)
            elif kind is dict and len(value) <= MAX_ELEMENTS and not name.startswith("__"):
                for key, element in list(value.items()):
                    if type(element) in PLAIN and isinstance(key, str | int):
                        self._add(found, f"{name}[{key!r}]", element)
        own = getattr(names.get("self"), "__dict__", None)
        for name, value in list(own.items()) if own else ():
            if type(value) in PLAIN:
                self._add(found, f"self.{name}", value)
        return found

    def _add(self, found: dict[str, Any], name: str, tensor: Any) -> None:
        array = self._storages.known(tensor)
        if array is not None:
            found[name] = array


def _user_frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        if user_files[frame.f_code.co_filename]:
            yield frame
        frame = frame.f_back
