"""Watchers of eager ops. A watcher is called before and after each op of a thread, forward and backward, and may wait.

If no watch is open, ops have no overhead. While a watch is open in the process, the functions that run ops are patched.
The patches look for the watches of their own thread. When the last watch ends, the original functions are restored.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from opscope.core.place import is_array
from opscope.core.public_calls import listeners
from opscope.eager import pylayer
from opscope.eager.backward_pass import BackwardPass
from opscope.eager.op_call_log import CallLog, Partial
from opscope.eager.op_calls import (
    GRADIENT_SUM,
    SET_VALUE,
    OpCall,
    Watch,
    Watcher,
    active_watches,
    array_versions,
    end_log,
    flatten_lists,
    notify,
    observers,
    open_log,
    open_watches,
    process_watches,
    thread_state,
)
from opscope.eager.pylayer import PyLayer, apply_pylayer, opaque_op
from opscope.eager.sparse_gradient import gives_rows
from opscope.eager.tape import TapeNode, Tracked
from opscope.eager.tensor import Tensor, apply_op
from opscope.eager.tensor_writes import basic_part, elements_of
from opscope.ops.grad_ops import grad_op
from opscope.ops.registry import Attrs, Op, default_interpreters

__all__ = ["OpCall", "Watcher", "on_unwatched_call", "watch_everywhere", "watched", "watched_call"]

_lock = threading.Lock()
_undo_patches: list[Callable[[], None]] = []
_on_unwatched: list[Callable[[], None]] = []


@contextmanager
def watched(watcher: Watcher, log: CallLog | None = None) -> Iterator[None]:
    """Context manager: notify `watcher` of each eager op that this thread runs on Tensors.

    A watcher changes neither the results, nor the recording, nor the order of ops. Blocks may be nested and overlap.
    All watchers are notified. The outermost watcher is the first before an op, and the last after the op. If there is
    no other watcher and the log may start, calls are recorded in `log`, and the watcher is not notified.
    """
    watch = Watch(watcher, log)
    end_log()
    try:
        with _lock:
            if not open_watches:
                _install()
            open_watches.add(watch)
            if log is not None:
                array_versions.append(log.versions)
                log.versions.open()
        thread_state.watches = (*thread_state.watches, watch)
        yield
    finally:
        if log is not None and thread_state.log is log:
            end_log()
        with _lock:
            open_watches.discard(watch)
            if log is not None and log.versions in array_versions:
                array_versions.remove(log.versions)
                log.versions.close()
            if not open_watches:
                _restore()
        thread_state.watches = active_watches()


def watch_everywhere(watcher: Watcher) -> Callable[[], None]:
    """Notify `watcher` of the eager ops of all threads, until the returned function is called."""
    watch = Watch(watcher)
    with _lock:
        if not open_watches:
            _install()
        open_watches.add(watch)
        process_watches.append(watch)

    def stop() -> None:
        with _lock:
            process_watches.remove(watch)
            open_watches.discard(watch)
            if not open_watches:
                _restore()

    return stop


@contextmanager
def on_unwatched_call(callback: Callable[[], None]) -> Iterator[None]:
    """Context manager: call a function before each eager op of which no watcher is notified, in all threads."""
    _on_unwatched.append(callback)
    try:
        yield
    finally:
        _on_unwatched.remove(callback)


# --- patches of the functions that run ops------------------------------------------------------------------


def _apply(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    log = thread_state.log
    if log is not None and log.is_idle and not process_watches:
        return _skipped(log, op, inputs, attrs)
    log = open_log()
    if log is not None:  # as `_logged` does it, without another call: this is what most ops come through
        if op.random and log.turn is not None:
            with log.turn():
                return _logged(log, op, tuple(inputs), attrs, lambda: apply_op(op, inputs, attrs), None)
        call = log.begin(op, inputs, attrs, thread_state.backward_depth > 0)
        try:
            result = apply_op(op, inputs, attrs)
        except BaseException as e:
            log.fail(call, e)
            raise
        log.end(call, result)
        return result
    watches = active_watches()
    if not watches:
        if _on_unwatched and not thread_state.muted:
            for callback in list(_on_unwatched):
                callback()
        return apply_op(op, inputs, attrs)
    return notify(watches, op, tuple(inputs), attrs, lambda: apply_op(op, inputs, attrs))


def _skipped(log: CallLog, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    log.skip()
    if op.random and log.turn is not None:
        with log.turn():
            return apply_op(op, inputs, attrs)
    result = apply_op(op, inputs, attrs)
    if type(result) is Tensor and result._value.size == 1 and not thread_state.backward_depth:
        log.note_scalar(op, result)
    return result


def watched_call(op: Op, inputs: tuple[Any, ...], attrs: Attrs, compute: Callable[[], Any]) -> Any:
    """Return the result of `compute`, which must be bit by bit the same as the result of `op`.

    Watchers and logs receive this computation as a call of `op`.
    """
    log, watches = observers()
    if log is None and not watches:
        return compute()
    return _noted(log, watches, op, inputs, attrs, compute)


def _applied(cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    log, watches = observers()
    if log is None and not watches:
        return apply_pylayer(cls, args, kwargs)
    inputs = flatten_lists((*args, *kwargs.values()))
    return _noted(
        log, watches, opaque_op(cls.__name__, cls.__doc__), inputs, {}, lambda: apply_pylayer(cls, args, kwargs)
    )


def _noted(
    log: CallLog | None,
    watches: Sequence[Watch],
    op: Op,
    inputs: tuple[Any, ...],
    attrs: Attrs,
    run: Callable[[], Any],
    node: TapeNode | None = None,
    partial: Partial = (),
    work: object = None,
) -> Any:
    if log is None:
        return notify(watches, op, inputs, attrs, run, node, partial)
    return _logged(
        log, op, inputs, attrs, run, node, partial, work
    )  # with as many frames around `run`: `step_out` counts them


def _logged(
    log: CallLog,
    op: Op,
    inputs: tuple[Any, ...],
    attrs: Attrs,
    run: Callable[[], Any],
    node: TapeNode | None,
    partial: Partial = (),
    work: object = None,
) -> Any:
    is_backward = node is not None or thread_state.backward_depth > 0
    call = log.begin(op, inputs, attrs, is_backward, node, work if node is None else thread_state.backward_pass)
    call.partial = partial
    try:
        result = run()
    except BaseException as e:
        log.fail(call, e)
        raise
    log.end(call, flatten_lists(result) if isinstance(result, list | tuple) else result)
    return result


def updated(op: Op, inputs: tuple[Any, ...], attrs: Attrs, compute: Callable[[], list[Any]]) -> list[Any]:
    """Return the results of `compute`, which computes an optimizer's op and calls no op. Works like `watched_call`."""
    log, watches = observers()
    if log is None and not watches:
        return compute()
    return _noted(log, watches, op, inputs, attrs, compute, work=None if log is None else log.update)


