"""Operations of the decompositions of matrices: the leading terms of the textbook's counts, halved, for each matrix.

Source: Golub & Van Loan 2013, Matrix Computations; a singular value decomposition is the one by bidiagonalization.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Rule = Callable[[Sequence[Any], Any, Mapping[str, Any]], int]


def _counted(mmn: Fraction | int, mnn: Fraction | int, nnn: Fraction | int) -> Rule:
    """mmn · m²n + mnn · mn² + nnn · n³ operations, m >= n, for each matrix of the first input."""

    def rule(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
        *many, rows, columns = inputs[0].shape
        m, n = max(rows, columns), min(rows, columns)
        return int(math.prod(many) * (mmn * m * m * n + mnn * m * n * n + nnn * n**3) / 2)

    return rule


def _solved(nnn: Fraction | int, columns: int) -> Rule:
    """nnn · n³ operations, and `columns` · n² for each column of the solution."""

    def rule(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
        n = inputs[0].shape[-1]
        matrices = math.prod(inputs[0].shape[:-2])
        return int((matrices * nnn * n**3 + columns * out.size * n) / 2)

    return rule


def _contracted(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
    """A product and a sum for each value of all letters of the equation together."""
    sizes: dict[str, int] = {}
    for letters, value in zip(attrs["equation"].partition("->")[0].split(","), inputs, strict=True):
        sizes.update(zip(letters, value.shape, strict=True))
    return math.prod(sizes.values())


_SVD = _counted(4, 8, 9)

DECOMPOSITIONS: dict[str, Rule] = {
    "cholesky": _counted(0, 0, Fraction(1, 3)),
    "qr": _counted(0, 4, Fraction(-4, 3)),
    "svd": _SVD,
    "cofactors": _SVD,
    "pinv": _counted(4, 10, 9),
    "matrix_rank": _counted(0, 4, Fraction(-4, 3)),
    "eigh": _counted(0, 0, 9),
    "inverse": _counted(0, 0, 2),
    "lstsq": _counted(4, 8, 9),
    "solve": _solved(Fraction(2, 3), 2),
    "triangular_solve": _solved(0, 1),
    "contraction": _contracted,
}
