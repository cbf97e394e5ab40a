"""Names under the modules where Paddle keeps them, and what other projects' code asks of Paddle's insides."""

import importlib
import sys
import types

import numpy as np
import pytest

import opscope
from opscope import paddle
from opscope.core.module_aliases import alias_in_submodules
from opscope.errors import DTypeError, OpscopeWarning, UnsupportedError, UsageError
from opscope.paddle import nn, static
from opscope.paddle.nn import functional as F  # noqa: N812


@pytest.mark.parametrize(
    "module, name, public",
    [
        ("nn.layer.norm", "BatchNorm2D", nn.BatchNorm2D),
        ("nn.layer.loss", "MSELoss", nn.loss.MSELoss),
        ("nn.layer.rnn", "RNNCellBase", nn.RNNCellBase),
        ("nn.layer.common", "Linear", nn.Linear),
        ("nn.layer.distance", "PairwiseDistance", nn.PairwiseDistance),
        ("nn.functional.loss", "cross_entropy", F.cross_entropy),
        ("nn.functional.input", "embedding", F.embedding),
        ("nn.initializer.constant", "Constant", nn.initializer.Constant),
        ("optimizer.adamw", "AdamW", paddle.optimizer.AdamW),
        ("distribution.transformed_distribution", "TransformedDistribution", None),
        ("io.dataloader.batch_sampler", "BatchSampler", paddle.io.BatchSampler),
        ("geometric.message_passing.send_recv", "send_u_recv", paddle.geometric.send_u_recv),
        ("tensor.math", "add_", paddle.tensor.add_),
        ("utils.layers_utils", "map_structure", paddle.utils.map_structure),
        ("fluid.layers.utils", "map_structure", paddle.utils.map_structure),
        ("framework.core", "VarDesc", paddle.base.core.VarDesc),
        ("device.core", "CPUPlace", paddle.CPUPlace),
        ("framework", "LayerHelper", paddle.base.layer_helper.LayerHelper),
        ("base.framework", "ParamBase", paddle.base.framework.EagerParamBase),
        ("callbacks", "EarlyStopping", paddle.hapi.callbacks.EarlyStopping),
        ("utils.unique_name", "generate", paddle.utils.unique_name.generate),
        ("distribution.transform", "ChainTransform", paddle.distribution.ChainTransform),
        ("profiler.profiler", "Profiler", paddle.profiler.Profiler),
    ],
)
def test_names_are_where_paddle_keeps_them(module, name, public):
    opscope.as_paddle()
    found = paddle
    for part in module.split("."):
        found = getattr(found, part)
    assert getattr(found, name) is (public or getattr(paddle.distribution, name))
    if not module.endswith("core"):  # an attribute of Paddle's, not a module
        assert getattr(importlib.import_module(f"paddle.{module}"), name) is getattr(found, name)


def test_a_function_keeps_its_name_before_a_module():
    home = types.ModuleType("opscope_home")
    home.deprecated = home.other = len
    sys.modules["opscope_home"] = home
    alias_in_submodules("opscope_home", {"deprecated": "deprecated", "deep.er": "other"})
    assert home.deprecated is len and home.deep.er.other is len
    assert importlib.import_module("opscope_home.deprecated").deprecated is len
    for name in [n for n in sys.modules if n.startswith("opscope_home")]:
        del sys.modules[name]


# --- layers -----------------------------------------------------------------------------------------


def test_layers_of_old_build_themselves_with_their_first_input():
    class Lazy(nn.Layer):
        def _build_once(self, x):
            self.weight = self._helper.create_parameter(None, [x.shape[-1], 2], self._helper.get_default_dtype())

        def forward(self, x):
            return self._helper.append_activation(paddle.matmul(x, self.weight), act="relu")

    layer = Lazy()
    x = paddle.ones([3, 4])
    first = layer(x)
    assert layer.weight.shape == [4, 2] and layer.weight.name.startswith("lazy_0.w")
    assert (first.numpy() >= 0).all() and (layer(x).numpy() == first.numpy()).all()


def test_a_param_attr_is_made_of_a_regularizer_and_of_lists():
    decay = paddle.regularizer.L2Decay(0.1)
    layer = nn.Linear(2, 2, weight_attr=decay)
    assert layer.weight.regularizer is decay
    made = paddle.ParamAttr._to_attr(["w", False, None])
    assert made[0].name == "w" and made[1] is False and isinstance(made[2], paddle.ParamAttr)


def test_one_slope_of_prelu_needs_no_channels():
    x = paddle.to_tensor([[-1.0, 2.0]])
    assert F.prelu(x, paddle.to_tensor([0.5]), data_format="channels_last").numpy().tolist() == [[-0.5, 2.0]]


# --- checks and conversions -------------------------------------------------------------------------


