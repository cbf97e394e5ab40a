"""A missing gradient gives one warning with reason, line and fix; in strict mode, an error."""

import warnings

import numpy as np
import pytest

from opscope import paddle
from opscope.core.strict import strict
from opscope.errors import OpscopeWarning
from opscope.paddle import static
from tests.paddle.static.programs import data


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def tap(x, backward=None):
    out = x.block.program.current_block().create_var(f"{x.name}.out", x.shape, x.dtype.name)

    def doubled(v):
        return np.asarray(v) * 2

    return static.py_func(doubled, x, out, backward)


def stopped(x):
    x.stop_gradient = True
    return x * 2


BARRIERS = {
    "data": (lambda: (x := static.data("x", [3]), x * 2), "x.stop_gradient is True", "set x.stop_gradient = False"),
    "stopped": (lambda: (x := data(), stopped(x * 3) * 2), "tmp_0.stop_gradient is True", "set tmp_0.stop_gradient"),
    "detached": (lambda: (x := data(), x.detach() * 2), "is detached", "use the value itself instead of detach"),
    "integers": (lambda: (x := data(), paddle.cast(paddle.cast(x, "int64"), "float64") * 2), "is int64", "floats"),
    "py_func": (lambda: (x := data(), tap(x * 3) * 2), "the py_func doubled has no backward_func", "a backward_func"),
    "apart": (lambda: (data(), data("y") * 2), "tmp_0 does not depend on x", "compute it from the variables"),
    "operator": (lambda: (x := data(), paddle.bernoulli(x) * 2), "bernoulli has no gradient for its x", "operator"),
}  # fmt: skip


@pytest.mark.parametrize("make, why, fix", BARRIERS.values(), ids=BARRIERS)
def test_gradients_name_what_stands_in_the_way(make, why, fix):
    x, y = make()
    with pytest.warns(OpscopeWarning) as found:
        assert static.gradients(y, x) == []
    assert len(found) == 1 and found[0].filename == __file__
    text = str(found[0].message)
    assert f"no gradient path from {y.name} to x: " in text and why in text and fix in text.partition("fix: ")[2]
    assert "created at" in text and "test_missing_gradients.py" in text
    with strict(), pytest.raises(OpscopeWarning, match="no gradient path"):
        static.gradients(y, x)


def test_no_grad_set_is_named():
    x = data()
    h = x * 3
    with pytest.warns(OpscopeWarning, match=r"tmp_0 is in no_grad_set(?s:.)*fix: leave tmp_0 out of no_grad_set"):
        static.gradients(h * 2, x, no_grad_set={h})


def test_the_line_is_that_of_the_py_func():
    x = data()
    y = tap(x)
    with pytest.warns(OpscopeWarning) as found:
        static.gradients(y, x)
    assert "return static.py_func(doubled, x, out, backward)" in str(found[0].message)


def test_one_of_several_is_no_reason_to_warn():
    x, z = data(), data("z")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dx, dz = static.gradients(x * 2, [x, z])
    assert dx.name == "x@GRAD" and dz is None


def weights(*names):
    return [static.create_parameter([3], "float64", name=n) for n in names]


