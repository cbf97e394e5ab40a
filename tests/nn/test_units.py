"""Layers that are one function: how they are called, and what editors are told of methods."""

import inspect

import numpy as np
import pytest

import opscope as paddle
from opscope import nn
from opscope.ops.named import NamedMethods

x = np.arange(16, dtype="float32").reshape(1, 4, 4)
image = x[None]


@pytest.mark.parametrize(
    "layer, inputs",
    [
        (nn.ReLU(), {"x": x}),
        (nn.Softmax(), {"x": x}),
        (nn.MaxPool1D(2), {"input": x}),
        (nn.AdaptiveAvgPool1D(2), {"input": x}),
        (nn.AdaptiveMaxPool1D(2), {"input": x}),
        (nn.AvgPool2D(2), {"x": image}),
        (nn.Upsample(size=[8, 8]), {"x": image}),
        (nn.Unfold(2), {"input": image}),
        (nn.Fold([2, 2], 2), {"input": x[:, :, :1]}),
        (nn.MSELoss(), {"input": x, "label": x + 1}),
        (nn.CrossEntropyLoss(), {"input": x[0], "label": np.arange(4)}),
        (nn.TripletMarginLoss(), {"input": x[0], "positive": x[0], "negative": x[0] + 1}),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, nn.Layer) else "",
)
def test_inputs_by_name_are_inputs_in_order(layer, inputs):
    given = {name: paddle.to_tensor(value) for name, value in inputs.items()}
    assert np.array_equal(layer(**given).numpy(), layer(*given.values()).numpy())


def test_a_name_that_is_no_input_is_refused():
    with pytest.raises(TypeError, match="misses its input 'x'"):
        nn.ReLU()(inputs=paddle.to_tensor(x))


def test_methods_say_of_themselves_what_their_functions_say():
    methods = [
        n for n, m in vars(NamedMethods).items() if inspect.isfunction(m) and m.__module__ == "opscope.ops.named"
    ]
    assert len(methods) > 200
    assert all(getattr(NamedMethods, name).__doc__ for name in methods)
    tensor = paddle.to_tensor(x)
    assert list(inspect.signature(tensor.sum).parameters) == ["axis", "dtype", "keepdim", "name"]
    assert tensor.sum.__doc__ == paddle.sum.__doc__
