"""Search for the variables to which a name or a pattern refers. All functions with a name as argument use this search.

These rules are tried in order, and the first rule that finds a variable is used:

1. the variable with this name in the program;
2. variables with this name in the user's code, from assignments or from the Layers that read them;
3. results of the ONNX node or the name scope with this name;
4. variables whose names in the program match the pattern;
5. variables whose names in the user's code match the pattern.

During a run, `bindings_at` is tried first. This function returns the value of the name in the running function.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator

from opscope.ir.program.program import GRAD, Operator, Program
from opscope.names.program_names import names_of, seen_names, user_names
from opscope.names.structured_names import parameters_named, structured_names
from opscope.names.value_name import ValueName, value_name


class _KnownNames:
    """The names of the variables in one version of a program. Their other names are searched only when needed."""

    def __init__(self, program: Program, version: tuple[int, ...]) -> None:
        self.version = version
        self.own = frozenset(name for block in program.blocks for name in block.vars)
        self._program = weakref.ref(program)
        self._assigned: dict[str, list[str]] | None = None
        self._nodes: dict[str, list[str]] | None = None
        self._meant: dict[ValueName, tuple[str, ...]] = {}

    def exact(self, name: ValueName) -> tuple[str, ...]:
        """Return the variables with exactly this name. The result is () for a pattern or an unknown name."""
        if name not in self._meant:
            self._meant[name] = self._find(name)
        return self._meant[name]

    def _find(self, name: ValueName) -> tuple[str, ...]:
        if str(name) in self.own:
            return (str(name),)
        program = self._program()
        assert program is not None
        whole = self.assigned.get(str(name)) if name.gradient else None  # dx = paddle.grad(y, x)
        found = whole or [value + name.gradient for value in self.assigned.get(name.base, ())]
        if not found and any(sign in name.base for sign in ".["):
            found = [v + name.gradient for v in parameters_named(program, name.base, names_of(program))]
        found = found or [value + name.gradient for value in self._of_nodes(name.base)]
        return tuple(value for value in dict.fromkeys(found) if value in self.own or not name.gradient)

    def as_pattern(self, name: ValueName) -> bool:
        """Return True if a text that is not the name of a variable is a pattern.

        For example, if a variable `h` exists, `h[12]` is not a pattern, but an element of `h`.
        """
        owner, bracket, _ = name.base.partition("[")
        return name.is_pattern and not (bracket and owner and self.exact(ValueName(owner)))

    @property
    def assigned(self) -> dict[str, list[str]]:
        """The variables, as a dict whose keys are the names that assignments give to the variables."""
        if self._assigned is None:
            program, self._assigned = self._program(), {}
            assert program is not None
            for value, names in names_of(program).items():
                for name in names:
                    self._assigned.setdefault(name, []).append(value)
        return self._assigned

    def _of_nodes(self, text: str) -> list[str]:
        if self._nodes is None:
            program, self._nodes = self._program(), {}
            assert program is not None
            for operator in program.operators if any(block.ops for block in program.blocks) else ():
                for name in _node_names(operator):
                    self._nodes.setdefault(name, []).extend(_results(operator))
        found = self._nodes.get(text.rstrip("/"))
        if not found and " " in text:  # `Exp /act/Exp`, as errors and comparisons show a node
            found = self._nodes.get(text.partition(" ")[2])
        return found or []


_known: weakref.WeakKeyDictionary[Program, _KnownNames] = weakref.WeakKeyDictionary()


def selects(text: str, value: str, program: Program) -> bool:
    """Return True if a name or a pattern selects a variable of a program."""
    name, known = value_name(text), _known_names(program)
    if (exact := known.exact(name)) or not known.as_pattern(name):
        return value in exact
    if _matches_any(name, known):
        return name.matches(value)
    return any(map(name.matches, user_names(program, value)))


def variables_named(program: Program, text: str) -> list[str]:
    """Return the variables that a name or a pattern may select at any place of a program."""
    name, known = value_name(text), _known_names(program)
    if (exact := known.exact(name)) or not known.as_pattern(name):
        return list(exact)
    own = dict.fromkeys(value for block in program.blocks for value in block.vars)
    return [value for value in own if selects(text, value, program)]


def is_assigned(program: Program, text: str) -> bool:
    """Return True if the user's code assigns a value to this name. Each call of a function may assign another value."""
    name, known = value_name(text), _known_names(program)
    return str(name) not in known.own and (name.base in known.assigned or str(name) in known.assigned)


def all_user_names(program: Program) -> dict[str, list[str]]:
    """Return a dict from names in the user's code to variables. A name that is a variable's own name is omitted."""
    known = _known_names(program)
    structured = structured_names(program, names_of(program))
    found = structured | known.assigned
    return {name: values for name, values in found.items() if name not in known.own}


def _known_names(program: Program) -> _KnownNames:
    variables = sum(len(block.vars) for block in program.blocks)
    shown = sum(map(len, names_of(program).values())) if seen_names(program) is not None else 0  # by eager code so far
    seen = seen_names(program)
    version = program.version, variables, shown, 0 if seen is None else seen.revision
    found = _known.get(program)
    if found is None or found.version != version:
        found = _known[program] = _KnownNames(program, version)
    return found


def _matches_any(name: ValueName, known: _KnownNames) -> bool:
    return any(map(name.matches, known.own))


def _node_names(operator: Operator) -> Iterator[str]:
    """Yield the name of the ONNX node to which an operator belongs, and the name scopes that contain the operator."""
    if operator.onnx_node:
        yield operator.onnx_node
    scope = operator.namescope.rstrip("/")
    while scope:
        yield scope
        yield scope.removeprefix("/")
        scope = scope.rpartition("/")[0]


def _results(operator: Operator) -> list[str]:
    """Return an operator's outputs that are results of its ONNX node or scope, without inner values of the node."""
    inner = f":{operator.op.name}"
    found = [name for name in operator.outputs if name and GRAD not in name]
    return [name for name in found if not (operator.onnx_node and inner in name)]
