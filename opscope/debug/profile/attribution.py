"""Attribution of the calls of a lowered (compiled) run to operators.

A call belongs to one operator, to several fused operators, or to the parameter update.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from opscope.core.source import Site
from opscope.debug.profile.costs import Cost, cost, update_cost
from opscope.ir.program.program import Operator
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.trace import TraceNode
from opscope.runtime.plan import Instruction

NAMED = 3  # different ops in the name of a fused group


@dataclass(slots=True, eq=False)
class CallOrigin:
    """Origin of some calls: the operators that have made the calls, with the costs of the calls.

    An origin without operators is work of the executor itself, or an eager call. An eager call has a `site` (the user's
    line) and a `layer`.
    """

    key: tuple[object, ...]
    name: str
    type: str
    role: str
    operators: tuple[Operator, ...] = ()
    calls: int = 0
    cost: Cost = field(default_factory=Cost)
    per_run: bool = False  # calls and cost are per run, whatever the number of spans
    site: Site | None = None
    layer: str = ""


def origin_of(operators: Sequence[Operator]) -> CallOrigin:
    """Make the CallOrigin for calls of a single operator, or of several fused operators."""
    distinct = tuple({o.id: o for o in operators}.values())
    key = (distinct[0].block.program.id, *(o.id for o in distinct))
    if len(distinct) == 1:
        return CallOrigin(key, distinct[0].type, distinct[0].type, distinct[0].phase, distinct)
    names = list(dict.fromkeys(o.op.name for o in distinct))
    title = " + ".join([*names[: NAMED - 1], "…"] if len(names) > NAMED else names)
    types = " + ".join(dict.fromkeys(o.type for o in distinct))
    return CallOrigin(key, f"{title} ({len(distinct)} fused)", types, distinct[-1].phase, distinct)


def probe_origin() -> CallOrigin:
    """Make the CallOrigin for the calls of all taps."""
    return CallOrigin(("taps",), "taps", "taps", "debug")


def instruction_origin(instruction: Instruction) -> CallOrigin:
    """Make the CallOrigin for an instruction that was not lowered (compiled to direct calls)."""
    return origin_of([instruction.operator]) if instruction.kind == "op" else probe_origin()


def update_origin(lowered: LoweredPlan) -> CallOrigin:
    """Make the CallOrigin for the calls that update parameters in place at the end of a run."""
    nodes = [n for group in lowered.update_groups for n in group.nodes] + lowered.row_steps
    if not nodes:
        program = lowered.plan.block.program
        return CallOrigin(
            ("stores", program.id), "stores", "stores", "optimize", calls=len(lowered.commit_calls), per_run=True
        )
    operators = [lowered.plan.instructions[n.index].operator for n in nodes]
    made = origin_of(operators)
    made.type = ", ".join(dict.fromkeys(o.type for o in operators))
    made.role = "optimize"
    made.name = f"{made.type} of {len(nodes)} parameters" if len(nodes) > 1 else made.type
    made.cost = update_cost(nodes)
    made.calls, made.per_run = len(lowered.commit_calls), True
    return made


class Attribution:
    """The origins of the calls in a lowered (compiled) plan.

    Call number i has the origin `origins[index_of_call[i]]`.
    """

    def __init__(self, lowered: LoweredPlan) -> None:
        self.origins: list[CallOrigin] = [update_origin(lowered)]
        self._indices: dict[tuple[object, ...], int] = {self.origins[0].key: 0}
        self.index_of_call: list[int] = []
        instructions = lowered.plan.instructions
        for node, count in _nodes_with_calls(lowered):
            self._add(_node_origin(node, instructions), count, cost(node, view=False) if count else Cost())
        rest = len(lowered.calls) - len(self.index_of_call)  # copies for the update, a store or a fetch
        self.index_of_call += [0] * (rest + 1)
        self.origins[0].calls += rest
        self.index_of_call += [self._index(instruction_origin(instructions[i])) for i in lowered.post_update_owners]

    def _index(self, origin: CallOrigin) -> int:
        found = self._indices.setdefault(origin.key, len(self.origins))
        if found == len(self.origins):
            origin.per_run = True
            self.origins.append(origin)
        return found

    def _add(self, origin: CallOrigin, calls: int, cost: Cost) -> None:
        index = self._index(origin)
        self.origins[index].cost = self.origins[index].cost.plus(cost)
        self.origins[index].calls += calls
        self.index_of_call += [index] * calls


def _node_origin(node: TraceNode, instructions: Sequence[Instruction]) -> CallOrigin:
    group = node.attrs.get("group")
    if not isinstance(group, FusionGroup):
        return instruction_origin(instructions[node.index])
    members = sorted({m.node.index for m in group.members if not m.is_view})
    return origin_of([instructions[i].operator for i in members])


def _nodes_with_calls(lowered: LoweredPlan) -> Iterator[tuple[TraceNode, int]]:
    """Yield the nodes of a lowered (compiled) plan, with the number of calls of each node."""
    for node, (start, end) in zip(lowered.nodes, itertools.pairwise([0, *lowered.call_ends]), strict=True):
        yield node, end - start
