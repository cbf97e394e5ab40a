"""Half the numbers of operations of matrix decompositions. Only the leading terms of the textbook counts are used.

Source: Golub & Van Loan 2013, Matrix Computations. The count for the singular value decomposition is for the
bidiagonalization method.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

# (inputs, first output, attributes) -> half the floating-point operations
FlopRule = Callable[[Sequence[Any], Any, Mapping[str, Any]], int]


def _polynomial(mmn: Fraction | int, mnn: Fraction | int, nnn: Fraction | int) -> FlopRule:
    """Return a rule for mmn · m²n + mnn · mn² + nnn · n³ operations per matrix. m >= n are the sizes of the matrix."""

    def rule(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
        *many, rows, columns = inputs[0].shape
        m, n = max(rows, columns), min(rows, columns)
        return int(math.prod(many) * (mmn * m * m * n + mnn * m * n * n + nnn * n**3) / 2)

    return rule


def _solution(nnn: Fraction | int, columns: int) -> FlopRule:
    """Return a rule for nnn · n³ operations, and `columns` · n² operations for each column of the solution."""

    def rule(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
        n = inputs[0].shape[-1]
        matrices = math.prod(inputs[0].shape[:-2])
        return int((matrices * nnn * n**3 + columns * out.size * n) / 2)

    return rule


def _contraction(inputs: Sequence[Any], out: Any, attrs: Mapping[str, Any]) -> int:
    """Return the number of products: one for each combination of indices in the equation."""
    sizes: dict[str, int] = {}
    for letters, value in zip(attrs["equation"].partition("->")[0].split(","), inputs, strict=True):
        sizes.update(zip(letters, value.shape, strict=True))
    return math.prod(sizes.values())


_SVD = _polynomial(4, 8, 9)

DECOMPOSITIONS: dict[str, FlopRule] = {
    "cholesky": _polynomial(0, 0, Fraction(1, 3)),
    "qr": _polynomial(0, 4, Fraction(-4, 3)),
    "svd": _SVD,
    "cofactors": _SVD,
    "pinv": _polynomial(4, 10, 9),
    "matrix_rank": _polynomial(0, 4, Fraction(-4, 3)),
    "eigh": _polynomial(0, 0, 9),
    "inverse": _polynomial(0, 0, 2),
    "lstsq": _polynomial(4, 8, 9),
    "solve": _solution(Fraction(2, 3), 2),
    "triangular_solve": _solution(0, 1),
    "contraction": _contraction,
}
