"""Parts: what the calls of a lowered run stand for. An operator, a chain of several, the update of the parameters."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from opscope.debug.profile.costs import Cost, cost, update_cost
from opscope.ir.program.program import Operator
from opscope.runtime.lower.fusion import Chain
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.lower.trace import Node
from opscope.runtime.plan import Instruction

NAMED = 3  # different ops that the name of a chain tells


@dataclass(slots=True, eq=False)
class Part:
    """A row in the making. `operators` are in program order; none: it is work of the executor itself."""

    key: tuple[object, ...]
    name: str
    type: str
    role: str
    operators: tuple[Operator, ...] = ()
    calls: int = 0
    cost: Cost = field(default_factory=Cost)
    whole: bool = False  # calls and cost are those of a run, however many spans it has there


def part_of(operators: Sequence[Operator]) -> Part:
    """The part of one operator, or of several that run as one."""
    distinct = tuple({o.id: o for o in operators}.values())
    key = (distinct[0].block.program.id, *(o.id for o in distinct))
    if len(distinct) == 1:
        return Part(key, distinct[0].type, distinct[0].type, distinct[0].phase, distinct)
    names = list(dict.fromkeys(o.op.name for o in distinct))
    told = " + ".join([*names[: NAMED - 1], "…"] if len(names) > NAMED else names)
    types = " + ".join(dict.fromkeys(o.type for o in distinct))
    return Part(key, f"{told} ({len(distinct)} fused)", types, distinct[-1].phase, distinct)


def probe_part() -> Part:
    """The part of all taps."""
    return Part(("taps",), "taps", "taps", "debug")


def instruction_part(instruction: Instruction) -> Part:
    """The part of an instruction that runs by itself."""
    return part_of([instruction.operator]) if instruction.kind == "op" else probe_part()


def update_part(lowered: Lowered) -> Part:
    """The part of what is written in place when all else is done."""
    nodes = [n for group in lowered.groups for n in group.nodes]
    if not nodes:
        program = lowered.plan.block.program
        return Part(("stores", program.id), "stores", "stores", "optimize", calls=len(lowered.commit), whole=True)
    operators = [lowered.plan.instructions[n.index].operator for n in nodes]
    made = part_of(operators)
    made.type = ", ".join(dict.fromkeys(o.type for o in operators))
    made.role = "optimize"
    made.name = f"{made.type} of {len(nodes)} parameters" if len(nodes) > 1 else made.type
    made.cost = update_cost(nodes)
    made.calls, made.whole = len(lowered.commit), True
    return made


class Parts:
    """The parts of one lowered plan: `of[i]` is the index, in `parts`, of the part of step i of its frame."""

    def __init__(self, lowered: Lowered) -> None:
        self.parts: list[Part] = [update_part(lowered)]
        self._places: dict[tuple[object, ...], int] = {self.parts[0].key: 0}
        self.of: list[int] = []
        instructions = lowered.plan.instructions
        for node, count in _counted(lowered):
            self._add(_node_part(node, instructions), count, cost(node, view=False) if count else Cost())
        rest = len(lowered.calls) - len(self.of)  # copies to where the update, a store or a fetch expects them
        self.of += [0] * (rest + 1)
        self.parts[0].calls += rest
        self.of += [self._place(instruction_part(instructions[i])) for i in lowered.after_owners]

    def _place(self, part: Part) -> int:
        found = self._places.setdefault(part.key, len(self.parts))
        if found == len(self.parts):
            part.whole = True
            self.parts.append(part)
        return found

    def _add(self, part: Part, calls: int, cost: Cost) -> None:
        place = self._place(part)
        self.parts[place].cost = self.parts[place].cost.plus(cost)
        self.parts[place].calls += calls
        self.of += [place] * calls


def _node_part(node: Node, instructions: Sequence[Instruction]) -> Part:
    chain = node.attrs.get("chain")
    if not isinstance(chain, Chain):
        return instruction_part(instructions[node.index])
    members = sorted({m.node.index for m in chain.members if not m.alias})
    return part_of([instructions[i].operator for i in members])


def _counted(lowered: Lowered) -> Iterator[tuple[Node, int]]:
    """The nodes of a lowered plan and how many of its calls are theirs."""
    for node, (start, end) in zip(lowered.nodes, itertools.pairwise([0, *lowered.ends]), strict=True):
        yield node, end - start
