"""paddle._legacy_C_ops calls operators by type; paddle.pir_utils says which representation is on."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import _legacy_C_ops, pir_utils


def test_inputs_then_pairs_of_name_and_value():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = _legacy_C_ops.scale(x, "scale", 2.0, "bias", 1.0)
    y.sum().backward()
    assert (y.tolist(), x.grad.tolist()) == ([3.0, 5.0], [2.0, 2.0])
    column = x.reshape([2, 1])
    assert _legacy_C_ops.matmul_v2(column, column, "trans_x", True, "trans_y", False).tolist() == [[5.0]]
    np.testing.assert_allclose(_legacy_C_ops.sigmoid(x).numpy(), 1 / (1 + np.exp([-1.0, -2.0])), rtol=1e-6)


def test_in_place():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = x * 1
    assert _legacy_C_ops.scale_(y, "scale", 3.0) is y
    y.sum().backward()
    assert (y.tolist(), x.grad.tolist()) == ([3.0, 6.0], [3.0, 3.0])
    assert not hasattr(_legacy_C_ops, "nosuchop_")


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda x: _legacy_C_ops.scale(x, "scale"), "in pairs"),
        (lambda x: _legacy_C_ops.scale(), "Input X not found"),
        (lambda x: _legacy_C_ops.scale(x, x, x), "takes 2 inputs, not 3"),
    ],
)
def test_misuse(call, words):
    with pytest.raises((ValueError, AssertionError), match=words):
        call(paddle.to_tensor([1.0]))


def test_no_such_operator():
    assert not hasattr(_legacy_C_ops, "nosuchop")
    with pytest.raises(AttributeError, match='Operator "nosuchop" has not been registered'):
        _legacy_C_ops.nosuchop(1)


def test_there_is_one_representation():
    ran = []
    pir_utils.test_with_pir_api(lambda: ran.append(paddle.base.framework.in_pir_mode()))()
    assert ran == [False]
    with pir_utils.OldIrGuard():
        assert not paddle.base.framework.in_pir_mode()
    with pytest.raises(UnsupportedError, match="no new IR"), pir_utils.IrGuard():
        pass


@pytest.mark.parametrize(
    "type_, inputs, outputs, attrs, shape",
    [
        ("group_norm", ["X"], ["Y", "Mean", "Variance"], {"groups": 2}, [(-1, 4, 3, 5), (-1, 2), (-1, 2)]),
        (
            "instance_norm", ["X"], ["Y", "SavedMean", "SavedVariance"], {}, [(-1, 4, 3, 5), (-1,), (-1,)],
        ),
        ("squared_l2_distance", ["X", "Y"], ["sub_result", "Out"], {}, [(-1, 60), (-1, 1)]),
    ],
)  # fmt: skip
def test_operators_whose_batch_is_not_known(type_, inputs, outputs, attrs, shape):
    """The unknown dim cancels; `.pdmodel` files have such operators."""
    paddle.enable_static()
    x = paddle.static.data("x", [None, 4, 3, 5])
    block = x.program.global_block()
    made = {slot: [block.create_var(name=slot, dtype="float32", shape=[-1])] for slot in outputs}
    block.append_op(type=type_, inputs={slot: [x] for slot in inputs}, outputs=made, attrs=attrs)
    assert [made[slot][0].shape for slot in outputs] == shape
    data = np.random.default_rng(0).normal(size=(2, 4, 3, 5)).astype("float32")
    y, mean, *_ = paddle.static.Executor().run(feed={"x": data}, fetch_list=[made[slot][0] for slot in outputs])
    if type_ == "squared_l2_distance":
        assert not y.any() and y.shape == (2, 60)
        return
    rows = data.reshape(2, attrs.get("groups", 4), -1)
    np.testing.assert_allclose(mean, rows.mean(-1).reshape(mean.shape), rtol=1e-5, atol=1e-7)
    wanted = (rows - rows.mean(-1, keepdims=True)) / np.sqrt(rows.var(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(y, wanted.reshape(y.shape), rtol=1e-4, atol=1e-5)
