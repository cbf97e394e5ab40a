"""The user's names of a program's variables: which variables a name means, and which names a variable has."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from types import CodeType
from typing import NamedTuple

from opscope.core.source import CodePosition, Position, Site, UserCall
from opscope.ir.control_flow.while_loop import LOOP_VARIABLE
from opscope.ir.program.program import GRAD, Operator, Program
from opscope.names.assignment_targets import is_repeated, normalized
from opscope.names.bound_names import Binding, BoundNames, Names, SeenNames, layer_attribute
from opscope.names.call_node import node_at
from opscope.names.call_results import CalledOp, which_make_results
from opscope.names.structured_names import parameters_named, structured_name, structured_names

END = 1 << 62  # a tick behind all others
# names of what functions make that have a number only at their end, as a pattern
UNNUMBERED = (
    r"(?:while|cond|array_read|array_length|tensor_array_to_tensor|rnn_input|rnn_output|auc|ctr_metric_bundle)"
    r"\.(?:tmp|steps)_\d+"
)


class _EagerSource(NamedTuple):
    """The names that the records of eager code have shown so far; `update` reads the calls that were made since."""

    seen: SeenNames
    update: Callable[[], None]


class _OwnNames(NamedTuple):
    """The names of a program's variables at a version, and which patterns match one of them."""

    version: tuple[int, int]
    names: frozenset[str]
    matched: dict[str, bool]


_static: weakref.WeakKeyDictionary[Program, tuple[int, BoundNames]] = weakref.WeakKeyDictionary()
_stored: weakref.WeakKeyDictionary[Program, BoundNames] = weakref.WeakKeyDictionary()
_eager: weakref.WeakKeyDictionary[Program, _EagerSource] = weakref.WeakKeyDictionary()
_own: weakref.WeakKeyDictionary[Program, _OwnNames] = weakref.WeakKeyDictionary()


def register_eager(program: Program, update: Callable[[], None]) -> None:
    """Make the names of a program those that its records show. `update`, a method, reads what is being written."""
    method = weakref.WeakMethod(update)  # the session has the program: a reference to it would keep both

    def update_if_alive() -> None:
        if (bound := method()) is not None:
            bound()

    _eager[program] = _EagerSource(SeenNames(), update_if_alive)


def register_names(program: Program, names: Names) -> None:
    """Give a program the names that its values have elsewhere."""
    _eager[program] = _EagerSource(SeenNames(names), lambda: None)


def register_stored(program: Program, names: BoundNames) -> None:
    """Give a program that was read from a file the names that were stored with it."""
    _stored[program] = names


def seen_names(program: Program) -> SeenNames | None:
    """Where the records of eager code collect their names; None for other programs."""
    found = _eager.get(program)
    return None if found is None else found.seen


def user_names(program: Program, value: str) -> tuple[str, ...]:
    """The names of a variable in the user's code: those of assignments, and of a parameter its structured name.

    Of `h@GRAD` those of h, with @GRAD. `hidden = self.net(x)`, where the net returns `y`, names one variable `y` and
    `hidden`.
    """
    base, grad, rest = value.partition(GRAD)
    structured = structured_name(program, base, assigned_names(program, base))
    found = (*assigned_names(program, value), *([structured + grad + rest] if structured else []))
    return tuple(name for name in dict.fromkeys(found) if name != value)


def assigned_names(program: Program, value: str) -> tuple[str, ...]:
    """The names that the program's assignments give to a variable."""
    base, grad, rest = value.partition(GRAD)
    names = _names(program)
    own = names.get(value, ()) if grad else ()
    found = (*own, *(name + grad + rest for name in names.get(base, ())))
    return tuple(name for name in found if name != value)


def is_generated(name: str) -> bool:
    """Return True if opscope has generated the name of a variable. A name that the user gave is shown first.

    >>> is_generated("tanh_0.tmp_0"), is_generated("while.tmp_1@GRAD"), is_generated("x"), is_generated("h.tmp_0")
    (True, True, False, False)
    """
    base = name.partition(GRAD)[0]
    return _GENERATED.match(base.partition(".")[0]) is not None or _OF_FUNCTION.fullmatch(base) is not None


