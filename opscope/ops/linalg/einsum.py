"""Einstein summation: an equation becomes diagonals, sums, and a contraction of the rest.

After diagonals and sums, every label of an operand is also in the result or in another operand. No operand has a label
twice. Therefore, the gradient of each operand is also a contraction.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.public_calls import note_functions
from opscope.core.spec import TensorSpec
from opscope.errors import ModeError, ShapeError, UnsupportedError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import together
from opscope.ops.grad_ops import sum_to
from opscope.ops.manipulation.reshape import squeeze, transpose
from opscope.ops.reduction import sum as total
from opscope.ops.registry import REGISTRY, Sample, op


def _labels(equation: str) -> tuple[list[str], str]:
    left, _, out = equation.partition("->")
    return left.split(","), out


def _contracted(*x: TensorSpec, equation: str) -> TensorSpec:
    operands, out = _labels(equation)
    known: dict[str, dims.Dim] = {}
    for labels, spec in zip(operands, x, strict=True):
        for label, dim in zip(labels, spec.shape, strict=True):
            before = known.get(label)
            if dim is not None and before not in (None, dim, 1) and dim != 1:
                raise ShapeError(
                    f"einsum: Same label have different shapes for label: `{label}`: {before} and {dim}",
                    facts={f"operand {i}": s for i, s in enumerate(x)},
                )
            known[label] = dim if before in (None, 1) and dim is not None else before
    return TensorSpec(tuple(known[label] for label in out), infer.promoted(*x))


def _contract_rule(dout: Array, x: Array, equation: str) -> list[Any]:
    operands, out = _labels(equation)
    grads = []
    for i, labels in enumerate(operands):
        others = [j for j in range(len(x)) if j != i]
        left = ",".join([out, *(operands[j] for j in others)])
        grads.append(sum_to(contraction(dout, *(x[j] for j in others), equation=f"{left}->{labels}"), x[i]))
    return grads


def _contract_samples() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(2, 3), a(3, 4)), {"equation": "ij,jk->ik"}),
        Sample((a(2, 3), a(2, 4), a(2, 3, 4)), {"equation": "bi,bo,bio->b"}),
        Sample((a(2), a(3)), {"equation": "i,j->ji"}),
        Sample((a(3), a(3, seed=1)), {"equation": "i,i->"}),
    ]


@op(infer=_contracted, vjp={"x": _contract_rule}, samples=_contract_samples)
def contraction(xp: ArrayModule, *x: Array, equation: str) -> Array:
    """Return the sum of products of an equation of single labels: the last part of an einsum."""
    return xp.array(xp.einsum(equation, *together(xp, x), optimize=True))


class _Operand:
    """Tensor with a label for each of its dims."""

    def __init__(self, value: Array, labels: list[str]) -> None:
        self.value = value
        self.labels = labels

    def size(self, label: str) -> dims.Dim:
        dim = self.value.shape[self.labels.index(label)]
        return None if dim == -1 else dim

    def take_diagonals(self) -> None:
        """Return the operand with each label once: repeated labels become diagonals."""
        while double := next((n for n, k in Counter(self.labels).items() if k > 1), None):
            first = self.labels.index(double)
            second = self.labels.index(double, first + 1)
            self.value = REGISTRY["diagonal"](self.value, offset=0, axis1=first, axis2=second)
            self.labels = [n for i, n in enumerate(self.labels) if i not in (first, second)] + [double]

    def drop(self, labels: Iterable[str], function: Any) -> None:
        """Return the operand without the dims of these labels; the given function reduces these dims."""
        axes = [i for i, n in enumerate(self.labels) if n in set(labels)]
        if axes:
            self.value = function(self.value, axis=axes)
            self.labels = [n for i, n in enumerate(self.labels) if i not in axes]


def einsum(equation: str, *operands: Any) -> Any:
    """Return the sum of products of operands: 'ij,jk->ik' is the matrix product, 'ii->i' is a diagonal.

    Labels are letters; `...` stands for dims that broadcast. Without `->`, the result has the labels that occur once,
    in alphabetical order. Raises ModeError (an AssertionError) for an invalid equation, and ShapeError for dims that
    differ.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/einsum_en.html
    """
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = tuple(operands[0])
    if not operands:
        raise ModeError("Required at least one operand in Einsum API, but received 0")
    left, arrow, right = equation.replace(" ", "").partition("->")
    parts = left.split(",")
    if len(parts) != len(operands):
        raise ModeError(
            f"Invalid equation: the number of operands is {len(operands)}, but found {len(parts)} segments in the "
            "label equation."
        )
    dots = _dotted(parts, operands)
    read = [_Operand(x, _named(part, len(x.shape), dots)) for part, x in zip(parts, operands, strict=True)]
    out = _result(right, dots, read) if arrow else _implied(dots, read)
    return _evaluated(read, out)


def _evaluated(operands: list[_Operand], out: list[str]) -> Any:
    for operand in operands:
        operand.take_diagonals()
    _unstretch(operands)
    for i, operand in enumerate(operands):
        elsewhere = {*out, *(n for j, other in enumerate(operands) if j != i for n in other.labels)}
        operand.drop([n for n in operand.labels if n not in elsewhere], total)
    if len(operands) == 1:
        perm = [operands[0].labels.index(n) for n in out]
        return operands[0].value if perm == sorted(perm) else transpose(operands[0].value, perm=perm)
    left = ",".join("".join(o.labels) for o in operands)
    return contraction(*(o.value for o in operands), equation=f"{left}->{''.join(out)}")


def _unstretch(operands: list[_Operand]) -> None:
    """Remove dims of size 1 that would broadcast, so that no dim broadcasts any more."""
    for label in {n for o in operands for n in o.labels}:
        having = [o for o in operands if label in o.labels]
        known = {o.size(label) for o in having} - {None}
        if len(known - {1}) > 1:
            raise ShapeError(
                f"einsum: Same label have different shapes for label: `{label}`: {sorted(d for d in known if d)}",
                facts={f"operand {i}": list(o.value.shape) for i, o in enumerate(operands)},
            )
        if len(known) > 1:
            for operand in having:
                if operand.size(label) == 1:
                    operand.drop([label], squeeze)


def _dotted(parts: Sequence[str], operands: Sequence[Any]) -> list[str]:
    """Return labels for the dims of `...`, as many as the operand with most of these dims has."""
    counts = [
        len(x.shape) - len(part.replace("...", "", 1)) for part, x in zip(parts, operands, strict=True) if "..." in part
    ]
    free = [c for c in string.ascii_letters if not any(c in part for part in parts)]
    return free[: max(counts, default=0)]


def _letters(part: str) -> str:
    plain = part.replace("...", "", 1)
    if "." in plain:
        raise ModeError("Invalid equation: `.` is found outside of an ellipsis.")
    for label in plain:
        if label not in string.ascii_letters:
            raise ModeError(f"Invalid equation: {label} is not a valid label, which should be letters.")
    return plain


def _named(part: str, rank: int, dots: list[str]) -> list[str]:
    """Return a label for each dim."""
    plain = _letters(part)
    if len(plain) > rank or (len(plain) < rank and "..." not in part):
        raise ModeError(f"Invalid equation: the label string '{part}' misses dimensions.", facts={"rank": rank})
    before, _, behind = part.partition("...")
    missing = rank - len(plain)
    return [*before, *(dots[len(dots) - missing :] if "..." in part else []), *behind]


def _result(right: str, dots: list[str], operands: list[_Operand]) -> list[str]:
    plain = _letters(right)
    have = {n for o in operands for n in o.labels}
    if dots and "..." not in right:
        raise ModeError("Invalid equation: missing ellipsis in output labels.")
    if len(set(plain)) < len(plain):
        raise UnsupportedError(
            f"einsum: a label that is twice in the result, '{right}', is not supported",
            fix="use diag_embed on the result",
        )
    if unknown := [n for n in plain if n not in have]:
        raise ShapeError(f"einsum: Must in all_labels: {', '.join(unknown)} of the result is in no operand")
    before, _, behind = right.partition("...")
    return [*before, *(dots if "..." in right else []), *behind]


def _implied(dots: list[str], operands: list[_Operand]) -> list[str]:
    counts = Counter(n for o in operands for n in o.labels if n not in dots)
    return [*dots, *sorted(n for n, k in counts.items() if k == 1)]


note_functions(__name__)
REGISTRY.public["einsum"] = einsum