class TestTraining:
    def test_append_backward_says_what_stands_in_the_way(self):
        (w,) = weights("w")
        loss = tap(w * 2).sum()
        with pytest.warns(OpscopeWarning) as found:
            assert static.append_backward(loss) == []
        text = str(found[0].message)
        assert "training would change nothing. the py_func doubled has no backward_func" in text
        assert "give py_func a backward_func" in text and "static.py_func(doubled" in text

    @pytest.mark.parametrize("optimizer", [paddle.optimizer.SGD, paddle.optimizer.Adam])
    def test_minimize_warns_at_the_users_line(self, optimizer):
        (w,) = weights("w")
        loss = tap(w * 2).sum()
        with pytest.warns(OpscopeWarning, match="no gradient path") as found:
            assert optimizer(0.1).minimize(loss) == ([], [])
        assert len(found) == 1 and found[0].filename == __file__
        with strict(), pytest.raises(OpscopeWarning, match="no gradient path"):
            optimizer(0.1).minimize(loss)

    def test_a_parameter_that_a_py_func_cuts_off_is_named(self):
        """The others train, and this one would stay as it is without a word."""
        w, v = weights("w", "v")
        loss = (tap(w * 2) + v * 3).sum()
        with pytest.warns(OpscopeWarning) as found:
            assert [p.name for p, _ in static.append_backward(loss)] == ["v"]
        assert len(found) == 1
        text = str(found[0].message)
        assert "w has no gradient of" in text and "training would not change it" in text and "doubled" in text

    def test_what_was_stopped_on_purpose_is_not_named(self):
        w, v = weights("w", "v")
        loss = ((w * 2).detach() + v * 3).sum()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert [p.name for p, _ in static.append_backward(loss)] == ["v"]

    def test_another_way_around_the_py_func_is_enough(self):
        (w,) = weights("w")
        loss = (tap(w * 2) + w).sum()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ((_, grad),) = static.append_backward(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        assert exe.run(fetch_list=[grad])[0].tolist() == [1, 1, 1]

    def test_with_a_backward_func_nothing_is_said(self):
        (w,) = weights("w")
        loss = tap(w * 2, lambda x, y, dy: np.asarray(dy) * 2).sum()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert len(static.append_backward(loss)) == 1

    def test_leaves_without_parameters_are_what_was_meant(self):
        x = data()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert static.append_backward((x * x).sum()) == []
        (grad,) = static.Executor().run(feed={"x": np.ones(3)}, fetch_list=["x@GRAD"])
        assert grad.tolist() == [2, 2, 2]

    def test_a_frozen_net_is_said_to_be_one(self):
        w = static.create_parameter([3], "float64", attr=paddle.ParamAttr(name="w", trainable=False))
        with pytest.warns(OpscopeWarning, match="there is nothing to train"):
            static.append_backward((w * 2).sum())


class TestFeeds:
    def test_a_missing_feed_is_named_with_its_line_and_a_guess(self):
        image = static.data("image", [None, 3])
        with pytest.raises(RuntimeError, match="Tensor holds no memory: the needed feed 'image' is missing") as found:
            static.Executor().run(feed={"imgae": np.ones((2, 3), "float32")}, fetch_list=[image * 2])
        text = str(found.value)
        assert "'imgae' was fed: did you mean 'image'?" in text and 'static.data("image", [None, 3])' in text

    def test_a_feed_that_nothing_takes_is_named_once(self):
        x = static.data("x", [3])
        y, exe = x * 2, static.Executor()
        feed = {"x": np.ones(3, "float32"), "z": np.ones(3, "float32")}
        with pytest.warns(OpscopeWarning, match="the fed value 'z' is not used: the program has no such variable") as w:
            exe.run(feed=feed, fetch_list=[y])
        assert len(w) == 1 and w[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exe.run(feed=feed, fetch_list=[y])

    def test_a_fed_intermediate_is_computed_anyway(self):
        x = static.data("x", [3])
        h = x * 2
        feed = {"x": np.ones(3, "float32"), h.name: np.full(3, 9, "float32")}
        with pytest.warns(OpscopeWarning, match=r"the program computes it(?s:.)*use_prune=True"):
            (got,) = static.Executor().run(feed=feed, fetch_list=[h * 1])
        assert got.tolist() == [2, 2, 2]


def test_an_operator_that_overwrites_the_loss_without_a_gradient_is_named():
    """It was said that the loss is itself a parameter."""
    with static.program_guard(static.Program()):
        loss = paddle.mean(static.nn.fc(static.data("x", [None, 4]), 1))
        loss.block.append_op("c_allreduce_sum", {"X": [loss]}, {"Out": [loss]}, {"ring_id": 0})
        with pytest.warns(OpscopeWarning, match="c_allreduce_sum has no gradient for its x") as found:
            paddle.optimizer.SGD(0.1).minimize(loss)
    assert "fix: apply the operator after minimize, or to a copy" in str(found[0].message)