_setitem, _set, _adopt, _write = Tensor.__setitem__, Tensor.set_value, Tensor._adopt, Tensor._write
_take_array, _take_gradient, _take_result = Tracked._take_array, Tracked._take_gradient, Tracked._take_result
_copy_array, _add_to_zeros = Tracked._copy_array, Tracked._add_to_zeros
_pull, _sum, _run = TapeNode.pull, TapeNode.sum, BackwardPass.run


def _watched_setitem(tensor: Tensor, index: Any, value: Any) -> None:
    if tensor._edge is not None and tensor.records(value):  # an op makes the new value, and _adopt writes it
        _setitem(tensor, index, value)
    else:
        _written(tensor, value, {"index": index}, lambda: _set_item(tensor, index, value))


def _set_item(tensor: Tensor, index: Any, value: Any) -> None:
    part = basic_part(tensor._value, index)
    source = None if part is None else elements_of(value)
    _preserve(tensor._value if source is None else part, source)
    _setitem(tensor, index, value)


def _watched_set(tensor: Tensor, value: Any) -> None:
    _written(tensor, value, {}, lambda: _set(tensor, value))


def _watched_adopt(tensor: Tensor, result: Tracked, memory: bool) -> None:
    _written(tensor, result, {}, lambda: _adopt(tensor, result, memory))


