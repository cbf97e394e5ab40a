"""paddle.summary and paddle.flops: the layers of a network in a table, with their parameters and operations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.eager.autograd import no_grad
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn


class Ran(NamedTuple):
    """A layer without sublayers in a run: its inputs and outputs."""

    layer: Any
    inputs: list[list[int]]
    output: list[int]


class Row(NamedTuple):
    """A line of the table: the name of a layer, its parameters, and the shapes of its inputs and outputs."""

    name: str
    given: Any
    gave: Any
    held: int


_PLAIN = (nn.Sequential, nn.LayerList)  # they only hold others
_WHOLE = (nn.SimpleRNN, nn.LSTM, nn.GRU)  # one line, not one for each of their cells


def _ran(net: Any, given: list[Any]) -> list[Ran]:
    found: list[Ran] = []

    def note(layer: Any, inputs: Any, outputs: Any) -> None:
        first = outputs[0] if isinstance(outputs, list | tuple) else outputs
        shapes = [list(v.shape) for v in inputs if isinstance(v, Tensor)]
        found.append(Ran(layer, shapes, list(first.shape)))

    _run(net, given, [layer for layer in net.sublayers(include_self=True) if not layer.sublayers()], note)
    return found


def _rows(net: Any, given: list[Any]) -> list[Row]:
    """Return the rows of the layers in the order in which they ended; a network with sublayers has no row."""
    found: dict[str, Row] = {}

    def note(layer: Any, inputs: Any, outputs: Any) -> None:
        number = layer.full_name().rpartition("_")[2]  # linear_0 is Linear-1
        name = f"{type(layer).__name__}-{int(number) + 1 if number.isdecimal() else len(found) + 1}"
        found[name] = Row(name, _shapes(inputs), _shapes(outputs), _held(layer, whole=isinstance(layer, _WHOLE)))

    inside = net.sublayers() or [net]
    parts = {id(part) for layer in inside if isinstance(layer, _WHOLE) for part in layer.sublayers()}
    shown = [v for v in inside if id(v) not in parts and (isinstance(v, _WHOLE) or not isinstance(v, _PLAIN))]
    _run(net, given, shown, note)
    return list(found.values())


def _shapes(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_shapes(v) for v in value]
    return list(value.shape) if isinstance(value, Tensor) else []


def _elements(shapes: Any) -> int:
    return sum(map(_elements, shapes)) if any(isinstance(s, list) for s in shapes) else math.prod(shapes)


def _run(net: Any, given: list[Any], layers: list[Any], note: Callable[[Any, Any, Any], None]) -> None:
    """Run the network in its current mode, with a hook on some of its layers."""
    hooks = [layer.register_forward_post_hook(note) for layer in layers]
    training = {layer: layer.training for layer in net.sublayers(include_self=True)}
    net.eval()
    try:
        with no_grad():
            net(*given)
    finally:
        for hook in hooks:
            hook.remove()
        for layer, was in training.items():
            layer.training = was


def _inputs(sizes: Any, dtypes: Any) -> list[Any]:
    many = isinstance(sizes, list) and bool(sizes) and isinstance(sizes[0], list | tuple)
    shapes = list(sizes) if many else [sizes]
    kinds = list(dtypes) if isinstance(dtypes, list | tuple) else [dtypes or "float32"] * len(shapes)
    made: list[Any] = []
    for shape, kind in zip(shapes, kinds, strict=True):
        dims = [1 if d is None or d == -1 else int(d) for d in shape]
        if any(d <= 0 for d in dims):
            raise ArgumentError(f"each size in input_size must be greater than zero, but received {dims}", site=site())
        made.append(REGISTRY.public["ones"](dims, as_dtype(kind).name))
    return made


def _held(layer: Any, whole: bool = False) -> int:
    return sum(math.prod(p.shape) for p in layer.parameters(include_sublayers=whole))


def summary(net: Any, input_size: Any = None, dtypes: Any = None, input: Any = None) -> dict[str, int]:
    """Print the layers in a run with an input of this size (or with `input`), and count the parameters.

    Return {"total_params": ..., "trainable_params": ...}.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/summary_en.html
    """
    if input is None and input_size is None:
        raise ArgumentError("input_size and input must not both be None", site=site())
    given = _inputs(input_size, dtypes) if input is None else _given(input)
    ran = _rows(net, given)
    cells = [("Layer (type)", "Input Shape", "Output Shape", "Param #")]
    cells += [(row.name, str(row.given), str(row.gave), f"{row.held:,}") for row in ran]
    widths = [max(least, *(len(row[i]) for row in cells)) for i, least in enumerate((15, 20, 20, 15))]
    width = max(75, sum(widths) + 5)
    line, double = "-" * width, "=" * width
    rows = [" ".join(f"{c:^{w}}" for c, w in zip(row, widths, strict=True)) for row in cells]
    rows = [line, rows[0], double, *rows[1:], double]
    parameters = net.parameters()
    total = sum(math.prod(p.shape) for p in parameters)
    trainable = sum(math.prod(p.shape) for p in parameters if p.trainable)
    sizes = [sum(math.prod(v.shape) for v in given), 2 * sum(_elements(row.gave) for row in ran), total]
    megabytes = [size * 4 / 2**20 for size in sizes]
    rows += [f"Total params: {total:,}", f"Trainable params: {trainable:,}"]
    rows += [f"Non-trainable params: {total - trainable:,}", line]
    names = ("Input size", "Forward/backward pass size", "Params size")
    rows += [f"{name} (MB): {mb:.2f}" for name, mb in zip(names, megabytes, strict=True)]
    rows += [f"Estimated Total Size (MB): {sum(megabytes):.2f}", line]
    print("\n".join(rows) + "\n")  # noqa: T201 (what it is for)
    return {"total_params": total, "trainable_params": trainable}


def _given(input: Any) -> list[Any]:
    values = list(input) if isinstance(input, list | tuple) else [input]
    return [v if isinstance(v, Tensor) else to_tensor(v) for v in values]


# --- floating point operations -------------------------------------------------------------------------------------


def _conv(ran: Ran) -> int:
    weight = ran.layer.weight
    bias = 0 if getattr(ran.layer, "bias", None) is None else 1
    return math.prod(ran.output) * (math.prod(weight.shape[1:]) + bias)


def _linear(ran: Ran) -> int:
    return math.prod(ran.output) * ran.inputs[0][-1]


def _norm(ran: Ran) -> int:
    return 2 * math.prod(ran.inputs[0])


def _pool(ran: Ran) -> int:
    window = math.prod(i // max(o, 1) for i, o in zip(ran.inputs[0][2:], ran.output[2:], strict=True))
    return (window + 1) * math.prod(ran.output)


def _same(ran: Ran) -> int:
    return math.prod(ran.output)


_COUNTED: dict[Any, Callable[[Ran], int]] = {
    nn.Conv1D: _conv, nn.Conv2D: _conv, nn.Conv3D: _conv, nn.Linear: _linear,
    nn.BatchNorm1D: _norm, nn.BatchNorm2D: _norm, nn.BatchNorm3D: _norm,
    nn.AdaptiveAvgPool1D: _pool, nn.AdaptiveAvgPool2D: _pool, nn.AdaptiveAvgPool3D: _pool,
    nn.AvgPool1D: _same, nn.AvgPool2D: _same, nn.AvgPool3D: _same,
    nn.ReLU6: _same, nn.LeakyReLU: _same, nn.PReLU: _same,
}  # fmt: skip


def flops(
    net: Any,
    input_size: Any,
    custom_ops: Mapping[Any, Callable[[Any, Any, Any], None]] | None = None,
    print_detail: bool = False,
) -> int:
    """Return the number of multiply-add operations of a network for an input of this size.

    Only convolutions, linear layers, norms, pools and the classes in custom_ops are counted. A function (layer, inputs,
    output) of custom_ops adds to layer.total_ops.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/flops_en.html
    """
    rows: list[tuple[str, str, str, str, str]] = []
    total = 0
    for ran in _ran(net, _inputs(input_size, None)):
        own = (custom_ops or {}).get(type(ran.layer))
        count = _COUNTED.get(type(ran.layer), lambda ran: 0)(ran) if own is None else _custom(own, ran)
        total += count
        shapes = (str(ran.inputs[0]) if ran.inputs else "", str(ran.output))
        rows.append((ran.layer.full_name(), *shapes, str(_held(ran.layer)), str(count)))
    if print_detail:
        print(_table(rows))  # noqa: T201 (what it is for)
    held = sum(math.prod(p.shape) for p in net.parameters())
    print(f"Total Flops: {total}     Total Params: {held}")  # noqa: T201
    return total


def _custom(count: Callable[[Any, Any, Any], None], ran: Ran) -> int:
    object.__setattr__(ran.layer, "total_ops", 0)
    ones = REGISTRY.public["ones"]
    count(ran.layer, tuple(ones(shape) for shape in ran.inputs), ones(ran.output))
    return int(vars(ran.layer).pop("total_ops"))


def _table(rows: list[tuple[str, str, str, str, str]]) -> str:
    heads = ("Layer Name", "Input Shape", "Output Shape", "Params", "Flops")
    widths = [max(len(h), *(len(row[i]) for row in rows)) + 2 for i, h in enumerate(heads)]
    line = "+" + "+".join("-" * w for w in widths) + "+"
    body = ["|" + "|".join(f"{c:^{w}}" for c, w in zip(row, widths, strict=True)) + "|" for row in (heads, *rows)]
    return "\n".join([line, body[0], line, *body[1:], line])


__all__ = ["flops", "summary"]
