"""Reader of the names that assignments in the user's code give to the results of ops, in the order of the ops."""

from __future__ import annotations

import ast
import inspect
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from types import CodeType
from typing import Any

from opscope.core.frame_locals import FrameLocals
from opscope.core.layer_calls import LAYERS
from opscope.core.source import CodePosition, UserCall
from opscope.ir.program.program import GRAD, Operator
from opscope.names.assignment_targets import (
    COUNT,
    AssignmentTarget,
    Rest,
    argument_of,
    call_targets,
    elements,
    path_within,
    takes_yielded,
)
from opscope.names.binding import Binding, LeftNames, NamedPlace, SeenNames
from opscope.names.call_node import node_at
from opscope.names.call_results import InnerCalls
from opscope.names.frame_positions import FramePositions
from opscope.names.layer_attributes import is_container, layer_attribute
from opscope.names.loop_numbers import LoopNumbers
from opscope.names.name_table import NEVER, NameTable, PassedArgument
from opscope.names.public_call import (
    PublicCall,
    argument_texts,
    is_by_operator,
    is_constant_text,
    operand_texts,
    returns_itself,
)
from opscope.names.rebinding import Rebinding, is_changed_with, is_within, own_moves, writes_back
from opscope.names.returned_outputs import places_in_result, returned_outputs
from opscope.names.returned_values import Path, target_text
from opscope.names.running_calls import RunningCalls
from opscope.names.uncertain_names import Alias, PossibleResult, Upwards, line_of
from opscope.names.unfinished_statements import UnfinishedStatement
from opscope.names.user_functions import (
    BASE,
    CALLED_BY_OTHERS,
    RECEIVERS,
    instructions_of,
    is_called_by,
    is_called_directly,
    is_comprehension,
    is_generator,
    keyword_name,
    owner_of,
    returns_to_caller,
    takes_receiver,
)
from opscope.names.value_name import OF_STEP

NO_CHANGE = Rebinding()
_Part = tuple[UserCall, CodePosition, tuple[str | None, ...], list[tuple[UserCall, str, str]]]


