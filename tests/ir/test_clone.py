"""clone: a copy that shares nothing mutable, and the copy for evaluation."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def trained():
    """A program that trains, its two clones for test (before and after minimize), loss and prediction."""
    x = static.data("x", [None, 4], "float32")
    h = static.nn.fc(x, 8, activation="relu")
    h = static.nn.batch_norm(h)
    h = paddle.nn.functional.dropout(h, 0.5)
    prediction = static.nn.fc(h, 1)
    loss = (prediction * prediction).mean()
    program = static.default_main_program()
    before = program.clone(for_test=True)
    paddle.optimizer.Adam(0.1).minimize(loss)
    return program, before, program.clone(for_test=True), loss, prediction


X = np.random.default_rng(0).normal(size=(32, 4)).astype("float32")


def test_a_clone_is_equal_and_independent():
    x = static.data("x", [2], "float32")
    y = x * 2
    program = static.default_main_program()
    program.random_seed = 5
    twin = program.clone()
    text = str(program)
    assert str(twin) == text and twin.random_seed == 5
    with static.program_guard(twin):
        twin.global_block().var(y.name) + 1
    assert str(program) == text and len(twin.operators) == 2
    assert {id(v) for v in program.list_vars()}.isdisjoint(id(v) for v in twin.list_vars())
    assert all(v.program is twin and v.block.program is twin for v in twin.list_vars())


def test_operators_of_a_clone_know_their_own_blocks():
    x = static.data("x", [2], "float32")
    static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x)
    twin = static.default_main_program().clone()
    assert all(op.block.program is twin for op in twin.operators)
    assert all(b.program is twin for op in twin.operators for b in op.blocks)
    exe = static.Executor()
    (got,) = exe.run(twin, feed={"x": np.ones(2, "float32")}, fetch_list=[twin.global_block().ops[-1].outputs[0]])
    assert got.tolist() == [2, 2]


def test_for_test_drops_backward_and_optimizer(trained):
    program, before, after, *_ = trained
    assert {op.phase for op in program.operators} == {"forward", "backward", "optimize"}
    assert {op.phase for op in after.operators} == {"forward"}
    assert [op.type for op in before.operators] == [op.type for op in after.operators]
    assert not any("@GRAD" in v.name for v in after.list_vars())


@pytest.mark.parametrize("which", [1, 2], ids=["before minimize", "after minimize"])
def test_for_test_switches_dropout_off_and_uses_running_statistics(trained, which):
    program, clone, prediction = trained[0], trained[which], trained[4]
    exe = static.Executor()
    exe.run(static.default_startup_program())
    for _ in range(3):
        exe.run(program, feed={"x": X})
    evaluate = lambda x: exe.run(clone, feed={"x": x}, fetch_list=[prediction.name])[0]
    whole = evaluate(X)
    assert np.array_equal(whole, evaluate(X))
    assert np.allclose(whole[:1], evaluate(X[:1]), atol=1e-5)  # batch statistics would make a row depend on the others


def test_evaluation_changes_nothing(trained):
    exe = static.Executor()
    exe.run(static.default_startup_program())
    scope = static.global_scope()
    state = lambda: {n: np.array(scope.find_var(n).get_tensor()).tobytes() for n in scope.local_var_names()}
    kept = state()
    exe.run(trained[2], feed={"x": X}, fetch_list=[trained[3].name])
    assert state() == kept
    exe.run(trained[0], feed={"x": X})
    assert state() != kept


def test_debug_functions_stay():
    seen = []
    x = static.data("x", [2], "float32")
    static.py_func(lambda x: seen.append(x.shape()), x, None)
    static.Executor().run(static.default_main_program().clone(for_test=True), feed={"x": np.ones(2, "float32")})
    assert seen == [[2]]


def test_a_static_pylayer_survives_clone_for_test():
    x = static.data("x", [2], "float32")
    x.stop_gradient = False
    y = static.nn.static_pylayer(lambda x: x * 2, [x], lambda dy: dy)
    static.gradients([y], [x])
    clone = static.default_main_program().clone(for_test=True)
    # without append_backward nothing is training's, so nothing is dropped: as Paddle 2.6.2
    assert [op.type for op in clone.global_block().ops] == ["pylayer", "fill_constant", "pylayer_grad"]
    (got,) = static.Executor().run(clone, feed={"x": np.ones(2, "float32")}, fetch_list=[y.name])
    assert got.tolist() == [2, 2]


def test_for_test_reaches_into_blocks():
    x = static.data("x", [8, 3], "float32")
    y = static.nn.cond(x.sum() > 0, lambda: paddle.nn.functional.dropout(x, 0.5), lambda: x)
    clone = static.default_main_program().clone(for_test=True)
    ones = np.ones((8, 3), "float32")
    assert np.array_equal(static.Executor().run(clone, feed={"x": ones}, fetch_list=[y.name])[0], ones)