def _watched_write(tensor: Tensor, array: Any) -> None:
    if tensor._has_writable_memory:
        _preserve(tensor._value, array)
    _write(tensor, array)


def _preserve(array: Any, source: Any) -> None:
    for versions in array_versions:
        versions.preserve(array, source)


def _watched_copy(array: Any) -> Any:
    return _noted_copy(_copy_array(array), array, False)


def _watched_sum_with_zeros(zeros: Any, array: Any) -> Any:
    return _noted_copy(_add_to_zeros(zeros, array), array, True)


def _noted_copy(copy: Any, of: Any, plus_zero: bool) -> Any:
    log = thread_state.log
    if log is not None and not log.is_idle:  # the logs of other threads have no call that reads the copy
        log.versions.copied(copy, of, plus_zero)
    return copy


def _watched_take_array(tensor: Tracked, array: Any) -> None:
    _take_array(tensor, array)
    for versions in array_versions:
        versions.array_replaced(tensor)


def _watched_take_result(tensor: Tracked, result: Tracked) -> None:
    _take_result(tensor, result)
    log = thread_state.log
    for versions in array_versions:
        if log is not None and versions is log.versions and tensor._name:
            versions.result_taken(tensor)
        else:
            versions.array_replaced(tensor)


def _watched_take_gradient(tensor: Tracked, gradient: Tracked | None) -> None:
    if gradient is None and tensor._grad is None:
        return
    _take_gradient(tensor, gradient)
    for versions in array_versions:
        versions.gradient_replaced(tensor)


def _written(tensor: Tensor, value: Any, attrs: Attrs, write: Callable[[], None]) -> None:
    def run() -> Tensor:
        write()
        return tensor

    log, watches = observers()
    if log is None and not watches:
        write()
    else:
        _noted(log, watches, SET_VALUE, (tensor, value), attrs, run)


def _watched_sum(former: Any, gradient: Any, edge: Any) -> Any:
    log, watches = observers()
    if (log is None and not watches) or not (is_array(former) and is_array(gradient)):
        return _sum(former, gradient, edge)  # of Tensors, an op that is noted; of rows, none
    inputs, partial = (former, gradient), _partial_sum(former, edge)
    run = functools.partial(_sum, former, gradient, edge)
    return _noted(log, watches, GRADIENT_SUM, inputs, {"edge": edge}, run, None, partial)


def _watched_pull(node: TapeNode, douts: list[Any], tensor_class: type[Tracked] | None) -> list[Any]:
    log, watches = observers()
    if log is None and not watches:
        return _pull(node, douts, tensor_class)
    pull, values = node.pullback, node.values(douts, tensor_class)
    read = tuple([values[slot] for slot in pull.slots])
    grads = _noted(
        log, watches, _grad_of(node), read, node.attrs, lambda: pull(values, node.attrs), node, _partial(node)
    )
    return node.with_rows(values, grads) if gives_rows(node.op, node.attrs) and tensor_class is None else grads


def _partial(node: TapeNode) -> Partial:
    """Return the positions of the inputs that also receive other gradients.

    For such an input, the node computes only a part of the gradient.
    """
    backward_pass = thread_state.backward_pass
    if backward_pass is None:
        return ()
    edges = node.edges
    if len(edges) == 1:
        edge = edges[0]
        return (0,) if edge is not None and (_has_reached(backward_pass, edge) or _has_former(edge)) else ()
    found: list[int] = []
    seen: list[Any] = []
    for position, edge in enumerate(edges):
        key = id(edge) if isinstance(edge, Tracked) else edge
        if edge is not None and (key in seen or _has_reached(backward_pass, edge) or _has_former(edge)):
            found.append(position)
        seen.append(key)
    return tuple(found)


def _partial_sum(former: Any, edge: Any) -> Partial:
    """Return (0,) if a sum is only a part of the gradient of its value. Otherwise, return ().

    A sum is not a part if it becomes the gradient of a leaf, or if the value has no earlier `grad`.
    """
    is_last = isinstance(edge, Tracked) and edge._grad is not None and edge._grad._value is former
    return () if is_last or not _has_former(edge) else (0,)


