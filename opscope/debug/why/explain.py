"""Explainer: follows a value back to its first cause, through operators, and through parameters into earlier runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.core.source import Site
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.missing_values import missing_value
from opscope.debug.why.blame import Blame, Index, blame
from opscope.debug.why.block_results import InnerValue, bad_value_inside, parameter_before, result_of_blocks
from opscope.debug.why.executions import ExecutedOp, writer_before
from opscope.debug.why.explanation import Element, Explanation, Link
from opscope.debug.why.growth import Growth, grown, grown_rate, parameters_behind
from opscope.debug.why.run_history import RunHistory, is_not_finite
from opscope.errors import ArgumentError
from opscope.ir.program.program import GRAD
from opscope.names.shown_name import name_beside

MAX_LINKS = 200  # length of a chain to a NaN or Inf
MAX_NUMBER_LINKS = 12  # length of a chain to a finite number, which could go back to the first step
END = 1 << 60  # a tick after all places
FUSED = {
    "softmax": "compute the loss from the logits: F.cross_entropy never takes the log of a rounded probability",
    "sigmoid": "compute the loss from the logits with F.binary_cross_entropy_with_logits",
}
OVERFLOWS = ("over", "overflow")  # words in the texts of conditions about large numbers


@dataclass(frozen=True)
class Value:
    """A value as the operator at the position `tick` of the run `run` reads it."""

    name: str
    array: Any
    index: Index
    run: int
    tick: int


class Explainer:
    """Explainer of values in the runs that a navigator can open."""

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self.history = RunHistory(navigator)

    def explain(self, name: str, index: Index | None, run: int, tick: int = END) -> Explanation:
        """Explain an element of a value as it is before the place `tick` of a run.

        Raises NotFound, ArgumentError.
        """
        record, cursor = self.history.record(run), self.navigator.open_run(run)
        cursor.seek(min(tick, record.ticks or tick))
        name = cursor.own_name(name)
        home, own = record.home(name)
        if home is not record:  # the value is of a step before, which made it
            name, run, tick = own, home.run, END
        array = self._value(name, run, tick)
        chosen = choose_element(array) if index is None else _checked_index(name, array, index)
        value = Value(name, array, chosen, run, tick)
        chain: list[Link] = []
        calls: list[ExecutedOp | None] = []
        is_bad = not np.isfinite(to_host(array)[chosen]) if array.dtype.kind == "f" else False
        limit = MAX_LINKS if is_bad else MAX_NUMBER_LINKS
        following: Value | None = value
        crossed: set[tuple[str, int]] = set()
        while following is not None and len(chain) < limit:
            self.navigator.search.check()
            link, call, following = self._step(following, crossed)
            if link is not None:
                chain.append(link)
                calls.append(call)
        if not is_bad:
            return self._named(Explanation(tuple(chain), chain[-1]))
        cause = _cause(chain)
        call = calls[chain.index(cause)]
        growth, rates = self._growth(cause, call), self._rates(cause, call)
        if growth:
            chain.append(self._update(growth[0], cause))
            return self._named(Explanation(tuple(chain), chain[-1], (*growth, *rates)))
        if call is not None and chain[-1] is cause:
            chain += self._behind(cause, call, crossed)
        return self._named(Explanation(tuple(chain), cause, rates, fix=_fix(cause, chain)))

    def _named(self, explanation: Explanation) -> Explanation:
        """Add the names that values have in the user's code to an explanation.

        If a value has different names in different runs, none of these names is added.
        """
        found: dict[str, set[str]] = {}
        of_cause = [(explanation.cause.run, growth.name) for growth in explanation.growth]
        of_chain = [(link.run, n) for link in explanation.chain for n in (link.name, *(e.name for e in link.elements))]
        for run, name in of_chain + of_cause:
            called = self._user_name(run)(name)
            if called or self.history.record(run).kind.interleaved:  # whose records give a name to other values
                found.setdefault(name, set()).add(called)
        pairs = [(name, called.pop()) for name, called in found.items() if len(called) == 1]
        return replace(explanation, names=tuple((name, called) for name, called in pairs if called))

    def _user_name(self, run: int) -> Callable[[str], str]:
        """Return a function that maps a value's name in a run to the name in the user's code, or to ""."""
        record = self.history.record(run)
        names = record.value_names()
        return lambda name: name_beside(record.plan.block.program, name, names)

    def _behind(self, cause: Link, call: ExecutedOp, crossed: set[tuple[str, int]]) -> list[Link]:
        """Follow the finite number that caused a NaN or Inf back to a feed or a parameter."""
        finite = [e for e in cause.elements if np.isfinite(e.value)]
        arrays = {n: v for n, v in call.inputs if has_numbers(v)}
        read = [Value(e.name, arrays[e.name], e.index, cause.run, call.tick) for e in finite if e.name in arrays]
        chosen = next((v for v in read if v.name.endswith(GRAD) and self._is_chosen(v)), None)
        following = chosen or next((v for v in read if not v.name.endswith(GRAD)), next(iter(read), None))
        found: list[Link] = []
        while following is not None and len(found) < MAX_NUMBER_LINKS and following.run == cause.run:
            link, _, following = self._step(following, crossed)
            if link is not None:
                found.append(link)
        return found

    def _is_chosen(self, value: Value) -> bool:
        """Return True if a value is zero because a condition in the operator selected the other branch."""
        executions = self.history.executions(value.run, value.tick)
        found = writer_before(executions, value.name, value.array, value.tick)
        if found is None or not found[0].is_pure or to_host(value.array)[value.index]:
            return False
        why = blame(*found, value.index)
        return why.follow is not None and found[0].array(why.follow.position).dtype.kind == "b"

    def _update(self, growth: Growth, cause: Link) -> Link:
        """Return the link for the operator that made a parameter grow until an overflow occurred."""
        value = Value(growth.name, None, (), cause.run, END)
        written = self.history.writer(growth.name, cause.run, False)
        earlier = self.history.executions(written.run) if written.how == "run" else []
        found = writer_before(earlier, growth.name, None, END)
        if found is None:
            array = self._value(growth.name, cause.run, END)
            value = replace(value, array=array, index=choose_element(array))
            return self._describe(value, "outside", "", str(growth), True, (), None)
        call, position = found
        array = call.outputs[position][1]
        value = replace(value, array=array, index=choose_element(array), run=written.run)
        elements = tuple(
            Element(name, index, float(to_host(read)[index]))
            for i, (name, read) in enumerate(call.inputs)
            if call.op.input_name(i) in ("grad", "learning_rate") and name is not None and has_numbers(read)
            for index in [choose_element(read)]
        )
        return self._describe(value, "operator", call.type, str(growth), True, elements, call.site, call)

    def _value(self, name: str, run: int, tick: int) -> Any:
        executions = self.history.executions(run, None if tick == END else tick)
        found = writer_before(executions, name, None, tick)
        value = found[0].outputs[found[1]][1] if found is not None else None
        if value is None:
            value = next((v for e in executions for n, v in e.inputs if n == name and v is not None), None)
        if not has_numbers(value):
            cursor = self.navigator.open_run(run)
            cursor.seek(min(tick, self.history.record(run).ticks or tick))
            value = cursor.lookup(name)
            if not has_numbers(value):
                raise missing_value(cursor, name)
        return value

    # --- one step back ------------------------------------------------------------------------------

    def _step(self, value: Value, crossed: set[tuple[str, int]]) -> tuple[Link | None, ExecutedOp | None, Value | None]:
        """Return the link for a value, the call that wrote the value, and the value to explain next."""
        executions = self.history.executions(value.run, None if value.tick == END else value.tick)
        found = writer_before(executions, value.name, value.array, value.tick)
        if found is None:
            return self._from_outside(value, crossed)
        call, position = found
        if call.has_blocks:
            return self._of_blocks(executions, value, call, position)
        if self._is_written_again(value, call, position):
            return self._from_view(value, call.tick, executions)
        name = call.outputs[position][0] or value.name
        value = replace(value, name=name, array=call.outputs[position][1])
        if value.array is None or to_host(value.array).ndim != len(value.index):
            value = replace(value, array=call.outputs[position][1], index=choose_element(call.outputs[position][1]))
        if not any(has_numbers(v) for _, v in call.inputs):
            return self._made_of_nothing(value, call), call, None
        why = blame(call, position, value.index)
        if why.given:
            return self._made_of_nothing(value, call), call, None
        link = self._link(value, call, why)
        if why.follow is None:
            return link, call, None
        read, array = call.inputs[why.follow.position]
        assert read is not None
        return link, call, Value(read, array, why.follow.index, value.run, call.tick)

    def _link(self, value: Value, call: ExecutedOp, why: Blame) -> Link:
        given = [(call.inputs[o.position][0] or "", o.index, call.array(o.position)[o.index]) for o in why.operands]
        elements = tuple(dict.fromkeys(Element(name, index, float(np.real(number))) for name, index, number in given))
        function = call.op.opaque and why.made
        return self._describe(
            value, "function" if function else "operator", call.type, why.text, why.made, elements, call.site, call
        )

    def _describe(
        self, value: Value, kind: str, operator: str, what: str, made: bool,
        elements: tuple[Element, ...], site: Site | None, call: ExecutedOp | None = None,
    ) -> Link:  # fmt: skip
        array = to_host(value.array)
        count = int(array.size - np.isfinite(array).sum()) if array.dtype.kind in "fc" else 0
        owner = None if call is None else call.operator
        return Link(
            name=value.name,
            index=value.index,
            value=float(np.real(array[value.index])),
            kind=kind,
            operator=operator,
            call="" if call is None or owner is None else call.text,
            op=-1 if owner is None else owner.id,
            step=self.history.record(value.run).step,
            run=value.run,
            tick=-1 if call is None else call.tick,
            what=what,
            made=made,
            elements=elements,
            count=count,
            size=int(array.size),
            phase="" if owner is None else owner.phase,
            site="" if site is None else site.where,
            source="" if site is None else site.code,
            node="" if owner is None else owner.onnx_node,
        )

    def _made_of_nothing(self, value: Value, call: ExecutedOp) -> Link:
        kind = "function" if call.op.opaque else "random" if call.op.random else "constant"
        what = {"function": f"{call.function} made it", "random": "a random number"}.get(kind, "a constant")
        return self._describe(value, kind, call.type, what, True, (), call.site, call)

    def _is_written_again(self, value: Value, call: ExecutedOp, position: int) -> bool:
        """Return True if the element is not the one that the call has made: a write into a view has changed it."""
        made = call.result(position)
        if not self.history.record(value.run).kind.interleaved or made is None or value.array is made:
            return False
        read = to_host(value.array)
        same = made.shape == read.shape and len(value.index) == read.ndim
        return same and not np.array_equal(made[value.index], read[value.index], equal_nan=True)

    def _from_view(
        self, value: Value, start: int, executions: list[ExecutedOp]
    ) -> tuple[Link, ExecutedOp | None, Value | None]:
        """Return the link for an element that an operator has written through a view, after the place `start`."""
        cursor = self.navigator.open_run(value.run)
        final = to_host(value.array)[value.index]
        tick = min(value.tick, self.history.record(value.run).ticks or value.tick)
        while tick > start:
            cursor.seek(tick - 1)
            before = cursor.lookup(value.name)
            if has_numbers(before) and not np.array_equal(to_host(before)[value.index], final, equal_nan=True):
                break
            tick -= 1
        call = next((c for c in executions if c.tick == tick - 1), None)
        if call is None:
            what = "written by code that is not an operator of the program"
            return self._describe(value, "outside", "", what, True, (), self._reader_site(value)), None, None
        return self._describe(value, "operator", call.type, "a write in place", True, (), call.site, call), call, None

    # --- blocks -------------------------------------------------------------------------------------

    def _of_blocks(
        self, executions: list[ExecutedOp], value: Value, call: ExecutedOp, position: int
    ) -> tuple[Link, ExecutedOp, Value | None]:
        """Return the link for the result of an operator with blocks, the call, and the value to explain next.

        The next value is the inner value that became the result, or else an input of the operator.
        """
        value = replace(value, name=call.outputs[position][0] or value.name)
        bad = is_not_finite(value.array)
        inner: InnerValue | None = None
        if bad and sum(1 for e in executions if e.tick > call.tick) > MAX_LINKS:  # too many to follow one at a time
            inner = bad_value_inside(executions, call, position, value.tick)
        inner = inner or result_of_blocks(executions, call, position, value.tick)
        if inner is None and bad:
            inner = bad_value_inside(executions, call, position, value.tick)
        if inner is None:
            given = [(n, a) for n, a in call.inputs if n is not None and has_numbers(a) and is_not_finite(a) == bad]
            if not given:
                return self._describe(value, "operator", call.type, "", True, (), call.site, call), call, None
            inner = InnerValue(*given[0], call.tick)
        following = _inner(value, inner)
        shown = Element(following.name, following.index, float(np.real(to_host(following.array)[following.index])))
        link = self._describe(value, "operator", call.type, inner.what, False, (shown,), call.site, call)
        return link, call, following

    # --- from outside of the run --------------------------------------------------------------------

    def _from_outside(
        self, value: Value, crossed: set[tuple[str, int]]
    ) -> tuple[Link | None, ExecutedOp | None, Value | None]:
        record = self.history.record(value.run)
        block = record.plan.block
        variable = block.find(value.name)
        site = None if variable is None else variable.site
        eager = record.kind.interleaved
        bad = not np.isfinite(to_host(value.array)[value.index]) if to_host(value.array).dtype.kind in "fc" else False
        if eager and _is_positional(value.name, self.history.executions(value.run)):
            return self._describe(value, "given", "", _fed_text(value), bad, (), self._reader_site(value)), None, None
        if value.name in record.feeds:
            return self._describe(value, "fed", "", _fed_text(value), bad, (), site), None, None
        owner = self._block_parameter(value)
        if owner is not None:
            return None, None, owner
        if not eager and not (variable is not None and variable.persistable):
            return self._describe(value, "given", "", "", bad, (), site), None, None
        written = self.history.writer(value.name, value.run, bad)
        if written.how == "run" and (value.name, written.run) not in crossed:
            crossed.add((value.name, written.run))
            earlier = self.history.executions(written.run)
            found = writer_before(earlier, value.name, None, END)
            if found is not None and has_numbers(array := found[0].outputs[found[1]][1]):
                index = value.index if _is_valid(array, value.index, bad) else choose_element(array)
                return None, None, Value(value.name, array, index, written.run, END)
        site = self._reader_site(value) if eager else site
        kind = {"outside": "outside", "before": "given" if eager else "loaded", "run": "outside"}[written.how]
        what = {
            "outside": "written by code that is not an operator of the program",
            "loaded": "the value exists since the beginning of the recording",
            "given": _fed_text(value),
        }[kind]
        value = replace(value, run=max(written.run, 0) if written.how == "outside" else value.run)
        return self._describe(value, kind, "", what, bad, (), site), None, None

    def _block_parameter(self, value: Value) -> Value | None:
        """Return the outer value to which a block parameter refers.

        Return None if the value is not a block parameter.
        """
        executions = self.history.executions(value.run, None if value.tick == END else value.tick)
        for call in reversed(executions):
            params = call.attrs.get("params", ()) if call.has_blocks else ()
            if call.tick < value.tick and value.name in params:
                if (earlier := parameter_before(executions, call, value.name, value.tick)) is not None:
                    return _inner(value, earlier)
                offset = len([n for n in call.inputs if n[0] is not None]) - len(params)
                position = params.index(value.name) + max(offset, 0)
                name, array = call.inputs[position]
                if name is not None and name != value.name and has_numbers(array):
                    index = value.index if to_host(array).ndim == len(value.index) else choose_element(array)
                    return Value(name, array, index, value.run, call.tick)
        return None

    def _reader_site(self, value: Value) -> Site | None:
        """Return the line of the first op that reads a value."""
        for call in self.history.executions(value.run):
            if any(name == value.name for name, _ in call.inputs):
                return call.site
        return None

    # --- growth -------------------------------------------------------------------------------------

    def _growth(self, cause: Link, call: ExecutedOp | None) -> tuple[Growth, ...]:
        """Find parameters that grew very fast before an overflow."""
        if call is None or not cause.made or not any(word in cause.what for word in OVERFLOWS):
            return ()
        executions = self.history.executions(cause.run)
        record = self.history.record(cause.run)
        names = parameters_behind(executions, call)
        if record.kind.interleaved:
            names = [n for n in names if not _is_positional(n, executions)]
        else:
            known = [(n, record.plan.block.find(n)) for n in names]
            names = [n for n, variable in known if variable is not None and variable.persistable]
        return tuple(grown(self.history, cause.run, names)[:3])

    def _rates(self, cause: Link, call: ExecutedOp | None) -> tuple[Growth, ...]:
        """Find a learning rate that grew very fast before a NaN or Inf that depends on parameters."""
        if call is None or not cause.made:
            return ()
        for name in parameters_behind(self.history.executions(cause.run), call):
            written = self.history.writer(name, cause.run, False)
            earlier = self.history.executions(written.run) if written.how == "run" else []
            update = writer_before(earlier, name, None, END)
            if update is None or not update[0].is_update:
                continue
            given = [n for i, (n, _) in enumerate(update[0].inputs) if update[0].op.input_name(i) == "learning_rate"]
            found = grown_rate(self.history, cause.run, given[0]) if given else None
            return () if found is None else (found,)
        return ()


def _fix(cause: Link, chain: Sequence[Link]) -> str:
    """If the cause is the log of a probability, return advice to use a loss that takes logits. Otherwise return ""."""
    behind = chain[chain.index(cause) + 1 :]
    if cause.operator not in ("log", "log_grad") or not behind:
        return ""
    return FUSED.get(behind[0].operator, "")


def _is_positional(name: str, executions: list[ExecutedOp]) -> bool:
    """Return True for a generated name such as `matmul_0.x`.

    A Tensor without a name gets such a name from the first eager op that reads the Tensor.
    """
    return any(
        call.operator is not None and name.startswith(f"{call.op.name}_{call.operator.id}.")
        for call in executions
        if any(read == name for read, _ in call.inputs)
    )


def _inner(value: Value, inner: InnerValue) -> Value:
    """Convert an inner value to the value to explain next.

    The result has the same index as `value` if the shape is equal and, for a NaN or Inf, this element is also NaN or
    Inf.
    """
    array = np.array(to_host(value.array)) if inner.array is None else inner.array
    same = to_host(array).shape == to_host(value.array).shape
    index = value.index if same and _is_valid(array, value.index, is_not_finite(value.array)) else choose_element(array)
    return Value(inner.name, array, index, value.run, inner.tick)


def choose_element(value: Any) -> Index:
    """Choose the element to explain.

    The chosen element is the first NaN, or else the first Inf, or else the element with the largest magnitude.
    """
    array = to_host(value)
    if array.dtype.kind in "fc" and not np.isfinite(array).all():
        nan = np.isnan(array)
        place = int(np.argmax(nan if nan.any() else ~np.isfinite(array)))
    elif not array.size:
        raise ArgumentError("the value has no elements, so no element can be explained", fix="explain another value")
    else:
        place = int(np.argmax(np.abs(array))) if array.dtype.kind in "fiu" else 0
    return tuple(int(i) for i in np.unravel_index(place, array.shape))


def _is_valid(value: Any, index: Index, bad: bool) -> bool:
    array = to_host(value)
    if array.ndim != len(index) or any(i >= n for i, n in zip(index, array.shape, strict=True)):
        return False
    return not bad or not np.isfinite(array[index])


def _checked_index(name: str, value: Any, index: Index) -> Index:
    shape = to_host(value).shape
    if len(index) != len(shape) or any(not -n <= i < n for i, n in zip(index, shape, strict=False)):
        raise ArgumentError(
            f"{name} has no element {list(index)}: its shape is {list(shape)}", fix=f"call why({name!r})"
        )
    return tuple(i % n for i, n in zip(index, shape, strict=True))


def _fed_text(value: Value) -> str:
    """Return a text such as `NaN in the data, in row 7 of 32`. Return "" if the data is finite."""
    array = to_host(value.array)
    if array.dtype.kind not in "fc" or np.isfinite(array).all():
        return ""
    bad = ~np.isfinite(array)
    what = "NaN" if np.isnan(array).any() else "Inf"
    if array.ndim == 0 or array.shape[0] == 1:
        return f"{what} in the data"
    rows = np.flatnonzero(bad.reshape(len(array), -1).any(axis=1))
    shown = ", ".join(map(str, rows[:4])) + (", ..." if len(rows) > 4 else "")
    return f"{what} in the data, in row{'s' if len(rows) > 1 else ''} {shown} of {len(array)}"


def _cause(chain: list[Link]) -> Link:
    """Return the link of the chain that is the first cause.

    If the chain ends at -Inf that the program uses on purpose (for example in a mask), the cause is the link at which
    NaN was made.
    """
    last = chain[-1]
    if last.kind in ("fed", "constant", "loaded", "given") and last.value == -np.inf:
        return next((link for link in reversed(chain[:-1]) if link.made), last)
    return last
