"""Corners of dygraph programs, each as Paddle 2.6.2 answers where nothing else is said."""

import subprocess
import sys

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import nn

F = nn.functional

# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # pytest undoes opscope's own filter
def test_by_zero():
    x = paddle.to_tensor([1.0, -1.0, 0.0])
    np.testing.assert_array_equal((x / 0).numpy(), [np.inf, -np.inf, np.nan])
    np.testing.assert_array_equal((x / -0.0).numpy(), [-np.inf, np.inf, np.nan])
    np.testing.assert_array_equal((paddle.to_tensor([1]) / 0).numpy(), [np.inf])
    one, none = paddle.to_tensor([1, 2]), paddle.to_tensor([3, 0])
    for divided in (lambda: one // none, lambda: one % none, lambda: one // 0):
        with pytest.raises(ValueError, match="Integer division by zero"):  # NumPy says 0, and warns
            divided()
    assert np.isinf((x[:2] // 0.0).numpy()).all()


def test_integers_go_round():
    small = paddle.to_tensor([1, 2], dtype="uint8")
    assert (small - 2).tolist() == [255, 0] and (-small).tolist() == [255, 254]
    assert (paddle.to_tensor([1], dtype="int8") + 300).tolist() == [45]
    assert paddle.full([1], -1, "uint8").tolist() == [255]
    assert paddle.full_like(small, 300).tolist() == [44, 44]
    with pytest.raises(ValueError, match="out of bounds for uint8") as caught:
        paddle.to_tensor([1], dtype="uint8") // 300
    assert "fix: cast the tensor" in str(caught.value)


def test_equality_with_a_complex_number_is_asked_element_by_element():
    x = paddle.to_tensor([1.0, 2.0])
    assert (x == 1 + 0j).tolist() == [True, False] and (x != 1j).tolist() == [True, True]
    assert (x == None) is False and (x == "a") is False  # noqa: E711 (what is asked)


def test_numpy_does_not_warn_of_what_is_not_finite():
    program = (
        "import opscope as paddle; zero = paddle.zeros([1]);"
        "print(*map(float, (paddle.log(zero), zero / zero, paddle.sqrt(zero - 1), paddle.exp(zero + 1e3))))"
    )
    done = subprocess.run([sys.executable, "-W", "always", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["-inf", "nan", "nan", "inf"] and not done.stderr


# --- what is refused, and how ----------------------------------------------------------------------------------------


def test_indices_beyond_a_dim_are_index_errors():
    x = paddle.ones([2, 3])
    for index in (5, (0, 0, 0), paddle.to_tensor([7])):
        with pytest.raises(IndexError):
            x[index]
        with pytest.raises(IndexError):
            x[index] = 1.0
    with pytest.raises(IndexError, match="axis 4 is out of range"):
        paddle.cumsum(x, axis=4)


@pytest.mark.parametrize("value", [None, "a", {}])
def test_what_cannot_be_assigned(value):
    x = paddle.ones([2])
    with pytest.raises(ValueError, match=r"The assign value allows Tensor, numpy\.ndarray"):
        x[0] = value
    assert x.tolist() == [1.0, 1.0]


def test_a_value_of_another_shape_is_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"X = \[3\] and Y = \[5\]") as caught:
        paddle.ones([2, 3])[0] = paddle.ones([5])
    assert "value  float32[5]" in str(caught.value) and "test_dygraph_corners.py" in str(caught.value)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: paddle.exp(3.0), r"exp\(\): argument 'x' \(position 0\) must be Tensor, but got float"),
        (
            lambda: paddle.add(paddle.ones([1]), "a"),
            r"add\(\): argument 'y' \(position 1\) must be Tensor, but got str",
        ),
        (lambda: nn.Linear(3, 2)("a"), "must be Tensor, but got str"),
        (lambda: F.conv2d(paddle.ones([1, 1, 3, 3]), paddle.ones([1, 1, 2, 2]), stride=0), "stride should be larger"),
        (lambda: F.max_pool3d(paddle.ones([1, 1, 3, 3, 3]), 2, stride=0), "stride should be larger than 0"),
        (lambda: F.binary_cross_entropy(paddle.to_tensor([1.5]), paddle.ones([1])), "Illegal input"),
        (lambda: F.binary_cross_entropy(paddle.to_tensor([np.nan]), paddle.ones([1])), "input must be greater than"),
        (
            lambda: F.nll_loss(paddle.ones([2, 3]), paddle.to_tensor([0])),
            "input and label must have the same batch size",
        ),
    ],
)
def test_what_was_computed_or_failed_without_words(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_files_that_are_not_there(tmp_path):
    paddle.save({}, str(tmp_path / "model.pdparams"))
    for kind in (ValueError, FileNotFoundError):
        with pytest.raises(kind, match="does not exist") as caught:
            paddle.load(str(tmp_path / "modle.pdparams"))
        assert "did you mean 'model.pdparams'?" in str(caught.value)
        with pytest.raises(kind, match="There is no file named"):
            paddle.jit.load(str(tmp_path / "nothing"))


def test_steps_and_milestones_of_schedules():
    with pytest.raises(TypeError, match="'step_size' must be 'int'"):
        paddle.optimizer.lr.StepDecay(0.1, 1.5)
    with pytest.raises(TypeError, match="must be 'tuple, list'"):
        paddle.optimizer.lr.MultiStepDecay(0.1, 3)


# --- layers and optimizers -------------------------------------------------------------------------------------------


def test_a_layer_that_stands_in_two_places_is_stored_twice():
    tied = nn.Linear(2, 2)
    model = nn.Sequential(tied, tied)
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    assert len(model.parameters()) == 2 and model.set_state_dict(model.state_dict()) == ([], [])


def test_state_dict_hooks_of_sublayers_are_called():
    model = nn.Sequential(nn.Linear(2, 2))
    model[0].register_state_dict_hook(lambda found: {k: v for k, v in found.items() if "bias" not in k})
    assert list(model.state_dict()) == ["0.weight"]


def test_what_programs_read_of_optimizers_and_tensors():
    layer, clip = nn.Linear(1, 1), nn.ClipGradByValue(1.0)
    optimizer = paddle.optimizer.Adam(0.1, parameters=layer.parameters(), grad_clip=clip)
    assert optimizer._parameter_list == layer.parameters() and optimizer._grad_clip is clip
    assert repr(layer.weight.type) == "VarType.LOD_TENSOR"
    assert paddle.ones([1]).type == paddle.base.core.VarDesc.VarType.LOD_TENSOR


def test_weight_norm_puts_the_direction_first():
    assert list(nn.utils.weight_norm(nn.Linear(2, 3)).state_dict()) == ["bias", "weight_v", "weight_g"]


def test_interpolate_names_the_formats_of_one_dim_in_its_own_way():
    x = paddle.arange(3, dtype="float32").reshape([1, 1, 3])
    first = F.interpolate(x, size=[6], mode="linear", data_format="NCW")
    last = F.interpolate(x.transpose([0, 2, 1]), size=[6], mode="linear", data_format="NWC")
    assert first.flatten().tolist() == last.flatten().tolist() == [0.0, 0.25, 0.75, 1.25, 1.75, 2.0]


@pytest.mark.parametrize(
    "layer, text",
    [
        (nn.PixelShuffle(2), "PixelShuffle(upscale_factor=2)"),
        (nn.PixelShuffle(2, "NHWC"), "PixelShuffle(upscale_factor=2, data_format=NHWC)"),
        (nn.Unfold(3, 1, 2, name="u"), "Unfold(kernel_size=3, dilation=1, padding=2, stride=1, name=u)"),
        (nn.Fold([4, 4], 2), "Fold(kernel_size=2, dilation=1, padding=0, stride=1)"),
        (nn.ThresholdedReLU(), "ThresholdedReLU(threshold=1.0)"),
        (nn.ZeroPad2D(1), "ZeroPad2D(padding=[1, 1, 1, 1], data_format=NCHW)"),
        (nn.PairwiseDistance(3.0, 1e-5, True), "PairwiseDistance(p=3.0, epsilon=1e-05, keepdim=True)"),
        (nn.UpsamplingNearest2D(scale_factor=2), "UpsamplingNearest2D(scale_factor=2, data_format=NCHW)"),
    ],
)
def test_layers_as_text(layer, text):
    assert str(layer) == text


def test_complex_numbers_as_text():
    assert str(paddle.to_tensor([1 + 2j, -1 - 1j])).endswith("[ (1+2j), (-1-1j)])")
    assert "(0.10000000149011612+0j)" in str(paddle.to_tensor(0.1 + 0j))


def test_a_condition_is_bool():
    x = paddle.to_tensor([0.0, 1.0])
    with pytest.raises(ValueError, match="the condition must be bool, but its dtype is float32"):
        x.where(x > 0, x)  # other frameworks' order: here x would be the condition
    assert paddle.where(x > 0, x, -1.0).tolist() == [-1.0, 1.0]


# --- what Paddle's own tests ask --------------------------------------------------------------------------------------


def test_flags_are_numbers_beside_numbers():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = x - (x > 1)
    y.sum().backward()
    assert y.tolist() == [1.0, 1.0] and x.grad.tolist() == [1.0, 1.0]
    n = paddle.to_tensor([3, 2])
    assert (n - (n > 2)).tolist() == [2, 2] and (n ** (n > 2)).tolist() == [3, 1] and (n // (n > 1)).tolist() == [3, 2]
    with pytest.raises(RuntimeError, match="subtract"):
        (n > 2) - (n > 1)


def test_tensors_without_dims():
    x, slope = paddle.full([], -1.0), paddle.full([], 0.5)
    assert F.prelu(x, slope).item() == -0.5 and F.prelu(paddle.full([2, 3], -1.0), slope).sum().item() == -3.0
    for apart in (paddle.unbind, paddle.unstack):
        with pytest.raises(ValueError, match="rank 0 has no axis"):
            apart(x)
    assert paddle.static.accuracy(paddle.to_tensor([[0.1, 0.9]]), paddle.to_tensor([[1]])).item() == 1.0
    assert x.layout == "NCHW" and x._bump_inplace_version() is None and x.inplace_version == 1


def test_a_layer_makes_tensors_to_write_to():
    class Remembers(nn.Layer):
        def __init__(self):
            super().__init__("mine")
            self.seen = self.create_tensor("seen", dtype="float32")

        def forward(self, x):
            paddle.assign(x, self.seen)
            return x

    layer = Remembers()
    assert layer.seen.name == f"{layer.full_name()}.seen" and not layer.state_dict()
    layer(paddle.ones([2]))
    assert layer.seen.tolist() == [1.0, 1.0]
    with pytest.raises(AssertionError, match="blocking must be True, False or None"):
        layer.to(blocking=1)
