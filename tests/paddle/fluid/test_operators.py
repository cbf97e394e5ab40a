"""Operators by Paddle's types that are several here: slots and attributes in, the variables asked for out."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError
from opscope.ir.compat.composite_ops import COMPOSITE_OPS, find_composite
from opscope.paddle import _legacy_C_ops, static

rand = np.random.default_rng(0).random


def floats(*shape, low=0.0):
    return (rand(shape) + low).astype("float32")


def ran(type_, inputs, outputs, attrs=None):
    """What one operator makes of arrays, in a program."""
    paddle.enable_static()
    program, feed, given = static.Program(), {}, {}
    with static.program_guard(program):
        for slot, value in inputs.items():
            several = value if isinstance(value, list) else [value]
            given[slot] = [static.data(f"{slot}{i}", v.shape, str(v.dtype)) for i, v in enumerate(several)]
            feed |= {f"{slot}{i}": v for i, v in enumerate(several)}
        block = program.global_block()
        made = {slot: [block.create_var(f"{slot}_{i}") for i in range(n)] for slot, n in outputs.items()}
        block.append_op(type=type_, inputs=given, outputs=made, attrs=attrs or {})
    return static.Executor().run(program, feed, [v for variables in made.values() for v in variables])


def test_y_stands_at_an_axis_of_x():
    x, y = floats(2, 3, 4), floats(3)
    (out,) = ran("elementwise_sub", {"X": x, "Y": y}, {"Out": 1}, {"axis": 1})
    np.testing.assert_allclose(out, x - y[:, None])


def test_last_dims_of_one_may_be_more_than_fit():
    x, y = floats(2, 5, 3), floats(3, 1)
    (out,) = ran("elementwise_mul", {"X": x, "Y": y}, {"Out": 1}, {"axis": 2})
    np.testing.assert_allclose(out, x * y[:, 0])


@pytest.mark.parametrize(
    "attrs, want",
    [
        ({}, lambda x: x.sum(0)),
        ({"dim": [-1], "keep_dim": True}, lambda x: x.sum(-1, keepdims=True)),
        ({"dim": [0, 1]}, lambda x: x.sum()),
        ({"reduce_all": True}, lambda x: x.sum()),
        ({"dim": [1], "out_dtype": 6}, lambda x: x.astype("float64").sum(1)),
    ],
)
def test_reductions(attrs, want):
    x = floats(2, 3)
    (out,) = ran("reduce_sum", {"X": x}, {"Out": 1}, attrs)
    assert out.dtype == want(x).dtype
    np.testing.assert_allclose(out, want(x), rtol=1e-6)


def test_several_outputs_and_several_inputs():
    x = floats(2, 6)
    parts = ran("split", {"X": x}, {"Out": 3}, {"num": 3, "axis": 1})
    np.testing.assert_array_equal(np.concatenate(parts, 1), x)
    (joined,) = ran("partial_concat", {"X": [x, x * 2]}, {"Out": 1}, {"start_index": -2, "length": 2})
    np.testing.assert_allclose(joined, np.concatenate([x[:, -2:], x[:, -2:] * 2], 1))


def test_what_nobody_asks_for_needs_no_variable():
    x = floats(2, 3)
    (out,) = ran("layer_norm", {"X": x}, {"Y": 1}, {"begin_norm_axis": 1, "epsilon": 0.0})
    np.testing.assert_allclose(out, (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True), rtol=1e-4)
    out, mean = ran("layer_norm", {"X": x * 2}, {"Y": 1, "Mean": 1}, {"begin_norm_axis": 1})
    np.testing.assert_allclose(mean, 2 * x.mean(1), rtol=1e-6)


def test_gradients_flow_through_by_the_names_asked_for():
    paddle.enable_static()
    block = static.default_main_program().global_block()
    x, y = static.data("x", [-1, 3]), static.data("y", [-1, 3])
    x.stop_gradient = y.stop_gradient = False
    out, residual = block.create_var("out"), block.create_var("residual")
    attrs = {"delta": 0.5}
    block.append_op("huber_loss", {"X": x, "Y": y}, {"Out": out, "Residual": residual}, attrs)
    assert (out.shape, residual.shape) == ((-1, 3), (-1, 3))
    grads = static.gradients([out], [x, y])
    a, b = floats(2, 3), floats(2, 3, low=0.3)
    loss, diff, dx, dy = static.Executor().run(feed={"x": a, "y": b}, fetch_list=["out", "residual", *grads])
    np.testing.assert_allclose(diff, b - a)
    np.testing.assert_allclose(loss, np.where(abs(b - a) <= 0.5, (b - a) ** 2 / 2, abs(b - a) / 2 - 0.125), rtol=1e-5)
    np.testing.assert_allclose(dx, -np.clip(b - a, -0.5, 0.5), rtol=1e-5)
    np.testing.assert_allclose(dy, -dx)


def test_written_to_what_it_reads():
    """An optimizer's ParamOut is its Param: the program changes it."""
    paddle.enable_static()
    block = static.default_main_program().global_block()
    w = static.create_global_var([2], 1.0, "float32", persistable=True, name="w")
    velocity = static.create_global_var([2], 0.0, "float32", persistable=True, name="v")
    rate = static.create_global_var([1], 0.1, "float32", persistable=True, name="rate")
    inputs = {"Param": w, "Grad": static.data("g", [2]), "Velocity": velocity, "LearningRate": rate}
    attrs = {"mu": 0.5, "regularization_method": "l2_decay", "regularization_coeff": 1.0}
    block.append_op("momentum", inputs, {"ParamOut": w, "VelocityOut": velocity}, attrs)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    want, speed, g = np.ones(2), np.zeros(2), np.array([1.0, -2.0], "float32")
    for _ in range(3):
        (got,) = exe.run(feed={"g": g}, fetch_list=[w])
        speed = 0.5 * speed + g + want
        want = want - 0.1 * speed
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_between_operators_and_before_them():
    paddle.enable_static()
    block = static.default_main_program().global_block()
    x = static.data("x", [2])
    y = paddle.tanh(x)
    middle = block.create_var("middle", [2])
    made = block._insert_op(0, type="swish", inputs={"X": x}, outputs={"Out": middle})
    assert block.ops.index(made) < block.ops.index(y.op)
    assert [o.type for o in block.ops][-1] == "tanh"
    a = floats(2)
    got = static.Executor().run(feed={"x": a}, fetch_list=[middle, y])
    np.testing.assert_allclose(got, [a / (1 + np.exp(-a)), np.tanh(a)], rtol=1e-5)


