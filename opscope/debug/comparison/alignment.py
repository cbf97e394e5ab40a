"""Alignment of two programs: pairs of corresponding operators.

Two operators correspond if their types, their phases and their positions in the sequence of operators are equal. The
names of values are not compared, because the names contain generated numbers. One additional operator changes the
numbers in all later names. If both programs read the same parameters and feeds, an operator is also identified by the
parameters and feeds that it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from opscope.ir.program.program import Operator

Key = tuple[str, str, tuple[str, ...]]
Pair = tuple[Operator, Operator]


@dataclass
class Alignment:
    """Pairs of corresponding operators of the programs `a` and `b`, and the operators that correspond to no operator.

    `pairs` is in the order of `b`, and also contains the operators that have moved. `renamed` maps each name of a value
    in program `a` to the corresponding name in program `b`.
    """

    pairs: list[Pair] = field(default_factory=list[Pair])
    moved: list[Pair] = field(default_factory=list[Pair])
    replaced: list[Pair] = field(default_factory=list[Pair])
    removed: list[Operator] = field(default_factory=list[Operator])
    added: list[Operator] = field(default_factory=list[Operator])
    renamed: dict[str, str] = field(default_factory=dict[str, str])

    def other_name(self, name: str) -> str:
        """Return the name in program `b` of the value whose name in program `a` is `name`."""
        return self.renamed.get(name, name)

    @property
    def same_operators(self) -> bool:
        """True if the operators of the two programs are the same and in the same order."""
        return not (self.moved or self.replaced or self.removed or self.added)


def align(a: Sequence[Operator], b: Sequence[Operator]) -> Alignment:
    """Align the operators of two programs. Both sequences are in execution order."""
    keys_a, keys_b = _keys(a, b)
    found = Alignment()
    if keys_a == keys_b:
        found.pairs = list(zip(a, b, strict=True))
    else:
        _match(found, a, b, keys_a, keys_b)
    for one, other in (*found.pairs, *found.replaced):
        for x, y in (*zip(one.inputs, other.inputs, strict=False), *zip(one.outputs, other.outputs, strict=False)):
            if x is not None and y is not None:
                found.renamed.setdefault(x, y)
    return found


def _match(
    found: Alignment, a: Sequence[Operator], b: Sequence[Operator], keys_a: list[Key], keys_b: list[Key]
) -> None:
    removed: list[tuple[Operator, Key]] = []
    added: list[tuple[Operator, Key]] = []
    exchanged: list[tuple[list[Operator], list[Operator]]] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, keys_a, keys_b, autojunk=False).get_opcodes():
        if tag == "equal":
            found.pairs += zip(a[i:i_end], b[j:j_end], strict=True)
            continue
        removed += zip(a[i:i_end], keys_a[i:i_end], strict=True)
        added += zip(b[j:j_end], keys_b[j:j_end], strict=True)
        if tag == "replace":
            exchanged.append((list(a[i:i_end]), list(b[j:j_end])))
    for one, key in list(removed):
        at = next((n for n, (_, other_key) in enumerate(added) if other_key == key), None)
        if at is not None:
            found.moved.append((one, added.pop(at)[0]))
            removed.remove((one, key))
    gone, come = {id(o) for o, _ in removed}, {id(o) for o, _ in added}
    for some, others in exchanged:
        found.replaced += zip([o for o in some if id(o) in gone], [o for o in others if id(o) in come], strict=False)
    gone -= {id(one) for one, _ in found.replaced}
    come -= {id(other) for _, other in found.replaced}
    found.removed = [o for o, _ in removed if id(o) in gone]
    found.added = [o for o, _ in added if id(o) in come]
    place = {id(operator): n for n, operator in enumerate(b)}
    found.pairs = sorted([*found.pairs, *found.moved], key=lambda pair: place[id(pair[1])])


def _keys(a: Sequence[Operator], b: Sequence[Operator]) -> tuple[list[Key], list[Key]]:
    given = [{n for o in operators for n in o.inputs if n is not None and _is_given(o, n)} for operators in (a, b)]
    named = given[0] if given[0] == given[1] else set[str]()
    return [_key(o, named) for o in a], [_key(o, named) for o in b]


def _key(operator: Operator, named: set[str]) -> Key:
    return operator.type, operator.phase, tuple(n for n in operator.inputs if n in named)


def _is_given(operator: Operator, name: str) -> bool:
    """Return True for the name of a parameter (a persistable variable) or of a fed value."""
    variable = operator.block.find(name)
    return variable is not None and (variable.persistable or variable.is_data)
