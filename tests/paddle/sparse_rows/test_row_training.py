"""Training by gradients as rows: Paddle's numbers, in programs and dygraph; the cost is that of the rows."""

import json
from pathlib import Path

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager.selected_rows_tensor import SelectedRowsTensor
from opscope.errors import ArgumentError
from opscope.ir.serialize.program_json import from_data, to_data
from opscope.paddle import fluid, static
from opscope.runtime.instrument import instrumented
from tests.paddle.sparse_rows.row_training import BATCHES, CASES, ROWS, in_a_program, in_dygraph

PADDLE = json.loads((Path(__file__).parent / "paddle_rows.json").read_text())


@pytest.mark.parametrize("run", [in_a_program, in_dygraph])
@pytest.mark.parametrize("case", CASES)
def test_tables_are_those_of_paddle(case, run):
    """Where a kernel of Paddle fails on rows, the step is that of the dense gradient."""
    for rows in (True, False):
        wanted = PADDLE[f"{case}, {run.__name__}, {'rows' if rows else 'dense'}"]
        if isinstance(wanted, str):
            wanted = PADDLE[f"{case}, {run.__name__}, dense"]
        assert run(paddle, case, rows) == pytest.approx(np.array(wanted), abs=3e-7)


class Tables:
    """A program with a table of 7 rows, and its executor."""

    def __init__(self, optimizer=None, padding_idx=None):
        paddle.enable_static()
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            ids = static.data("ids", [None, 3], "int64")
            attr = paddle.ParamAttr(name="table", initializer=paddle.nn.initializer.Assign(ROWS))
            rows = static.nn.embedding(ids, [7, 2], is_sparse=True, padding_idx=padding_idx, param_attr=attr)
            self.loss = paddle.sum(rows * rows)
            pairs = static.append_backward(self.loss) if optimizer is None else optimizer.minimize(self.loss)[1]
            ((self.table, self.grad),) = pairs
        self.exe, self.scope = static.Executor(), static.Scope()
        self.exe.run(self.startup, scope=self.scope)

    def run(self, *fetched, ids=BATCHES[0], program=None):
        return self.exe.run(program or self.main, feed={"ids": ids}, fetch_list=list(fetched), scope=self.scope)


