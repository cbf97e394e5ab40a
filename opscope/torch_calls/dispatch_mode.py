"""Dispatch mode of PyTorch that receives each operator call of a thread: forward, backward, and optimizer steps."""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType, FunctionType, MethodType
from typing import Any

import numpy as np

from opscope.core.checks.finite import all_finite
from opscope.core.frame_locals import FunctionLocals
from opscope.core.layer_calls import Members, add_layer_class
from opscope.core.source import user_files
from opscope.eager.foreign.hidden_values import forget_hidden
from opscope.eager.foreign.tensors import readers, tensor_kinds
from opscope.eager.op_call_log import CallList, CallLog, LoggedCall
from opscope.eager.op_calls import (
    Watch,
    active_watches,
    array_versions,
    notify,
    open_log,
    thread_state,
)
from opscope.eager.optimizers.optimizer_steps import note_skipped, optimizer_step
from opscope.eager.tape import Tracked
from opscope.torch_calls.aten_ops import AtenOp, aten_op
from opscope.torch_calls.call_places import CallPlaces
from opscope.torch_calls.compiled_functions import run_eagerly
from opscope.torch_calls.deferred_calls import DeferredCall, UnreadCalls
from opscope.torch_calls.displayed_tensors import displayed_tensor
from opscope.torch_calls.gradient_calls import ForwardCalls, GradientCall
from opscope.torch_calls.hidden_tensors import UncheckedResults, hidden_classes
from opscope.torch_calls.idle_steps import IdleSteps, begins_backward, log_position
from opscope.torch_calls.jit_traces import trace_outside
from opscope.torch_calls.new_optimizers import note_optimizers
from opscope.torch_calls.shared_memory import SharedMemory, examine_shared, is_written_elsewhere
from opscope.torch_calls.shown_tensors import HIDDEN, NamedTensors, ShownArray
from opscope.torch_calls.step_hooks import StepHooks, has_skipped
from opscope.torch_calls.storages import DTYPES, PLAIN, Storages, memory_moved, open_storages, torch, watch_storages

_dispatch: Any = importlib.import_module("torch.utils._python_dispatch")
_overloads: Any = importlib.import_module("torch._ops")
_Mode: Any = _dispatch.TorchDispatchMode
_frames: Any = torch._C._dynamo.eval_frame
_PARAMETER: Any = torch.nn.Parameter
_modes_below: Any = torch._C._len_torch_dispatch_stack
_TRACERS: tuple[Any, ...] = tuple(torch._C._TorchDispatchModeKey.__members__.values())
_current_node: Any = torch._C._current_autograd_node
_threads: Any = torch.get_num_threads
_ACCUMULATION: Any = torch._C._functions.AccumulateGrad
_PARTS = ("_indices", "_values")  # operators that read a part of a sparse tensor
_NO_ARGUMENTS: dict[str, Any] = {}
_TENSOR: Any = torch.Tensor
_NUMBERS = (int, float, bool, type(None))


class _Thread(threading.local):
    mode: CallMode | None = None  # the innermost open one: it alone sees the calls


_thread = _Thread()
_open_modes: weakref.WeakSet[Any] = weakref.WeakSet()
_ops: dict[int, AtenOp] = {}  # by id of the operator of PyTorch, which they keep


class SeeingMode(_Mode):
    """Dispatch mode of PyTorch that receives each operator call of its thread."""

    supports_higher_order_operators = True

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # PyTorch's wrapper that keeps the compiler off takes as long as a small call

    def begin_unseen(self) -> None:
        """Prepare for calls that this mode does not receive."""

    def end_unseen(self) -> None:
        """Continue after calls that this mode has not received."""


