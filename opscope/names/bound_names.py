"""The names that a program's assignments give to the results of its ops, in the order of the ops."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple, Protocol

from opscope.core.source import CodePosition, Position, Site, UserCall, site_of
from opscope.ir.program.program import GRAD, Operator
from opscope.names.assignment_targets import (
    COUNT,
    Rest,
    Target,
    argument_of,
    call_targets,
    elements,
    inside,
    normalized,
    takes_yielded,
)
from opscope.names.call_node import node_at
from opscope.names.call_results import InnerCalls
from opscope.names.public_call import PublicCall, argument_texts, operand_texts, returns_itself
from opscope.names.returned_values import Path, target_text

_NEVER = 1 << 61  # a tick behind all others
RECEIVERS = ("self", "cls", "ctx")
_CALLED_BY_OTHERS = ("forward", "__call__", "__init__")  # functions that a call reaches under another name
_MAIN_OUTPUTS = ("out", "y", "loss")  # of an op with several outputs, the one that functions return
# of these ops functions return the main output: alone, or, unpacked, before the one beside it
_RETURNED_ALONE = ("batch_norm", "dropout", "max_pool2d", "softmax_with_cross_entropy")
_ATTRIBUTES = {"w_0": "weight", "b_0": "bias"}  # of a layer, by the end of its parameter's name
_BUFFERS = {"w_1": "_mean", "w_2": "_variance"}  # of a batch norm
_OF_CELLS = {"w_0": "weight_ih", "w_1": "weight_hh", "b_0": "bias_ih", "b_1": "bias_hh"}  # of an LSTM's, and the like


_BASE = re.compile(r"[.\[]")
_CONSTANT_INDEX = re.compile(r"""\[(\d[\d.e+-]*|True|False|'[^']*'|"[^"]*")\]""")
Names = dict[str, dict[str, None]]  # by value


class Binding(NamedTuple):
    """At `tick`, a name of the function `call` began to mean the value `value`; at a position of the user's code.

    `root` is what an attribute of `self` is called where the outermost method was called: names with one root are of
    one object.
    """

    name: str
    value: str
    tick: int
    call: UserCall | None
    position: Position | None
    root: tuple[Any, str] | None = None

    @property
    def function(self) -> Any:
        """What tells the functions apart whose names these are."""
        return self.root or (self.call and self.call.code)

    @property
    def site(self) -> Site | None:
        """The user's line."""
        return site_of(self.position)


class _Alias(NamedTuple):
    """A name that a value made on a line has behind another line."""

    name: str
    value: str
    call: UserCall
    position: CodePosition
    line: int
    made_on: int

    def is_executed(self, now: int | None) -> bool:
        """Return True if its statement has been executed, if the function is at line `now` (None: it is over)."""
        if self.line >= self.made_on:
            return now is None or now > self.line or now < self.made_on
        return now is not None and self.line < now <= self.made_on  # in the next round of a loop


class _Result(NamedTuple):
    """What may be the result of a call of the user's, until a later op of that call reads it."""

    operator: Operator
    call: UserCall
    position: CodePosition
    inner: InnerCalls
    tick: int
    is_named: bool
    end: CodePosition | None

    @property
    def key(self) -> tuple[tuple[str | None, ...], Any, int]:
        """What tells results of several steps apart."""
        return self.operator.outputs, self.position[0], self.position[1]


@dataclass
class SeenNames:
    """The names that the records of a program have shown.

    `intermediate` are possible results that, in the step where they were seen last, a later op of their call has read.
    """

    names: Names = field(default_factory=Names)
    intermediate: set[Any] = field(default_factory=set[Any])


class NamedPlace(Protocol):
    """The part of an `EagerPlace` that names come from."""

    @property
    def operator(self) -> Operator | None: ...
    @property
    def after(self) -> bool: ...
    @property
    def caller(self) -> tuple[CodePosition | None, UserCall | None]: ...
    @property
    def parent(self) -> NamedPlace | None: ...
    @property
    def called(self) -> InnerCalls | CodeType | None: ...


class BoundNames:
    """The names that the places of a record, or the operators of a program, give to values.

    `seen` also gets the names, by value: it may belong to several records of a program.
    """

    def __init__(self, seen: SeenNames | None = None) -> None:
        self.seen = SeenNames() if seen is None else seen
        self.bindings: dict[str, list[Binding]] = {}  # by name, in the order of the program
        self.names: dict[str, dict[str, None]] = {}  # by value
        self.calls: dict[int, UserCall] = {}  # of programs: what has made an operator, by its number
        self.loop_variables: dict[CodePosition, list[str]] = {}  # of programs: what `while_loop` gives to its functions
        self.outside_of: dict[str, str] = {}  # of programs: what a loop calls so inside
        self.made_by_call: dict[str, CodePosition] = {}  # of programs: values and the call that has operators, too
        self._ticks = 0  # how many places have been read
        self._returned = 0  # and how many functions that have returned
        self._end: CodePosition | None = None  # around the operator that was read last
        self._open: tuple[UserCall, CodePosition, int] | None = None  # what the user has called, and since when
        self._predicted: list[tuple[UserCall, str, str]] = []  # names of what that call may return
        self._ended = False  # whether no more will come
        self._now: dict[tuple[UserCall, str], str] = {}  # what names mean
        self._results: dict[tuple[UserCall, Any], str] = {}  # by call and syntax node
        self._made: set[str] = set()  # values that ops have made
        self._last: _Result | None = None  # the last one
        self._aliases: dict[tuple[UserCall, str], tuple[UserCall, str]] = {}  # what the caller calls an argument
        self._receivers: dict[UserCall, tuple[str, str]] = {}  # `self`, and what the caller calls it
        self._entered: set[UserCall] = set()
        self._later: list[_Alias] = []  # names that values will have behind a statement
        self._numbers: dict[tuple[UserCall, Any, str], tuple[int, Any, str]] = {}  # of loops: the last one, for what

    def update(self, places: Sequence[NamedPlace], ended: bool, returned: Sequence[PublicCall] = ()) -> None:
        """Read the places that were added, and the functions that have returned; `ended`: there will be no more."""
        if len(places) < self._ticks:  # a record that was cleared
            self.__init__(self.seen)
        for tick in range(self._ticks, len(places) + 1):
            while self._returned < len(returned) and returned[self._returned].tick < tick:
                self.read_return(returned[self._returned])
                self._returned += 1
            if tick == len(places):
                break
            place = places[tick]
            position, call = place.caller
            if place.operator is None:
                self._end_call()
                self._keep_aliases(None, None, tick)
            elif not place.after and position is not None and call is not None:
                around = None if place.parent is None else place.parent.caller[0]
                self.read(place.operator, position, call, place.called, tick, around)
        self._ticks = len(places)
        if ended and not self._ended:
            self._ended = True
            self._end_call()
            self._keep_aliases(None, None, max(self._ticks - 1, 0))

    def end(self) -> None:
        """There are no more operators."""
        self._keep_aliases(None, None, _NEVER)

    def find(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """What a name means at a tick, where `call` is running: one binding; several if it is ambiguous, or none.

        The innermost function with that name counts. Of functions that are over, the last binding of the one that has
        called the others; the name is ambiguous if none has.
        """
        name = normalized(name)
        found = [b for b in self.bindings.get(name, ()) if b.tick <= tick]
        over = self._ended and tick >= self._ticks - 1
        while call is not None:
            if own := [b for b in found if b.call is call]:
                return own[-1:]
            if name in call.code.co_varnames and not over:  # a local variable, not assigned yet
                return []
            if _BASE.split(name, maxsplit=1)[0] in _parameters(call.code) and not over:  # that of another call
                return []
            call = call.outer
        last = {b.function: b for b in found}
        values = list({b.value: b for b in last.values()}.values())
        outermost = [b for b in values if all(_is_called_by(other.call, b.call) for other in values)]
        return outermost or values

    def awaited(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """Bindings of a name that come behind a tick, in the functions that run there."""
        later = [b for b in self.bindings.get(name, ()) if b.tick > tick]
        later += [Binding(a.name, a.value, tick, a.call, a.position) for a in self._later if a.name == name]
        return [b for b in later if _is_called_by(call, b.call)]

    def declare(self, value: str, position: CodePosition) -> None:
        """A variable that no operator makes was declared at a position: it is fed, or a parameter of a layer."""
        code = position[0]
        suffix = layer_attribute(value)
        for target in call_targets(code, position[1]).names:
            if target.part == () and target.loop is None:
                name = f"{target.name}.{suffix}" if suffix else target.name
                self.bindings.setdefault(name, []).append(Binding(name, value, 0, None, position))
                self.names.setdefault(value, {})[name] = None

    # --- a call -------------------------------------------------------------------------------------

    def read(
        self,
        operator: Operator,
        position: CodePosition,
        call: UserCall,
        called: InnerCalls | CodeType | None,
        tick: int,
        end: CodePosition | None = None,
    ) -> None:
        """Read an operator that the user's call makes at a tick; `called` is what the user calls there.

        `end` is a call of the user's around it that returns values of its own: `while_loop`, `apply` of a PyLayer.
        """
        self._end = end
        if operator.phase != "forward":
            self._end_call()
            self._name_gradients(position, call, tick)
            return
        self._come_to(position, call, tick)
        node = node_at(*position)
        if isinstance(called, InnerCalls):
            self._predict(operator, position, call, called, tick, end)
        elif returns_itself(operator.op, called):
            self._end_call()
            for text, value in operand_texts(node, operator.op, operator.inputs, called):
                self._name_input(text, value, tick, call, position)
            self._name_outputs(operator, position, call, tick + 1, end)
        if node is not None:
            self._name_parameters(operator, node, call, position, tick)
        self._made.update(filter(None, operator.outputs))

    def read_return(self, made: PublicCall) -> None:
        """Read the return of a public function: its arguments and results are known by what they are."""
        position, call, tick = made.position, made.call, made.tick
        opened = self._open
        self._come_to(position, call, tick)
        self._last = None  # what was predicted is known now
        since = opened[2] if opened is not None and opened[:2] == (call, position) else tick
        for text, value in argument_texts(node_at(*position), made.given):
            self._name_input(text, value, since, call, position)
        predicted, self._predicted, self._open = self._predicted, [], None
        bound: set[tuple[UserCall, str, str]] = set()
        for path, value in made.made.items():
            bound.update(self._flow(value, path, made.length, position, call, tick, self._end))
        for user, name, value in predicted:
            if (user, name, value) not in bound:
                self._take_back(user, name, value)

    def _come_to(self, position: CodePosition, call: UserCall, tick: int) -> None:
        """The program is at a position of the user's code."""
        for each in reversed([call, *_around(call)]):
            if each not in self._entered:
                self._enter(each, tick)
        self._leave_loops(position, call)
        self._keep_aliases(position, call, tick)
        if self._open is None or self._open[:2] != (call, position):
            self._open, self._predicted = (call, position, tick), []

    def _take_back(self, call: UserCall, name: str, value: str) -> None:
        """A value did not get a name that was predicted."""
        self.bindings[name] = [b for b in self.bindings.get(name, ()) if b.value != value or b.call is not call]
        self.names.get(value, {}).pop(name, None)
        self.seen.names.get(value, {}).pop(name, None)
        if self._now.get((call, name)) == value:
            del self._now[call, name]

    def _predict(
        self,
        operator: Operator,
        position: CodePosition,
        call: UserCall,
        inner: InnerCalls,
        tick: int,
        end: CodePosition | None,
    ) -> None:
        """Name what a function may return that goes on: a breakpoint on the name stops here, not behind it."""
        self._go_on(operator, inner)
        if inner:
            result = _Result(operator, call, position, inner, tick + 1, False, end)
            self._last = result._replace(is_named=result.key not in self.seen.intermediate)
            if self._last.is_named:
                self._name_predicted(operator, position, call, tick + 1, end, inner.paths)

    def _go_on(self, operator: Operator, inner: InnerCalls) -> None:
        """What an op before has made is not the result if this op, in the same call of the user's, reads it."""
        last = self._last
        if last is None:
            return
        if not inner.is_in_call_of(last.inner):
            self._end_call()
            return
        read = set(filter(None, last.operator.outputs)).intersection(operator.inputs)
        for value in read if last.is_named else ():
            for name in self.names.pop(value, {}):
                self.bindings[name] = [b for b in self.bindings[name] if b.value != value]
            self.seen.names.pop(value, None)
        if read:
            self.seen.intermediate.add(last.key)
            self._last = None

    def _end_call(self) -> None:
        """A call of the user's is over: what was taken for intermediate, as in the step before, is its result."""
        last, self._last = self._last, None
        if last is not None and not last.is_named:
            self.seen.intermediate.discard(last.key)
            self._name_predicted(last.operator, last.position, last.call, last.tick, last.end, last.inner.paths)

    def _bind(self, name: str, value: str, tick: int, call: UserCall, position: CodePosition) -> None:
        if "[" in _CONSTANT_INDEX.sub("", name):  # `outs[i]` is another element when i is another number
            return
        call = owner_of(name, call)
        self._now[call, name] = value
        self.bindings.setdefault(name, []).append(Binding(name, value, tick, call, position, self._root(call, name)))
        self.names.setdefault(value, {})[name] = None
        self.seen.names.setdefault(value, {})[name] = None
        receiver, called = self._receivers.get(call, ("", ""))
        if called and call.outer is not None and name.startswith(f"{receiver}."):
            self._bind(called + name[len(receiver) :], value, tick, call.outer, (call.outer.code, call.called_at))

    def _root(self, call: UserCall, name: str) -> tuple[Any, str] | None:
        found: tuple[Any, str] | None = None
        while (known := self._receivers.get(call)) is not None and name.startswith(f"{known[0]}."):
            if not known[1] or call.outer is None:
                return call.code, name
            name, call = known[1] + name[len(known[0]) :], call.outer
            found = call, name
        return found

    # --- outputs ------------------------------------------------------------------------------------

    def _name_outputs(
        self, operator: Operator, position: CodePosition, call: UserCall, tick: int, end: CodePosition | None
    ) -> None:
        """Name what an operator has made that is what the user's call returns."""
        outputs, op = _results(operator), operator.op
        alone = len(outputs) == 1 and (op.opaque or (len(op.outputs) == 1 and not op.variadic_out))
        for index, value in enumerate(outputs):
            if value is not None:
                bound = self._flow(value, () if alone else (index,), len(outputs), position, call, tick, end)
                self._predicted += bound if op.opaque else []  # a PyLayer may return a tuple of one

    def _name_predicted(
        self,
        operator: Operator,
        position: CodePosition,
        call: UserCall,
        tick: int,
        end: CodePosition | None,
        paths: Sequence[Path],
    ) -> None:
        """Name what an operator may have made of a result. `paths` are the elements of it that its only output is."""
        outputs = [(i, n) for i, n in enumerate(_results(operator)) if n is not None]
        alone = len(operator.outputs) == 1 and not operator.op.variadic_out
        main = 0
        if not alone and not operator.op.variadic_out:
            main = next((i for i, o in enumerate(operator.op.outputs) if o in _MAIN_OUTPUTS), 0)
        returned_alone = operator.op.name in _RETURNED_ALONE
        is_unpacked = any(target.part for target in call_targets(*position).names)
        for index, value in outputs:
            places: list[Path] = [*paths] if alone else [(index,)]
            if not alone and index == main and not operator.op.variadic_out:
                places.append(())
            if returned_alone:
                places = [(0 if index == main else 1,)] if is_unpacked and index < 2 else [()] if index == main else []
            for place in places:
                self._predicted += self._flow(value, place, len(operator.outputs), position, call, tick, end)

    def _flow(
        self,
        value: str,
        place: Path,
        count: int,
        position: CodePosition,
        call: UserCall,
        tick: int,
        end: CodePosition | None = None,
    ) -> list[tuple[UserCall, str, str]]:
        """Name a value that is the element `place` of the result of the call at a position, and go on to the caller.

        Returns the functions with the names. `end` is a call that takes the value, and returns another one:
        `while_loop` takes what its body returns.
        """
        bound: list[tuple[UserCall, str, str]] = []
        source: Any = tick
        waiting = [place]
        at: CodePosition | None = position
        frame: UserCall | None = call
        while frame is not None and at is not None and waiting and at[:2] != end:
            targets = call_targets(*at)
            returned: list[Path] = []
            for element in waiting:
                if element in ((), (0,)):
                    self._results[frame, node_at(*at)] = value
                for target in targets.names:
                    name = self._target_name(target, element, count, frame, source, value)
                    if name is not None and target.alias:
                        self.seen.names.setdefault(value, {})[name] = None  # a breakpoint may ask before it is bound
                        self._later.append(_Alias(name, value, frame, at, target.alias, _line(at)))
                    elif name is not None:
                        self._bind(name, value, tick, frame, at)
                        bound.append((frame, name, value))
                for part, where, _, is_yielded in targets.returned:
                    rest = _rest(element, part, count)
                    taken = not is_yielded or (frame.caller and takes_yielded(node_at(*frame.caller)))
                    if rest is not None and taken:
                        returned.append((*where, *rest))
            waiting = list(dict.fromkeys(returned)) if _returns_to_caller(frame) else []
            source, at, frame, count = frame, frame.caller, frame.outer, 0
        return bound

    def _target_name(
        self, target: Target, element: Path, count: int, call: UserCall, source: Any, value: str
    ) -> str | None:
        """The name that a target gives to an element of a result; None if the target takes another element."""
        rest = _rest(element, target.part, count)
        if rest is None:
            return None
        name = target.name
        if COUNT in name:
            if target.part and isinstance(target.part[-1], Rest):
                number = element[len(target.part) - 1] - target.part[-1].start
            else:
                number = self._number(target, call, source, value)
            name = target.numbered(number)
        return name + "".join(f"[{key!r}]" for key in rest)

    def _number(self, target: Target, call: UserCall, source: Any, value: str) -> int:
        """The number of a result in its loop: results of the same `source` are one.

        A value that a function of the user's has returned to a public one, as `forward` to a Layer, is the result of
        that function, and of the public one again.
        """
        key = call, target.loop, target.name
        last, of, seen = self._numbers.get(key, (-1, None, ""))
        is_same = of is not None and (of == source or (seen == value and type(of) is not type(source)))
        number = last if is_same else last + 1
        self._numbers[key] = number, source, value
        return number

    def _name_gradients(self, position: CodePosition, call: UserCall, tick: int) -> None:
        """Name what `paddle.grad(outputs, inputs)` returns: the gradients of its inputs."""
        node = node_at(*position)
        if not isinstance(node, ast.Call) or (call, node) in self._results:
            return
        given = {k.arg: k.value for k in node.keywords} | dict(zip(("outputs", "inputs"), node.args, strict=False))
        if target_text(node.func).rpartition(".")[2] != "grad" or (inputs := given.get("inputs")) is None:
            return
        for index, each in enumerate(inputs.elts if isinstance(inputs, ast.List | ast.Tuple) else [inputs]):
            if (of := self._now.get((call, target_text(each)))) is not None:
                self._flow(of + GRAD, (index,), 0, position, call, tick)

    def _leave_loops(self, position: CodePosition, call: UserCall) -> None:
        """Count anew in loops that the program has left."""
        at: CodePosition | None = position
        frame: UserCall | None = call
        while frame is not None and at is not None and self._numbers:
            node = node_at(*at)
            for key in [k for k in self._numbers if k[0] is frame and not inside(node, k[1])]:
                del self._numbers[key]
            at, frame = frame.caller, frame.outer

    def _keep_aliases(self, position: CodePosition | None, call: UserCall | None, tick: int) -> None:
        """Bind the aliases whose statements have been executed: the program is behind them, or in another function."""
        if not self._later:
            return
        lines = dict[UserCall, int]()
        while call is not None and position is not None:
            lines[call] = _line(position)
            position, call = call.caller, call.outer
        waiting, self._later = self._later, []
        for alias in waiting:
            if alias.is_executed(lines.get(alias.call)):
                self._bind(alias.name, alias.value, tick, alias.call, alias.position)
            elif alias.call in lines:
                self._later.append(alias)

    # --- inputs: arguments, and values that no op has made ------------------------------------------

    def _enter(self, call: UserCall, tick: int) -> None:
        """A function was called: its parameters mean what the arguments mean."""
        self._entered.add(call)
        if call.outer is None:
            return
        node = node_at(call.outer.code, call.called_at)
        if not isinstance(node, ast.Call):
            return
        code, called = call.code, target_text(node.func)
        variables = self.loop_variables.get((call.outer.code, call.called_at))
        if variables is not None:
            self._enter_loop(variables, node, call, tick)
            return
        base, _, method = called.rpartition(".")
        if method != code.co_name and code.co_name not in _CALLED_BY_OTHERS:
            return
        parameters = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        positional = parameters[: code.co_argcount]
        if positional and (positional[0] in RECEIVERS or method != code.co_name):  # whatever it is called
            self._receivers[call] = positional.pop(0), base if method == code.co_name else called
        if code.co_flags & inspect.CO_VARARGS:
            rest = code.co_varnames[len(parameters)]
            positional += [f"{rest}[{i}]" for i in range(len(node.args) - len(positional))]
        given = [*zip(positional, node.args, strict=False)]
        given += [(_keyword(code, k.arg), k.value) for k in node.keywords if k.arg]
        for name, argument in given:
            if isinstance(argument, ast.Starred):
                break
            text = target_text(argument)
            known = owner_of(text, call.outer), text
            value = self._now.get(known) or self._results.get((call.outer, argument))
            if value is not None:
                self._bind(name, value, tick, call, (code, 0))
            elif text:
                self._aliases[call, name] = call.outer, text

    def _enter_loop(self, variables: list[str], node: ast.Call, call: UserCall, tick: int) -> None:
        """A function was called by `while_loop`: with the loop's variables, unless a parameter is a list of them."""
        code = call.code
        parameters = [name for name in code.co_varnames[: code.co_argcount] if name not in RECEIVERS]
        given = elements(argument_of(node, 2, "loop_vars"))
        is_nested = any(isinstance(each, ast.List | ast.Tuple | ast.Dict) for each in given)
        if len(parameters) == len(variables) and not is_nested:
            for name, value in zip(parameters, variables, strict=True):
                self._bind(name, value, tick, call, (code, 0))

    def _name_parameters(
        self, operator: Operator, node: Any, call: UserCall, position: CodePosition, tick: int
    ) -> None:
        """Name the parameters of the layer that the user calls: `fc.weight` of `fc(x)`."""
        layer = target_text(node.func) if isinstance(node, ast.Call) else ""
        if not layer or _is_container(layer, operator.layer_path):
            return
        for value in filter(None, operator.inputs):
            # fc(x, size, name=name) makes its weight, so that is none of its arguments
            if value in self._made or self._is_known(value, call) or self.made_by_call.get(value) == position[:2]:
                continue
            if suffix := layer_attribute(value):
                self._name_input(f"{layer}.{suffix}", value, tick, call, position)

    def _is_known(self, value: str, call: UserCall) -> bool:
        return any(self._now.get((call, name)) == value for name in self.names.get(value, ()))

    def _name_input(self, text: str, value: str, tick: int, call: UserCall, position: CodePosition) -> None:
        known = self._now.get((owner_of(text, call), text))
        if known is not None and known in (value, value.partition("@")[0]):  # `h@1` is what a block makes of `h`
            return
        if known is not None and self.outside_of.get(known) == value:
            return
        if known is not None and self.outside_of.get(value) == known:  # what it means inside depends on the place
            self.names.setdefault(value, {})[text] = None
            return
        self._bind(text, value, tick, call, position)
        at = call, text
        while (outer := self._aliases.get(at)) is not None and outer not in self._now:
            frame, name = outer
            self._bind(name, value, tick, frame, (frame.code, at[0].called_at))
            at = outer


def owner_of(name: str, call: UserCall) -> UserCall:
    """The function whose variable a name is: the one that is running, or one around it; the module for a global one."""
    code, base = call.code, _BASE.split(name, maxsplit=1)[0]
    if base in code.co_varnames or base in code.co_cellvars or code.co_name == "<module>":
        return call
    is_free = base in code.co_freevars
    for outer in _around(call):
        if base in outer.code.co_cellvars if is_free else outer.code.co_name == "<module>":
            return outer if is_free or outer.code.co_filename == code.co_filename else call
    return call


def _keyword(code: CodeType, name: str) -> str:
    """The name in a function of what it is passed by a keyword: a parameter, or an element of the last one."""
    count = code.co_argcount + code.co_kwonlyargcount
    if name in code.co_varnames[:count] or not code.co_flags & inspect.CO_VARKEYWORDS:
        return name
    return f"{code.co_varnames[count + bool(code.co_flags & inspect.CO_VARARGS)]}[{name!r}]"


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The parameters of a function, but for the object that a method belongs to."""
    variadic = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + variadic]
    return names[1:] if names[:1] and names[0] in RECEIVERS else names


def _returns_to_caller(call: UserCall) -> bool:
    """Whether what a function returns is the result of the call in the function around it.

    It is not where a function of opscope calls it: what that returns is noted.
    """
    if call.outer is None or call.below - call.outer.below == 1:
        return True
    node, name = node_at(call.outer.code, call.called_at), call.code.co_name
    is_called = isinstance(node, ast.Call)
    return not is_called or name in _CALLED_BY_OTHERS or target_text(node.func).rpartition(".")[2] == name


def _rest(element: Path, part: Path, count: int) -> Path | None:
    """The path of `element` inside `part`; None if it is not in it. `count`: of the result's elements, if known."""
    if len(element) < len(part):
        return None
    for key, wanted in zip(element, part, strict=False):
        if isinstance(wanted, Rest):
            if not isinstance(key, int) or key < wanted.start:
                return None
            if wanted.behind and key >= count - wanted.behind:  # of an unknown count, too
                return None
        elif key != wanted and not (isinstance(wanted, int) and wanted < 0 and count and key == count + wanted):
            return None
    return element[len(part) :]


def _line(position: CodePosition) -> int:
    site = site_of(position)
    return 0 if site is None else site.line


def _results(operator: Operator) -> tuple[str | None, ...]:
    """The outputs that the user's function returns: not those that a block saves for its gradient."""
    if operator.type in ("cond", "pylayer"):
        return operator.outputs[: len(operator.attrs["results"][0])]
    return operator.outputs[: operator.attrs["n_loop"]] if operator.type == "while" else operator.outputs


def layer_attribute(value: str) -> str:
    """What a layer calls the parameter `linear_0.w_0`; "" for other values, and for what `create_parameter` makes."""
    layer, _, kind = value.rpartition(".")
    if layer.startswith("create_parameter_"):
        return ""
    if "_cell_" in layer:
        return _OF_CELLS.get(kind, "")
    return _ATTRIBUTES.get(kind) or ("batch_norm" in layer and _BUFFERS.get(kind)) or ""


def _is_container(layer: str, path: str) -> bool:
    """Return True if the Layer that the code calls `layer` has the one of a path in itself: `self.net` has `net.0`."""
    *outer, innermost = path.split(".")
    return layer.rpartition(".")[2] in outer or (not outer and innermost.isdigit() and "[" not in layer)


def _around(call: UserCall) -> Iterator[UserCall]:
    outer = call.outer
    while outer is not None:
        yield outer
        outer = outer.outer


def _is_called_by(call: UserCall | None, outer: UserCall | None) -> bool:
    while call is not None and call is not outer:
        call = call.outer
    return call is outer
