"""Programs and executors: settings, places, feeds, specs, metrics, layers."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, RunError, UnsupportedError
from opscope.paddle import static

X = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


class TestCompiled:
    def test_it_runs_as_the_program_and_settings_are_plain(self):
        y = static.data("x", [None, 3]) * 2
        strategy = static.BuildStrategy()
        strategy.fuse_elewise_add_act_ops = True
        strategy.reduce_strategy = static.BuildStrategy.ReduceStrategy.Reduce
        compiled = static.CompiledProgram(static.default_main_program(), build_strategy=strategy)
        compiled = compiled.with_data_parallel(places=static.cpu_places(1))
        assert np.array_equal(static.Executor().run(compiled, feed={"x": X}, fetch_list=[y])[0], X * 2)
        assert "fuse_elewise_add_act_ops=True" in repr(strategy) and static.ExecutionStrategy().num_threads == 1
        for name, value in {"reduce_strategy": 1.5, "enable_inplace": "yes", "debug_graphviz_path": 3}.items():
            with pytest.raises(TypeError, match=f"{name} of BuildStrategy must be of type"):
                setattr(strategy, name, value)
        with pytest.raises(TypeError, match="program_or_graph must be a Program or a Graph"):
            static.CompiledProgram(3)
        with pytest.raises(UnsupportedError, match="a program runs on one device"):
            compiled.with_data_parallel(places=static.cpu_places(2))

    def test_operators_may_stand_in_a_fetch_list(self):
        x = static.data("x", [None, 3])
        loss = static.nn.fc(x, 1).mean()
        operators, pairs = paddle.optimizer.SGD(0.1).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        got = exe.run(feed={"x": X}, fetch_list=[loss, operators, [pairs[0][1]]])
        assert len(got) == 2
        exe.flush()
        with pytest.raises(UnsupportedError, match="does not run from a dataset"):
            exe.infer_from_dataset()
        exe.close()
        with pytest.raises(RunError, match="Attempted to use a closed Executor"):
            exe.run(feed={"x": X})


def test_scopes_hold_numbers_and_know_their_children():
    scope = static.Scope()
    found = scope.var("n")
    assert not found.is_int()
    with pytest.raises(RuntimeError, match="Variable is not initialized: n holds no int"):
        found.get_int()
    found.set_int(5)
    assert scope.find_var("n").is_int() and scope.find_var("n").get_int() == 5
    child = scope.new_scope()
    assert scope._kids() == [child] and child.find_var("n") is found
    with pytest.raises(RuntimeError, match="is not found in ScopePool"):  # only scopes without a parent are
        child._remove_from_pool()
    scope.drop_kids()
    assert scope._kids() == []
    scope._remove_from_pool()
    with pytest.raises(RuntimeError, match="Deleting a nonexistent scope is not allowed"):
        scope._remove_from_pool()


class TestPlaces:
    def test_lists_and_guards(self, monkeypatch):
        assert static.cpu_places(2) == [paddle.CPUPlace()] * 2
        monkeypatch.setenv("CPU_NUM", "3")
        assert len(static.cpu_places()) == 3
        with static.device_guard("gpu:1"):
            static.data("x", [3]) * 2
        static.data("x", [3]) * 2
        ops = static.default_main_program().global_block().ops
        assert [o.attr("op_device") for o in ops] == ["gpu:1", ""]
        again = static.Program.parse_from_string(static.default_main_program().desc.serialize_to_string())
        assert str(again) == str(static.default_main_program().clone()) == str(static.default_main_program())

    @pytest.mark.parametrize("device", ["tpu", "cpu:1", "gpu:x"])
    def test_other_devices_are_refused(self, device):
        with pytest.raises(ValueError, match="device"), static.device_guard(device):
            pass

    @pytest.mark.parametrize("use", [static.xpu_places, static.set_ipu_shard, static.IpuStrategy])
    def test_what_is_not_there_is_refused(self, use):
        with pytest.raises(UnsupportedError, match="not supported"):
            use()


class TestFeeding:
    def test_lod_tensors(self):
        made = static.create_lod_tensor(np.ones((5, 2)), [[2, 3]], paddle.CPUPlace())
        assert made.lod() == [[0, 2, 5]] and made.shape() == [5, 2]
        listed = static.create_lod_tensor([[1, 2], [3]], [[2, 1]], paddle.CPUPlace())
        assert np.array(listed).tolist() == [[1], [2], [3]]
        drawn = static.create_random_int_lodtensor([[2, 3]], [1], paddle.CPUPlace(), 3, 4)
        assert drawn.shape() == [5, 1] and set(np.array(drawn).ravel()) <= {3, 4}
        with pytest.raises(AssertionError, match="recursive_seq_lens is not valid for this data"):
            static.create_lod_tensor(np.ones((5, 2)), [[2, 2]], paddle.CPUPlace())
        with pytest.raises(AssertionError, match="recursive_seq_lens must contain the lengths"):
            static.create_lod_tensor([[1, 2]], [[1]], paddle.CPUPlace())
        with pytest.raises(TypeError, match="data should be either"):
            static.create_lod_tensor(3, [[1]], paddle.CPUPlace())

    def test_rows_become_feeds(self):
        x, y = static.data("x", [None, 2, 2]), static.data("y", [None, 1], "int64")
        feeder = static.DataFeeder(["x", y], paddle.CPUPlace())
        feed = feeder.feed([([1, 2, 3, 4], 5), ([5, 6, 7, 8], 6)])
        got = static.Executor().run(feed=feed, fetch_list=[x.sum(axis=[1, 2]), y * 1])
        assert [g.tolist() for g in got] == [[10, 26], [[5], [6]]] and feeder.feed_names == ["x", "y"]
        with pytest.raises(AssertionError, match="each sample must have"):
            feeder.feed([(1,)])
        with pytest.raises(ValueError, match="the fed data must have the declared shape"):
            feeder.feed([([1, 2, 3], 5)])

    def test_input_specs(self):
        spec = static.InputSpec([None, 3], "int64", "x")
        assert repr(spec) == "InputSpec(shape=(-1, 3), dtype=paddle.int64, name=x, stop_gradient=False)"
        assert spec.unbatch().batch(4).shape == (4, 3) and spec == static.InputSpec([4, 3], "int64", "x")
        assert static.InputSpec.from_numpy(X).dtype is paddle.float32
        assert static.InputSpec.from_tensor(static.data("v", [None, 2])).name == "v"
        for error, call in (
            (TypeError, lambda: static.InputSpec(3)),
            (ValueError, lambda: static.InputSpec([2.5])),
            (ValueError, lambda: static.InputSpec([]).unbatch()),
            (ValueError, lambda: spec.batch([1, 2])),
            (TypeError, lambda: spec.batch("a")),
            (ValueError, lambda: static.InputSpec.from_tensor(X)),
        ):
            with pytest.raises(error):
                call()


def area(scores, labels):
    """The share of (positive, negative) pairs in order, ties half."""
    pos, neg = scores[labels == 1], scores[labels == 0]
    return np.mean([(p > n) + 0.5 * (p == n) for p in pos for n in neg])


def test_auc_gathers_over_runs():
    x, label = static.data("x", [None, 2]), static.data("y", [None, 1], "int64")
    total, batch, stats = static.auc(x, label)
    exe, rng = static.Executor(), np.random.default_rng(3)
    exe.run(static.default_startup_program())
    seen = []
    for _ in range(3):
        score, truth = rng.random(40).astype("float32"), rng.integers(0, 2, 40)
        seen.append((score, truth))
        got, own = exe.run(feed={"x": np.stack([1 - score, score], 1), "y": truth[:, None]}, fetch_list=[total, batch])
        np.testing.assert_allclose(own, area(score, truth), atol=2e-3)
        np.testing.assert_allclose(got, area(*map(np.concatenate, zip(*seen, strict=True))), atol=2e-3)
    assert len(stats) == 4 and all(s.persistable for s in stats)
    with pytest.raises(UnsupportedError, match="auc does not support curve='PR'"):
        static.auc(x, label, curve="PR")


def test_accuracy_writes_its_counts():
    x, label = static.data("x", [None, 3]), static.data("y", [None, 1], "int64")
    correct, total = (static.default_main_program().current_block().create_var(n, [1], "int32") for n in ("c", "t"))
    share = static.accuracy(x, label, correct=correct, total=total)
    feed = {"x": np.eye(3, dtype="float32"), "y": np.array([[0], [1], [1]])}
    got = static.Executor().run(feed=feed, fetch_list=[share, correct, total])
    np.testing.assert_allclose(got[0], 2 / 3)
    assert (got[1].tolist(), got[2].tolist()) == ([2], [3])


@pytest.mark.parametrize("index", [(slice(None), 1), 0, (slice(1, 3), slice(None, None, 2)), Ellipsis, [0, 2]], ids=str)
def test_setitem_is_a_copy_with_other_values(index):
    x = static.data("x", [4, 3])
    x.stop_gradient = False
    y = static.setitem(x, index, 5.0)
    (grad,) = static.gradients([y], [x])
    want, left = X.copy(), np.ones_like(X)
    want[index], left[index] = 5, 0
    got = static.Executor().run(feed={"x": X}, fetch_list=[y, grad])
    assert np.array_equal(got[0], want) and np.array_equal(got[1], left)


class TestLayers:
    def run(self, out, **feed):
        exe = static.Executor()
        exe.run(static.default_startup_program())
        return exe.run(feed=feed, fetch_list=[out])[0]

    def test_norms(self):
        image = np.random.default_rng(1).normal(size=(2, 4, 5)).astype("float32")
        x = static.data("x", [None, 4, 5])
        for out, axes in ((static.nn.layer_norm(x), (1, 2)), (static.nn.instance_norm(x), 2)):
            got = self.run(out, x=image)
            np.testing.assert_allclose(got.mean(axes), 0, atol=1e-6)
            np.testing.assert_allclose(got.std(axes), 1, atol=1e-3)
        got = self.run(static.nn.group_norm(x, 2), x=image).reshape(2, 2, -1)
        np.testing.assert_allclose(got.std(2), 1, atol=1e-3)
        with pytest.raises(ArgumentError, match="must both be False"):
            static.nn.instance_norm(x, param_attr=False)

    @pytest.mark.parametrize("mode, shape", [("all", (1,)), ("channel", (1, 3, 1, 1)), ("element", (1, 3))])
    def test_prelu(self, mode, shape):
        out = static.nn.prelu(static.data("x", [None, 3]), mode)
        np.testing.assert_allclose(self.run(out, x=X), np.where(X > 0, X, X * 0.25), rtol=1e-6)
        assert static.default_main_program().all_parameters()[0].shape == shape
        with pytest.raises(ValueError, match="mode should be one of all, channel, element"):
            static.nn.prelu(out, "none")

    def test_transposed_convolutions_reach_the_wanted_size(self):
        x = static.data("x", [2, 4, 6, 6])
        image = np.ones((2, 4, 6, 6), "float32")
        made = static.nn.conv2d_transpose(x, 3, output_size=14, stride=2)
        assert made.shape == self.run(made, x=image).shape == (2, 3, 14, 14)
        made = static.nn.conv2d_transpose(x, 3, output_size=[14, 13], filter_size=3, stride=2)
        assert made.shape == self.run(made, x=image).shape == (2, 3, 14, 13)
        with pytest.raises(ValueError, match="filter_size and output_size must not both be None"):
            static.nn.conv2d_transpose(x, 3)

    def test_volumes(self):
        x = static.data("x", [1, 2, 3, 4, 4])
        made = static.nn.conv3d_transpose(static.nn.conv3d(x, 4, 2, act="relu"), 2, output_size=[3, 4, 4])
        assert made.shape == self.run(made, x=np.ones((1, 2, 3, 4, 4), "float32")).shape == (1, 2, 3, 4, 4)

    def test_spectral_norm_makes_the_largest_singular_value_one(self):
        weight = paddle.create_parameter([3, 2, 2], "float32")
        got = self.run(static.nn.spectral_norm(weight, dim=1, power_iters=60))
        np.testing.assert_allclose(np.linalg.svd(got.transpose(1, 0, 2).reshape(2, 6))[1][0], 1, rtol=1e-4)

    @pytest.mark.parametrize("name", ["sparse_embedding", "data_norm"])
    def test_what_is_not_there_says_what_to_do(self, name):
        with pytest.raises(UnsupportedError, match=f"(?s){name} is not supported.*fix: "):
            getattr(static.nn, name)(1, size=3)


def test_wrong_options_are_refused():
    with pytest.raises(ValueError, match="function 'normalize_program' doesn't support argument 'clip'"):
        static.normalize_program(static.Program(), [], [], clip=1)