def test_into_a_program_that_is_not_the_default_one():
    paddle.enable_static()
    other = static.Program()
    block = other.global_block()
    out = block.create_var("out")
    block.append_op("fill_constant", {}, {"Out": out}, {"shape": [2], "value": 3.0, "dtype": 5})
    assert static.Executor().run(other, fetch_list=["out"])[0].tolist() == [3.0, 3.0]
    assert not static.default_main_program().global_block().ops


def test_one_operator_keeps_the_type_it_was_asked_by():
    paddle.enable_static()
    block = static.default_main_program().global_block()
    x, out = static.data("x", [2, 3]), block.create_var("out")
    made = block.append_op("elementwise_add", {"X": x, "Y": x}, {"Out": out}, {"axis": -1})
    assert (made.type, made.input("Y"), made.output("Out")) == ("elementwise_add", ["x"], ["out"])
    assert block.append_op("grad_add", {"X": x, "Y": x}, {"Out": block.create_var("o")}).type == "grad_add"


def test_ftrl_follows_the_regularised_leader():
    p, g, square, linear = floats(3), floats(3), floats(3, low=0.1), floats(3)
    inputs = {"Param": p, "Grad": g, "SquaredAccumulator": square, "LinearAccumulator": linear,
              "LearningRate": np.array([0.1], "float32")}  # fmt: skip
    outputs = {"ParamOut": 1, "SquaredAccumOut": 1, "LinearAccumOut": 1}
    got = ran("ftrl", inputs, outputs, {"l1": 0.2, "l2": 0.3})
    new = square + g * g
    line = linear + g - (np.sqrt(new) - np.sqrt(square)) / 0.1 * p
    want = np.where(abs(line) > 0.2, (0.2 * np.sign(line) - line) / (np.sqrt(new) / 0.1 + 0.6), 0)
    for a, b in zip(got, [want, new, line], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)


def test_lars_takes_lists():
    p, g = floats(3), floats(3)
    rate = np.array([0.1], "float32")
    inputs = {"Param": [p], "Grad": [g], "Velocity": [np.zeros(3, "float32")], "LearningRate": [rate]}
    attrs = {"mu": 0.9, "lars_coeff": 0.01, "lars_weight_decay": [0.1]}
    after, speed = ran("lars_momentum", inputs, {"ParamOut": 1, "VelocityOut": 1}, attrs)
    size, slope = np.linalg.norm(p), np.linalg.norm(g)
    want = 0.1 * 0.01 * size / (slope + 0.1 * size) * (g + 0.1 * p)
    np.testing.assert_allclose(speed, want, rtol=1e-5)
    np.testing.assert_allclose(after, p - want, rtol=1e-5)


def test_adam_with_betas_as_tensors_is_adam():
    inputs = {n: floats(2, low=0.1) for n in ("Param", "Grad", "Moment1", "Moment2")}
    inputs |= {n: np.array([v], "float32") for n, v in (("LearningRate", 0.1), ("Beta1Pow", 0.9), ("Beta2Pow", 0.99))}
    outputs = dict.fromkeys(["ParamOut", "Moment1Out", "Moment2Out", "Beta1PowOut", "Beta2PowOut"], 1)
    want = ran("adam", inputs, outputs, {"beta1": 0.8, "beta2": 0.9})
    told = {"Beta1Tensor": np.array([0.8], "float32"), "Beta2Tensor": np.array([0.9], "float32")}
    for a, b in zip(ran("adam", inputs | told, outputs), want, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)


