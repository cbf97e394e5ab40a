"""Names of a program's variables in the user's code.

The module finds the names of a variable, and the variables with a name.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from types import CodeType, MethodType
from typing import NamedTuple

from opscope.core.source import CodePosition, Position, Site, UserCall
from opscope.ir.control_flow.while_loop import LOOP_VARIABLE
from opscope.ir.program.program import GRAD, Operator, Program
from opscope.ir.program.public_calls import NotedCall
from opscope.names.assignment_targets import is_repeated
from opscope.names.binding import Binding, NamedPlace, Names, SeenNames
from opscope.names.bound_names import BoundNames
from opscope.names.call_node import node_at, repeats_calls
from opscope.names.layer_attributes import layer_attribute
from opscope.names.public_call import PublicCall, returns_itself
from opscope.names.structured_names import network_at, parameters_named, structured_name
from opscope.names.user_functions import BASE, RECEIVERS, is_of_receiver, is_variable_of
from opscope.names.value_name import value_name

END = 1 << 62  # after all other ticks
MOST_CANDIDATES = 5  # in the error about an ambiguous name


class _EagerSource(NamedTuple):
    """The names that were found in the records of eager code until now.

    `update` reads the calls since the last update.
    """

    seen: SeenNames
    update: Callable[[], None]


_static: weakref.WeakKeyDictionary[Program, tuple[int, BoundNames]] = weakref.WeakKeyDictionary()
_stored: weakref.WeakKeyDictionary[Program, BoundNames] = weakref.WeakKeyDictionary()
_eager: weakref.WeakKeyDictionary[Program, _EagerSource] = weakref.WeakKeyDictionary()


def register_eager(program: Program, update: MethodType) -> None:
    """Register a program of eager code, whose names are read from its records.

    `update` is a bound method that reads new calls of the record in progress.
    """
    owner, function = weakref.ref(update.__self__), update.__func__  # the session has the program: it would keep both

    def update_if_alive() -> None:
        if (alive := owner()) is not None:
            function(alive)

    _eager[program] = _EagerSource(SeenNames(), update_if_alive)


def register_names(program: Program, names: Names) -> None:
    """Register names of a program's values. The caller has found these names."""
    _eager[program] = _EagerSource(SeenNames(names), lambda: None)


def register_stored(program: Program, names: BoundNames) -> None:
    """Register the names that were stored in the file from which a program was read."""
    _stored[program] = names


def seen_names(program: Program) -> SeenNames | None:
    """Return the names that were found in the records of eager code. Return None for other programs."""
    found = _eager.get(program)
    return None if found is None else found.seen


def user_names(program: Program, value: str) -> tuple[str, ...]:
    """Return the names of a variable in the user's code: its names in assignments, and a parameter's structured name.

    The names of the gradient `h@GRAD` are the names of `h`, each followed by @GRAD. A variable may have several names:
    in `hidden = self.net(x)`, if the network returns `y`, the result has the names `y` and `hidden`.
    """
    base, grad, rest = value.partition(GRAD)
    structured = structured_name(program, base, assigned_names(program, base))
    found = (*assigned_names(program, value), *([structured + grad + rest] if structured else []))
    return tuple(name for name in dict.fromkeys(found) if name != value)


def assigned_names(program: Program, value: str) -> tuple[str, ...]:
    """Return the names that the program's assignments give to a variable."""
    base, grad, rest = value.partition(GRAD)
    names = names_of(program)
    own = names.get(value, ()) if grad else ()
    found = (*own, *(name + grad + rest for name in names.get(base, ())))
    return tuple(name for name in found if name != value)


def structured_bindings(program: Program, name: str, call: UserCall | None) -> list[Binding]:
    """Return the bindings of a structured name, several if the name is ambiguous. Return [] for a name of another kind.

    Inside a method, `self.fc.weight` is not a structured name, because another object may have this parameter.
    """
    base, gradient = value_name(name)
    if is_of_receiver(base, call):
        return []
    values = parameters_named(program, base, names_of(program), begins_with_variable(base, call))
    return [Binding(name, value + gradient, 0, None, None) for value in values]


