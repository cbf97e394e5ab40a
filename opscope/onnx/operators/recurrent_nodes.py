"""RNN, LSTM and GRU: a loop over time for each direction, as a block of the program."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.ir.control_flow.tensor_array import array_write, empty_array
from opscope.ir.control_flow.while_loop import loop_values
from opscope.ir.program.program import Variable
from opscope.onnx.node import Node, Value, cast, dim_of, dtype_of, known_dims, like, operator, run
from opscope.onnx.operators.control_flow_nodes import as_variable, from_behind, with_length
from opscope.onnx.operators.generation_nodes import full

ACTIVATIONS: dict[str, Callable[[Value, float, float], Value]] = {
    "relu": lambda x, a, b: run("relu", x),
    "tanh": lambda x, a, b: run("tanh", x),
    "sigmoid": lambda x, a, b: run("sigmoid", x),
    "affine": lambda x, a, b: run("add", run("multiply", x, like(a, x)), like(b, x)),
    "leakyrelu": lambda x, a, b: run("leaky_relu", x, negative_slope=a),
    "thresholdedrelu": lambda x, a, b: run("thresholded_relu", x, threshold=a),
    "scaledtanh": lambda x, a, b: run("multiply", run("tanh", run("multiply", x, like(b, x))), like(a, x)),
    "hardsigmoid": lambda x, a, b: run("hardsigmoid", x, slope=a, offset=b),
    "elu": lambda x, a, b: run("elu", x, alpha=a),
    "softsign": lambda x, a, b: run("softsign", x),
    "softplus": lambda x, a, b: run("logaddexp", x, like(0, x)),
}
ALPHA = {"affine": 1.0, "leakyrelu": 0.01, "thresholdedrelu": 1.0, "scaledtanh": 1.0, "hardsigmoid": 0.2, "elu": 1.0}
BETA = {"scaledtanh": 1.0, "hardsigmoid": 0.5}
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
DEFAULTS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}


class _Direction(NamedTuple):
    """The weights and functions of one direction."""

    weight: Value  # [gates * hidden, input]
    recurrent: Value  # [gates * hidden, hidden]
    bias: Value | None  # [2 * gates * hidden]: of the input, then of the state
    peephole: Value | None  # [3 * hidden]
    functions: list[Callable[[Value], Value]]
    clip: float | None


def activated(node: Node, name: str, x: Value, alpha: float, beta: float) -> Value:
    """Apply the activation function with this lower-case name to x. Raises UnsupportedError."""
    if name not in ACTIVATIONS:
        raise node.refuse(f"the activation {name!r}")
    return ACTIVATIONS[name](x, alpha, beta)


def _functions(node: Node, count: int) -> list[list[Callable[[Value], Value]]]:
    """Return the activation functions of each direction."""
    names = [str(n).lower() for n in node.attr("activations") or DEFAULTS[node.op_type] * count]
    if "activations" not in node.given:
        names = names[: len(DEFAULTS[node.op_type]) * count]  # the schema's default is for two directions
    alphas, betas = list(node.attr("activation_alpha") or []), list(node.attr("activation_beta") or [])
    made: list[Callable[[Value], Value]] = []
    for name in names:
        alpha = float(alphas.pop(0)) if alphas and name in ALPHA else ALPHA.get(name, 0.0)
        beta = float(betas.pop(0)) if betas and name in (*BETA, "affine") else BETA.get(name, 0.0)
        made.append(functools.partial(activated, node, name, alpha=alpha, beta=beta))
    each = len(DEFAULTS[node.op_type])
    if len(made) != each * count:
        raise node.error(f"the number of activations must be {each * count}, but is {len(made)}")
    return [made[i * each : (i + 1) * each] for i in range(count)]


@operator("RNN")
@operator("GRU")
@operator("LSTM")
def recurrent(node: Node) -> Value:
    """Return Y [time, directions, batch, hidden] and the last states; with layout 1, batch is the first dim."""
    x = node.input(0)
    node.ignore("output_sequence")
    layout = int(node.attr("layout", 0))
    x = run("transpose", x, perm=(1, 0, 2)) if layout else x
    direction = str(node.attr("direction"))
    if direction not in ("forward", "reverse", "bidirectional"):
        raise node.error(f"direction {direction!r} is not valid")
    count = 2 if direction == "bidirectional" else 1
    hidden = known_dims(node.input(2), [2], node)[0]
    if int(node.attr("hidden_size") or hidden) != hidden:
        raise node.error(f"hidden_size must be {hidden}, as in the shape of the weights")
    length, batch = dim_of(x, 0), dim_of(x, 1)
    functions = _functions(node, count)
    states = 2 if node.op_type == "LSTM" else 1
    ys, lasts = [], []
    for d in range(count):
        part = _Direction(
            _of(node.input(1), d), _of(node.input(2), d), _of(node.optional(3), d), _of(node.optional(7), d),
            functions[d], node.attr("clip"),
        )  # fmt: skip
        start = [_start(node, 5 + s, d, layout, batch, hidden, x) for s in range(states)]
        back = direction == "reverse" or d == 1
        y, last = _over_time(node, x, part, start, back, length)
        ys.append(y)
        lasts.append(last)
    whole = run("stack", *ys, axis=1)
    ends = [run("stack", *(last[s] for last in lasts), axis=0) for s in range(states)]
    if layout:
        whole = run("transpose", whole, perm=(2, 0, 1, 3))
        ends = [run("transpose", e, perm=(1, 0, 2)) for e in ends]
    return (whole, *ends)


def _of(value: Value | None, direction: int) -> Value | None:
    return None if value is None else run("getitem", value, index=(direction,))


def _start(node: Node, position: int, direction: int, layout: int, batch: Any, hidden: int, x: Value) -> Variable:
    given = node.optional(position)
    if given is None:
        return as_variable(node, full(node, [batch, hidden], 0, dtype_of(x).name))
    index: tuple[Any, ...] = ((None,) * 3, direction) if layout else (direction,)
    return as_variable(node, run("getitem", given, index=index))


def _over_time(
    node: Node, x: Value, part: _Direction, start: list[Variable], back: bool, length: Any
) -> tuple[Variable, list[Variable]]:
    """Return the outputs of all steps, [time, batch, hidden], and the last states."""
    lengths = None if not node.has(4) else run("reshape", cast(node.input(4), "int64"), shape=(-1, 1))
    block = node.importer.program.current_block()
    outputs = empty_array(block, dtype_of(x))
    cell = {"RNN": _rnn, "GRU": _gru, "LSTM": _lstm}[node.op_type]
    coupled = bool(node.attr("input_forget", 0)), bool(node.attr("linear_before_reset", 0))

    def step(i: Variable, *values: Variable) -> list[Variable]:
        states = list(values[: len(start)])
        at = from_behind(length, i) if back else i
        new = cell(part, run("gather", x, at, axis=0), states, any(coupled))
        shown = new[0]
        if lengths is not None:
            alive = run("less_than", at, lengths)
            new = [run("where", alive, n, s) for n, s in zip(new, states, strict=True)]
            shown = run("where", alive, shown, like(0, shown))
        array_write(shown, i, outputs)
        return [run("increment", i, value=1), *new, outputs]

    first = as_variable(node, np.asarray(0, "int64"))
    limit = length if isinstance(length, Variable) else np.asarray(length, "int64")
    ends = loop_values(lambda i, *_: run("less_than", i, limit), step, [first, *start, outputs])
    whole = with_length(outputs, length)
    return (run("flip", whole, axis=0) if back else whole), list(ends[1 : 1 + len(start)])


def _parts(value: Value, count: int, axis: int = -1) -> list[Value]:
    return list(run("split", value, num_or_sections=count, axis=axis)) if count > 1 else [value]


def _linear(x: Value, weight: Value, bias: Value | None) -> Value:
    out = run("matmul", x, weight, transpose_y=True)
    return out if bias is None else run("add", out, bias)


def _clipped(part: _Direction, x: Value) -> Value:
    return x if part.clip is None else run("clip", x, min=-float(part.clip), max=float(part.clip))


def _biases(part: _Direction) -> list[Value | None]:
    return [None, None] if part.bias is None else list(_parts(part.bias, 2))


def _rnn(part: _Direction, x: Value, states: list[Value], _: bool) -> list[Value]:
    own, of_state = _biases(part)
    total = run("add", _linear(x, part.weight, own), _linear(states[0], part.recurrent, of_state))
    return [part.functions[0](_clipped(part, total))]


def _gru(part: _Direction, x: Value, states: list[Value], linear_before_reset: bool) -> list[Value]:
    h = states[0]
    own, of_state = _biases(part)
    xz, xr, xh = _parts(_linear(x, part.weight, own), 3)
    rz, rr, rh = _parts(part.recurrent, 3, 0)
    bz, br, bh = [None] * 3 if of_state is None else _parts(of_state, 3)
    gate, act = part.functions
    z = gate(_clipped(part, run("add", xz, _linear(h, rz, bz))))
    r = gate(_clipped(part, run("add", xr, _linear(h, rr, br))))
    inner = run("multiply", r, _linear(h, rh, bh)) if linear_before_reset else _linear(run("multiply", r, h), rh, bh)
    new = act(_clipped(part, run("add", xh, inner)))
    return [run("add", run("multiply", run("subtract", like(1, z), z), new), run("multiply", z, h))]


def _lstm(part: _Direction, x: Value, states: list[Value], input_forget: bool) -> list[Value]:
    h, c = states
    own, of_state = _biases(part)
    total = run("add", _linear(x, part.weight, own), _linear(h, part.recurrent, of_state))
    i, o, f, g = _parts(total, 4)
    gate, act, shown = part.functions
    pi, po, pf = [None] * 3 if part.peephole is None else _parts(part.peephole, 3)
    i = gate(_clipped(part, _peeped(i, pi, c)))
    f = run("subtract", like(1, i), i) if input_forget else gate(_clipped(part, _peeped(f, pf, c)))
    cell = run("add", run("multiply", f, c), run("multiply", i, act(_clipped(part, g))))
    o = gate(_clipped(part, _peeped(o, po, cell)))
    return [run("multiply", o, shown(cell)), cell]


def _peeped(x: Value, weight: Value | None, cell: Value) -> Value:
    return x if weight is None else run("add", x, run("multiply", weight, cell))
