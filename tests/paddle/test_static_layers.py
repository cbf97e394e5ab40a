"""What layers of programs say to what they cannot take, and what fc makes of its inputs."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import DTypeError, UsageError
from opscope.paddle import static
from opscope.paddle.static import nn


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


LAYERS = {
    "fc": ("input", lambda x: nn.fc(x, 2)),
    "conv2d": ("input", lambda x: nn.conv2d(x, 2, 3)),
    "conv2d_transpose": ("input", lambda x: nn.conv2d_transpose(x, 2, filter_size=3)),
    "conv3d": ("input", lambda x: nn.conv3d(x, 2, 3)),
    "conv3d_transpose": ("input", lambda x: nn.conv3d_transpose(x, 2, filter_size=3)),
    "batch_norm": ("input", nn.batch_norm),
    "layer_norm": ("input", nn.layer_norm),
    "group_norm": ("input", lambda x: nn.group_norm(x, 2)),
    "instance_norm": ("input", nn.instance_norm),
    "prelu": ("x", lambda x: nn.prelu(x, "all")),
    "spectral_norm": ("weight", nn.spectral_norm),
    "embedding": ("input", lambda x: nn.embedding(x, [5, 2])),
}
every_layer = pytest.mark.parametrize("name", LAYERS)


@every_layer
@pytest.mark.parametrize("given", [3, np.zeros((2, 4, 6, 6), "float32")], ids=["int", "array"])
def test_what_is_no_variable_is_a_type_error(name, given):
    what, call = LAYERS[name]
    with pytest.raises(
        UsageError, match=f"The type of '{what}' in {name} must be .*Variable.*, but received <class"
    ) as e:
        call(given)
    assert isinstance(e.value, TypeError)


@every_layer
def test_a_data_type_that_does_not_fit_is_a_type_error(name):
    what, call = LAYERS[name]
    wrong = "float32" if name == "embedding" else "int32"
    x = static.data("x", [2, 4, 6, 6], wrong)
    with pytest.raises(
        DTypeError, match=rf"The data type of '{what}' in {name} must be \[.*\], but received {wrong}\."
    ):
        call(x)
    assert not static.default_main_program().all_parameters()


def test_fc_says_so_of_each_of_its_inputs():
    with pytest.raises(UsageError, match="The type of 'input' in fc must be"):
        nn.fc([static.data("x", [2, 4]), 3], 2)


@pytest.mark.parametrize("dims, shape", [(1, (-1, 2)), (2, (-1, 3, 2)), (-1, (-1, 3, 4, 2))])
def test_fc_keeps_the_first_dims(dims, shape):
    assert nn.fc(static.data("x", [None, 3, 4, 5]), 2, num_flatten_dims=dims).shape == shape