def test_skipped_updates_leave_everything():
    inputs = {n: floats(2, low=0.1) for n in ("Param", "Grad", "Moment1", "Moment2")}
    inputs |= {n: np.array([0.5], "float32") for n in ("LearningRate", "Beta1Pow", "Beta2Pow")}
    got = ran("adam", inputs | {"SkipUpdate": np.array([True])}, {"ParamOut": 1, "Moment1Out": 1})
    np.testing.assert_array_equal(got, [inputs["Param"], inputs["Moment1"]])


@pytest.mark.parametrize(
    "shape, attrs, places",
    [
        ((3, 4), {}, [[0, 0], [1, 1], [2, 2]]),
        ((3, 3), {"offset": 1}, [[0, 1], [1, 2]]),
        ((3, 3), {"offset": -1}, [[1, 0], [2, 1]]),
        ((6, 2), {"wrap": True}, [[0, 0], [1, 1], [3, 0], [4, 1]]),
        ((6, 2), {}, [[0, 0], [1, 1]]),
        ((2, 2, 2), {"wrap": True}, [[0, 0, 0], [1, 1, 1]]),
    ],
)
def test_fill_diagonal(shape, attrs, places):
    (out,) = ran("fill_diagonal", {"X": np.zeros(shape, "float32")}, {"Out": 1}, {"value": 2.0, **attrs})
    assert np.argwhere(out == 2.0).tolist() == places


def test_by_type_in_dygraph():
    x = paddle.to_tensor(floats(2, 3), stop_gradient=False)
    values, places = _legacy_C_ops.top_k(x, "k", 2)
    values.sum().backward()
    assert (values.shape, places.dtype, float(x.grad.sum())) == ([2, 2], paddle.int64, 4.0)
    np.testing.assert_allclose(_legacy_C_ops.brelu(x, "t_min", 0.2, "t_max", 0.4).numpy(), x.numpy().clip(0.2, 0.4))


@pytest.mark.parametrize(
    "type_, inputs, outputs, attrs, error, words",
    [
        ("huber_loss", ["X"], ["Out"], {}, ModeError, "Input Y not found"),
        ("huber_loss", ["X", "Y"], ["Residual"], {}, ModeError, "Output Out not found"),
        ("maxout", ["X"], ["Out"], {}, ArgumentError, "Attribute .groups. is not set correctly"),
        ("lookup_table_v2", ["W", "Ids"], ["Out"], {"is_distributed": True}, UnsupportedError, "is_distributed=True"),
        ("dropout", ["X", "Seed"], ["Out"], {}, UnsupportedError, "seed that is a tensor"),
        ("unique", ["X"], ["Out"], {"is_sorted": False}, UnsupportedError, "sorted"),
        ("bilinear_interp_v2", ["X", "OutSize"], ["Out"], {}, UnsupportedError, "OutSize"),
        ("top_k_v2", ["X", "K"], ["Out"], {}, UnsupportedError, "k must be known when the program is built"),
        ("unpool", ["X", "Indices"], ["Out"], {"ksize": [1, 1], "unpooling_type": "avg"}, UnsupportedError, "='max'"),
        ("sgd", ["Param", "Grad", "LearningRate"], [], {}, ModeError, "Output ParamOut not found"),
        ("adamax", ["Param", "Grad", "LearningRate", "Moment", "InfNorm", "Beta1Pow"], ["ParamOut"],
         {"multi_precision": True}, UnsupportedError, "multi_precision"),
    ],
)  # fmt: skip
def test_refused(type_, inputs, outputs, attrs, error, words):
    paddle.enable_static()
    block = static.default_main_program().global_block()
    given = {slot: static.data(slot, [2, 3]) for slot in inputs}
    with pytest.raises(error, match=words):
        block.append_op(type_, given, {slot: block.create_var(slot + "_out") for slot in outputs}, attrs)


def test_an_attribute_that_nothing_reads_is_told():
    with pytest.warns(OpscopeWarning, match="swish has no attribute beat: the value is not used"):
        ran("swish", {"X": floats(2)}, {"Out": 1}, {"beat": 2.0})


def test_every_type_says_what_it_takes():
    assert find_composite("swish") is COMPOSITE_OPS["swish"]
    assert len(COMPOSITE_OPS) > 200
    for made in COMPOSITE_OPS.values():
        assert made.outputs
        assert all(slot.isidentifier() for slot in (*made.slots, *made.attrs))


def test_functions_of_fluid_follow_their_tensors():
    """Outside dygraph.guard, too: what they make beside a Tensor is one."""
    x = paddle.to_tensor(floats(3, 2))
    for seed in (0, 4):
        made = paddle.fluid.layers.gaussian_random_batch_size_like(x, [-1, 4], seed=seed)
        assert (made.shape, made.dtype) == ([3, 4], paddle.float32)
    assert not paddle.in_dynamic_mode() or not static.default_main_program().global_block().ops
