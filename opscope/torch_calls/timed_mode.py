"""Dispatch mode of PyTorch that measures the times of calls for a profile, while the timer is on."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import FrameType
from typing import Any

from opscope.core.layer_calls import LayerCall
from opscope.core.source import CodePosition, user_files
from opscope.eager.optimizers.optimizer_steps import optimizer_step
from opscope.eager.timed_calls import CallCost, CallTimer, TimedCall
from opscope.torch_calls.aten_ops import AtenOp
from opscope.torch_calls.dispatch_mode import SeeingMode, aten_op_of, is_seen, skip_compiler
from opscope.torch_calls.step_hooks import StepHooks
from opscope.torch_calls.storages import PLAIN, torch

_dispatch: Any = importlib.import_module("torch.utils._python_dispatch")
_flops: Any = importlib.import_module("torch.utils.flop_counter")
_current_node: Any = torch._C._current_autograd_node


class TimedMode(SeeingMode):
    """Dispatch mode of PyTorch that measures the time of each operator call in its thread."""

    def __init__(self, timer: CallTimer) -> None:
        super().__init__()
        self.is_off = True
        self._timer = timer
        self._forward: dict[int, tuple[CodePosition | None, LayerCall | None]] = {}  # by number of the node it made
        self._wait: Callable[[], Any] | None = None
        self._thread = threading.get_ident()
        self._outer = _dispatch._get_current_dispatch_mode()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        clock = self._timer.clock
        began = clock()
        kwargs = kwargs or {}
        op = None if self.is_off else aten_op_of(func)
        if op is None or op.is_skipped:
            return func(*args, **kwargs)
        wait, is_plain = self._wait, all(t in PLAIN for t in types)
        run = op.run if is_plain else func  # other classes of tensors compute themselves
        start = clock()
        result = run(*args, **kwargs)
        if wait is not None:
            wait()
        end = clock()
        if not op.is_detach:
            self._note(op, _cost(op, args, kwargs, result) if is_plain else CallCost(None, None), start, end)
        self._timer.overhead += clock() - end + start - began
        return result

    def _note(self, op: AtenOp, work: CallCost, start: float, end: float) -> None:
        node, (caller, layer) = _current_node(), self._timer.log.caller(3)
        position = caller[0]
        if node is None:
            self._forward.setdefault(torch.autograd._get_sequence_nr() - 1, (position, layer))
        elif not _is_in_users_backward(sys._getframe(2)):
            position, layer = self._forward.get(node._sequence_nr(), (position, layer))
        phase = self._timer.phase(node is not None)
        self._timer.calls.append(TimedCall(op.op, phase, position, layer, start, end, end - start, work))

    def switch(self, on: bool) -> None:
        """Start or stop the measurement.

        When a mode is closed, PyTorch removes the topmost mode of the thread. Therefore, this mode is closed only while
        it is the topmost mode. If the program has opened another mode above it, this mode stays open, but measures
        nothing.
        """
        if self._thread != threading.get_ident():
            self.is_off = True
            return
        top = _dispatch._get_current_dispatch_mode()
        is_open = self in _dispatch._get_current_dispatch_mode_stack()
        if on and self.is_off:
            self._wait = torch.cuda.synchronize if torch.cuda.is_initialized() else None
            if not is_open and top is self._outer:
                self.__enter__()
        elif not on and top is self:
            self.__exit__(None, None, None)
        self.is_off = not on
        self._forward.clear()


skip_compiler(TimedMode)


class TimedSteps:
    """Listener for the optimizer steps of PyTorch in a thread, while no run and no guard receives its calls."""

    def __init__(self) -> None:
        self._running: AbstractContextManager[None] | None = None
        self._hooks = StepHooks(self)

    def close(self) -> None:
        """Stop listening to optimizer steps."""
        self._hooks.close()

    def begin(self, optimizer: Any, args: Any, kwargs: Any) -> tuple[Any, Any]:
        if not is_seen():
            self._running = optimizer_step()
            self._running.__enter__()
        return args, kwargs

    def end(self, optimizer: Any) -> None:
        self.fail()

    def fail(self) -> None:
        step, self._running = self._running, None
        if step is not None:
            step.__exit__(None, None, None)

    def skip(self, optimizer: Any) -> None:
        self.begin(optimizer, (), {})
        self.end(optimizer)


def _is_in_users_backward(frame: FrameType | None) -> bool:
    """Return True if user code makes the call during a backward pass. Such a call has its own line."""
    while frame is not None and frame.f_code.co_name != "_engine_run_backward":
        if user_files[frame.f_code.co_filename]:
            return True
        frame = frame.f_back
    return False


def _cost(op: AtenOp, args: Sequence[Any], kwargs: dict[str, Any], result: Any) -> CallCost:
    """Return the cost of a call: the bytes of its tensors, and the number of floating-point operations.

    For operators with a formula in PyTorch, such as matrix products, the number comes from this formula. For other
    operators, each element of the results counts as one operation.
    """
    made = [t for t in op.results(result, args, kwargs) if isinstance(t, torch.Tensor)]
    read = [t for t in op.tensors(args, kwargs) if isinstance(t, torch.Tensor)]
    if not op.written and (not op.makes_memory or _is_view(made, read)):
        return CallCost(0, 0)
    moved = sum({id(t): _nbytes(t) for t in (*read, *made)}.values())
    count = _flops.flop_registry.get(op.overload._overloadpacket)
    if count is None:
        return CallCost(moved, sum(t.numel() for t in made))
    return CallCost(moved, int(count(*args, **kwargs, out_val=result)))


def _is_view(made: Sequence[Any], read: Sequence[Any]) -> bool:
    """Return True if a result shares memory with an argument. Not all operators declare this in their schemas."""
    strided = torch.strided
    if len(made) != 1 or any(t.layout is not strided for t in (*made, *read)):
        return False
    try:
        return made[0].data_ptr() in {t.data_ptr() for t in read} - {0}
    except RuntimeError:  # inside torch.func
        return False


def _nbytes(tensor: Any) -> int:
    return tensor.numel() * tensor.element_size()
