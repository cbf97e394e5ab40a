"""Groups of operators for a picture by layer: calls of Layers, and calls of functions between Layers.

If a Layer is called again after another Layer, the called Layer is drawn a second time. If a program has several
networks, such as a generator and a discriminator, there is a group for each call of a network. The operators of a
function call between Layers are also a group. For example, a call of `cross_entropy` creates three operators. A
gradient operator is in the group of the operator that it differentiates.

If two groups have the same name, a `MARK` and a number are added to the name. `shown_name` removes the mark and the
number.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from opscope.core.source import Position, Site
from opscope.ir.program.program import GRAD, Operator
from opscope.names.call_node import node_at
from opscope.viz.graph import op_id, var_id
from opscope.viz.graph_builder import block_scope
from opscope.viz.scopes import MARK

Group: TypeAlias = tuple[str, ...]
MAX_VISITS = 4
"""A Layer with at most this number of calls has a node for each call.

With more calls, as in a loop, it has one node.
"""


def operator_groups(operators: Sequence[Operator], paths: Mapping[str, Group]) -> dict[str, Group]:
    """Return a dict from the id of each operator's node to the group of the operator.

    `paths` maps each node, including the nodes of parameters, to its name scopes and Layers.
    """
    forward = [operator for operator in operators if operator.phase == "forward"]
    # a loop is one node, including its blocks
    own = {op_id(o.id): (*paths[op_id(o.id)], *([block_scope(o)] if o.blocks else ())) for o in forward}
    networks = _Networks(forward, own)
    if len(networks.names) > 1:
        own = networks.groups()
    own = _visits(own)
    containers = {(), *(path[:n] for path in own.values() for n in range(1, len(path)))}
    loose = [operator for operator in forward if own[op_id(operator.id)] in containers]
    loose = [operator for operator in loose if not operator.blocks]
    found = own | {key: (*own[key], call) for key, call in _calls(loose, CalledNames(forward)).items()}
    places = _ForwardPlaces(forward, found)
    for operator in operators:
        if operator.phase == "backward":
            found[op_id(operator.id)] = places.of_gradient(operator)
        elif operator.phase == "optimize":
            parameter = operator.role_var[0] if operator.role_var else ""
            found[op_id(operator.id)] = places.of_value(parameter) or paths.get(var_id(parameter), ())
    return found


class CalledNames:
    """Names of opscope's functions that the user's code calls, such as `cross_entropy`."""

    def __init__(self, operators: Iterable[Operator]) -> None:
        self.calls_of_layers: set[Position | None] = set()
        self.made: dict[Position | None, set[str]] = defaultdict(set)
        for operator in operators:
            self.made[operator.call].add(operator.type)
            if operator.layer_path:
                self.calls_of_layers.add(operator.call)

    def of(self, operator: Operator) -> str:
        """Return the name of the function whose call has created the operator.

        Return "" if the function is not known.
        """
        name = _callee(operator).rpartition(".")[2]
        return name if name.isidentifier() and operator.call not in self.calls_of_layers else ""

    def label(self, operator: Operator) -> str:
        """Return the name of the function whose call has created only this operator, or else the name of the op."""
        return (self.of(operator) if len(self.made[operator.call]) == 1 else "") or operator.op.name


def _callee(operator: Operator) -> str:
    """Return the text of the called object at the operator's position, such as `F.relu`.

    Return "" if the called object is not known.
    """
    if operator.call is None or isinstance(operator.call, Site):
        return ""
    node = node_at(operator.call[0], operator.call[1])
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _visits(groups: Mapping[str, Group]) -> dict[str, Group]:
    """Add the number of the call to the groups of Layers that are called again after another Layer."""
    visits, current, number = Counter[str](), "", dict[str, int]()
    for key, group in groups.items():
        if group and group[0] != current:
            current = group[0]
            visits[current] += 1
        number[key] = visits[current]
    return {
        key: (f"{group[0]}{MARK}{number[key]}", *group[1:]) if group and 1 < visits[group[0]] <= MAX_VISITS else group
        for key, group in groups.items()
    }


def _calls(loose: Iterable[Operator], called: CalledNames) -> dict[str, str]:
    """Return a scope for each operator in `loose`, which contains the operators of function calls between Layers.

    Such an operator is outside of all Layers, or directly in a Layer that has inner Layers.
    All operators of one function call have the same scope.
    """
    runs: list[list[Operator]] = []
    for operator in loose:
        last = runs[-1][-1] if runs else None
        is_next = last is not None and last.call == operator.call and last.id == operator.id - 1
        if is_next and called.of(operator):
            runs[-1].append(operator)
        else:
            runs.append([operator])
    names = [(called.of(run[0]) or run[0].op.name, run) for run in runs]
    return {op_id(o.id): f"{name}{MARK}{op_id(run[0].id)}" for name, run in names for o in run}


class _Networks:
    """The networks: the classes of the outermost Layers that the user's code calls."""

    def __init__(self, operators: Sequence[Operator], groups: Mapping[str, Group]) -> None:
        self.operators, self.paths = operators, groups
        self.own = {op_id(o.id): name for o in operators if (name := _network_of(o))}
        self.names = set(self.own.values())

    def groups(self) -> dict[str, Group]:
        """Return the groups, with an additional group around each call of a network."""
        found: dict[str, Group] = {}
        calls, current, seen = Counter[str](), "", list[str]()
        for operator in self.operators:
            key, path = op_id(operator.id), self.paths[op_id(operator.id)]
            name = self.own.get(key) or self._around(operator, current if path else "")
            layer = path[0] if path else ""
            is_again = bool(layer) and layer in seen[:1] and seen[-1] != layer
            if name and (name != current or is_again):
                calls[name] += 1
                seen = []
            current = name
            if layer:
                seen.append(layer)
            again = f"{MARK}{calls[name]}" if calls[name] > 1 else ""
            found[key] = (f"{name}{again}", *path) if name else path
        return found

    def _around(self, operator: Operator, otherwise: str) -> str:
        if isinstance(operator.call, tuple) and not isinstance(operator.call, Site):
            code = operator.call[0]
            name = code.co_qualname.removesuffix(".forward").rpartition(".")[2]
            if code.co_name == "forward" and name in self.names:
                return name
        return otherwise


