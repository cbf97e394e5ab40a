"""What is said of an eager op, before and after it runs, and to whom."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from opscope.core.source import Site, calling, site_of
from opscope.core.state import names
from opscope.eager.tape import Node, Tracked
from opscope.ops.registry import Attrs, Op


def _set_value(xp: Any, x: Any, value: Any, *, index: Any = ...) -> Any:
    """x with `value` at `index`: what `x[index] = value` and `x.set_value(value)` make of x, in place."""
    out = x.copy()
    out[index] = value
    return out


SET_VALUE = Op(_set_value, infer=lambda x, value, **attrs: x, name="set_value")


class OpCall:
    """One op that is about to run or has run.

    `number` counts the calls of a watch from 0, in the order they begin; `depth` is how many of them are still running
    around this one (0: none). `phase` is "backward" while the tape is walked, also for what hooks, gradient rules and
    PyLayer.backward compute, else "forward". For the gradient of an op, `op` is `<op>_grad`, `node` is the tape's and
    `of` the number of the forward call, None if that was not watched; for other calls both are None.
    `names` has what is known of the results' names, "" where nothing is. `inputs` (as given; of a PyLayer with the
    members of lists), `attrs`, `outputs` (empty before) and `node` are there until `after` has returned, so who keeps
    a call keeps no value. They are the run's own: nobody may write to them.
    """

    __slots__ = ("_made", "attrs", "depth", "inputs", "names", "node", "number", "of", "op", "outputs", "phase")

    def __init__(self, watch: Watch, op: Op, inputs: tuple[Any, ...], attrs: Attrs, node: Node | None) -> None:
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.outputs: tuple[Any, ...] = ()
        self.node = node
        self.of = None if node is None else watch.numbers.get(node)
        self.number = watch.count
        self.depth = watch.depth
        self.phase = "forward" if node is None and not here.walks else "backward"
        self.names = _names(op, inputs, node)
        self._made = calling() if node is None else node.call

    @property
    def name(self) -> str:
        """The known names of its results: `h` for `tanh(x, name="h")`, `fc_0.w_0@GRAD, fc_0.b_0@GRAD`."""
        return ", ".join(filter(None, self.names))

    @property
    def site(self) -> Site | None:
        """The user's line; for the gradient of an op the line of the forward call."""
        return site_of(self._made)

    def release(self) -> None:
        """Forget the values."""
        self.inputs, self.attrs, self.outputs, self.node = (), {}, (), None

    def __repr__(self) -> str:
        return f"<{self.number} {self.op.name} ({self.phase})>"


def _names(op: Op, inputs: tuple[Any, ...], node: Node | None) -> tuple[str, ...]:
    # _name, not name: asking an unnamed tensor for its name gives it one
    if node is not None:
        return tuple(f"{e._name}@GRAD" if isinstance(e, Tracked) and e._name else "" for e in node.edges)
    if op is SET_VALUE:
        return (inputs[0]._name,)
    return (names.called,) if names.called else ()


class Watcher(Protocol):
    """Who is told. Ops that it runs itself meanwhile are told to nobody."""

    def before(self, call: OpCall) -> None:
        """The op is about to run. May block; what it raises goes to the user's program instead of a result."""
        ...

    def after(self, call: OpCall) -> None:
        """The op has run, and `call.outputs` are there."""
        ...

    def failed(self, call: OpCall, error: Exception) -> None:
        """The op has raised, in place of `after`. May block; the error goes on to the user's code."""
        ...


class Watch:
    """What is counted for one watcher."""

    __slots__ = ("count", "depth", "numbers", "watcher")

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.count = self.depth = 0
        self.numbers: WeakKeyDictionary[Node, int] = WeakKeyDictionary()  # of the calls that made the nodes

    def opened(self, op: Op, inputs: tuple[Any, ...], attrs: Attrs, node: Node | None) -> OpCall:
        call = OpCall(self, op, inputs, attrs, node)
        self.count += 1
        return call


class _Here(threading.local):
    watches: tuple[Watch, ...] = ()  # of this thread, the outermost first
    walks = 0  # walks of the tape that are under way
    hidden = False  # True where ops are told to nobody


here = _Here()
watching: set[Watch] = set()  # in all threads
everywhere: list[Watch] = []  # of all threads


def live() -> tuple[Watch, ...]:
    """The watches of this thread, without those that ended elsewhere or while they were being told."""
    own = tuple(w for w in here.watches if w in watching)
    return own if here.hidden or not everywhere else (*everywhere, *own)


def tell(
    watches: Sequence[Watch],
    op: Op,
    inputs: tuple[Any, ...],
    attrs: Attrs,
    run: Callable[[], Any],
    node: Node | None = None,
) -> Any:
    """The result of `run`, with the watchers told before and after."""
    calls = [(watch, watch.opened(op, inputs, attrs, node)) for watch in watches]
    for watch, call in calls:
        _say(watch.watcher.before, call)
    for watch in watches:
        watch.depth += 1
    try:
        result = run()
    except Exception as e:
        for watch in watches:
            watch.depth -= 1
        for watch, call in reversed(calls):
            _say(partial(watch.watcher.failed, error=e), call)
            call.release()
        raise
    except BaseException:
        for watch in watches:
            watch.depth -= 1
        raise
    for watch in watches:
        watch.depth -= 1
    outputs = flat(result) if isinstance(result, list | tuple) else (result,)
    made = _nodes(outputs) - _nodes(inputs) if node is None else ()
    for watch, call in reversed(calls):
        watch.numbers.update(dict.fromkeys(made, call.number))
        call.outputs = outputs
        _say(watch.watcher.after, call)
        call.release()
    return result


def _say(listener: Callable[[OpCall], None], call: OpCall) -> None:
    kept, hidden = here.watches, here.hidden
    here.watches, here.hidden = (), True
    try:
        listener(call)
    finally:
        here.watches, here.hidden = (*kept, *here.watches), hidden  # it may have opened one that is to stay


@contextmanager
def unwatched() -> Iterator[None]:
    """Ops of this thread are told to nobody inside the block."""
    kept, hidden = here.watches, here.hidden
    here.watches, here.hidden = (), True
    try:
        yield
    finally:
        here.watches, here.hidden = kept, hidden


def flat(values: Iterable[Any]) -> tuple[Any, ...]:
    """The values, with the members of lists that have Tensors in them: what a PyLayer looks at."""
    found: list[Any] = []
    for value in values:
        many = isinstance(value, list | tuple) and any(isinstance(v, Tracked) for v in value)
        found += value if many else [value]
    return tuple(found)


def _nodes(values: Iterable[Any]) -> set[Node]:
    return {v._edge[0] for v in values if isinstance(v, Tracked) and v._edge is not None}
