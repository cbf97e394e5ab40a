"""Search for the cause of an amplification of rounding. The result is a text with advice.

The cause is found from the operator, from the numbers, and from the calls before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.formats.narrow_arrays import dtype_name, float_limits
from opscope.debug.risk.amplification import Amplification
from opscope.debug.risk.step_flow import StepFlow
from opscope.debug.risk.wide_calls import is_float, name_of, wide
from opscope.debug.why.blame import blame
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.operands import mapped_index

CANCELLATION = "cancellation"
UNLIKE = "sum of unlike magnitudes"
EXPONENT = "large exponent"
OVERFLOW, UNDERFLOW = "overflow", "underflow"
CAST = "cast to a narrow dtype"
NOT_FINITE = "NaN or Inf"
POLE = "near a singularity"
MATRIX = "ill-conditioned matrix"
ANGLE = "large angle"
ROUNDING = "sum of rounding errors"
SENSITIVE = "sensitive to its inputs"

_DIFFERENCES = ("add", "subtract", "scale", "sub", "rsub", "add_n", "sum_gradients")
_ELEMENTWISE = ("add", "subtract", "sub", "rsub")
_SUMS = (
    *(
        "sum",
        "mean",
        "matmul",
        "mul",
        "bmm",
        "addmm",
        "dot",
        "einsum",
        "conv1d",
        "conv2d",
        "conv3d",
        "conv2d_transpose",
    ),
    *("cumsum", "logsumexp", "trace", "inner", "kron", "p_norm", "norm", "var", "std", "convolution", "linear"),
)
_EXPONENTS = ("exp", "expm1", "sinh", "cosh", "pow", "elementwise_pow", "softmax", "logsumexp")
_POLES = {"log": 1.0, "log2": 1.0, "log10": 1.0, "acos": 1.0, "asin": 1.0, "acosh": 1.0, "atanh": 1.0, "erfinv": 1.0}
_ANGLES = ("sin", "cos", "tan")
_MATRICES = (
    *("inverse", "inv", "solve", "matrix_solve", "triangular_solve", "cholesky_solve", "lstsq", "cholesky", "det"),
    *("slogdet", "matrix_power", "pinv", "eigh", "eig", "svd", "qr", "lu", "linalg_inv_ex", "_linalg_solve_ex"),
)
_PASSED = ("cast", "reshape", "squeeze", "unsqueeze", "transpose", "assign", "flatten", "clip", "slice")
UNLIKE_RATIO = 1e4  # of the largest to the median magnitude of the terms of a sum


class Cause(NamedTuple):
    """A cause of an amplification: a short name, a sentence with the numbers, and advice for the user."""

    kind: str
    text: str
    fix: str


def explain(flow: StepFlow, number: int, found: Amplification) -> Cause:
    """Explain why a call of a step amplifies rounding."""
    call = flow.calls[number]
    name = name_of(call)
    if call.op.forward is not None:
        return _in_gradient(call, found)
    if found.kind == "made":
        return _made(flow, number, found)
    if found.kind == "underflow":
        return _underflow(flow, number, found)
    if found.kind == "range":
        return _range(call, found)
    if name in _DIFFERENCES:
        return Cause(CANCELLATION, _difference_text(call, found), _difference_fix(flow, number))
    if name in _POLES:
        return _near_pole(flow, number, found)
    if name in _ANGLES:
        x = _element(call, 0, found)
        return Cause(
            ANGLE,
            f"{name} of {x:.6g}",
            "reduce the angle before it is rounded: subtract multiples of 2 pi, or use float64",
        )
    if name in _MATRICES:
        return Cause(
            MATRIX, f"a change of the matrix comes out {found.condition:.2g} times as large",
            "add a small multiple of the identity, or solve in float64; solve instead of an inverse",
        )  # fmt: skip
    if name in _SUMS or _terms(call) is not None:
        return _sum(call, found)
    text = f"a change of the inputs comes out {found.condition:.2g} times as large"
    return Cause(SENSITIVE, text, "compute this call in float64, or write the formula in another form")


# --- NaN, Inf, and numbers that are too small ------------------------------------------------------------


def _made(flow: StepFlow, number: int, found: Amplification) -> Cause:
    call = flow.calls[number]
    text = blame(call, found.output, found.worst).text
    name, value = name_of(call), call.result(found.output)[found.worst]
    if name.startswith("cast"):
        return Cause(CAST, f"{_exact(found):.6g} is {text}", _cast_fix(call, found))
    kind = OVERFLOW if "over" in text or (np.isinf(value) and np.isfinite(_exact(found))) else NOT_FINITE
    fix = {
        "log": "keep it above 0: log(x + eps), log1p, or a loss that takes logits",
        "divide": "keep the divisor away from 0: add an eps, or take the maximum with an eps",
        "mean": "leave out empty batches",
        "sqrt": "keep it above 0: a difference that rounding made negative needs another formula",
    }.get(name, "scale the values first, for example by the largest magnitude")
    if name in _EXPONENTS:
        kind = EXPONENT if kind == OVERFLOW else kind
        fix = _exponential_fix(flow, number)
    return Cause(kind, text, fix)


def _underflow(flow: StepFlow, number: int, found: Amplification) -> Cause:
    call = flow.calls[number]
    least = float_limits(call.result(found.output)).tiny
    text = f"{_exact(found):.3g} is below {least:.3g}, the smallest normal number of {_dtype(call, found)}"
    if name_of(call).startswith("cast"):
        return Cause(CAST, text, _cast_fix(call, found))
    readers = [name_of(each) for each in _readers(flow, number)]
    if "log" in readers:
        return Cause(UNDERFLOW, f"{text}, and the log of it is taken", _log_fix(call))
    if name_of(call) in ("multiply", "square", "pow", "elementwise_pow") and "sum" in readers:
        return Cause(UNDERFLOW, text, "divide by the largest magnitude first: m * norm(x / m)")
    return Cause(UNDERFLOW, text, "scale the values up first, or add logarithms instead of multiplying")


def _cast_fix(call: ExecutedOp, found: Amplification) -> str:
    if _dtype(call, found) == "float16":
        return "scale before the cast (GradScaler scales losses), cast to bfloat16, or keep this part in float32"
    return "keep this part in the wider dtype"


def _range(call: ExecutedOp, found: Amplification) -> Cause:
    limit = float(np.log(float_limits(call.result(found.output)).max))
    text = f"{name_of(call)} of {_element(call, 0, found):.6g}; above {limit:.4g} it overflows"
    return Cause(EXPONENT, text, "subtract the maximum first, as softmax and logsumexp do")


def _exponential_fix(flow: StepFlow, number: int) -> str:
    readers = [name_of(each) for each in _readers(flow, number)]
    if "sum" in readers and "divide" in readers:
        return "softmax(x): it subtracts the maximum of each row first"
    if "sum" in readers:
        return "logsumexp(x): it subtracts the maximum first"
    if any(name in ("add", "scale") for name in readers):
        return "softplus, sigmoid or log_sigmoid of the exponent, which do not overflow"
    return "bound the exponent, or subtract the maximum first, as softmax and logsumexp do"


# --- differences and sums --------------------------------------------------------------------------------


def _difference_text(call: ExecutedOp, found: Amplification) -> str:
    terms = [_element(call, i, found) for i in range(len(call.inputs)) if _element(call, i, found) is not None]
    if name_of(call) == "scale":
        attrs = call.op.with_defaults(call.attrs)
        terms = [terms[0] * attrs["scale"], attrs["bias"] * (1 if attrs["bias_after_scale"] else attrs["scale"])]
    if isinstance(other := call.attrs.get("other"), int | float):
        terms.append(float(other))
    if len(terms) != 2:
        return "large terms cancel"
    a, b = sorted((abs(t) for t in terms), reverse=True)
    left = abs(call.result(found.output)[found.worst])
    if not left:
        return f"{a:.8g} and {b:.8g} are equal: nothing of the difference is left"
    digits = _digits(call, found)  # -log10(eps): neighboring numbers can be closer than eps * a
    return f"{a:.8g} and {b:.8g} agree in {min(np.log10(a / left), digits):.1f} of {digits:.1f} digits"


def _difference_fix(flow: StepFlow, number: int) -> str:
    call = flow.calls[number]
    made_by = [name_of(each) for each in _producers(flow, number)]
    if "cos" in made_by:
        return "2 * sin(x / 2) ** 2 instead of 1 - cos(x)"
    if made_by.count("exp") == 2:
        return "exp(b) * expm1(a - b) instead of exp(a) - exp(b)"
    if "exp" in made_by:
        return "expm1(x) instead of exp(x) - 1"
    if made_by.count("sqrt") == 2:
        return "(a - b) / (sqrt(a) + sqrt(b)) instead of sqrt(a) - sqrt(b)"
    if "sigmoid" in made_by or "tanh" in made_by:
        return "sigmoid(-x) instead of 1 - sigmoid(x)"
    if _is_variance(flow, number):
        return "subtract the mean first, in two passes: mean((x - mean(x)) ** 2), or var(x)"
    if call.op.is_computed_here and len(made_by) == 0:
        return "the data are nearly equal: subtract what they share before they are rounded, or use float64"
    return "subtract before the numbers grow, use float64 here, or write the formula without the difference"


def _is_variance(flow: StepFlow, number: int) -> bool:
    """Return True if a call probably computes the mean of squares minus the square of the mean."""
    made_by = _producers(flow, number)
    squares = ("square", "multiply", "pow", "elementwise_pow", "mul", "scale", "divide")
    averages = [each for each in made_by if name_of(each) in ("mean", "sum", "divide", "scale")]
    return bool(averages) and any(name_of(each) in squares for each in made_by)


def _sum(call: ExecutedOp, found: Amplification) -> Cause:
    terms = _terms(call)
    fix = "add in float64, or cancel the large terms before they are added"
    if found.error > 10 * found.condition:
        wider = "float64" if _dtype(call, found) == "float32" else "float32"
        return Cause(ROUNDING, "the rounding of many terms adds up", f"accumulate in {wider}")
    if terms is None:
        return Cause(CANCELLATION, "positive and negative terms cancel", fix)
    sizes = np.abs(terms[terms != 0])
    largest, middle = float(sizes.max(initial=0.0)), float(np.median(sizes)) if sizes.size else 0.0
    text = f"terms up to {largest:.6g} add up to {_exact(found):.6g}"
    if middle and largest / middle > UNLIKE_RATIO:
        return Cause(UNLIKE, f"{text}, beside terms of {middle:.3g}", fix)
    return Cause(CANCELLATION, text, fix)


def _terms(call: ExecutedOp) -> Any:
    """Return the terms of a sum over the elements of a single float input. Return None for other operators."""
    floats = [i for i, (_, v) in enumerate(call.inputs) if is_float(v)]
    if len(floats) != 1 or name_of(call) not in ("sum", "mean", "cumsum", "trace"):
        return None
    return wide(call.array(floats[0])).reshape(-1)


# --- functions ------------------------------------------------------------------------------------------


def _near_pole(flow: StepFlow, number: int, found: Amplification) -> Cause:
    call = flow.calls[number]
    name, x = name_of(call), _element(call, 0, found)
    text = f"{name} of {x:.9g}, near 1" if x is not None and x > 0 else f"{name} of {x:.9g}"
    if not name.startswith("log"):
        return Cause(POLE, text, "use atan2 of sine and cosine, or a formula with the distance from 1")
    producer = next(iter(_producers(flow, number)), None)
    return Cause(POLE, f"{text}: rounding to 1 has lost the distance", _log_fix(producer))


def _log_fix(producer: ExecutedOp | None) -> str:
    name = "" if producer is None else name_of(producer)
    return {
        "softmax": "log_softmax(x), or cross_entropy of the logits",
        "sigmoid": "log_sigmoid(x), or binary_cross_entropy_with_logits of the logits",
        "sum": "logsumexp(x)",
        "add": "log1p(x) instead of log(1 + x)",
        "scale": "log1p(x) instead of log(1 + x)",
    }.get(name, "log1p of the distance from 1, computed without 1; or add logarithms")


def _in_gradient(call: ExecutedOp, found: Amplification) -> Cause:
    forward = call.op.forward
    name = "" if forward is None else forward.op.name
    if found.kind == "made":
        text = blame(call, found.output, found.worst).text or f"in the gradient of {name}"
        if "over" in text:
            fix = "a smaller factor of the loss (GradScaler lowers it), or this part in a wider dtype"
            return Cause(CAST if name.startswith("cast") else OVERFLOW, text, fix)
        return Cause(NOT_FINITE, text, f"keep the input of {name} away from there, for example by an eps")
    if found.kind == "underflow":
        least = float_limits(call.result(found.output)).tiny
        text = f"{_exact(found):.3g} is below {least:.3g}, in the gradient of {name}"
        return Cause(UNDERFLOW, text, "scale the loss (GradScaler), or keep this part in float32")
    text = f"gradients of either sign cancel, in the gradient of {name}"
    return Cause(CANCELLATION, text, "compute this part in float64, or scale all terms of the loss by one factor")


# --- around a call --------------------------------------------------------------------------------------


def _producers(flow: StepFlow, number: int) -> Sequence[ExecutedOp]:
    """Return the calls that have computed the inputs of a call. Calls that only move or cast elements are skipped."""
    found: list[ExecutedOp] = []
    for position in range(len(flow.calls[number].inputs)):
        source = flow.sources[number][position]
        while source is not None and name_of(flow.calls[source[0]]) in _PASSED:
            source = next(iter(flow.sources[source[0]]), None)
        if source is not None:
            found.append(flow.calls[source[0]])
    return found


def _readers(flow: StepFlow, number: int) -> list[ExecutedOp]:
    """Return the calls that read an output of a call. Calls that only move or cast elements are skipped."""
    found: list[ExecutedOp] = []
    for i in flow.readers(number):
        found += _readers(flow, i) if name_of(flow.calls[i]) in _PASSED else [flow.calls[i]]
    return found


def _element(call: ExecutedOp, position: int, found: Amplification) -> Any:
    """Return, as a number, the input element that belongs to the most inexact output element.

    The result is None if the output element depends on several input elements.
    """
    value = call.inputs[position][1]
    if isinstance(value, int | float):
        return float(value)
    at = mapped_index(call, found.output, position, found.worst)
    if at is None and name_of(call) in _ELEMENTWISE:
        at = _broadcast_index(call.array(position), found.worst)
    return None if at is None else float(np.real(wide(call.array(position))[at]))


def _broadcast_index(array: Any, index: tuple[int, ...]) -> tuple[int, ...] | None:
    if array is None or array.ndim > len(index):
        return None
    return tuple(0 if n == 1 else i for n, i in zip(array.shape, index[len(index) - array.ndim :], strict=True))


def _exact(found: Amplification) -> float:
    return float(np.real(found.exact[found.output][found.worst]))


def _dtype(call: ExecutedOp, found: Amplification) -> str:
    return dtype_name(call.result(found.output))


def _digits(call: ExecutedOp, found: Amplification) -> float:
    return float(-np.log10(float_limits(call.result(found.output)).eps))