def test_checks_speak_in_static_mode_only():
    from opscope.paddle.base.data_feeder import check_dtype, check_type, check_variable_and_dtype

    check_type(3, "x", list, "op"), check_dtype("int32", "x", ["float32"], "op")
    paddle.enable_static()
    with pytest.raises(UsageError, match=r"The type of 'x' in op must be .*Variable.*, but received <class 'int'>"):
        check_variable_and_dtype(3, "x", ["float32"], "op")
    with pytest.raises(DTypeError, match=r"The data type of 'n' in op must be \['float32'\], but received int32. why"):
        check_variable_and_dtype(static.data("n", [1], "int32"), "n", ["float32"], "op", "why")
    check_variable_and_dtype(static.data("f", [1], "float32"), "f", ["float32"], "op")


def test_bits_of_bfloat16():
    from opscope.paddle.base.data_feeder import convert_float_to_uint16, convert_uint16_to_float

    bits = convert_float_to_uint16(np.array([[1.5, -2.25, 3.14159]], "float32"))
    assert bits.tolist() == [[16320, 49168, 16457]] and bits.dtype == "uint16"
    assert convert_uint16_to_float(bits).tolist() == [[1.5, -2.25, 3.140625]]


def test_what_places_are_asked():
    place = paddle.ones([1]).place
    assert place.is_cpu_place() and not place.is_gpu_place() and not place.is_xpu_place()
    gpu = paddle.CUDAPlace(1)
    assert (gpu.is_gpu_place(), gpu.gpu_device_id(), place.gpu_device_id()) == (True, 1, 0)


def test_whether_a_function_is_made_a_program():
    from opscope.paddle.nn.layer.layers import in_declarative_mode

    seen = []
    paddle.jit.to_static(lambda x: (seen.append(in_declarative_mode()), x + 1)[1])(paddle.ones([1]))
    assert seen[0] and not in_declarative_mode()


# --- attention --------------------------------------------------------------------------------------


def test_flash_attention():
    rng = np.random.default_rng(1)
    q, k, v = (paddle.to_tensor(rng.standard_normal((2, 4, 3, 8)).astype("float32")) for _ in range(3))
    attend = F.flash_attention.flash_attention
    out, nothing = attend(q, k, v)
    assert nothing is None
    np.testing.assert_allclose(out.numpy(), F.scaled_dot_product_attention(q, k, v).numpy(), rtol=1e-6)
    out, weights = attend(q, k, v, causal=True, return_softmax=True)
    assert weights.shape == [2, 3, 4, 4] and not np.triu(weights.numpy(), 1).any()
    np.testing.assert_allclose(out.numpy()[:, 0], v.numpy()[:, 0], rtol=1e-5)  # the first sees itself only
    with pytest.raises(UnsupportedError, match="fixed_seed_offset"):
        attend(q, k, v, fixed_seed_offset=q)


def test_operators_by_their_names_of_python_2():
    x = paddle.to_tensor([4.0])
    assert (x.__div__(2).item(), x.__rdiv__(2).item(), x.__long__(), x.__nonzero__()) == (2.0, 0.5, 4, True)


def test_models_ask_whether_they_run_in_mixed_precision():
    from opscope.paddle.amp.auto_cast import amp_state

    assert amp_state() is None
    with paddle.amp.auto_cast(level="O2"):
        with paddle.amp.auto_cast(enable=False):
            assert amp_state()["enable"] is False
        assert amp_state()["level"] == "O2"
    assert amp_state() is None


def test_importing_a_module_leaves_the_function_of_its_name_alone():
    """paddle.amp.auto_cast is both: PaddleNLP asks the module for amp_state, and calls the function."""
    opscope.as_paddle()
    sys.modules.pop("paddle.amp.auto_cast", None), sys.modules.pop("paddle.amp", None)
    from paddle.amp.auto_cast import amp_state

    assert amp_state is sys.modules["opscope.paddle.amp.auto_cast"].amp_state
    assert callable(paddle.amp.auto_cast) and sys.modules["paddle.amp"] is paddle.amp


@pytest.mark.parametrize("function", [paddle.exp, F.relu, lambda t: paddle.matmul(t, paddle.eye(2))])
def test_of_a_tuple_the_first_tensor_is_taken_and_said(function):
    """As Paddle does silently: PaddleNLP's RemBERT hands (context, weights) to a Linear."""
    x, y = paddle.ones([2, 2]), paddle.zeros([3])
    x.stop_gradient = False
    with pytest.warns(OpscopeWarning, match="is a tuple, and opscope uses its first Tensor"):
        out = function((x, y))
    assert (out.numpy() == function(x).numpy()).all() and not out.stop_gradient
    with opscope.strict(), pytest.raises(OpscopeWarning, match="is a tuple"):
        function((x, y))