def _has_reached(backward_pass: BackwardPass, edge: Any) -> bool:
    """Return True if the backward pass already has a gradient for an edge."""
    if isinstance(edge, Tracked):
        return id(edge) in backward_pass.leaves
    node, index = edge
    slots = backward_pass.pending.get(node)
    return slots is not None and slots[index] is not None


def _has_former(edge: Any) -> bool:
    """Return True if the value still has the `grad` of an earlier pass.

    In a backward pass of the function `grad`, the result is True for every leaf, because this pass does not change the
    `grad` of leaves.
    """
    if isinstance(edge, Tracked):
        has_former = edge._grad is not None and not edge.has_zeroed_gradient
        return has_former or (thread_state.backward_pass or _NO_PASS).wanted is not None
    node, index = edge
    return bool(node.hooks) and any(tensor._grad is not None for tensor in _retaining(node, index))


def _retaining(node: TapeNode, index: int) -> Iterator[Tracked]:
    for hook in node.hooks.get(index, {}).values() if node.hooks else ():
        if getattr(hook, "__func__", None) is Tensor._retain_grad:
            yield hook.__self__  # type: ignore[attr-defined]


def _grad_of(node: TapeNode) -> Op:
    op, pull = node.op, node.pullback
    if op.opaque:  # grad_op remembers what it makes, and with a PyLayer's op all that its forward saved
        return opaque_op(f"{op.name}_grad", f"Gradient of {op.name}.")
    return grad_op(op, pull.wrt, pull.n_in, pull.n_out)


def _watched_run(backward_pass: BackwardPass, roots: Iterable[tuple[Tracked, Any]]) -> None:
    roots = list(roots)
    if thread_state.roots is not None:
        thread_state.roots += [tensor for tensor, _ in roots]
    thread_state.backward_depth += 1
    around, thread_state.backward_pass = thread_state.backward_pass, backward_pass
    try:
        _run(backward_pass, roots)
    finally:
        thread_state.backward_depth -= 1
        thread_state.backward_pass = around
        for watch in thread_state.watches:
            if watch.log is not None:
                watch.log.end_work()


_NO_PASS = BackwardPass(False, False)


def _note_return(frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
    for watch in thread_state.watches:
        if watch.log is not None and not watch.log.is_idle and watch in open_watches:
            watch.log.note_return(thread_state.log is watch.log, frame, args, kwargs, result)


# functions by which the user's code assigns data to a Tensor
USER_WRITES = frozenset((_watched_setitem.__code__, _watched_set.__code__))

_PATCHES: list[tuple[Any, str, Any]] = [
    (Tensor, "__apply_op__", staticmethod(_apply)),
    (Tensor, "__setitem__", _watched_setitem),
    (Tensor, "set_value", _watched_set),
    (Tensor, "_adopt", _watched_adopt),
    (Tensor, "_write", _watched_write),
    (Tracked, "_take_array", _watched_take_array),
    (Tracked, "_take_gradient", _watched_take_gradient),
    (Tracked, "_take_result", _watched_take_result),
    (Tracked, "_copy_array", staticmethod(_watched_copy)),
    (Tracked, "_add_to_zeros", staticmethod(_watched_sum_with_zeros)),
    (TapeNode, "pull", _watched_pull),
    (TapeNode, "sum", staticmethod(_watched_sum)),
    (BackwardPass, "run", _watched_run),
    (pylayer, "apply_pylayer", _applied),
]


def _install() -> None:
    for owner, name, function in _PATCHES:
        _undo_patches.append(functools.partial(setattr, owner, name, vars(owner)[name]))
        setattr(owner, name, function)
    _undo_patches.append(functools.partial(default_interpreters.__setitem__, False, default_interpreters[False]))
    default_interpreters[False] = _apply
    _undo_patches.append(functools.partial(listeners.remove, _note_return))
    listeners.append(_note_return)


def _restore() -> None:
    while _undo_patches:
        _undo_patches.pop()()