def bindings_of_network(
    program: Program, name: str, call: UserCall | None, places: Iterable[NamedPlace]
) -> list[Binding]:
    """Return the bindings of a structured name whose first part may be a variable of a running function.

    Then parameters are omitted that a Layer reads which the user's code has called by another variable at one of the
    places: the variable may refer to another network with the same structure.
    """
    found, base = structured_bindings(program, name, call), value_name(name)[0]
    if not found or program.path_names or not begins_with_variable(base, call):
        return found
    root, readers = BASE.split(base, maxsplit=1)[0], dict[str, str]()
    wanted = {value_name(b.value)[0] for b in found}
    for place in places:
        for value in wanted.intersection(place.operator.inputs if place.operator is not None else ()):
            readers.setdefault(value, network_at(place.caller))
    return [b for b in found if readers.get(value_name(b.value)[0]) in ("", root)]


def begins_with_variable(name: str, call: UserCall | None) -> bool:
    """Return True for a name such as `net.fc.weight` that is no pattern, if a running function has a variable `net`.

    The object of a method (`self`) does not count.
    """
    root = BASE.split(name, maxsplit=1)[0]
    return root not in (name, *RECEIVERS) and not {*"*?"} & {*name} and is_variable_of(root, call)


def bindings_at(program: Program, name: str, operator: Operator | None, after: bool = False) -> list[Binding]:
    """Return the bindings of a name before an operator of a program, or at the program's end if the operator is None.

    An ambiguous name has several bindings. If `after` is True, return the bindings after the operator, but in the same
    function. The name is searched in the function that created the operator, and then in the functions that called it.
    If a name has no value at this place, its first later value is used.
    """
    base, gradient = value_name(name)
    names = static_names(program)
    call = None if operator is None else names.calls.get(operator.id)
    found = names.find(base, END if operator is None else operator.id + after, call)
    if not found:
        local = call is not None and base in call.code.co_varnames
        found = [b for b in names.bindings.get(base, ()) if b.value and (not local or b.call is call)][:1]
    if found and not any(b.value for b in found):
        return []  # it is bound to an unknown value
    return [b._replace(value=b.value + gradient) for b in found if b.value] or structured_bindings(program, name, call)


def has_names(operator: Operator) -> bool:
    """Return True if the user's function that created an operator is known."""
    return operator.id in static_names(operator.block.program).calls


def static_names(program: Program) -> BoundNames:
    """Return the names from the assignments in a program's code. For a program from a file, return the stored names."""
    if (stored := _stored.get(program)) is not None:
        return stored
    found = _static.get(program)
    if found is None or found[0] != program.version:
        found = _static[program] = program.version, _read(program)
    return found[1]


def ambiguity(name: str, found: Iterable[Binding], step: int) -> str:
    """Return a text that lists the values that an ambiguous name may refer to, with their lines."""
    texts = [f"{b.value} ({'' if b.site is None else f'{b.site.where}, '}step {step})" for b in found]
    more = [f"{len(texts) - MOST_CANDIDATES} more"] if len(texts) > MOST_CANDIDATES else []
    return f"{name} can be {' or '.join(texts[:MOST_CANDIDATES] + more)}: use the name before the parenthesis"


def names_of(program: Program) -> Names:
    """Return a dict from the values of a program to the known names that assignments give to each value."""
    source = _eager.get(program)
    if source is not None:
        source.update()
        return source.seen.names
    return static_names(program).names


def _read(program: Program) -> BoundNames:
    """Read the names of a program from its operators. The ticks are the numbers of the operators."""
    names = BoundNames()
    made = {n for o in program.operators for n in o.outputs}
    operators = sorted((o for o in program.operators if o.phase == "forward"), key=lambda o: o.id)
    positions = [_levels(o.call) for o in operators]
    block_calls: dict[int, CodePosition] = {}  # the call that made a block, by its number
    for operator, levels in zip(operators, positions, strict=True):
        if levels:
            block_calls.update((block.idx, levels[-1]) for block in operator.blocks)
        if levels and operator.type == "while":
            names.loop_variables[levels[-1]] = _loop_variables(operator)
            names.outside_of.update(zip(operator.attrs["params"], map(str, operator.inputs), strict=False))
    _declare(names, program, made, positions)
    calls = _CallTree({_levels(made.position)[-1] for made in program.public_calls})
    returns = iter(sorted(program.public_calls, key=lambda made: made.until))
    known = {
        name for block in program.blocks for name in block.vars
    }  # a clone for evaluation has fewer variables than its functions made
    waiting = next(returns, None)
    for operator, levels in zip(operators, positions, strict=True):
        while waiting is not None and waiting.until <= operator.id:
            _read_return(names, calls, waiting, known)
            waiting = next(returns, None)
        if levels:
            called = operator.called if isinstance(operator.called, CodeType) else None
            call = names.calls[operator.id] = calls.of(levels, returns_itself(operator.op, called))
            if not _initializes(operator):
                names.read(operator, levels[-1], call, called, operator.id, block_calls.get(operator.block.idx))
    while waiting is not None:
        _read_return(names, calls, waiting, known)
        waiting = next(returns, None)
    names.end()
    return names


