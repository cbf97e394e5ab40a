"""Arguments of a wrong type or outside their range: an error that names the parameter, never one of Python's own.

Siblings are found by their signatures: each initializer, each schedule and each layer gets each bad value.
"""

import inspect
import math
import sys

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError, UsageError
from opscope.paddle import distribution, fluid, nn, static
from opscope.paddle.nn import functional
from opscope.paddle.nn import initializer as initializers
from opscope.paddle.optimizer import lr

NAN = math.nan
STRANGE = {"0": 0, "-1": -1, "nan": NAN, "text": "word", "None": None, "object": object()}

INITIALIZERS = sorted(
    name
    for name, kind in vars(initializers).items()
    if inspect.isclass(kind) and issubclass(kind, initializers.Initializer) and kind is not initializers.Initializer
)
SCHEDULES = sorted(n for n in lr.__all__ if inspect.isclass(getattr(lr, n)) and getattr(lr, n) is not lr.LRScheduler)
LAYERS = sorted(
    name
    for name, kind in vars(nn).items()
    if inspect.isclass(kind) and issubclass(kind, nn.Layer) and kind is not nn.Layer
)
SIZES = {
    "in_features": 4, "out_features": 4, "in1_features": 4, "in2_features": 4, "in_channels": 4, "out_channels": 4,
    "num_features": 4, "num_channels": 4, "normalized_shape": 4, "num_embeddings": 4, "embedding_dim": 4,
    "input_size": 4, "hidden_size": 4, "d_model": 4, "dim_feedforward": 4, "embed_dim": 4, "feature_size": 4,
    "num_classes": 4,
}  # fmt: skip
FITTING = SIZES | {
    "kernel_size": 3, "kernel_sizes": 3, "nhead": 2, "num_heads": 2, "num_groups": 2, "groups": 2, "num_layers": 1,
    "padding": 1, "upscale_factor": 2, "downscale_factor": 2, "output_size": 2, "output_sizes": [4, 4],
    "weight_shape": [4, 4], "shape": [2, 2], "axis": 1,
    "learning_rate": 0.1, "warmup_steps": 3, "boundaries": [1, 2], "values": [0.1, 0.2, 0.3], "gamma": 0.5,
    "decay_steps": 3, "T_max": 3, "T_0": 3, "start_lr": 0.0, "end_lr": 0.1, "milestones": [1, 2], "step_size": 2,
    "lr_lambda": lambda epoch: 0.9, "max_learning_rate": 0.1, "total_steps": 10, "base_learning_rate": 0.1,
    "step_size_up": 3, "value": 0.5,
}  # fmt: skip
SMALL = {"d_model": 4, "nhead": 2, "dim_feedforward": 4, "num_encoder_layers": 1, "num_decoder_layers": 1}


