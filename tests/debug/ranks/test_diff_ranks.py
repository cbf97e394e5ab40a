"""diff_ranks: planted faults of one rank are named, and ranks that train as they should give no finding.

The ranks of these tests are runs in this process, one after the other: what a collective would give them is computed
from the data of all ranks. Real ranks are in tests/ranks.
"""

import itertools
import json

import numpy as np
import paddle
import pytest

import opscope
from opscope import debug
from opscope.cli import main
from opscope.debug.ranks.manifest import rank_folder, write_manifest
from opscope.errors import NotFound

ROWS, STEPS, RATE = 32, 14, 0.1


class Job:
    """A linear model on ranks, in a program or in dygraph; `fault` is planted on the last rank."""

    def __init__(self, fault="", ranks=2, steps=STEPS, same_data=False):
        self.fault, self.ranks, self.steps = fault, ranks, steps
        rng = np.random.default_rng(5)
        self.data = rng.normal(size=[ranks, steps, ROWS, 6]).astype("float32")
        if same_data:
            self.data[1:] = self.data[:1]
        if fault == "scaled":
            self.data[-1] *= 10
        if fault == "drift":
            self.data[-1, 10:] *= 1.01
        if fault == "shifted":
            self.data[-1] += 2
        if fault == "nan":
            self.data[-1, 5:, 3, 2] = np.nan

    def has(self, rank, fault):
        return self.fault == fault and rank == self.ranks - 1

    def average(self, w, step):
        """The mean gradient over the ranks of mean((x w) ** 2)."""
        found = np.zeros([6, 1], "float64")
        for x in self.data[:, step]:
            found += 2 * x.T @ (np.nan_to_num(x) @ w) / ROWS / self.ranks
        return np.nan_to_num(found).astype("float32")

    def rate(self, rank):
        return 3 * RATE if self.has(rank, "rate") else RATE

    def first_weight(self, rank):
        w = np.linspace(-1, 1, 6, dtype="float32").reshape(6, 1)
        w[4] += self.has(rank, "initial")
        return w

    def static(self, rank):
        self.step = -1
        paddle.enable_static()
        program, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(program, startup), paddle.utils.unique_name.guard():
            paddle.seed(7 + self.has(rank, "seed"))
            x = paddle.static.data("x", [ROWS, 6])
            first = paddle.nn.initializer.Assign(self.first_weight(rank))
            w = paddle.static.create_parameter([6, 1], "float32", name="w", default_initializer=first)
            h = paddle.nn.functional.dropout(x, 0.5)
            out = h @ w if not self.has(rank, "program") else paddle.scale(h @ w, 1.5)
            loss = (out**2).mean()
            (own,) = paddle.static.gradients([loss], [w])
            mean = program.global_block().create_var(name="mean_grad", dtype="float32", shape=[6, 1])
            paddle.static.py_func(lambda w: self.average(np.array(w), self.step), w, mean)
            mean.stop_gradient = True
            optimizer = paddle.optimizer.SGD(self.rate(rank), parameters=[w])
            optimizer.apply_gradients([(w, own if self.has(rank, "alone") else mean)])
        exe = paddle.static.Executor()
        exe.run(startup)
        for step in range(self.steps):
            self.step = step
            exe.run(program, feed={"x": self.data[rank, step]}, fetch_list=[loss])
        paddle.disable_static()

    def eager(self, rank):
        with paddle.utils.unique_name.guard():
            paddle.seed(7 + self.has(rank, "seed"))
            net = paddle.nn.Linear(6, 1, bias_attr=False)
        if rank == 0:  # the others take the values of the first rank
            start = paddle.nn.initializer.Assign(self.first_weight(rank))
            with paddle.utils.unique_name.guard():
                net = paddle.nn.Linear(6, 1, weight_attr=paddle.ParamAttr(initializer=start), bias_attr=False)
        else:
            net.weight.set_value(self.first_weight(rank))
        sgd = paddle.optimizer.SGD(self.rate(rank), parameters=net.parameters())
        for step in range(self.steps):
            h = paddle.nn.functional.dropout(paddle.to_tensor(self.data[rank, step]), 0.5)
            out = net(h) if not self.has(rank, "program") else net(h).scale(1.5)
            (out**2).mean().backward()
            if rank == 0 and step % 3 == 0:
                with paddle.no_grad():
                    net(h).mean()  # evaluation on the first rank only
            if not self.has(rank, "alone"):
                net.weight.grad.set_value(self.average(net.weight.numpy(), step))
            sgd.step()
            sgd.clear_grad()

    def runs(self, kind):
        return [_run(lambda rank=rank: getattr(self, kind)(rank)) for rank in range(self.ranks)]