class BoundNames(NameTable):
    """Names of values. The names are read from the places of a record, or from the operators of a program.

    The names of each value are also added to `seen`. Several records of a program may share one `seen`. `began_in` is
    the function in which the record begins, if the previous record ended in this function.
    """

    def __init__(self, seen: SeenNames | None = None, began_in: UserCall | None = None) -> None:
        super().__init__(SeenNames() if seen is None else seen)
        self._began_in = began_in
        self.calls: dict[int, UserCall] = {}  # in programs: the call that made an operator, by its number
        self.loop_variables: dict[CodePosition, list[str]] = {}  # in programs: arguments `while_loop` passes
        self.outside_of: dict[str, str] = {}  # in programs: for a variable inside a loop, the variable outside
        self.made_by_call: dict[str, CodePosition] = {}  # in programs: values made by a public function, and its call
        self._returned = 0  # number of returns that have been read
        self._end: CodePosition | None = None  # the call around the last operator
        self._read: tuple[UserCall, CodePosition, Collection[str | None]] | None = None  # of the last forward operator
        self._open: tuple[UserCall, CodePosition, int] | None = None  # the user's call, its position and first tick
        self._predicted: list[tuple[UserCall, str, str]] = []  # names of values that this call may return
        self.left: LeftNames | None = None  # once the record is complete
        self._loops = LoopNumbers()
        self._frames = FramePositions(self.seen.operator_calls)
        self._running = RunningCalls()
        self._unfinished: list[UnfinishedStatement] = []
        self._differentiated: tuple[UserCall, int, Operator] | None = None  # the gradient of a PyLayer, and its place
        self._fresh: dict[UserCall, dict[str, set[str]]] = {}  # names bound by the current statement, by call: values
        self._began: dict[UserCall, dict[str, str]] = {}  # values of moved names before the current statement
        self._upwards: dict[UserCall, list[Upwards]] = {}  # names of possible return values, by call
        self._results: dict[tuple[UserCall, Any], str] = {}  # by call and syntax node
        self._made: set[str] = set()  # values that ops have made
        self._last: PossibleResult | None = None  # the last possible result
        self._part: _Part | None = None  # what the last operator made inside a Python function such as `sum`
        self._entered: set[UserCall] = set()
        self._later: list[Alias] = []  # names that values get behind a statement
        self.by_locals = False  # True if the last call came with the locals around it
        self._local: dict[UserCall, Mapping[str, str]] = {}  # the locals of calls, as they were seen last
        self._looks: dict[UserCall, list[int]] = {}  # the ticks at which they were seen

    def update(
        self,
        places: Sequence[NamedPlace],
        ended: bool,
        returned: Sequence[PublicCall] = (),
        last: FrameLocals | None = None,
    ) -> None:
        """Read the new places of the record, and the returns of public functions.

        `ended` is True if the record is complete. `last` contains the locals after the last call of the record.
        """
        if len(places) < self._ticks:  # the record was cleared
            self.__init__(self.seen, self._began_in)
        for tick in range(self._ticks, len(places) + 1):
            while self._returned < len(returned) and returned[self._returned].tick < tick:
                self.read_return(returned[self._returned])
                self._returned += 1
            if tick == len(places):
                break
            place = places[tick]
            position, call = place.caller
            if isinstance(place.called, FrameLocals):
                self.by_locals = True
                self.seen.note_made(place.operator, position)
                self._read_locals(place.called, tick)
            elif self.by_locals and (place.operator is None or place.after):
                continue
            elif place.operator is None:
                self._end_call()
                if position is not None and call is not None:
                    self._come_to(position, call, tick)
                self._leave()
                self._keep_aliases(None, None, tick)
            elif not place.after and position is not None and call is not None:
                self.by_locals = False
                around = None if place.parent is None else place.parent.caller[0]
                self.read(place.operator, position, call, place.called, tick, around)
        self._ticks = len(places)
        if ended and not self._ended:
            self._ended = True
            self._end_record(places, FrameLocals(()) if last is None else last)

    def _end_record(self, places: Sequence[NamedPlace], last: FrameLocals) -> None:
        tick = max(self._ticks - 1, 0)
        if self.by_locals:
            self._read_locals(last, tick)
            return
        self._end_call()
        self._leave()
        self._keep_aliases(None, None, tick)
        self._end_statements(tick, ends_step=bool(places) and places[-1].operator is None)

    def end(self) -> None:
        """Read the end of the program: no more operators follow."""
        self._keep_aliases(None, None, NEVER)
        self._end_statements(NEVER)

    def _leave(self) -> None:
        """Store the values that the names have at the last place of the record, because the next record needs them."""
        if self.left is None:
            running = self._frames.last
            self.left = LeftNames({at: value for at, value in self._now.items() if at[0] in running}, running)

    def source(self, name: str, call: UserCall, left: LeftNames) -> str | None:
        """Return an earlier name of the value that `name` has now: its name at the end of the previous record.

        Return None if the earlier name is not known. `left` describes the names at the end of the previous record.
        `name` belongs to the function `call`, which was running at the end of the previous record. `call` has executed
        no operator since.
        """
        if call not in left.positions or call not in self._frames.first:
            return None
        if BASE.split(name, maxsplit=1)[0] != name:
            others = [each for each in left.positions if each is not call]
            if any(self._frames.may_change_elements(each, left.positions[each]) for each in others):
                return None
        return self._frames.source(name, call, left.positions[call])

    def _read_locals(self, found: FrameLocals, tick: int) -> None:
        """Bind the names of local variables, whose values were read from the frames of the user's functions."""
        for call, named, left in reversed(found.frames):  # a caller has named a value before the called function
            bound = {**dict.fromkeys(left, OF_STEP), **named}
            self._looks.setdefault(call, []).append(tick)
            for name, value in bound.items():
                if value and self._now.get((owner_of(name, call), name)) != value:
                    self._bind(name, value, tick, call, (call.code, 0))
            for name in (self._local.get(call, {}).keys() | bound.keys()) - {n for n, v in bound.items() if v}:
                self._forget(name, tick, call)
            self._local[call] = bound

    @property
    def reads_code(self) -> bool:
        """True if the names come from the source code, False if they come from local variables in frames."""
        return not self.by_locals

    def last_look(self, binding: Binding, tick: int) -> int:
        """Return the last place (tick) up to `tick` at which a name certainly had the value of its binding."""
        looks = [] if binding.call is None else self._looks.get(binding.call, [])
        at = bisect_right(looks, tick)
        return max(binding.tick, looks[at - 1]) if at else binding.tick

    def awaited(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """Return the bindings that a name gets after a tick in the functions that are running at this tick."""
        later = [b for b in self.bindings.get(name, ()) if b.tick > tick and b.value]
        later += [Binding(a.name, a.value, tick, a.call, a.position) for a in self._later if a.name == name]
        return [b for b in later if is_called_by(call, b.call)]

    def declare(self, value: str, position: CodePosition) -> None:
        """Read the declaration of a variable that is not the result of an operator: data, or a parameter of a layer."""
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
        """Read an operator that a call in the user's code executes at a tick.

        `called` is the function that the user's code calls.

        `end` is the enclosing call in the user's code, if that call returns other values than the operator. Examples
        of such calls are `while_loop`, and `apply` of a PyLayer.
        """
        self._end = end
        is_in_function = end is not None and end[:2] != position[:2]  # of the user, such as a PyLayer's `backward`
        if operator.phase == "forward":
            former, self._read = self._read, (call, position, operator.outputs)
            is_part = former is not None and former[:2] == (call, position) and writes_back(operator, former[2])
            if is_part or (end is not None and not is_in_function):
                return  # a part of the statement that made the operator before, or of the operator around
        if operator.phase != "forward" and not is_in_function:
            self._end_call()
            self._come_to(position, call, tick)
            self._differentiated = (call, position[1], operator) if operator.op.opaque else None
            self._name_gradients(position, call, tick)
            return
        self._come_to(position, call, tick)
        node = node_at(*position)
        if isinstance(called, InnerCalls):
            self._predict(operator, position, call, called, tick, end)
        elif returns_itself(operator.op, called):
            self._end_call()
            self._go_on_within(operator, position, call)
            for text, value in operand_texts(node, operator.op, operator.inputs, called):
                self._name_input(text, value, tick, call, position)
            bound = self._name_outputs(operator, position, call, tick + 1, end)
            if isinstance(node, ast.Call) and is_by_operator(called):
                self._part = call, position, operator.outputs, bound
            elif operator.op.opaque:
                self._running.begin(call, position)
            else:
                self._frames.complete(call)
        if node is not None and (called.called if isinstance(called, InnerCalls) else called) in LAYERS.calls:
            self._name_parameters(operator, node, call, position, tick)
        self._made.update(filter(None, operator.outputs))

    def read_return(self, made: PublicCall) -> None:
        """Read the return of a public function, whose arguments and results are known."""
        position, call, tick = made.position, made.call, made.tick
        opened = self._open
        self._come_to(position, call, tick)
        self._last = None  # the result is known now
        since = opened[2] if opened is not None and opened[:2] == (call, position) else tick
        is_open = self._running.end(call, position)
        for text, value in argument_texts(node_at(*position), made.given) if not is_open else ():
            self._name_input(text, value, since, call, position)
        predicted, self._predicted, self._open = self._predicted, [], None
        self._frames.complete(call)
        bound: set[tuple[UserCall, str, str]] = set()
        end = None if is_open else self._end
        for path, value in made.made.items():
            bound.update(self._flow(value, path, made.length, position, call, tick, end))
        for user, name, value in predicted:
            if (user, name, value) not in bound:
                self._take_back(user, name, value)

    def _come_to(self, position: CodePosition, call: UserCall, tick: int) -> None:
        """Move to a position in user code. Bind the parameters of new calls, and names that statements have rebound."""
        for each, instruction in reversed(instructions_of(call, position[1]).items()):
            if each not in self._entered:
                self._enter(each, instruction, tick)
        has_begun = self._frames.has_begun
        moves = list(self._frames.move(position, call))
        self._finish_statements(position, call, {each for each, _, _ in moves}, tick)
        for each, change, is_over in moves:
            if has_begun:
                self._rebind(each, change, tick)
            else:  # the record begins in the middle of these functions: earlier records have what was before
                for name in change.names:
                    self._aliases.pop((each, name), None)
                self._passed[each] = {n: a for n, a in self._passed.get(each, {}).items() if n in RECEIVERS}
            if is_over:
                self._upwards.pop(each, None)
        self._forget_rebound(instructions_of(call, position[1]) if moves else {}, tick)
        for each, instruction in instructions_of(call, position[1]).items():
            if each not in self._began and any(each is moved for moved, _, _ in moves):
                sources = filter(None, own_moves(each.code, instruction).values())
                self._began[each] = {source: self._value_of(source, each) for source in sources}
        self._running.keep(position, call)
        self._loops.leave(position, call)
        self._keep_aliases(position, call, tick)
        if self._open is None or self._open[:2] != (call, position):
            self._open, self._predicted = (call, position, tick), []

    def _finish_statements(
        self, position: CodePosition, call: UserCall, moved: Collection[UserCall], tick: int
    ) -> None:
        """Bind the names that ended statements assign. Remove the names that running statements will assign later."""
        if not self._unfinished:
            return
        positions = instructions_of(call, position[1])
        waiting, self._unfinished = self._unfinished, []
        for each in waiting:
            if each.is_over(positions, moved):
                self._finish(each, tick)
                continue
            for binding in each.bindings:
                self._unbind(binding)
            self._unfinished.append(each._replace(bindings=()))

    def _finish(self, statement: UnfinishedStatement, tick: int) -> None:
        if not statement.bindings:
            self._bind(statement.name, statement.value, tick, statement.call, statement.position)

    def _end_statements(self, tick: int, ends_step: bool = False) -> None:
        unfinished, self._unfinished = self._unfinished, []
        for statement in unfinished:
            self._finish(statement, tick)
        ends = () if ends_step else self._frames.end(tick != NEVER)  # at the end of a step, the functions go on
        for call, change, _ in ends:
            self._rebind(call, change, tick)
        self._forget_rebound(self._frames.last, tick)

    def _rebind(self, call: UserCall, change: Rebinding, tick: int) -> None:
        """Rebind the names that statements without an operator have changed, and read what the function returns."""
        if change == NO_CHANGE:
            return
        fresh, began = self._fresh.pop(call, dict[str, set[str]]()), self._began.pop(call, {})
        for name, source in change.own.items():
            if name in fresh or any(is_changed_with(each, name) for each in fresh):
                self._forget_elements(name, tick, call, fresh)
                if name not in fresh:
                    self._forget(name, tick, call)
            else:
                self._bind_anew(name, began.get(source, "") if source else "", tick, call)
        moved = {n: self._value_of(s, call) if s else "" for n, s in change.names.items()}
        self._check_returned(call, change, tick)  # in the terms of the names before these statements
        for name, value in moved.items():
            self._bind_anew(name, value, tick, call)
            if not value and (source := change.names[name]) is not None:
                self._share(source, name, tick, call)

    def _take_back(self, call: UserCall, name: str, value: str) -> None:
        super()._take_back(call, name, value)
        fresh = self._fresh.get(call, dict[str, set[str]]())
        fresh.get(name, set[str]()).discard(value)
        if not fresh.get(name, True):
            del fresh[name]
        self._later = [alias for alias in self._later if alias.value != value]
        self._unfinished = [
            each for each in self._unfinished if (each.call, each.name, each.value) != (call, name, value)
        ]

    def _check_returned(self, call: UserCall, change: Rebinding, tick: int) -> None:
        """Read the values that a function returns at its end, and bind the names that callers give to its result."""
        if (returned := change.returned) is None:
            return
        upwards = self._upwards.pop(call, ())
        values = {p: self._value_of(s, call) if s else "" for p, s in returned.items()}
        inside = {(*p, k): v for p, s in returned.items() if s for k, v in self._elements_of(s, call).items()}
        known = set[str]()
        for made in upwards:
            is_before = change.last is not None and not is_within(call.code, made.instruction, change.last)
            found = [values.get(p, inside.get(p) if is_before else made.value) for p in made.places]
            if made.value in found:
                known.add(made.value)
            else:
                self._take_back(made.call, made.name, made.value)
        if call.outer is None or call.caller is None or not returns_to_caller(call) or is_generator(call.code):
            return
        for place, value in {**values, **inside}.items():
            if value and value not in known:
                self._flow(value, place, 0, call.caller, call.outer, tick)

    def _predict(
        self,
        operator: Operator,
        position: CodePosition,
        call: UserCall,
        inner: InnerCalls,
        tick: int,
        end: CodePosition | None,
    ) -> None:
        """Name the possible result of a running function, so that a breakpoint on the name stops at this operator."""
        self._go_on(operator, inner)
        if inner:
            result = PossibleResult(operator, call, position, inner, tick + 1, False, end)
            self._last = result._replace(is_named=result.key not in self.seen.intermediate)
            if self._last.is_named:
                self._name_predicted(operator, position, call, tick + 1, end, inner.paths)

    def _go_on(self, operator: Operator, inner: InnerCalls) -> None:
        """Remove the names of the previous op's results that `operator` reads in the same call of user code."""
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

    def _go_on_within(self, operator: Operator, position: CodePosition, call: UserCall) -> None:
        """Remove the names of results of a Python operator inside `sum`, if the next operator reads these results."""
        part, self._part = self._part, None
        if part is not None and part[:2] == (call, position) and not set(part[2]).isdisjoint(operator.inputs):
            for made in part[3]:
                self._take_back(*made)

    def _end_call(self) -> None:
        """End a call in the user's code.

        If the last output of the call got no name because it was intermediate in an earlier step, give it a name.
        """
        last, self._last = self._last, None
        if last is not None and not last.is_named:
            self.seen.intermediate.discard(last.key)
            self._name_predicted(last.operator, last.position, last.call, last.tick, last.end, last.inner.paths)

    # --- outputs ------------------------------------------------------------------------------------

    def _name_outputs(
        self, operator: Operator, position: CodePosition, call: UserCall, tick: int, end: CodePosition | None
    ) -> list[tuple[UserCall, str, str]]:
        """Name the outputs of an operator that a call in user code returns.

        Returns (call, name, value) for each name.
        """
        outputs, op = returned_outputs(operator), operator.op
        found: list[tuple[UserCall, str, str]] = []
        alone = len(outputs) == 1 and (op.opaque or (len(op.outputs) == 1 and not op.variadic_out))
        for index, value in enumerate(outputs):
            if value is not None:
                bound = self._flow(value, () if alone else (index,), len(outputs), position, call, tick, end)
                self._predicted += bound if op.opaque else []  # a PyLayer may return a tuple of one value
                found += bound
        return found

    def _name_predicted(
        self,
        operator: Operator,
        position: CodePosition,
        call: UserCall,
        tick: int,
        end: CodePosition | None,
        paths: Sequence[Path],
    ) -> None:
        """Name the outputs of an operator that may be part of the result of a call.

        If the operator has only one output, `paths` contains the places of this output in the result.
        """
        is_unpacked = any(target.part for target in call_targets(*position).names)
        for value, place in places_in_result(operator, paths, is_unpacked):
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
        """Name the element `place` of the result of the call at a position, in the calling function and in its callers.

        Returns (call, name, value) for each name. `end` is a call that receives the value but returns another value,
        such as `while_loop`, which receives the value that its body returns.
        """
        bound: list[tuple[UserCall, str, str]] = []
        passed: list[tuple[UserCall, int, list[Path]]] = []  # functions that return the value
        source: Any = tick
        waiting = [place]
        at: CodePosition | None = position
        frame: UserCall | None = call
        while frame is not None and at is not None and waiting and at[:2] != end:
            if self._running.includes(frame, at):
                break
            targets = call_targets(*at)
            returned: list[Path] = []
            for element in waiting:
                if element in ((), (0,)):
                    self._results[frame, node_at(*at)] = value
                for target in targets.names:
                    name = self._target_name(target, element, count, frame, source, value)
                    if name is not None and target.alias:
                        self.seen.names.setdefault(value, {})[name] = None  # a breakpoint may need it earlier
                        self._later.append(Alias(name, value, frame, at, target.alias, line_of(at), tick))
                    elif name is not None:
                        made = tuple(self._bind(name, value, tick, frame, at))
                        self._unfinished.append(UnfinishedStatement(name, value, frame, at, made, target.at_once))
                        owner = owner_of(name, frame) if is_comprehension(frame) else frame
                        self._fresh.setdefault(owner, {}).setdefault(name, set()).add(value)
                        bound.append((frame, name, value))
                        for inner, made_at, places in passed:
                            paths = (element,) if inner is passed[-1][0] else tuple(places)
                            self._upwards.setdefault(inner, []).append(Upwards(made_at, paths, frame, name, value))
                for part, where, _, is_yielded in targets.returned:
                    rest = path_within(element, part, count)
                    taken = not is_yielded or (frame.caller and takes_yielded(node_at(*frame.caller)))
                    if rest is not None and taken:
                        returned.append((*where, *rest))
            waiting = list(dict.fromkeys(returned)) if returns_to_caller(frame) else []
            if waiting and not any(each.is_yielded for each in targets.returned):
                passed = [*passed, (frame, at[1], waiting)]
            source, at, frame, count = frame, frame.caller, frame.outer, 0
        return bound

    def _target_name(
        self, target: AssignmentTarget, element: Path, count: int, call: UserCall, source: Any, value: str
    ) -> str | None:
        """Return the name that a target gives to an element of a result.

        Return None if the target gets another element.
        """
        rest = path_within(element, target.part, count)
        if rest is None:
            return None
        name = target.name
        if COUNT in name:
            if target.part and isinstance(target.part[-1], Rest):
                number = element[len(target.part) - 1] - target.part[-1].start
            elif self._frames.has_been_in(target.loop, call, self._began_in):
                return None  # the number of earlier results is unknown
            else:
                number = self._loops.number(target, call, source, value)
            name = target.numbered(number)
        return name + "".join(f"[{key!r}]" for key in rest)

    def _name_gradients(self, position: CodePosition, call: UserCall, tick: int) -> None:
        """Name the results of `paddle.grad(outputs, inputs)`, which are the gradients of `inputs`."""
        node = node_at(*position)
        if not isinstance(node, ast.Call) or (call, node) in self._results:
            return
        given = {k.arg: k.value for k in node.keywords} | dict(zip(("outputs", "inputs"), node.args, strict=False))
        if target_text(node.func).rpartition(".")[2] != "grad" or (inputs := given.get("inputs")) is None:
            return
        for index, each in enumerate(inputs.elts if isinstance(inputs, ast.List | ast.Tuple) else [inputs]):
            if of := self._now.get((call, target_text(each))):
                self._flow(of + GRAD, (index,), 0, position, call, tick)

    def _keep_aliases(self, position: CodePosition | None, call: UserCall | None, tick: int) -> None:
        """Bind the aliases whose statements were executed: the program is behind them, or their function has ended."""
        if not self._later:
            return
        lines = dict[UserCall, int]()
        while call is not None and position is not None:
            lines[call] = line_of(position)
            position, call = call.caller, call.outer
        waiting, self._later = self._later, []
        for alias in waiting:
            if alias.is_executed(lines.get(alias.call)):
                if not alias.name.endswith("]") or self._is_rebound(alias, tick):
                    continue  # `_rebind` handles statements that move names
                self._bind(alias.name, alias.value, tick, alias.call, alias.position)
            elif alias.call in lines:
                self._later.append(alias)

    def _is_rebound(self, alias: Alias, tick: int) -> bool:
        """Return True if another statement has bound the name since the alias's value was computed."""
        last = next((b for b in reversed(self.bindings.get(alias.name, ())) if b.call is alias.call), None)
        is_bound = last is not None and last.value not in ("", alias.value) and last.tick > alias.tick
        return is_bound or self._is_moved(alias.name, alias.call, tick)

    # --- inputs: arguments, and values that no op has made ------------------------------------------

    def _enter(self, call: UserCall, instruction: int, tick: int) -> None:
        """Bind the parameters of a called function to the values of the arguments.

        The function is now at `instruction`.
        """
        self._entered.add(call)
        if call.outer is None:
            return
        node = node_at(call.outer.code, call.called_at)
        if call.code.co_name == "backward" and not is_called_directly(call):
            self._enter_backward(call, tick)
            return
        if not isinstance(node, ast.Call):
            return
        code, called = call.code, target_text(node.func)
        variables = self.loop_variables.get((call.outer.code, call.called_at))
        if variables is not None:
            self._enter_loop(variables, node, call, tick)
            return
        base, _, method = called.rpartition(".")
        if method != code.co_name and code.co_name not in CALLED_BY_OTHERS:
            return
        parameters = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        positional = parameters[: code.co_argcount]
        if positional and (method != code.co_name or takes_receiver(code, base, instruction)):  # whatever its name is
            is_made = code.co_name == "__init__" and method != "__init__"  # `net = Net()`: its name comes later
            owner = "" if is_made else base if method == code.co_name else called
            self._passed[call] = {positional.pop(0): PassedArgument(owner)}
        if code.co_flags & inspect.CO_VARARGS:
            rest = code.co_varnames[len(parameters)]
            positional += [f"{rest}[{i}]" for i in range(len(node.args) - len(positional))]
        given = [*zip(positional, node.args, strict=False)]
        given += [(keyword_name(code, k.arg), k.value) for k in node.keywords if k.arg]
        for name, argument in given:
            if isinstance(argument, ast.Starred):
                break
            text = target_text(argument)
            value = self._value_of(text, call.outer) or self._results.get((call.outer, argument))
            if value:
                self._bind(name, value, tick, call, (code, 0))
            elif text:
                self._aliases[call, name] = call.outer, text
                self._passed.setdefault(call, {})[name] = PassedArgument(text if is_constant_text(argument) else "")

    def _enter_backward(self, call: UserCall, tick: int) -> None:
        """Bind the parameters of a PyLayer's `backward` to the gradients that this function receives."""
        if self._differentiated is None or self._differentiated[:2] != (call.outer, call.called_at):
            return
        code, gradients = call.code, self._differentiated[2].inputs
        names = [*code.co_varnames[1 : code.co_argcount]]
        if code.co_flags & inspect.CO_VARARGS:
            rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            names += [f"{rest}[{i}]" for i in range(len(gradients) - len(names))]
        for name, value in zip(names, gradients, strict=False):
            if value is not None:
                self._bind(name, value, tick, call, (code, 0))

    def _enter_loop(self, variables: list[str], node: ast.Call, call: UserCall, tick: int) -> None:
        """Bind the parameters of a function that `while_loop` calls to the loop variables.

        If a loop variable is a list, bind no parameters.
        """
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
        """Name the parameters of the layer that user code calls, such as `fc.weight` in `fc(x)`."""
        layer = target_text(node.func) if isinstance(node, ast.Call) else ""
        if not layer or is_container(layer, operator.layer_path):
            return
        for value in filter(None, operator.inputs):
            # fc(x, size, name=name) makes its weight: the weight is none of its arguments
            if value in self._made or self._is_known(value, call) or self.made_by_call.get(value) == position[:2]:
                continue
            if suffix := layer_attribute(value):
                self._name_input(f"{layer}.{suffix}", value, tick, call, position)

    def _name_input(self, text: str, value: str, tick: int, call: UserCall, position: CodePosition) -> None:
        known = self._now.get((owner_of(text, call), text))
        if known is not None and known in (value, value.partition("@")[0]):  # a block makes `h@1` of `h`
            return
        if known is not None and self.outside_of.get(known) == value:
            return
        if known is not None and self.outside_of.get(value) == known:  # the value inside the loop depends on the place
            self.names.setdefault(value, {})[text] = None
            return
        self._bind(text, value, tick, call, position)
        at = call, text
        while (outer := self._aliases.get(at)) is not None and not self._now.get(outer):
            frame, name = outer
            self._bind(name, value, tick, frame, (frame.code, at[0].called_at))
            at = outer