def variables_named(program: Program, name: str) -> list[str]:
    """The variables that a name may mean somewhere in a program: one of that name, or those that the user calls so."""
    if name in _own_names(program):
        return [name]
    base, grad = _parts(normalized(name))
    assigned = [value for value, names in _names(program).items() if base in names]
    return [value + grad for value in assigned or parameters_named(program, base, _names(program))]


def all_user_names(program: Program) -> dict[str, list[str]]:
    """The variables by the names that the user gives them; without names that are also those of variables."""
    own, found = _own_names(program), dict[str, list[str]]()
    for value, names in _names(program).items():
        for name in names:
            if name not in own:
                found.setdefault(name, []).append(value)
    structured = structured_names(program, _names(program))
    return {name: values for name, values in structured.items() if name not in own} | found


def structured_bindings(program: Program, name: str) -> list[Binding]:
    """What a structured name means: one parameter; several if it is ambiguous, or none."""
    base, grad = _parts(normalized(name))
    values = parameters_named(program, base, _names(program))
    return [Binding(name, value + grad, 0, None, None) for value in values]


def bindings_at(program: Program, name: str, operator: Operator | None, after: bool = False) -> list[Binding]:
    """What a name means in a program of operators, before an operator (None: at the end); several if ambiguous.

    With `after`, behind the operator, but in the same function. It means what it does in the function that made the
    operator, or in one around it. A name that has no value yet means the first one that it will have there.
    """
    base, grad = _parts(normalized(name))
    names = static_names(program)
    call = None if operator is None else names.calls.get(operator.id)
    found = names.find(base, END if operator is None else operator.id + after, call)
    if not found:
        local = call is not None and base in call.code.co_varnames
        found = [b for b in names.bindings.get(base, ()) if not local or b.call is call][:1]
    return [b._replace(value=b.value + grad) for b in found] or structured_bindings(program, name)


def has_names(operator: Operator) -> bool:
    """True if the function of the user's that made an operator is known."""
    return operator.id in static_names(operator.block.program).calls


def static_names(program: Program) -> BoundNames:
    """The names that the assignments of a program's code give; those stored with it, if it was read from a file."""
    if (stored := _stored.get(program)) is not None:
        return stored
    found = _static.get(program)
    if found is None or found[0] != program.version:
        found = _static[program] = program.version, _read(program)
    return found[1]


def selects(pattern: str, value: str, program: Program) -> bool:
    """True if a pattern of the user's names selects a variable: only if no variable has a name of the pattern."""
    if _matches_own(pattern, program):
        return False
    wanted = normalized(pattern)
    base, grad = _parts(wanted) if wanted.endswith(".grad") else (wanted, "")
    return any(n in (wanted, base + grad) or fnmatchcase(n, pattern) for n in user_names(program, value))


def ambiguity(name: str, found: Iterable[Binding], step: int) -> str:
    """The candidates of an ambiguous name, with their lines."""
    texts = [f"{b.value} ({'' if b.site is None else f'{b.site.where}, '}step {step})" for b in found]
    return f"{name} is {' or '.join(texts)}: use the name before the parenthesis"


_GENERATED = re.compile(r".*_\d+$")
_OF_FUNCTION = re.compile(UNNUMBERED)


def _parts(name: str) -> tuple[str, str]:
    base, grad, rest = name.partition(GRAD)
    return (name.removesuffix(".grad"), GRAD) if name.endswith(".grad") else (base, grad + rest)


def _names(program: Program) -> Names:
    source = _eager.get(program)
    if source is not None:
        source.update()
        return source.seen.names
    return static_names(program).names


def _own_names(program: Program) -> frozenset[str]:
    return _own_of(program).names


def _own_of(program: Program) -> _OwnNames:
    version = program.version, sum(len(block.vars) for block in program.blocks)
    found = _own.get(program)
    if found is None or found.version != version:
        names = frozenset(name for block in program.blocks for name in block.vars)
        found = _own[program] = _OwnNames(version, names, {})
    return found


def _matches_own(pattern: str, program: Program) -> bool:
    own = _own_of(program)
    found = own.matched.get(pattern)
    if found is None:
        found = pattern in own.names or any(fnmatchcase(name, pattern) for name in own.names)
        own.matched[pattern] = found
    return found