def _run(body):
    run = opscope.debug(body)
    run.wait()
    assert run.error is None, run.error
    return run


def compared(kind, fault="", **options):
    found = debug.diff_ranks(Job(fault, **options).runs(kind))
    assert json.loads(found.to_json())["same"] == found.same
    return found


KINDS = pytest.mark.parametrize("kind", ["static", "eager"])


@KINDS
def test_ranks_that_train_as_they_should_give_no_finding(kind):
    found = compared(kind)
    assert found.same and found.steps == STEPS and not found.notes, found
    assert "ranks 0, 1, 14 steps: program, parameters, averaged gradients and rates are the same" in repr(found)


FAULTS = {  # fault: kind of the finding, step, words of its text
    "initial": ("initial value", 1, "[4, 0] is "),
    "alone": ("gradient", 1, " is "),
    "rate": ("rate", 1, ""),
    "program": ("program", 1, "scale"),
}


QUICK = [("initial", "static"), ("alone", "eager"), ("rate", "eager"), ("program", "static")]
SLOW = [pair for pair in itertools.product(FAULTS, ("static", "eager")) if pair not in QUICK]


@pytest.mark.parametrize("fault, kind", [*QUICK, *(pytest.param(*p, marks=pytest.mark.thorough) for p in SLOW)])
def test_a_fault_in_what_must_be_equal_is_named(fault, kind):
    found = compared(kind, fault, ranks=3)
    expected, step, words = FAULTS[fault]
    if kind == "static" and fault == "alone":
        expected, words = "program", "py_func of mean_grad removed"
    if fault == "rate":
        words = (
            "learning_rate_0: the value is 0.1" if kind == "static" else "changes 3 times as much for the same gradient"
        )
    first = found.faults[0]
    assert not found.same and (first.kind, first.step) == (expected, step) and words in str(first), found
    assert first.ranks == (2,) and "rank 2 differs from the others" in repr(found)
    assert "test_diff_ranks.py" in first.site or kind == "static"


@pytest.mark.parametrize(
    "fault, statistic, step, kind",
    [
        ("scaled", "std", 1, "eager"),
        pytest.param("shifted", "mean", 1, "static", marks=pytest.mark.thorough),
        ("nan", "NaN and Inf", 6, "static"),
        pytest.param("scaled", "std", 1, "static", marks=pytest.mark.thorough),
        pytest.param("shifted", "mean", 1, "eager", marks=pytest.mark.thorough),
        pytest.param("nan", "NaN and Inf", 6, "eager", marks=pytest.mark.thorough),
    ],
)
def test_a_rank_whose_data_are_of_another_kind_stands_out(fault, statistic, step, kind):
    found = compared(kind, fault, ranks=3)
    assert not found.faults and not found.same
    out = found.outlying
    assert (out.statistic, out.ranks, out.step) == (statistic, (2,), step), found
    assert "dropout" in out.operator and len(out.numbers) == 3, out
    both = compared(kind, fault).outlying
    assert both.ranks == ((1,) if fault == "nan" else (0, 1)) and both.operator == out.operator


@pytest.mark.parametrize("kind", ["eager", pytest.param("static", marks=pytest.mark.thorough)])
def test_what_may_differ_is_noted_and_is_no_fault(kind):
    drift = compared(kind, "drift", same_data=True)
    assert drift.same and "is the same on all ranks up to step 10, and differs in step 11" in drift.notes[0], drift
    seed = compared(kind, "seed", same_data=True)
    assert seed.same and any("random numbers: " in note and "step 1 on" in note for note in seed.notes), seed
    assert any("every rank received the same" in note and "in all 14 steps" in note for note in seed.notes)


