"""Runs of pruned programs, as in Paddle's test_executor_and_use_program_cache and test_prune."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning
from opscope.paddle import base, static
from opscope.paddle.nn.initializer import Constant

X = np.random.default_rng(0).random((10, 6)).astype("float32")
LABELS = np.arange(10).reshape(10, 1) % 4


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def branch(name, label):
    x = static.data(name, [None, 6], "float32")
    attr = paddle.ParamAttr(name=f"w.{name}", initializer=Constant(0.01))
    out = static.nn.fc(x, 4, activation="softmax", weight_attr=attr)
    return out, paddle.mean(paddle.nn.functional.cross_entropy(out, label, reduction="none", use_softmax=False))


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor())


@pytest.fixture
def net():
    label = static.data("label", [None, 1], "int64")
    made = {n: branch(n, label) for n in ("a", "b")}
    for _, loss in made.values():
        loss.persistable = True
    return made


def started():
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe


def test_all_runs_unless_asked(net):
    exe, losses = started(), [loss for _, loss in net.values()]
    exe.run(feed={"a": X, "b": X, "label": LABELS}, fetch_list=losses[:1])
    assert static.global_scope().find_var(losses[1].name) is not None


def test_the_rest_does_not_run_and_needs_no_feeds(net):
    exe, losses = started(), [loss for _, loss in net.values()]
    exe.run(feed={"a": X, "label": LABELS}, fetch_list=[losses[0].name], use_prune=True)
    assert static.global_scope().find_var(losses[1].name) is None


def test_intermediates_can_be_fed(net):
    out, loss = net["a"]
    exe, given = started(), np.full((10, 4), 0.25, "float32")
    for extra in ({}, {"a": X}):
        feed = {out.name: given, "label": LABELS, **extra}
        got = exe.run(feed=feed, fetch_list=[loss, out], use_prune=True)
        assert got[0].item() == pytest.approx(np.log(4)) and np.array_equal(got[1], given)


def test_updates_that_need_a_feed_miss_it(net):
    out, loss = net["a"]
    paddle.optimizer.SGD(0.5).minimize(loss)
    exe = started()
    feed = {out.name: np.full((10, 4), 0.25, "float32"), "label": LABELS}
    with pytest.raises(RuntimeError, match="the needed feed 'a' is missing"):
        exe.run(feed=feed, fetch_list=[loss], use_prune=True)


@pytest.mark.parametrize(
    "form", [lambda made: made, lambda made: made[0], lambda made: made[0][0]], ids=["pair", "list", "one"]
)
def test_only_the_updates_in_the_fetch_list_run(net, form):
    made = {n: paddle.optimizer.SGD(0.5).minimize(loss) for n, (_, loss) in net.items()}
    exe = started()
    before = {n: value(f"w.{n}") for n in net}
    got = exe.run(feed={"a": X, "label": LABELS}, fetch_list=[form(made["a"]), net["a"][1]])
    assert len(got) == 1  # updates give nothing
    assert not np.array_equal(before["a"], value("w.a")) and np.array_equal(before["b"], value("w.b"))
    exe.run(feed={"a": X, "b": X, "label": LABELS}, fetch_list=[net["a"][1]], use_prune=True)
    assert not np.array_equal(before["b"], value("w.b"))  # without a choice, all


def test_other_operators_are_no_updates(net):
    _, loss = net["a"]
    with pytest.raises(TypeError, match="The operator in fetch_list is not an optimize_op"):
        started().run(feed={"a": X, "label": LABELS}, fetch_list=[loss.op])


def test_a_pruned_run_is_lowered_and_kept(net):
    exe, (_, loss) = started(), net["a"]
    before = exe.compiled
    for _ in range(4):
        exe.run(feed={"a": X, "label": LABELS}, fetch_list=[loss], use_prune=True)
    assert exe.compiled == before + 1 and exe.lowered == 1


class TestPrograms:
    def types(self, program):
        return [o.type for o in program.global_block().ops]

    def test_by_hand(self, net):
        main, (_, loss) = static.default_main_program(), net["a"]
        operators, _ = paddle.optimizer.SGD(0.5).minimize(loss)
        part = base.Executor._prune_program(main, {"a": X, "label": LABELS}, [loss], operators)
        assert self.types(part).count("mul") == 1 and self.types(part)[-2:] == ["sgd", "sgd"]
        assert not part.global_block().has_var("b") and part is not main
        whole = base.Executor._prune_program(main, [{"a": X}, {"label": LABELS}], [net["b"][1]])
        assert self.types(whole).count("sgd") == 2 and self.types(whole).count("mul") == 2
        compiled = static.CompiledProgram(main)
        assert base.Executor._prune_program(compiled, {}, [loss], operators) is compiled
        assert self.types(compiled._program) == self.types(part)

    def test_feeds_are_cut_down(self, net):
        feed = {"a": X, "zz": X}
        with pytest.warns(OpscopeWarning, match="The variable zz is not found in program"):
            assert base.Executor._update_feed(static.default_main_program(), feed) is feed
        assert list(feed) == ["a"]

    def test_the_fetch_list_is_split(self, net):
        _, loss = net["a"]
        made = paddle.optimizer.SGD(0.5).minimize(loss)
        assert static.Executor._split_optimize_ops_in_fetch_list([made, [loss], "b"]) == ([loss.name, "b"], made[0])

    def test_operators_are_targets(self, net):
        out, loss = net["a"]
        assert self.types(static.default_main_program()._prune(loss.op)) == self.types(
            static.default_main_program()._prune([loss])
        )
        assert self.types(static.default_main_program()._prune_with_input([out.name, "label"], loss))[0] != "mul"


def test_an_executor_knows_itself():
    exe = static.Executor()
    assert exe._default_executor is exe
    with pytest.raises(TypeError, match="scope must be a Scope, but received <class 'int'>"):
        exe.run(static.Program(), scope=5)
