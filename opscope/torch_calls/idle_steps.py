"""IdleSteps, which decides for each step of a PyTorch program if its calls are recorded, or only its loss is read."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from types import FrameType
from typing import Any

from opscope.core.source import CodePosition, user_files
from opscope.eager.op_call_log import CallLog
from opscope.eager.op_calls import MOST_ROOTS, process_watches, thread_state
from opscope.eager.tape import Tracked
from opscope.torch_calls.shown_tensors import NamedTensors
from opscope.torch_calls.storages import PLAIN, torch

_current_node: Any = torch._C._current_autograd_node


class IdleSteps:
    """Decision to skip the calls of a step while the log is idle.

    The first step is always recorded, except for its calls without gradients. `is_idle` is True if the calls of the
    current step may be skipped. `has_seen` is True if a call of the step was recorded. In an idle step, the name of a
    loss comes from an earlier recorded step in which the backward pass was started at the same position in the code.
    """

    def __init__(self, log: CallLog, tensors: NamedTensors) -> None:
        self.is_idle = False
        self.has_seen = True
        self._log = log
        self._tensors = tensors
        self._names: dict[CodePosition, str] = {}
        self._roots: deque[tuple[CodePosition | None, Tracked]] = deque()  # of this step
        self._has_new_loss = False

    def leaves_out(self) -> bool:
        """Return True if the next call belongs to an idle step and is skipped."""
        log = self._log
        if thread_state.log is log and log.is_idle and not process_watches:
            log.skip()
            if log.is_idle:
                return True
        self.has_seen = True
        return False

    def leaves_out_in_recorded_step(self) -> bool:
        """Return True if the next call of a recorded step is skipped.

        While the log is idle, a step is recorded only for the names of its losses. No loss needs a call without
        gradients, such as a call in `torch.no_grad()` that is not part of a backward pass or of an optimizer step.
        """
        if torch.is_grad_enabled() or self._log.updating or _current_node() is not None:
            return False
        return self.leaves_out()

    def end_step(self) -> None:
        """Decide whether the step that begins now is idle."""
        names = self._log.root_names
        for position, root in self._roots:
            if position is not None and (name := names.get(id(root))):
                self._names[position] = name
        names.clear()
        self._roots.clear()
        has_new_loss, self._has_new_loss = self._has_new_loss, False
        self.is_idle = thread_state.log is self._log and self._log.is_idle and not has_new_loss
        self.has_seen = not self.is_idle

    def seen_roots(self, values: Sequence[Any], position: CodePosition | None) -> list[Tracked]:
        """Return the Tensors from which a backward pass starts in a recorded step. The log finds their names later."""
        found = [value for value in values if isinstance(value, Tracked)]
        for root in found:
            self._add_root(position, root, "")
        return found

    def note_root(self, tensor: Any, frame: FrameType) -> None:
        """Record the tensor from which a backward pass starts in an idle step."""
        if thread_state.roots is None or type(tensor) not in PLAIN or tensor.numel() != 1:
            return
        position = log_position(frame)
        name = None if position is None else self._names.get(position)
        if name is None:
            self._has_new_loss = True
        elif (array := self._tensors.storages.seen(tensor)) is not None:
            root = self._tensors.scalar(tensor, array)
            self._add_root(None, root, name)
            thread_state.roots.append(root)

    def _add_root(self, position: CodePosition | None, root: Tracked, name: str) -> None:
        if len(self._roots) == MOST_ROOTS:
            _, first = self._roots.popleft()
            if all(each is not first for _, each in self._roots):
                self._log.root_names.pop(id(first), None)
        self._log.root_names[id(root)] = name
        self._roots.append((position, root))


def log_position(frame: FrameType | None) -> CodePosition | None:
    """Return the position in the user's code that has led to a frame."""
    while frame is not None and not user_files[frame.f_code.co_filename]:
        frame = frame.f_back
    return None if frame is None else (frame.f_code, frame.f_lasti)


def begins_backward(frame: FrameType | None) -> bool:
    """Return True if a call creates the gradient of a loss, with which a backward pass starts."""
    while frame is not None and not user_files[frame.f_code.co_filename]:
        if frame.f_code.co_name == "_make_grads":
            return True
        frame = frame.f_back
    return False