def _read(program: Program) -> BoundNames:
    """The names in a program of operators; ticks are the numbers of the operators."""
    names = BoundNames()
    made = {n for o in program.operators for n in o.outputs}
    operators = sorted((o for o in program.operators if o.phase == "forward"), key=lambda o: o.id)
    positions = [_levels(o.call) for o in operators]
    block_calls: dict[int, CodePosition] = {}  # the call that has made a block, by its number
    for operator, levels in zip(operators, positions, strict=True):
        if levels:
            block_calls.update((block.idx, levels[-1]) for block in operator.blocks)
        if levels and operator.type == "while":
            names.loop_variables[levels[-1]] = _loop_variables(operator)
    used = {levels[-1] for levels in positions if levels}  # functions such as fc make parameters and operators
    for variable in (v for block in program.blocks for v in block.vars.values()):
        levels = _levels(variable.call)
        if levels and levels[-1] in used:
            names.made_by_call[variable.name] = levels[-1]
        elif variable.name not in made and levels:
            names.declare(variable.name, levels[-1])
    results = which_make_results(
        [CalledOp((0, p), o.type, o.inputs, o.outputs) for p, o in zip(positions, operators, strict=True)]
    )
    calls = _CallTree()
    for operator, levels, result in zip(operators, positions, results, strict=True):
        if levels:
            result = [] if _initializes(operator) else result
            call = names.calls[operator.id] = calls.of(levels, result == [()])
            names.read(operator, levels[-1], call, result, operator.id, block_calls.get(operator.block.idx))
    names.end()
    return names


def _loop_variables(operator: Operator) -> list[str]:
    """The variables that a loop passes to `cond` and `body`; none if one of them is a TensorArray.

    The other variables that the body writes exist outside of the loop, and are inputs of the operator.
    """
    if any(name and operator.block.var_of(name).is_tensor_array for name in operator.inputs):
        return []
    params = operator.attrs["params"][: operator.attrs["n_loop"]]
    return [name for name in params if name.startswith(LOOP_VARIABLE)]


def _initializes(operator: Operator) -> bool:
    """True if an operator of a start-up program fills a parameter of a layer: `y = fc(x)` does not call that one y."""
    return not operator.inputs and any(layer_attribute(name) for name in operator.outputs if name)


def _levels(position: Position | None) -> tuple[tuple[CodeType, int], ...]:
    """The positions of the callers, and the position itself, outermost first."""
    if position is None or isinstance(position, Site):
        return ()
    callers = position[2] if len(position) > 2 else ()
    return (*reversed(callers), (position[0], position[1]))


class _CallTree:
    """Tells the calls of functions apart that have made the operators of a program.

    Only positions are known. Where a function goes back without a loop, it was called again.
    """

    def __init__(self) -> None:
        self._running: list[tuple[UserCall, int]] = []  # outermost first, each with its last instruction
        self._ended = 0  # the depth of the call whose result the last operator made; 0 if it made none

    def of(self, levels: tuple[tuple[CodeType, int], ...], result: bool) -> UserCall:
        """The call that makes an operator at a position with its callers."""
        running = self._running
        kept = 0
        while kept < min(len(running), len(levels)):
            call, at = running[kept]
            code, instruction = levels[kept]
            if call.code is not code or (kept and call.called_at != levels[kept - 1][1]):
                break
            back = instruction < at or (instruction == at and self._ended == len(levels) == kept + 1)
            if back and not _is_repeated(code, instruction):
                while kept and not _is_repeated(*levels[kept - 1]):  # its callers were called again, too
                    kept -= 1
                break
            kept += 1
        for depth, (code, instruction) in enumerate(levels):
            if depth < kept:
                running[depth] = running[depth][0], instruction
                continue
            if depth == kept:
                del running[kept:]
            outer = running[-1][0] if running else None
            running.append((UserCall(code, depth, outer, levels[depth - 1][1] if depth else -1), instruction))
        del running[len(levels) :]
        self._ended = len(levels) if result else 0
        return running[-1][0]


def _is_repeated(code: CodeType, instruction: int) -> bool:
    node = node_at(code, instruction)
    return node is None or is_repeated(node)
