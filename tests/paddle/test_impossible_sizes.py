"""Sizes, axes, groups and epsilons that nothing can have: refused in programs and in dygraph, at the user's line."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import nn, static
from opscope.paddle.nn import functional
from opscope.paddle.optimizer import SGD, lr

NAN = math.nan


def given(is_static, *shape, dtype="float32"):
    if is_static:
        return static.data(f"x{len(static.default_main_program().global_block().vars)}", list(shape), dtype)
    return paddle.to_tensor(np.ones(shape, dtype))


CALLS = {
    "topk 0": lambda d: paddle.topk(d(3, 4), 0),
    "topk -1": lambda d: paddle.topk(d(3, 4), -1),
    "split": lambda d: paddle.split(d(3, 4), [-3, 7], axis=1),
    "tile": lambda d: paddle.tile(d(3, 4), [-1, 1]),
    "expand": lambda d: paddle.expand(d(3, 4), [-2, 3, 4]),
    "one_hot": lambda d: functional.one_hot(d(3, dtype="int64"), -2),
    "full": lambda d: paddle.full([-3, 2], 1.0),
    "eye": lambda d: paddle.eye(-2),
    "rand": lambda d: paddle.rand([-2, 3]),
    "randperm": lambda d: paddle.randperm(-1),
    "linspace": lambda d: paddle.linspace(0, 1, 0),
    "slice": lambda d: paddle.slice(d(3, 4), [0, 1], [0], [1]),
    "softmax": lambda d: functional.softmax(d(3, 4), axis=5),
    "argsort": lambda d: paddle.argsort(d(3, 4), axis=-3),
    "dropout": lambda d: functional.dropout(d(3, 4), 0.5, axis=9),
    "clip": lambda d: paddle.clip(d(3, 4), 2.0, 1.0),
    "clip to NaN": lambda d: paddle.clip(d(3, 4), NAN, 1.0),
    "maxout": lambda d: functional.maxout(d(2, 4, 8, 8), 0),
    "temporal_shift": lambda d: functional.temporal_shift(d(4, 4, 8, 8), 0),
    "temporal_shift by 2": lambda d: functional.temporal_shift(d(4, 4, 8, 8), 2, shift_ratio=2.0),
    "layer_norm": lambda d: functional.layer_norm(d(3, 4), 4, epsilon=-1.0),
    "instance_norm": lambda d: functional.instance_norm(d(2, 4, 3, 3), eps=NAN),
    "BatchNorm2D": lambda d: nn.BatchNorm2D(4, epsilon=-1.0)(d(2, 4, 3, 3)),
    "GroupNorm": lambda d: nn.GroupNorm(2, 4, epsilon=-1.0)(d(2, 4, 3, 3)),
}


@pytest.mark.parametrize("is_static", [True, False], ids=["program", "dygraph"])
@pytest.mark.parametrize("case", CALLS)
def test_it_is_refused(case, is_static):
    (paddle.enable_static if is_static else paddle.disable_static)()
    with pytest.raises(OpscopeError, match=r"test_impossible_sizes\.py"):
        CALLS[case](lambda *shape, **options: given(is_static, *shape, **options))


def image():
    return static.data("image", [2, 4, 8, 8])


STATIC_LAYERS = {
    "conv2d": lambda: static.nn.conv2d(image(), 4, 3, groups=0),
    "conv2d_transpose": lambda: static.nn.conv2d_transpose(image(), 4, filter_size=3, groups=0),
    "conv3d": lambda: static.nn.conv3d(static.data("volume", [2, 4, 8, 8, 8]), 4, 3, groups=-1),
    "fc": lambda: static.nn.fc(image(), 3, num_flatten_dims=9),
    "layer_norm": lambda: static.nn.layer_norm(image(), begin_norm_axis=9),
    "layer_norm's epsilon": lambda: static.nn.layer_norm(image(), epsilon=NAN),
    "group_norm": lambda: static.nn.group_norm(image(), 2, epsilon=NAN),
    "instance_norm": lambda: static.nn.instance_norm(image(), epsilon=-1.0),
    "batch_norm": lambda: static.nn.batch_norm(image(), epsilon=-1.0),
    "batch_norm's momentum": lambda: static.nn.batch_norm(image(), momentum=NAN),
    "embedding": lambda: static.nn.embedding(static.data("ids", [3], "int64"), [4, 4], padding_idx=9),
    "embedding of one dim": lambda: static.nn.embedding(static.data("ids", [3], "int64"), [4]),
}


@pytest.mark.parametrize("case", STATIC_LAYERS)
def test_a_layer_of_a_program_is_refused(case):
    paddle.enable_static()
    with pytest.raises(OpscopeError, match=r"test_impossible_sizes\.py"):
        STATIC_LAYERS[case]()


class TestGradientsThatAreGiven:
    def test_to_grad_have_the_shape_of_their_output(self):
        x = paddle.to_tensor(np.ones((3, 4), "float32"), stop_gradient=False)
        for wrong in ([4], [3, 1], [2, 2], []):
            with pytest.raises(OpscopeError, match=r"Tensor shape not match(.|\n)*test_impossible_sizes\.py"):
                paddle.grad(x * 2, x, grad_outputs=paddle.ones(wrong))
            with pytest.raises(OpscopeError, match="Tensor shape not match"):
                paddle.autograd.backward([x * 2], [paddle.ones(wrong)])
        (found,) = paddle.grad(x * 2, x, grad_outputs=paddle.ones([3, 4]))
        assert np.array_equal(found.numpy(), np.full((3, 4), 2.0))


OPTIONS = {
    "factor": lambda: lr.ReduceOnPlateau(0.1, factor=NAN),
    "threshold": lambda: lr.ReduceOnPlateau(0.1, threshold=NAN),
    "patience": lambda: lr.ReduceOnPlateau(0.1, patience=-1),
    "gamma": lambda: lr.InverseTimeDecay(0.1, -1.0),
    "init_loss_scaling": lambda: paddle.amp.GradScaler(init_loss_scaling=NAN),
    "loss scaling below zero": lambda: paddle.amp.GradScaler(init_loss_scaling=-1.0),
    "parameters": lambda: SGD(0.1, parameters=["w"]),
}


@pytest.mark.parametrize("case", OPTIONS)
def test_an_option_that_trains_nothing_is_refused(case):
    paddle.disable_static()
    with pytest.raises(OpscopeError, match=r"test_impossible_sizes\.py"):
        OPTIONS[case]()
