"""Watching eager ops: someone is told before and after each op of a thread, forward and backward, and may hold it up.

No op asks whether it is watched. While there is a watch in the process, other functions stand where ops are run; they
look who watches their own thread. The former ones come back with the end of the last watch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from opscope.eager import pylayer
from opscope.eager.backward_pass import Walk
from opscope.eager.inplace import Written
from opscope.eager.op_calls import SET_VALUE, OpCall, Watch, Watcher, everywhere, flat, here, live, tell, watching
from opscope.eager.pylayer import PyLayer, applied, opaque
from opscope.eager.tape import Node, Tracked
from opscope.eager.tensor import Tensor, apply
from opscope.ops.grad import grad_op
from opscope.ops.registry import Attrs, Op, sources

__all__ = ["OpCall", "Watcher", "watch_everywhere", "watched"]

_lock = threading.Lock()
_undo: list[Callable[[], None]] = []


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell `watcher` of every eager op that this thread runs on Tensors inside the block.

    Results, recording and the order of ops are what they are without. Blocks may be nested and overlap: each watcher
    is told, the outermost first before an op and last after it.
    """
    watch = Watch(watcher)
    try:
        with _lock:
            if not watching:
                _install()
            watching.add(watch)
        here.watches = (*here.watches, watch)
        yield
    finally:
        with _lock:
            watching.discard(watch)
            if not watching:
                _restore()
        here.watches = live()


def watch_everywhere(watcher: Watcher) -> Callable[[], None]:
    """Tell `watcher` of the eager ops of all threads until what is returned is called."""
    watch = Watch(watcher)
    with _lock:
        if not watching:
            _install()
        watching.add(watch)
        everywhere.append(watch)

    def stop() -> None:
        with _lock:
            everywhere.remove(watch)
            watching.discard(watch)
            if not watching:
                _restore()

    return stop


# --- what stands where ops are run ----------------------------------------------------------------------


def _apply(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    watches = live()
    if not watches:
        return apply(op, inputs, attrs)
    return tell(watches, op, tuple(inputs), attrs, lambda: apply(op, inputs, attrs))


def _applied(cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    watches = live()
    if not watches:
        return applied(cls, args, kwargs)
    inputs = flat((*args, *kwargs.values()))
    return tell(watches, opaque(cls.__name__, cls.__doc__), inputs, {}, lambda: applied(cls, args, kwargs))


_setitem, _set, _take = Written.__setitem__, Written.set_value, Written._take
_pull, _walk = Node.pull, Walk.run


def _watched_setitem(tensor: Written, index: Any, value: Any) -> None:
    if tensor._edge is not None and tensor.records(value):  # an op makes the new value, and _take writes it
        _setitem(tensor, index, value)
    else:
        _written(tensor, value, {"index": index}, lambda: _setitem(tensor, index, value))


def _watched_set(tensor: Written, value: Any) -> None:
    _written(tensor, value, {}, lambda: _set(tensor, value))


def _watched_take(tensor: Written, result: Tracked, memory: bool) -> None:
    _written(tensor, result, {}, lambda: _take(tensor, result, memory))


def _written(tensor: Written, value: Any, attrs: Attrs, write: Callable[[], None]) -> None:
    def run() -> Written:
        write()
        return tensor

    watches = live()
    tell(watches, SET_VALUE, (tensor, value), attrs, run) if watches else write()


def _watched_pull(node: Node, douts: list[Any], kind: type[Tracked] | None) -> list[Any]:
    watches = live()
    if not watches:
        return _pull(node, douts, kind)
    pull, values = node.pullback, node.values(douts, kind)
    read = tuple(values[slot] for slot in pull.slots)
    return tell(watches, _grad_of(node), read, node.attrs, lambda: pull(values, node.attrs), node)


def _grad_of(node: Node) -> Op:
    op, pull = node.op, node.pullback
    if op.opaque:  # grad_op remembers what it makes, and with a PyLayer's op all that its forward saved
        return opaque(f"{op.name}_grad", f"Gradient of {op.name}.")
    return grad_op(op, pull.wrt, pull.n_in, pull.n_out)


def _watched_walk(walk: Walk, roots: Iterable[tuple[Tracked, Any]]) -> None:
    here.walks += 1
    try:
        _walk(walk, roots)
    finally:
        here.walks -= 1


_SEAMS: list[tuple[Any, str, Any]] = [
    (Tensor, "__apply_op__", staticmethod(_apply)),
    (Written, "__setitem__", _watched_setitem),
    (Written, "set_value", _watched_set),
    (Written, "_take", _watched_take),
    (Node, "pull", _watched_pull),
    (Walk, "run", _watched_walk),
    (pylayer, "applied", _applied),
]


def _install() -> None:
    for owner, name, function in _SEAMS:
        _undo.append(partial(setattr, owner, name, vars(owner)[name]))
        setattr(owner, name, function)
    _undo.append(partial(sources.__setitem__, False, sources[False]))
    sources[False] = _apply


def _restore() -> None:
    while _undo:
        _undo.pop()()
