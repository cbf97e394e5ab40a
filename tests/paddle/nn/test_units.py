"""Layers that are one function: how they are called, their settings; and what editors are told of methods."""

import copy
import inspect
import pickle

import numpy as np
import pytest

from opscope import paddle
from opscope.ops.tensor_methods import NamedMethods
from opscope.paddle import nn
from opscope.paddle.nn.layer.unit import Unit

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
    with pytest.raises(TypeError, match=r"the input 'x' of .* is missing"):
        nn.ReLU()(inputs=paddle.to_tensor(x))


def test_methods_say_of_themselves_what_their_functions_say():
    methods = [
        n
        for n, m in vars(NamedMethods).items()
        if inspect.isfunction(m) and m.__module__ == "opscope.ops.tensor_methods"
    ]
    assert len(methods) > 200
    assert all(getattr(NamedMethods, name).__doc__ for name in methods)
    tensor = paddle.to_tensor(x)
    assert list(inspect.signature(tensor.sum).parameters) == ["axis", "dtype", "keepdim", "name"]
    assert tensor.sum.__doc__ == paddle.sum.__doc__


def test_settings_are_attributes_under_paddles_names():
    pool, loss, leaky = nn.MaxPool2D(2), nn.CrossEntropyLoss(ignore_index=3, reduction="sum"), nn.LeakyReLU(0.2)
    assert (pool.ksize, pool.stride, pool.ceil_mode, pool.name) == (2, None, False, None)
    assert (loss.ignore_index, loss.reduction, loss.weight, loss.soft_label) == (3, "sum", None, False)
    assert (leaky._negative_slope, nn.Softmax(1)._axis, nn.Upsample(scale_factor=2).scale_factor) == (0.2, 1, 2)
    assert nn.AvgPool2D(2, divisor_override=3).divisor == 3
    with pytest.raises(AttributeError, match="no attribute 'stride'"):
        leaky.stride  # noqa: B018 (it is not there)


def test_settings_may_be_set():
    tensor = paddle.to_tensor(image)
    pool = nn.MaxPool2D(2)
    pool.stride = 1
    assert pool(tensor).shape == [1, 1, 3, 3] and "stride=1" in repr(pool)
    leaky = nn.LeakyReLU()
    leaky._negative_slope = 0.5
    assert leaky(paddle.to_tensor([-2.0])).item() == -1.0


class Focal(nn.CrossEntropyLoss):
    def forward(self, input, label):
        each = paddle.nn.functional.cross_entropy(input, label, self.weight, self.ignore_index, reduction="none")
        return getattr(each * (1 - paddle.exp(-each)), self.reduction)()


def test_a_loss_of_a_user_reads_them():
    logits, label = paddle.to_tensor(x[0]), paddle.to_tensor(np.arange(4))
    each = nn.CrossEntropyLoss(reduction="none")(logits, label).numpy()
    assert Focal(reduction="sum")(logits, label).item() == pytest.approx((each * (1 - np.exp(-each))).sum(), rel=1e-5)


def test_a_parameter_without_elements_is_refused():
    for make in (lambda: nn.Linear(0, 2), lambda: paddle.create_parameter([2, 0], "float32")):
        with pytest.raises(AssertionError, match="every dim of a parameter must be larger than 0"):
            make()


def units(base: type[Unit] = Unit) -> list[type[Unit]]:
    """The public layers that are one function, those of this package."""
    below = [c for each in base.__subclasses__() for c in (each, *units(each))]
    return [c for c in dict.fromkeys(below) if hasattr(c, "function") and c.__module__.startswith("opscope.")]


@pytest.mark.parametrize("layer", units(), ids=lambda c: f"{c.__module__}.{c.__name__}".removeprefix("opscope.paddle."))
def test_the_settings_of_a_unit_are_parameters_of_its_function(layer: type[Unit]):
    settings = [n for n in inspect.signature(layer).parameters if n not in ("name", "settings")]
    taken = inspect.signature(layer.function).parameters
    assert [n for n in settings if n not in taken] == []
    assert layer.__init__.__qualname__ in (f"{layer.__qualname__}.__init__", "Unit.__init__")


def test_a_layer_keeps_what_its_init_declares_and_python_refuses_the_rest():
    made = nn.ThresholdedReLU(value=2.0)
    assert (made.threshold, made.value, repr(made)) == (1.0, 2.0, "ThresholdedReLU(threshold=1.0, value=2.0)")
    copied = pickle.loads(pickle.dumps(made))
    assert type(copied) is nn.ThresholdedReLU and repr(copied) == repr(made) == repr(copy.deepcopy(made))
    with pytest.raises(TypeError, match=r"^Maxout\.__init__\(\) missing 1 required positional argument: 'groups'"):
        nn.Maxout()  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match=r"^MaxPool3D\.__init__\(\) got an unexpected keyword argument 'size'"):
        nn.MaxPool3D(2, size=3)  # pyright: ignore[reportCallIssue]


def test_a_users_subclass_of_a_unit_keeps_its_own_init():
    class Half(nn.LeakyReLU):
        def __init__(self) -> None:
            super().__init__(0.5)
            self.note = "mine"

    class Plain(nn.Dropout):
        pass

    assert (Half().negative_slope, Half().note) == (0.5, "mine")
    assert (Plain(0.3).p, isinstance(Plain(), nn.Dropout), nn.Dropout3D().data_format) == (0.3, True, "NCDHW")
    assert isinstance(nn.Dropout3D(), nn.Dropout2D)
