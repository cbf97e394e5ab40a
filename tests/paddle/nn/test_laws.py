"""Laws over every layer: programs give what dygraph gives, state travels, text and float32 hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import mode, reset
from opscope.paddle import nn, static
from tests.paddle.nn.zoo import LAYERS, NOT_HERE

RANDOM = {"Dropout", "Dropout2D", "Dropout3D", "AlphaDropout", "RReLU"}


def narrow(value: Any) -> Any:
    return value.astype("float32") if value.dtype.kind == "f" else value


def leaves(value: Any) -> list[Any]:
    return [leaf for v in value for leaf in leaves(v)] if isinstance(value, list | tuple) else [value]


def in_dygraph(name: str, training: bool = True) -> tuple[Any, list[Any], dict[str, Any]]:
    """(layer, [outputs, gradients of floating inputs and trainable parameters], state before)."""
    make, given = LAYERS[name]
    paddle.seed(3)
    layer = make()
    layer.train() if training else layer.eval()
    before = {k: v.numpy() for k, v in layer.state_dict().items()}
    tensors = [paddle.to_tensor(narrow(v), stop_gradient=v.dtype.kind != "f") for v in given]
    outs = leaves(layer(*tensors))
    loss = sum((o * o).sum() for o in outs)
    wanted = [x for x in (*tensors, *layer.parameters()) if not x.stop_gradient]
    grads = paddle.grad(loss, wanted, allow_unused=True) if wanted else []
    return layer, [o.numpy() for o in outs] + [g.numpy() for g in grads if g is not None], before


def in_program(name: str, state: dict[str, Any]) -> tuple[Any, list[Any]]:
    reset()
    mode.static = True
    make, given = LAYERS[name]
    layer = make()
    feed = {f"x{i}": narrow(v) for i, v in enumerate(given)}
    loose = not name.startswith(("GRU", "Unflatten", "CTC"))  # the time of GRU and CTC stands first here
    variables = [static.data(n, [-1 if loose else v.shape[0], *v.shape[1:]], v.dtype) for n, v in feed.items()]
    for v in variables:
        v.stop_gradient = v.dtype.kind != "f"
    outs = leaves(layer(*variables))
    loss = sum((o * o).sum() for o in outs)
    wanted = [x for x in (*variables, *layer.parameters()) if not x.stop_gradient]
    grads = static.gradients([loss], wanted) if wanted else []
    exe = static.Executor()
    exe.run(static.default_startup_program())
    fetched = [*outs, *(g for g in grads if g is not None)]
    for _ in range(2):  # the second run is lowered
        layer.set_state_dict(state)
        results = exe.run(feed=feed, fetch_list=fetched)
    return layer, results


def test_every_layer_is_here():
    layers = {n for n in nn.__all__ if isinstance(getattr(nn, n), type) and issubclass(getattr(nn, n), nn.Layer)}
    assert layers - NOT_HERE == {name.split()[0] for name in LAYERS}


@pytest.mark.parametrize("name", [n for n in LAYERS if n not in RANDOM])
def test_a_program_gives_what_dygraph_gives(name: str):
    layer, expected, state = in_dygraph(name)
    moved = {k: v.numpy() for k, v in layer.state_dict().items()}
    built, found = in_program(name, state)
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5)
    for key, parameter in built.state_dict().items():  # batch norms have moved their statistics in both
        stored = np.asarray(static.global_scope().find_var(parameter.name).get_tensor())
        np.testing.assert_allclose(stored, moved[key], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", LAYERS)
def test_float32_stays_float32(name: str):
    layer, values, _ = in_dygraph(name)
    assert {v.dtype.name for v in values if v.dtype.kind == "f"} <= {"float32"}
    assert {p.dtype.name for p in layer.parameters()} <= {"float32"}


@pytest.mark.parametrize("name", LAYERS)
def test_state_makes_another_one_equal(name: str):
    make, given = LAYERS[name]
    one, other = make(), make()
    other.set_state_dict({k: v.numpy() for k, v in one.state_dict().items()})
    one.eval(), other.eval()
    tensors = [paddle.to_tensor(narrow(v)) for v in given]
    for a, b in zip(leaves(one(*tensors)), leaves(other(*tensors)), strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())


@pytest.mark.parametrize("name", LAYERS)
def test_text_names_the_class(name: str):
    text = repr(LAYERS[name][0]())
    assert text.startswith(name.split()[0] + "(") and text.endswith(")") and "object at" not in text


@pytest.mark.parametrize("name", ["Linear", "Conv2D", "BatchNorm2D", "LSTM", "TransformerEncoderLayer"])
def test_float64_by_default_dtype(name: str):
    paddle.set_default_dtype("float64")
    make, given = LAYERS[name]
    layer = make()
    assert {p.dtype.name for p in layer.parameters()} == {"float64"}
    assert {o.dtype.name for o in leaves(layer(*map(paddle.to_tensor, given)))} == {"float64"}