def parameters(kind):
    return [p for p in inspect.signature(kind).parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def fitting(kind):
    """Arguments that fit; None if a required one is not known here."""
    required = {p.name for p in parameters(kind) if p.default is p.empty}
    if not required <= FITTING.keys():
        return None
    small = {p.name: SMALL[p.name] for p in parameters(kind) if p.name in SMALL}
    return small | {name: FITTING[name] for name in required}


def refused_or_made(call, values, what):
    """Each call succeeds, or raises an error of opscope."""
    for label, value in values.items():
        try:
            call(value)
        except (OpscopeError, NotImplementedError):
            pass
        except Exception as error:  # noqa: BLE001 (any other is Python's own)
            pytest.fail(f"{what}={label}: {type(error).__name__}: {error}")


@pytest.mark.parametrize("name", INITIALIZERS)
def test_an_initializer_refuses_what_is_no_such_number(name):
    paddle.disable_static()
    kind = getattr(initializers, name)
    given = fitting(kind)
    assert given is not None
    for parameter in parameters(kind):

        def make(value, parameter=parameter):
            made = kind(**given | {parameter.name: value})
            paddle.create_parameter([4, 4], "float32", default_initializer=made)

        if parameter.name != "name":
            refused_or_made(make, STRANGE, f"{name}({parameter.name})")


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_schedule_refuses_what_is_no_such_number(name, capsys):
    kind = getattr(lr, name)
    given = fitting(kind)
    assert given is not None
    functions = {"a function without return": lambda epoch: None, "a function of text": lambda epoch: "x"}
    for parameter in parameters(kind):

        def make(value, parameter=parameter):
            made = kind(**given | {parameter.name: value})
            for _ in range(3):
                made.step(*([1.0] if name == "ReduceOnPlateau" else []))

        refused_or_made(make, STRANGE | functions | {"[]": []}, f"{name}({parameter.name})")


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_refuses_sizes_that_are_none(name):
    paddle.disable_static()
    kind = getattr(nn, name)
    given = fitting(kind)
    if given is None:
        return
    for parameter in parameters(kind):
        if parameter.name in ("name", "weight_attr", "bias_attr", "data_format"):
            continue
        values = {label: STRANGE[label] for label in ("0", "-1", "text")}
        values |= {"None": None} if parameter.default is parameter.empty else {}
        refused_or_made(lambda value, p=parameter: kind(**given | {p.name: value}), values, f"{name}({parameter.name})")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", [0, -1, "word", None])
def test_a_size_of_a_layer_that_is_none_is_always_refused(size, value):
    paddle.disable_static()
    tried = 0
    for name in LAYERS:
        kind = getattr(nn, name)
        given = fitting(kind)
        if given is None or size not in given:
            continue
        tried += 1
        with pytest.raises(OpscopeError):
            kind(**given | {size: value})
    assert tried


def x():
    return paddle.to_tensor(np.linspace(-3, 3, 12, dtype="float32").reshape(3, 4))


def initialized(kind, *arguments):
    return lambda: paddle.create_parameter([4, 4], "float32", default_initializer=kind(*arguments))


# A parameter and its call. Paddle computes something of most of them, and says nothing.
MEANINGLESS = {
    "std of normal": lambda: paddle.normal(0.0, -1.0, [3]),
    "std of gaussian": lambda: paddle.tensor.random.gaussian([3], 0.0, -1.0),
    "std of normal_": lambda: x().normal_(0.0, -1.0),
    "scale of cauchy_": lambda: x().cauchy_(0.0, -1.0),
    "lam of exponential_": lambda: x().exponential_(0.0),
    "probs of geometric_": lambda: x().geometric_(2.0),
    "std of Normal": initialized(initializers.Normal, 0.0, -1.0),
    "std of TruncatedNormal": initialized(initializers.TruncatedNormal, 0.0, -1.0),
    "std of fluid's Normal": lambda: fluid.initializer.NormalInitializer(0.0, -1.0),
    "b of TruncatedNormal": initialized(initializers.TruncatedNormal, 0.0, 1.0, 2.0, -2.0),
    "high of Uniform": initialized(initializers.Uniform, 1.0, -1.0),
    "fan_in of XavierUniform": initialized(initializers.XavierUniform, -1),
    "fan_in and fan_out of XavierNormal": initialized(initializers.XavierNormal, 0, 0),
    "fan_in of KaimingNormal": initialized(initializers.KaimingNormal, -1),
    "fan_in of KaimingUniform": initialized(initializers.KaimingUniform, 0),
    "max of uniform": lambda: paddle.uniform([3], min=1.0, max=-1.0),
    "max of uniform, NaN": lambda: paddle.uniform([3], min=NAN, max=1.0),
    "max of uniform_": lambda: x().uniform_(1.0, -1.0),
    "max of hardtanh": lambda: functional.hardtanh(x(), 1.0, -1.0),
    "max of Hardtanh": lambda: nn.Hardtanh(1.0, -1.0)(x()),
    "max of brelu": lambda: fluid.layers.brelu(x(), 1.0, -1.0),
    "max of relu6": lambda: fluid.layers.relu6(x(), -6.0),
    "max of soft_relu": lambda: fluid.layers.soft_relu(x(), -6.0),
    "max of clip": lambda: paddle.clip(x(), paddle.to_tensor(1.0), paddle.to_tensor(-1.0)),
    "threshold of softshrink": lambda: functional.softshrink(x(), -1.0),
    "delta of smooth_l1_loss": lambda: functional.smooth_l1_loss(x(), x(), delta=-1.0),
    "delta of SmoothL1Loss": lambda: nn.SmoothL1Loss(delta=-1.0)(x(), x()),
    "delta of huber_loss": lambda: fluid.layers.huber_loss(x(), x(), -1.0),
    "scale of distribution.Normal": lambda: distribution.Normal(0.0, -1.0),
    "scale of distribution.LogNormal": lambda: distribution.LogNormal(0.0, -1.0),
    "scale of distribution.Gumbel": lambda: distribution.Gumbel(0.0, [1.0, -1.0]),
    "scale of distribution.Cauchy": lambda: distribution.Cauchy(0.0, -1.0),
    "alpha of distribution.Beta": lambda: distribution.Beta(-1.0, 1.0),
    "concentration of distribution.Dirichlet": lambda: distribution.Dirichlet(np.array([0.5, -0.5])),
    "seed of paddle.seed": lambda: paddle.seed("a"),
    "lr_lambda of LambdaDecay": lambda: lr.LambdaDecay(0.1, lambda epoch: None),
    "in1_features of Bilinear": lambda: nn.Bilinear(0, 2, 3),
}


@pytest.mark.parametrize("what", MEANINGLESS)
def test_what_means_nothing_is_refused_by_the_parameters_name(what):
    paddle.disable_static()
    with pytest.raises((ValueError, UsageError)) as caught:
        MEANINGLESS[what]()
    assert isinstance(caught.value, OpscopeError)
    for parameter in what.split(" of ")[0].split(" and "):
        assert parameter in str(caught.value)
    assert "test_unfit_arguments.py" in str(caught.value)


def test_a_program_refuses_it_when_it_is_built():
    paddle.enable_static()
    data = static.data("x", [2, 3])
    shape = [static.data("n", [1], "int64"), 3]
    for build in (
        lambda: functional.hardtanh(data, 1.0, -1.0),
        lambda: functional.softshrink(data, -1.0),
        lambda: functional.smooth_l1_loss(data, data, delta=-1.0),
        lambda: paddle.uniform([3], min=1.0, max=-1.0),
        lambda: paddle.uniform(shape, min=1.0, max=-1.0),
        lambda: paddle.normal(0.0, -1.0, [3]),
        lambda: fluid.layers.gaussian_random([3], 0.0, -1.0),
        lambda: fluid.layers.uniform_random([3], min=1.0, max=-1.0),
        lambda: fluid.layers.hard_swish(data, -6.0, 1.0, 3.0),
    ):
        with pytest.raises(OpscopeError, match=r"test_unfit_arguments\.py"):
            build()


def test_what_means_something_stays():
    paddle.disable_static()
    assert functional.hardtanh(x(), 1.0, 1.0).numpy().tolist() == [[1.0] * 4] * 3
    assert paddle.uniform([2], min=3.0, max=3.0).numpy().tolist() == [3.0, 3.0]
    assert paddle.normal(2.0, 0.0, [2]).numpy().tolist() == [2.0, 2.0]
    assert distribution.Normal(2.0, 0.0).sample([2]).numpy().tolist() == [2.0, 2.0]
    assert isinstance(initialized(initializers.XavierUniform, 0)(), paddle.Tensor)
    layer = nn.LayerNorm(np.int64(4))
    assert layer.weight.shape == [4] and nn.LayerNorm((np.int32(2), 3)).weight.shape == [6]
    scale = lr.LambdaDecay(0.5, lambda epoch: np.float32(0.5))
    assert scale() == 0.25 and "lr_lambda" not in sys.modules


def test_the_error_of_a_schedule_says_which_call_gave_none():
    schedule = lr.MultiplicativeDecay(0.1, lambda epoch: 0.9 if epoch < 2 else None)
    schedule.step()
    with pytest.raises(UsageError, match=r"(?s)the result of lr_lambda\(2\) must be a number, but is None.*return"):
        schedule.step()
