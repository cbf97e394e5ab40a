"""Interception of PyTorch's calls: each operator that a thread runs, forward, backward and in optimizers."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType
from typing import Any

from opscope.core.layer_calls import Members, add_layer_class
from opscope.core.source import user_files
from opscope.eager.foreign_tensors import readers
from opscope.eager.op_call_log import CallLog
from opscope.eager.op_calls import active_watches, array_versions, notify, open_log, thread_state
from opscope.eager.optimizers.optimizer_steps import optimizer_step
from opscope.eager.tape import Tracked
from opscope.torch_calls.aten_ops import AtenOp, aten_op
from opscope.torch_calls.gradient_calls import ForwardCalls, GradientCall
from opscope.torch_calls.named_tensors import NamedTensors
from opscope.torch_calls.storages import PLAIN, Storages, torch
from opscope.torch_calls.user_locals import UserLocals

_dispatch: Any = importlib.import_module("torch.utils._python_dispatch")
_optimizers: Any = importlib.import_module("torch.optim.optimizer")
_Mode: Any = _dispatch.TorchDispatchMode

_open_modes: weakref.WeakSet[Any] = weakref.WeakSet()
_ops: dict[Any, AtenOp] = {}  # by operator of PyTorch


class CallMode(_Mode):
    """A mode of PyTorch that hands each call of its thread to the log of eager calls, or to those who watch them."""

    supports_higher_order_operators = True

    def __init__(self, log: CallLog) -> None:
        super().__init__()
        self.is_off = False
        self.log = log
        self.storages = Storages()
        self.tensors = NamedTensors(self.storages)
        self.locals = UserLocals(log, self.storages)
        self.forward_calls = ForwardCalls()
        self._accumulated: weakref.ref[Any] | None = None  # the parameter whose gradient the last call has made

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if self.is_off or thread_state.muted or not all(t in PLAIN for t in types):
            return func(*args, **kwargs)
        op = _ops.get(func)
        if op is None:
            op = _ops[func] = aten_op(func)
        node = None if op.is_skipped else torch._C._current_autograd_node()
        if op.is_skipped or (op.is_detach and not _is_accumulation(node)):
            return func(*args, **kwargs)
        frame = sys._getframe(1)
        self._note_gradient()
        if node is None:
            return self._run(op, func, args, kwargs, frame, None)
        if _is_accumulation(node):
            self._accumulated = weakref.ref(node.variable)
        thread_state.backward_depth += 1
        try:
            return self._run(op, func, args, kwargs, frame, self._gradient_call(node, frame), is_backward=True)
        finally:
            thread_state.backward_depth -= 1

    def _note_gradient(self) -> None:
        """The last call has made a gradient: the parameter has it by now."""
        if self._accumulated is not None:
            parameter, self._accumulated = self._accumulated(), None
            if parameter is not None:
                self.tensors.take_gradient(parameter)

    def _gradient_call(self, node: Any, frame: FrameType | None) -> GradientCall | None:
        """What stands for the node that runs; None for a call by the user's code in it: that has a line of its own."""
        while frame is not None and frame.f_code.co_name != "_engine_run_backward":
            if user_files[frame.f_code.co_filename]:
                return None
            frame = frame.f_back
        parameter = self.tensors.shown(node.variable) if _is_accumulation(node) else None
        return self.forward_calls.gradient_call(node, parameter)

    def _run(
        self,
        op: AtenOp,
        func: Any,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        frame: FrameType,
        node: Any,
        is_backward: bool = False,
    ) -> Any:
        log = open_log()
        watches = () if log is not None else active_watches()
        if log is None and not watches:
            return func(*args, **kwargs)
        inputs = [self._value(value, frame) for value in op.tensors(args, kwargs)]
        if op.op.name == "ones_like" and thread_state.roots is not None and _begins_backward(frame):
            thread_state.roots += [value for value in inputs if isinstance(value, Tracked)]
        attrs = op.attributes(args, kwargs)
        self.log.locals = self.locals.read(frame, node is not None or self.log.updating > 0)
        result: Any = None

        def run() -> list[Any]:
            nonlocal result
            self.log.locals = None
            result = self._computed(op, func, args, kwargs)
            if not is_backward:
                self.forward_calls.note(position)
            made = op.results(result, args, kwargs)
            return [self._value(value, frame) for value in made]

        try:
            if log is None:
                position = log_position(self.log, frame)
                notify(watches, op.op, tuple(inputs), attrs, run, node)
                return result
            call = log.begin(op.op, inputs, attrs, is_backward, node)
            position = call.caller[0]
            try:
                made = run()
            except BaseException as e:
                log.fail(call, e)
                raise
            log.end(call, made)
            return result
        finally:
            self.log.locals = None

    def _computed(self, op: AtenOp, func: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if not op.written:
            return func(*args, **kwargs)
        targets = op.targets(args, kwargs)
        for target in targets:
            if (array := self.storages.known(target)) is not None:
                for versions in array_versions:
                    versions.preserve(array)
        try:
            return func(*args, **kwargs)
        finally:
            for target in targets:
                self.storages.version(target)[0] += 1

    def _value(self, value: Any, frame: FrameType) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        if type(value) is torch.nn.Parameter and self.tensors.shown(value) is None:
            self.tensors.name_modules(frame)
        return self.tensors.value(value)

    def read(self, value: Any) -> Tracked | None:
        """The Tensor for a tensor of PyTorch that the calls have used; None for other objects."""
        if type(value) not in PLAIN or (array := self.storages.known(value)) is None:
            return None
        return self.tensors.shown(value) or self.tensors.scalar(value, array)


def log_position(log: CallLog, frame: FrameType | None) -> Any:
    """The position of the user's code around a frame."""
    while frame is not None and not user_files[frame.f_code.co_filename]:
        frame = frame.f_back
    return None if frame is None else (frame.f_code, frame.f_lasti)


class OptimizerSteps:
    """The steps of PyTorch's optimizers in a thread, as steps of the run."""

    def __init__(self, mode: CallMode) -> None:
        self._mode = mode
        self._thread = threading.get_ident()
        self._running: list[AbstractContextManager[None]] = []
        self._hooks = [
            _optimizers.register_optimizer_step_pre_hook(self._begin),
            _optimizers.register_optimizer_step_post_hook(self._end),
        ]

    def close(self) -> None:
        """Look at no more steps."""
        for hook in self._hooks:
            hook.remove()

    def _begin(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        if self._thread != threading.get_ident() or self._mode.is_off:
            return
        while self._running:  # a step that has raised
            self._leave(RuntimeError("the step of an optimizer has failed"))
        found = [self._mode.tensors.shown(p) for group in optimizer.param_groups for p in group["params"]]
        step = optimizer_step([p for p in found if p is not None])
        step.__enter__()
        self._running.append(step)

    def _end(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        if self._thread != threading.get_ident() or not self._running:
            return
        mode = self._mode
        mode.tensors.name_states(optimizer)
        mode.forward_calls.forget()
        self._leave(None)
        mode.tensors.forget_gradients()

    def _leave(self, error: Exception | None) -> None:
        step = self._running.pop()
        if error is None:
            step.__exit__(None, None, None)
            return
        try:
            step.__exit__(type(error), error, None)
        except RuntimeError as e:
            if e is not error:
                raise


def open_mode(log: CallLog) -> Callable[[], None]:
    """Begin to see the calls of this thread; the returned function ends it."""
    user_files.exclude(str(Path(torch.__file__).parent) + os.sep)
    add_layer_class(torch.nn.Module, torch.nn.Module._call_impl.__code__, Members("_modules", "named_modules"))
    mode = CallMode(log)
    steps = OptimizerSteps(mode)
    _open_modes.add(mode)
    readers.append(mode.read)
    mode.__enter__()

    def close() -> None:
        mode.is_off = True
        steps.close()
        readers.remove(mode.read)
        if _dispatch._get_current_dispatch_mode() is mode:  # else a mode of the program's own was left open above it
            mode.__exit__(None, None, None)

    return close


def _leave_child() -> None:
    """A process that was forked, a worker of a DataLoader, has no debugger."""
    for mode in list(_open_modes):
        mode.is_off = True


os.register_at_fork(after_in_child=_leave_child)


def _begins_backward(frame: FrameType | None) -> bool:
    """Return True if a call makes the gradient of a loss, which a backward pass starts with."""
    while frame is not None and not user_files[frame.f_code.co_filename]:
        if frame.f_code.co_name == "_make_grads":
            return True
        frame = frame.f_back
    return False


def _is_accumulation(node: Any) -> bool:
    return node is not None and node.name() == "torch::autograd::AccumulateGrad"