class TestPrograms:
    def test_rows_values_and_the_dense_gradient(self):
        tables = Tables()
        assert tables.grad.type == paddle.base.core.VarDesc.VarType.SELECTED_ROWS
        for _ in range(3):  # the third is lowered
            rows, values, dense = tables.run("table@GRAD@ROWS", "table@GRAD@VALUES", tables.grad)
            assert rows.tolist() == [1, 2, 2, 3, 1, 0] and np.array_equal(values, 2 * ROWS[rows])
            wanted = np.zeros_like(ROWS)
            np.add.at(wanted, rows, values)
            assert np.array_equal(dense, wanted)

    def test_the_dense_gradient_is_not_computed_where_nobody_reads_it(self):
        tables = Tables(paddle.optimizer.SGD(0.1))
        for _ in range(3):
            tables.run(tables.loss)
        (plan,) = [p._latest for p in tables.exe._plans.values() if p._latest is not None]
        assert [n.op.name for n in plan.row_steps] == ["sgd_rows"]
        assert "selected_rows_to_dense" not in {n.op.name for n in plan.nodes}

    @pytest.mark.parametrize("lazy", [True, False])
    def test_lowered_or_not_the_bits_are_the_same(self, lazy):
        results = []
        for lower in (True, False):
            tables = Tables(paddle.optimizer.Adam(0.1, lazy_mode=lazy))
            with instrumented(lower=lower):
                for ids in BATCHES:
                    tables.run(tables.loss, ids=ids)
            results.append(np.array(tables.scope.find_var("table").get_tensor()))
        assert np.array_equal(*results)

    def test_the_padding_row_stays(self):
        """Documented for the layer; Paddle's own rows have its gradient too."""
        tables = Tables(paddle.optimizer.SGD(0.1), padding_idx=-5)
        tables.run(tables.loss)
        assert np.array_equal(np.array(tables.scope.find_var("table").get_tensor())[2], ROWS[2])

    def test_merged_rows_and_their_tensor(self):
        tables = Tables()
        with static.program_guard(tables.main, tables.startup):
            merged = fluid.layers.merge_selected_rows(tables.grad)
            values = fluid.layers.get_tensor_from_selected_rows(merged)
            with pytest.raises(ArgumentError, match="table is dense"):
                fluid.layers.merge_selected_rows(tables.table)
        dense, values = tables.run(merged, values)
        assert np.array_equal(dense, tables.run(tables.grad)[0])
        assert (
            values.tolist() == np.concatenate([2 * ROWS[:1], 4 * ROWS[1:3], 2 * ROWS[3:4], np.zeros((2, 2))]).tolist()
        )

    def test_a_saved_program_trains_alike(self):
        tables, other = Tables(paddle.optimizer.Adagrad(0.1)), Tables(paddle.optimizer.Adagrad(0.1))
        copy = from_data(json.loads(json.dumps(to_data(other.main))))
        for ids in BATCHES:
            assert tables.run(tables.loss, ids=ids) == other.run(other.loss.name, ids=ids, program=copy)
        made = [np.array(t.scope.find_var("table").get_tensor()) for t in (tables, other)]
        assert np.array_equal(*made)

    def test_taps_show_rows_values_and_the_dense_gradient(self):
        tables = Tables(paddle.optimizer.SGD(0.1))
        taps = debug.attach(tables.exe).tap("table@GRAD*")
        for _ in range(3):
            tables.run(tables.loss)
        assert sorted(taps) == ["table@GRAD", "table@GRAD@ROWS", "table@GRAD@VALUES"]
        assert taps["table@GRAD"].shape == (7, 2) and taps["table@GRAD@VALUES"].shape == (6, 2)
        assert taps["table@GRAD@ROWS"].max == 3

    def test_a_table_in_a_branch_has_a_dense_gradient(self):
        paddle.enable_static()
        ids, flag = static.data("ids", [3], "int64"), static.data("flag", [1], "bool")
        attr = paddle.ParamAttr(name="table", initializer=paddle.nn.initializer.Assign(ROWS))
        lookup = lambda: static.nn.embedding(ids, [7, 2], is_sparse=True, param_attr=attr)
        loss = paddle.sum(static.nn.cond(flag, lookup, lambda: lookup() * 2))
        ((_, grad),) = static.append_backward(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        for value, each in ((True, 1), (False, 2)):
            feed = {"ids": np.array([1, 1, 4]), "flag": np.array([value])}
            (got,) = exe.run(feed=feed, fetch_list=[grad])
            assert got[:, 0].tolist() == [0, 2 * each, 0, 0, each, 0, 0]


@pytest.fixture
def layer():
    start = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(ROWS))
    return paddle.nn.Embedding(7, 2, sparse=True, weight_attr=start)


def backward(layer, *ids):
    layer(paddle.to_tensor(np.array(ids))).sum().backward()
    return layer.weight.grad