def test_a_rank_that_ends_early_is_noted():
    job = Job()
    first = _run(lambda: job.static(0))
    job.steps = 9
    found = debug.diff_ranks([first, _run(lambda: job.static(1))])
    assert found.same and found.steps == 9 and found.notes == ("only rank 0 recorded steps 10 to 14",)


@pytest.mark.parametrize("fault", ["", "rate"])
def test_ranks_that_have_dropped_different_numbers_of_steps_are_compared_step_by_step(fault):
    runs = Job(fault).runs("eager")
    journal = runs[1].session.driver.journal
    while journal.step_range()[0] < 4:
        journal._drop_oldest()
    found = debug.diff_ranks(runs)
    assert found.steps == STEPS - 3 and "only rank 0 recorded steps 1 to 3" in found.notes, found
    assert found.same == (not fault) and [each.step for each in found.faults[:1]] == ([4] if fault else [])


def test_running_statistics_of_batches_may_differ_and_so_may_names_of_threads():
    def train(rank):
        start = paddle.nn.initializer.Constant(0.5)  # the threads share the stream of random numbers
        linear = paddle.nn.Linear(6, 1, weight_attr=paddle.ParamAttr(initializer=start))
        net = paddle.nn.Sequential(paddle.nn.BatchNorm1D(6), linear)
        sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(4):
            net(paddle.to_tensor(Job().data[rank, step])).square().mean().backward()
            for parameter in net.parameters():
                if not parameter.stop_gradient:
                    parameter.grad.set_value(np.full(parameter.shape, 0.1 * step, "float32"))
            sgd.step()
            sgd.clear_grad()

    runs = [opscope.debug(lambda rank=rank: train(rank)) for rank in range(2)]  # at once, in two threads
    for run in runs:
        run.wait()
    found = debug.diff_ranks(runs)
    assert found.same and not found.notes and found.steps == 4, found


@pytest.mark.thorough
@KINDS
def test_many_healthy_jobs_give_no_finding(kind):
    for seed, ranks in itertools.product(range(3), (2, 4)):
        job = Job(ranks=ranks, steps=5)
        job.data = np.random.default_rng(seed).normal(size=job.data.shape).astype("float32")
        assert (found := debug.diff_ranks(job.runs(kind))).same, found


def test_a_folder_of_ranks_is_compared(tmp_path, capsys):
    for rank, run in enumerate(Job("initial").runs("static")):
        run.save(rank_folder(tmp_path, rank))
    write_manifest(tmp_path, 2, "train.py")
    found = debug.diff_ranks(tmp_path)
    assert [fault.kind for fault in found.faults] == ["initial value"] and found.titles == ("run", "run")
    assert main(["diff", str(tmp_path)]) == 1 and capsys.readouterr().out == f"{found}\n"
    assert main(["diff", "--json", str(tmp_path)]) == 1 and json.loads(capsys.readouterr().out) == found.to_dict()
    assert debug.open(rank_folder(tmp_path, 1)).goto(3, "op:sgd").step == 3
    write_manifest(tmp_path, 3, "train.py")
    with pytest.raises(NotFound, match=r"has no recording of rank-2"):
        debug.diff_ranks(tmp_path)
    assert main(["diff", str(tmp_path)]) == 2 and "no recording of rank-2" in capsys.readouterr().err
    with pytest.raises(NotFound, match="no recordings of ranks"):
        debug.diff_ranks(tmp_path / "rank-0")


def test_recordings_of_eager_code_are_compared(tmp_path):
    for rank in range(2):
        job = Job("rate", steps=4)
        run = debug.start(lambda job=job, rank=rank: job.eager(rank), to=rank_folder(tmp_path, rank))
        run.wait()
        assert run.error is None
    found = debug.diff_ranks(tmp_path)
    assert (found.steps, [fault.kind for fault in found.faults]) == (4, ["rate"]), found


@pytest.mark.parametrize("runs", [[], ["one"], 3, [paddle.static.Program()] * 2], ids=repr)
def test_what_are_no_runs_of_ranks_is_refused(runs):
    with pytest.raises((ValueError, TypeError)):
        debug.diff_ranks(runs)