def _network_of(operator: Operator) -> str:
    """Return the class whose `forward` calls the operator's Layer as an attribute of `self`.

    Return "" if there is no such class.
    """
    if not operator.layer_path or operator.call is None or isinstance(operator.call, Site):
        return ""
    code = operator.call[0]
    if code.co_name != "forward" or _callee(operator) != f"self.{operator.layer_path}":
        return ""
    return code.co_qualname.removesuffix(".forward").rpartition(".")[2]


class _ForwardPlaces:
    """The groups of forward operators, from which the groups of gradients follow."""

    def __init__(self, operators: Sequence[Operator], groups: Mapping[str, Group]) -> None:
        self.groups = groups
        self.alike: dict[tuple[object, str], list[Operator]] = defaultdict(list)
        self.writers: dict[str, Operator] = {}
        self.readers: dict[str, Operator] = {}
        for operator in operators:
            self.alike[operator.call, f"{operator.type}_grad"].append(operator)
            self.writers |= dict.fromkeys(filter(None, operator.outputs), operator)
            for name in filter(None, operator.inputs):
                self.readers.setdefault(name, operator)

    def of_gradient(self, operator: Operator) -> Group:
        """Return the group of the forward operator that a backward operator differentiates.

        A helper operator, such as a sum of gradients, differentiates no operator. For a helper, return the group of the
        operator that writes the value of the gradient.
        """
        names = {name.partition(GRAD)[0] for name in (*operator.inputs, *operator.outputs) if name}
        near = lambda forward: len(names.intersection((*forward.inputs, *forward.outputs)))
        if alike := self.alike.get((operator.call, operator.type)):
            return self.groups[op_id(max(reversed(alike), key=near).id)]
        return next((group for name in operator.outputs if name and (group := self.of_value(name))), ())

    def of_value(self, name: str) -> Group:
        """Return the group of the operator that writes a value.

        If no operator writes the value, return the group of its first reader.
        """
        base = name.partition(GRAD)[0]
        operator = self.writers.get(base) or self.readers.get(base)
        return () if operator is None else self.groups[op_id(operator.id)]