class CallMode(SeeingMode):
    """Dispatch mode of PyTorch that passes each operator call of its thread to the call log, or to the watchers."""

    def __init__(self, log: CallLog) -> None:
        super().__init__()
        self.is_off = False
        self.log = log
        self.storages = Storages()
        self.tensors = NamedTensors(self.storages)
        self.places = CallPlaces(log, self.tensors)
        self.forward_calls = ForwardCalls()
        self.unread = UnreadCalls(self.storages)
        self.idle = IdleSteps(log, self.tensors)
        self.shared = SharedMemory(self.storages, log.versions)
        self._unchecked = UncheckedResults()
        self._calls: Callable[[], CallList | None] = _no_calls  # the list of the log at the last call, if it is alive
        self._accumulated: weakref.ref[Any] | None = None  # the parameter whose gradient the last call has made
        self._parted: weakref.ref[Any] | None = None  # the parameter of whose sparse gradient a call has read a part
        self._before_unseen: list[tuple[Any, Any]] = []  # memory before calls that are not received, and its copies
        log.on_read = self._hold_locals

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or _NO_ARGUMENTS
        if (self.idle.is_idle or self.log.is_idle) and not self.is_off and self._leaves_out(func):
            return self._left_out(func, args, kwargs)
        is_unseen = self.is_off or thread_state.muted or (types and _has_others(types))
        if is_unseen or (_modes_below() and _is_traced()):
            return func(*args, **kwargs) if not thread_state.notes_writes else self._typed(func, args, kwargs)
        op = _ops.get(id(func)) or aten_op_of(func)
        if op is None or op.is_skipped:
            return func(*args, **kwargs)
        node = _current_node()
        is_accumulation = type(node) is _ACCUMULATION
        if op.is_detach and not is_accumulation:
            return func(*args, **kwargs)
        if self._accumulated is not None:
            self._note_gradient()
        log = open_log()
        watches = () if log is not None else active_watches()
        if log is None and not watches:
            return func(*args, **kwargs)
        frame = sys._getframe(1)
        entry: GradientCall | None = None
        if node is not None:
            variable = node.variable if is_accumulation and not self._is_part(op, node) else None
            if variable is not None:
                self._accumulated = weakref.ref(variable)
            entry = self._gradient_call(node, frame, variable)
        elif op.may_begin_backward and begins_backward(frame):
            entry = self._first_gradient_call(op, args, kwargs, frame)
        is_backward = node is not None or entry is not None
        if log is not None and not log.depth:
            return self._log(log, op, args, kwargs, frame, entry, is_backward)
        if not is_backward:
            return self._run(log, watches, op, args, kwargs, frame)
        thread_state.backward_depth += 1
        try:
            return self._run(log, watches, op, args, kwargs, frame, entry, True)
        finally:
            thread_state.backward_depth -= 1

    def _leaves_out(self, func: Any) -> bool:
        if not self.idle.is_idle:
            op = _ops.get(id(func))
            leaves_out = op is not None and not op.may_begin_backward and self.idle.leaves_out_in_recorded_step()
            if leaves_out and self.places.has_functions:
                self.forward_calls.skip()
                self.places.begin_step()
            return leaves_out
        leaves_out = self.idle.leaves_out()
        if not leaves_out:
            self.forward_calls.skip()
        return leaves_out

    def _typed(self, func: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Run a call of code that the user has typed at a stop. Such a call may change values of the program."""
        op = None if self.is_off else aten_op_of(func)
        if op is None or not op.written or (_modes_below() and _is_traced()):
            return func(*args, **kwargs)
        return self._computed(op, args, kwargs)

    def _left_out(self, func: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Run a call of an idle step, whose calls are not recorded."""
        op = _ops.get(id(func)) or aten_op_of(func)
        if op is None:
            return func(*args, **kwargs)
        if op.may_begin_backward and begins_backward(frame := sys._getframe(2)):
            self.idle.note_root(args[0], frame)
        return op.run(*args, **kwargs)

    def _log(
        self,
        log: CallLog,
        op: AtenOp,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        frame: FrameType,
        node: Any,
        is_backward: bool,
    ) -> Any:
        """Run a call, and log the call without creating arrays."""
        tensors = self.tensors
        kept = tensors.kept
        call = DeferredCall()
        call.is_filled, call.tensors, call.aten, call.op, call.node = False, tensors, op, op.op, node
        call.phase = "backward" if is_backward else "forward"
        call.updating = is_updating = log.updating > 0
        in_library = is_updating or (is_backward and not (node is not None and node.begins))
        if not in_library:
            self.shared.examine()
        place = self.places.at(frame, in_library)
        call.caller, call.layer, call.locals = place.caller, place.layer, place.locals
        call.used = self.places.used
        call.args = given = [
            kept(value) if (kind := type(value)) is _TENSOR else value if kind in _NUMBERS else self._kept(value, frame)
            for value in args
        ]
        call.kwargs = {name: self._kept(value, frame) for name, value in kwargs.items()} if kwargs else kwargs
        self.shared.use(args if not op.has_lists else op.tensors(args, kwargs))
        call.result, call.log_ended, call.threads = None, False, _threads()
        versions = log.versions
        call.writes = versions.count
        is_unknown = op.takes_storage and not self.storages.is_known(args[1])
        if op.moves_memory:
            call.pin(_storages_of([*op.targets(args, kwargs), *args]))
        try:
            result = self._computed(op, args, kwargs, given) if op.written else op.run(*args, **kwargs)
        except BaseException as e:
            log.fail(self._begun(log, call), e)
            raise
        call.writes_until = versions.count
        shown = None if is_unknown else result
        if type(shown) is _TENSOR:
            call.result = kept(shown)
        elif shown is not None and not op.returns_written:
            call.result = self._kept(shown, frame)
        self.forward_calls.note(place.position if node is None else node.position, bool(op.written), args)
        calls = log.calls
        if calls is not self._calls():
            self._calls = weakref.ref(calls)
            self.unread.add(calls)
        if log.examine is not None and not self._is_healthy(log, op, result, args, kwargs):
            log.end(self._begun(log, call), call.outputs)
        else:
            calls.append(call)
        return result

    def _name_module(self, parameter: Any, frame: FrameType) -> None:
        is_trained = torch.is_grad_enabled() or self.log.updating > 0
        self.tensors.name_module(parameter, frame, log_position(frame), is_trained)

    def _kept(self, value: Any, frame: FrameType) -> Any:
        """Return an argument in the form in which the log stores it: aliases or named Tensors instead of tensors."""
        if type(value) is _PARAMETER and not self.tensors.is_shown(value):
            self._name_module(value, frame)
        if isinstance(value, torch.Tensor):
            return self.tensors.kept(value)
        return [self._kept(each, frame) for each in value] if isinstance(value, list | tuple) else value

    @staticmethod
    def _begun(log: CallLog, call: DeferredCall) -> LoggedCall:
        """Start a log entry for a call that has failed, or whose result has NaN or Inf."""
        begun = log.begin(call.op, call.inputs, call.attrs, call.phase == "backward", call.node)
        begun.arrays, begun.called, begun.writes = call.arrays, call.called, call.writes
        begun.caller, begun.layer = call.caller, call.layer
        return begun

    def _is_healthy(self, log: CallLog, op: AtenOp, result: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
        """Return False if a result has a NaN or Inf, and record the time that the test takes."""
        start = time.perf_counter()
        is_finite = self._is_finite(op, result, args, kwargs)
        if log.on_checked is not None:
            log.on_checked(time.perf_counter() - start)
        return is_finite

    def _is_finite(self, op: AtenOp, result: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
        """Return False if a result has a NaN or Inf."""
        for tensor in op.results(result, args, kwargs):
            if not isinstance(tensor, torch.Tensor):
                continue
            dtype = None if type(tensor) not in PLAIN else DTYPES.get(tensor.dtype)
            if dtype is not None and dtype.kind in "iub":
                continue
            array = None if dtype is None else self.storages.seen(tensor)
            if array is None:
                self._unchecked.note(tensor)
            elif not all_finite(array):
                return False
        return True

    def _note_gradient(self) -> None:
        """Record the gradient of a parameter that the last call has accumulated."""
        if self._accumulated is not None:
            parameter, self._accumulated = self._accumulated(), None
            if parameter is not None:
                self.tensors.take_gradient(parameter)

    def _is_part(self, op: AtenOp, node: Any) -> bool:
        """Return True if a call in a parameter's node reads the indices or the elements of a sparse gradient.

        The result of such a call is not the gradient.
        """
        reads = op.op.name in _PARTS or (op.is_detach and self._parted is not None and self._parted() is node.variable)
        self._parted = weakref.ref(node.variable) if reads else None
        return reads

    def _gradient_call(self, node: Any, frame: FrameType | None, variable: Any) -> GradientCall | None:
        """Return the GradientCall of the running node of PyTorch's graph.

        Return None if user code in the node makes the call. Such a call has its own line. `variable` is the parameter
        whose gradient the call makes, or None.
        """
        while frame is not None and frame.f_code.co_name != "_engine_run_backward":
            if user_files[frame.f_code.co_filename]:
                return None
            frame = frame.f_back
        return self.forward_calls.gradient_call(node, None if variable is None else self.tensors.leaf(variable))

    def _first_gradient_call(
        self, op: AtenOp, args: Sequence[Any], kwargs: dict[str, Any], frame: FrameType
    ) -> GradientCall:
        """Return the GradientCall for the call that creates the gradient of a loss, and so begins a backward pass."""
        values = [self._value(value, frame) for value in op.tensors(args, kwargs)]
        if thread_state.roots is not None:
            thread_state.roots += self.idle.seen_roots(values, log_position(frame))
        return GradientCall(None, tuple([v for v in values if isinstance(v, Tracked)]), begins=True)

    def _run(
        self,
        log: CallLog | None,
        watches: Sequence[Watch],
        op: AtenOp,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        frame: FrameType,
        node: Any = None,
        is_backward: bool = False,
    ) -> Any:
        in_library = self.log.updating > 0 or (is_backward and not (node is not None and node.begins))
        if not in_library:
            self.shared.examine()
        tensors = op.tensors(args, kwargs)
        inputs = [self._value(value, frame) for value in tensors]
        attrs = op.attributes(args, kwargs)
        self.shared.use(tensors)
        self.log.locals = self.places.at(frame, in_library, self.storages.known).locals
        is_unknown = op.takes_storage and not self.storages.is_known(args[1])
        try:
            if log is None:
                position = log_position(frame)
                result: Any = None

                def run() -> list[Any]:
                    nonlocal result
                    self.log.locals = None
                    result = self._computed(op, args, kwargs)
                    made = None if is_unknown else result
                    return self._made(op, made, args, kwargs, frame, position if node is None else node.position)

                notify(watches, op.op, tuple(inputs), attrs, run, node)
                return result
            call = log.begin(op.op, inputs, attrs, is_backward, node)
            self.log.locals = None
            try:
                result = self._computed(op, args, kwargs)
                position = call.caller[0] if node is None else node.position
                shown = None if is_unknown else result
                made = self._made(op, shown, args, kwargs, frame, position)
            except BaseException as e:
                log.fail(call, e)
                raise
            log.end(call, made)
            return result
        finally:
            self.log.locals = None

    def _made(
        self,
        op: AtenOp,
        result: Any,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        frame: FrameType,
        position: Any,
    ) -> list[Any]:
        self.forward_calls.note(position, bool(op.written), args)
        return [self._value(value, frame) for value in op.results(result, args, kwargs)]

    def _computed(self, op: AtenOp, args: Sequence[Any], kwargs: dict[str, Any], kept: Sequence[Any] = ()) -> Any:
        """Run a call, which may write to tensors. kept: the arguments in the form in which the log stores them."""
        if not op.written:
            return op.run(*args, **kwargs)
        if op.writes_first and kept and type(kept[0]) is ShownArray and not op.moves_memory:
            return self._computed_on(kept[0], op, args, kwargs)
        targets = args[:1] if op.writes_first else op.targets(args, kwargs)
        items = kept[:1] if kept and op.writes_first else [None] * len(targets)
        for target, item in zip(targets, items, strict=True):
            if type(item) is ShownArray:
                arrays: list[Any] = [item.array]
            elif item is not None and item is not HIDDEN and not self.storages.is_shared(target, 1):
                continue
            else:
                arrays = self.storages.written_arrays(target)
            is_part = op.writes_only_first and not is_written_elsewhere(target)
            for array in arrays:
                for versions in array_versions:
                    versions.preserve(array, is_part=is_part)
        try:
            if not op.moves_memory:
                return op.run(*args, **kwargs)
            with memory_moved(_storages_of([*targets, *args])):
                return op.run(*args, **kwargs)
        finally:
            for target, item in zip(targets, items, strict=True):
                if type(item) is ShownArray:
                    item.tracked._version[0] += 1
                else:
                    self.storages.note_write(target)
            self.shared.take(targets)

    def _computed_on(self, target: ShownArray, op: AtenOp, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Run a call that writes only to its first argument, a named tensor."""
        is_part = op.writes_only_first and not is_written_elsewhere(args[0])
        for versions in array_versions:
            versions.preserve(target.array, is_part=is_part)
        try:
            return op.run(*args, **kwargs)
        finally:
            target.tracked._version[0] += 1
            self.shared.take(args[:1])

    def _value(self, value: Any, frame: FrameType) -> Any:
        kind = type(value)
        if kind is _PARAMETER and self.tensors.shown(value) is None:
            self._name_module(value, frame)
        return self.tensors.value(value) if kind in PLAIN or isinstance(value, torch.Tensor) else value

    def read(self, value: Any) -> Tracked | None:
        """Return the Tensor for a tensor of PyTorch that the calls have used. Return None for other objects."""
        if type(value) not in PLAIN or (array := self.storages.known(value)) is None:
            return None
        found = self.tensors.shown(value)
        return self.tensors.scalar(value, array) if found is None else found

    def show(self, value: Any) -> Tracked | None:
        """Return the Tensor for a tensor of PyTorch, even if no call has used it yet. Return None for other objects."""
        return self.tensors.leaf(value) if _thread.mode is self and type(value) in PLAIN else None

    def close(self) -> None:
        """Stop receiving calls.

        Later writes of the program are not noticed. So the memory that recorded values show is copied before.
        """
        self.shared.examine(limited=False)
        self.is_off = True
        self.log.on_read = None
        self._leave_last_locals()
        self.places.begin_step()
        self.unread.fill_shared()
        for owner in self.storages.owners():
            for versions in array_versions:
                versions.preserve(owner)
        self.tensors.copy_arrays()

    def begin_unseen(self) -> None:
        """Copy all known memory, because the following calls may write to it."""
        if not self.is_off:
            self.shared.examine(limited=False)
            self.unread.fill_shared()
            self._before_unseen = [(owner, owner.copy(order="K")) for owner in self.storages.owners()]

    def end_unseen(self) -> None:
        """Record the writes of the calls that were not received. Their nodes get no position in the code."""
        before, self._before_unseen = self._before_unseen, []
        for owner, former in before:
            if not np.array_equal(owner, former):
                self.shared.note_write(owner, lambda former=former: former)
        self.forward_calls.skip()

    def _hold_locals(self) -> None:
        """Keep the arrays of the tensors in local variables, because the calls that created the arrays are deleted."""
        for of in self.places.last().frames:
            for tensor in of.bound.values():
                if self.storages.known(tensor) is not None:
                    self.storages.array(tensor)

    def _leave_last_locals(self) -> None:
        """Let the log read the local variables after the last call, when the arrays of the calls have been created."""
        last, used, known = self.places.last(), self.places.used.ids, self.storages.known

        def arrays(of: FunctionLocals) -> dict[str, Any]:
            found = {name: known(tensor) for name, tensor in of.bound.items()}
            return {n: a for n, a in found.items() if a is not None and (n not in of.left or id(a) in used)}

        self.log.read_last = lambda: last.replaced(arrays)


def skip_compiler(mode: type[Any]) -> None:
    """Let torch.compile ignore the method `__torch_dispatch__` of a class of modes."""
    code = mode.__torch_dispatch__.__code__
    if hasattr(_frames, "skip_code"):  # PyTorch before 2.8
        _frames.skip_code(code)
        return
    skip: Any = _frames._FrameExecStrategy(_frames._FrameAction.SKIP, _frames._FrameAction.SKIP)
    _frames.set_code_exec_strategy(code, skip)


skip_compiler(CallMode)


def _no_calls() -> None:
    return None


def aten_op_of(func: Any) -> AtenOp | None:
    """Return the AtenOp of an operator. Return None for operators without a schema, which call other functions."""
    found = _ops.get(id(func))
    if found is not None:
        return found
    if not isinstance(func, _overloads.OpOverload):
        return None
    op = _ops[id(func)] = aten_op(func)
    return op


def _storages_of(values: Sequence[Any]) -> list[Any]:
    """Return the storages among some values, and the storages of the tensors among these values, each only once."""
    found: dict[int, Any] = {}
    for value in values:
        storage = value
        if type(value) in PLAIN and value.layout is torch.strided:
            storage = value.untyped_storage()
        elif isinstance(value, torch.TypedStorage):
            storage = value._untyped_storage
        if isinstance(storage, torch.UntypedStorage):
            found[storage._cdata] = storage
    return list(found.values())


class OptimizerSteps:
    """Listener that reports the steps of PyTorch's optimizers in a thread as steps of the run."""

    def __init__(self, mode: CallMode) -> None:
        self._mode = mode
        self._thread = threading.get_ident()
        self._running: AbstractContextManager[None] | None = None
        self._hooks = StepHooks(self)
        self._end_notes = note_optimizers()

    def close(self) -> None:
        """Stop reporting optimizer steps."""
        self._hooks.close()
        self._end_notes()

    def begin(self, optimizer: Any, args: Any, kwargs: Any) -> tuple[Any, Any]:
        if self._mode.is_off:
            return args, kwargs
        self._mode.shared.examine(limited=False)
        self._enter(optimizer)
        given = tuple(self._as_of_user(each) for each in args)
        return given, {name: self._as_of_user(each) for name, each in kwargs.items()}

    def _enter(self, optimizer: Any) -> None:
        parameters = () if not self._mode.idle.has_seen else (p for g in optimizer.param_groups for p in g["params"])
        found = [self._mode.tensors.shown(p) for p in parameters]
        self._running = optimizer_step([p for p in found if p is not None])
        self._running.__enter__()

    def _as_of_user(self, value: Any) -> Any:
        """Wrap a closure so that its calls do not belong to the update of the optimizer."""
        if not isinstance(value, FunctionType | MethodType | functools.partial):
            return value
        log, thread = self._mode.log, self._thread

        def closure(*args: Any, **kwargs: Any) -> Any:
            own = log.updating if thread == threading.get_ident() else 0
            log.updating -= own
            try:
                return value(*args, **kwargs)
            finally:
                log.updating += own

        return functools.wraps(value)(closure)

    def end(self, optimizer: Any) -> None:
        if self._running is not None and has_skipped(optimizer):
            note_skipped(self._mode.tensors.not_finite(optimizer))
        self._end(optimizer)

    def skip(self, optimizer: Any) -> None:
        if self._mode.is_off:
            return
        self._enter(optimizer)
        note_skipped(self._mode.tensors.not_finite(optimizer))
        self._end(optimizer)

    def fail(self) -> None:
        step, self._running = self._running, None
        error = RuntimeError("the step of an optimizer has failed")
        if step is None:
            return
        try:
            step.__exit__(type(error), error, None)
        except RuntimeError as e:
            if e is not error:
                raise

    def _end(self, optimizer: Any) -> None:
        step, self._running = self._running, None
        if step is None:
            return
        mode = self._mode
        if not mode.idle.has_seen:
            mode.forward_calls.skip()
            mode.places.begin_step()
            step.__exit__(None, None, None)
        else:
            mode.tensors.name_states(optimizer)
            mode.places.end_step(sys._getframe(1))
            mode.forward_calls.end_step()
            step.__exit__(None, None, None)
            mode.tensors.forget_gradients()
        mode.idle.end_step()


def prepare_modes() -> None:
    """Make opscope treat PyTorch's files as library files and its modules as Layers, and display its tensors.

    Also let PyTorch set its number of threads in this thread. Otherwise, a new thread could compute its first calls,
    such as an FFT, in another number of threads.
    """
    _threads()
    user_files.exclude(str(Path(torch.__file__).parent) + os.sep)
    add_layer_class(torch.nn.Module, torch.nn.Module._call_impl.__code__, Members("_modules", "named_modules"))
    if displayed_tensor not in tensor_kinds:
        tensor_kinds.append(displayed_tensor)


def is_seen() -> bool:
    """Return True if a mode of this thread receives the calls of the thread."""
    return _thread.mode is not None and not _thread.mode.is_off


def _has_others(types: Any) -> bool:
    """Return True if some tensor classes are not PyTorch's own classes. Other classes handle calls themselves."""
    others = [t for t in types if t not in PLAIN]
    if others:
        hidden_classes.update(others)
    return bool(others)


def _is_traced() -> bool:
    """Return True if a tracer or a mode of fake tensors is active. These modes compute no values."""
    return any(torch._C._get_dispatch_mode(key) is not None for key in _TRACERS)


def open_mode(log: CallLog) -> Callable[[], None]:
    """Begin to receive the calls of this thread. The returned function stops it."""
    prepare_modes()
    watch_storages()
    mode = CallMode(log)
    outer, _thread.mode = _thread.mode, mode
    if not _open_modes:
        forget_hidden()
    was_off = outer is None or outer.is_off
    if outer is not None:
        outer.is_off = True  # it would see each call a second time
    steps = OptimizerSteps(mode)
    end_shared = examine_shared(mode.shared)
    _open_modes.add(mode)
    open_storages.add(mode.storages)
    readers.append(mode)
    end_eager = run_eagerly()
    end_traces = trace_outside(SeeingMode)
    mode.__enter__()

    def close() -> None:
        mode.close()
        end_shared()
        end_eager()
        end_traces()
        _thread.mode = outer
        if outer is not None:
            outer.is_off = was_off
        open_storages.discard(mode.storages)
        _open_modes.discard(mode)
        steps.close()
        readers.remove(mode)
        if _dispatch._get_current_dispatch_mode() is mode:  # else a mode of the program's own was left open above it
            mode.__exit__(None, None, None)

    return close


def _leave_child() -> None:
    """Close the debugger in a forked process, such as a worker of a DataLoader."""
    for mode in list(_open_modes):
        mode.is_off = True


os.register_at_fork(after_in_child=_leave_child)