def _declare(
    names: BoundNames, program: Program, made: set[str | None], positions: list[tuple[CodePosition, ...]]
) -> None:
    """Name the variables that are neither results of operators nor results of public functions."""
    returned = {n for call in program.public_calls for n in call.made.values()}
    used = {levels[-1] for levels in positions if levels}  # functions such as fc make parameters and operators
    for variable in (v for block in program.blocks for v in block.vars.values()):
        levels = _levels(variable.call)
        if levels and variable.name in made and variable.name.startswith("create_parameter_"):  # filled at the start
            names.declare(variable.name, levels[-1])
        elif levels and levels[-1] in used:
            names.made_by_call[variable.name] = levels[-1]
        elif variable.name not in made and variable.name not in returned and levels:
            names.declare(variable.name, levels[-1])


def _read_return(names: BoundNames, calls: _CallTree, made: NotedCall, known: set[str]) -> None:
    """Read the return of a public function. The operators before the return were already read."""
    levels = _levels(made.position)
    call = calls.of(levels, True)
    given, results = ({path: n for path, n in found.items() if n in known} for found in (made.given, made.made))
    names.read_return(PublicCall(made.until, levels[-1], call, given, results, made.length))


def _loop_variables(operator: Operator) -> list[str]:
    """Return the variables that a loop passes to `cond` and `body`. Return [] if one of them is a TensorArray.

    Other variables that the body writes are defined outside of the loop, and are inputs of the loop's operator.
    """
    if any(name and operator.block.var_of(name).is_tensor_array for name in operator.inputs):
        return []
    params = operator.attrs["params"][: operator.attrs["n_loop"]]
    return [name for name in params if name.startswith(LOOP_VARIABLE)]


def _initializes(operator: Operator) -> bool:
    """Return True if an operator of a startup program initializes a parameter.

    In `y = fc(x)`, such an operator initializes a parameter of `fc`. The result of the operator does not get the name
    `y`.
    """
    return not operator.inputs and any(layer_attribute(name) for name in operator.outputs if name)


def _levels(position: Position | None) -> tuple[tuple[CodeType, int], ...]:
    """Return the positions of the callers of a position, outermost first, and then the position itself."""
    if position is None or isinstance(position, Site):
        return ()
    callers = position[2] if len(position) > 2 else ()
    return (*reversed(callers), (position[0], position[1]))


class _CallTree:
    """Distinguishes the calls of user functions that created the operators of a program.

    Only the positions in the code are known. If the position in a function moves back to earlier code, and no loop
    causes this, the function was called again. At the positions in `noted`, user code calls a public function, which
    may itself call user functions.
    """

    def __init__(self, noted: set[CodePosition]) -> None:
        self._noted = noted
        self._running: list[tuple[UserCall, int]] = []  # outermost first, each with its last instruction
        self._ended = 0  # the depth of the call whose result the last operator made; 0 if it made none

    def of(self, levels: tuple[tuple[CodeType, int], ...], result: bool) -> UserCall:
        """Return the call of a user function that creates an operator.

        `levels` contains the positions, outermost first.
        """
        running = self._running
        kept = 0
        while kept < min(len(running), len(levels)):
            call, at = running[kept]
            code, instruction = levels[kept]
            if call.code is not code or (kept and call.called_at != levels[kept - 1][1]):
                break
            back = instruction < at or (instruction == at and self._ended == len(levels) == kept + 1)
            if back and not _is_repeated(code, instruction):  # a loop in a caller, or a function that is no user's
                kept = next((depth for depth in range(kept, 0, -1) if _is_repeated(*levels[depth - 1])), kept)
                break
            kept += 1
        for depth, (code, instruction) in enumerate(levels):
            if depth < kept:
                running[depth] = running[depth][0], instruction
                continue
            if depth == kept:
                del running[kept:]
            outer = running[-1][0] if running else None
            below = 0 if outer is None else outer.below + 1 + (levels[depth - 1] in self._noted)
            running.append((UserCall(code, below, outer, levels[depth - 1][1] if depth else -1), instruction))
        del running[len(levels) :]
        self._ended = len(levels) if result else 0
        return running[-1][0]


def _is_repeated(code: CodeType, instruction: int) -> bool:
    node = node_at(code, instruction)
    return node is None or is_repeated(node) or repeats_calls(node)