class TestDygraph:
    def test_what_a_gradient_of_rows_says(self, layer):
        grad = backward(layer, 5, 1, 5)
        assert grad.is_selected_rows() and not grad.is_dense() and grad.shape == [7, 2]
        selected = grad.get_selected_rows()
        assert (selected.rows(), selected.height(), selected.numel()) == ([5, 1, 5], 7, 6)
        assert np.array(selected.get_tensor()).tolist() == [[1, 1]] * 3
        assert np.array_equal(selected.to_dense(), grad.numpy()) and grad.numpy()[:, 0].tolist() == [
            0,
            1,
            0,
            0,
            0,
            2,
            0,
        ]
        values, rows = layer.weight.gradient()
        assert rows.tolist() == [5, 1, 5] and values.shape == (3, 2)
        assert (grad * 2).numpy()[5].tolist() == [4, 4]
        assert not backward(paddle.nn.Embedding(7, 2), 1).is_selected_rows()

    def test_rows_are_collected_until_they_are_cleared(self, layer):
        backward(layer, 1)
        assert backward(layer, 2, 2).rows() == [1, 2, 2]
        layer.weight.clear_gradient()
        assert layer.weight.grad.rows() == [] and not layer.weight.grad.numpy().any()
        assert backward(layer, 3).rows() == [3]
        layer.weight.clear_gradient(False)
        assert layer.weight.grad is None

    def test_a_write_or_a_dense_part_makes_it_dense(self, layer):
        grad = backward(layer, 1)
        with paddle.no_grad():
            grad[3] = 7.0
        assert not grad.is_selected_rows() and grad.numpy()[:, 0].tolist() == [0, 1, 0, 7, 0, 0, 0]
        layer.weight.clear_gradient(False)
        ids = paddle.to_tensor([1])
        (layer(ids).sum() + layer.weight.sum()).backward()
        assert layer.weight.grad.numpy()[:, 0].tolist() == [1, 2, 1, 1, 1, 1, 1]

    def test_hooks_and_grad(self, layer):
        seen = []
        handle = layer.weight.register_hook(lambda g: seen.append(g.rows()))
        assert backward(layer, 4, 4).rows() == [4, 4] and seen == [[4, 4]]
        handle.remove()
        layer.weight.register_hook(lambda g: g * 3)
        layer.weight.clear_gradient(False)
        assert backward(layer, 4).numpy()[4].tolist() == [3, 3]
        (found,) = paddle.grad(layer(paddle.to_tensor([2])).sum(), layer.weight)
        assert isinstance(found, SelectedRowsTensor) and found.rows() == [2]
        (dense,) = paddle.grad((layer(paddle.to_tensor([2])) ** 2).sum(), layer.weight, create_graph=True)
        assert dense.sum().backward() is None

    def test_a_scaler_keeps_the_rows(self, layer):
        scaler = paddle.amp.GradScaler(init_loss_scaling=8.0)
        optimizer = paddle.optimizer.SGD(1.0, layer.parameters())
        scaler.scale(layer(paddle.to_tensor([1, 1])).sum()).backward()
        scaler.unscale_(optimizer)
        assert layer.weight.grad.rows() == [1, 1] and layer.weight.grad.numpy()[1].tolist() == [2, 2]
        scaler.step(optimizer)
        assert layer.weight.numpy()[1] == pytest.approx(ROWS[1] - 2)

    @pytest.mark.parametrize("case", ["sgd", "adagrad", "lazy adam", "lazy adam, global norm"])
    def test_a_watched_run_has_the_same_bits(self, case):
        plain = in_dygraph(paddle, case, True)
        run = debug.start(lambda: in_dygraph(paddle, case, True))
        assert np.array_equal(run.wait(60), plain)

    def test_of_a_clip_that_moves_zeros_the_dense_gradient_is_clipped(self, layer):
        clip = paddle.nn.ClipGradByValue(max=2.0, min=0.5)
        ((_, clipped),) = clip([(layer.weight, backward(layer, 1))])
        assert clipped.numpy()[:, 0].tolist() == [0.5, 1, 0.5, 0.5, 0.5, 0.5, 0.5]


def test_an_object_of_rows():
    rows = fluid.core.SelectedRows()
    rows.set_rows([0, 4, 4])
    rows.set_height(6)
    rows.get_tensor().set(np.ones((3, 2), "float32"), fluid.CPUPlace())
    rows.sync_index()
    assert rows.rows() == [0, 4, 4] and rows.to_dense()[:, 1].tolist() == [1, 0, 0, 0, 2, 0]
    rows.set_height(4)
    with pytest.raises(ArgumentError, match="each row of the values needs one row number"):
        rows.to_dense()
