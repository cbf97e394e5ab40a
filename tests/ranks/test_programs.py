"""Collectives in programs: operators among real ranks, whose results are recorded, so that one rank goes back alone."""

import re
import sys

import numpy as np
import pytest

from opscope import debug
from opscope.errors import RunError
from tests.need import need_mpi
from tests.ranks.job import RunningJob

pytestmark = pytest.mark.unmeasured

PROGRAM = """
    import sys
    import numpy as np
    import paddle, paddle.distributed as dist
    from paddle.distributed import fleet
    paddle.enable_static()
    fleet.init(is_collective=True)
    rank, size = fleet.worker_index(), fleet.worker_num()
    exe = paddle.static.Executor()
    folder = sys.argv[1]
"""
CHECKS = """
    reductions = {
        "sum": lambda t: dist.all_reduce(t), "max": lambda t: dist.all_reduce(t, dist.ReduceOp.MAX),
        "mean": lambda t: dist.all_reduce(t, dist.ReduceOp.AVG), "of one": lambda t: dist.broadcast(t, 1),
        "in one": lambda t: dist.reduce(t, 1), "fluid": lambda t: None,
    }
    program = paddle.static.Program()
    with paddle.static.program_guard(program):
        x = paddle.static.data("x", [4, 3])
        values = [x * 2 for _ in reductions]
        for value, reduce in zip(values, reductions.values()):
            reduce(value)
        block = program.global_block()
        block.append_op(
            "c_allreduce_prod", {"X": [values[-1]]}, {"Out": [values[-1]]}, {"ring_id": 0, "use_calc_stream": True}
        )
        gathered = []
        dist.all_gather(gathered, x)
        part = paddle.zeros([4, 3])
        dist.reduce_scatter(part, [x, x + 1])
    for _ in range(3):  # the plan, then lowered
        feed = {"x": np.full([4, 3], rank + 1, "float32")}
        found = exe.run(program, feed=feed, fetch_list=[*values, *gathered, part])
        expected = [6, 4, 3, 4, 6 if rank else 2, 8, 1, 2, 5 if rank else 3]
        assert [v.tolist() for v in found] == [np.full([4, 3], e).tolist() for e in expected], found
    # A step of all ranks, and of one process with the whole batch.
    def net(optimizer):
        program, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(program, startup), paddle.utils.unique_name.guard():
            x = paddle.static.data("x", [None, 6])
            h = paddle.tanh(paddle.static.nn.fc(x, 8))
            loss = (paddle.static.nn.fc(h, 1) ** 2).mean()
            optimizer(paddle.optimizer.Adam(0.05, grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0))).minimize(loss)
        return program, startup
    data = np.random.default_rng(3).normal(size=[8, 4 * size, 6]).astype("float32")
    paddle.seed(rank)
    (program, startup), (alone, alone_startup) = net(fleet.distributed_optimizer), net(lambda optimizer: optimizer)
    names = [p.name for p in program.all_parameters()]
    grads = [name + "@GRAD" for name in names]
    ours, theirs = paddle.static.Scope(), paddle.static.Scope()
    array = lambda scope, name: np.array(scope.find_var(name).get_tensor())
    exe.run(startup, scope=ours)
    exe.run(alone_startup, scope=theirs)
    lowered = exe.lowered
    for step in range(8):
        for name in names:
            theirs.find_var(name).get_tensor().set(array(ours, name), paddle.CPUPlace())
        means = exe.run(program, feed={"x": data[step, 4 * rank : 4 * rank + 4]}, fetch_list=grads, scope=ours)
        wholes = exe.run(alone, feed={"x": data[step]}, fetch_list=grads, scope=theirs)
        for mean, whole in zip(means, wholes):
            assert np.abs(mean - whole).max() <= 16 * np.finfo("float32").eps * np.abs(whole).max()
        np.save(f"{folder}/{rank}-{step}.npy", means[0])
    assert exe.lowered == lowered + 2
    np.savez(f"{folder}/last-{rank}.npz", **{name: array(ours, name) for name in names})
    print("rank", rank, "has checked", flush=True)
"""


def test_a_rank_is_recorded_with_the_results_of_collectives_and_goes_back_alone(tmp_path, monkeypatch):
    need_mpi()
    folder = tmp_path / "ranks"
    done = RunningJob(tmp_path, 2, PROGRAM + CHECKS, str(tmp_path), options=("--record", str(folder))).wait()
    assert done.status == 0 and done.out.count("has checked") == 2, done
    last = [np.load(tmp_path / f"last-{rank}.npz") for rank in range(2)]
    assert all(np.array_equal(last[0][name], last[1][name]) for name in last[0])
    monkeypatch.setitem(sys.modules, "mpi4py", None)
    monkeypatch.setitem(sys.modules, "mpi4py.MPI", None)
    found = debug.diff_ranks(folder)
    assert found.same and not found.notes and found.steps == 19, found
    past = debug.open(folder / "rank-1")
    for number, step in enumerate(range(4, 20, 2)):  # the others are those of one process
        past.goto(step, "op:adam")
        assert np.array_equal(past.value("fc_0.w_0@GRAD"), np.load(tmp_path / f"1-{number}.npy"))
    assert "c_allreduce_sum" in [operator.type for operator in past.program(4).operators]


SKIPPED = """
    metric, train = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(metric):
        accuracy = paddle.static.data("accuracy", [2])
        dist.all_reduce(accuracy)
    with paddle.static.program_guard(train):
        loss = paddle.static.data("loss", [3])
        dist.all_reduce(loss)
    for step in range(5):
        exe.run(train, feed={"loss": np.ones(3, "float32")}, fetch_list=[loss])
        if rank == 0 or step != 3:
            exe.run(metric, feed={"accuracy": np.ones(2, "float32")}, fetch_list=[accuracy])
"""


@pytest.mark.thorough
def test_a_collective_that_one_rank_skips_is_an_error_on_both(tmp_path):
    need_mpi()
    done = RunningJob(tmp_path, 2, PROGRAM + SKIPPED, str(tmp_path)).wait()
    for pattern in (
        r"rank 0 +c_allreduce_sum of accuracy float32\[2\] in step 4, .*train.py:\d+ in <module>: +exe.run\(metric",
        r"rank 1 +c_allreduce_sum of loss float32\[3\] in step 5, .*train.py:\d+ in <module>: exe.run\(train",
    ):
        assert len(re.findall(pattern, done.err)) == 2, done.err
    assert done.status != 0


def test_a_program_for_several_ranks_is_refused_in_one_process():
    import paddle

    paddle.enable_static()
    program = paddle.static.Program()
    with paddle.static.program_guard(program):
        x = paddle.static.data("x", [2])
        block = program.global_block()
        block.append_op("c_allreduce_sum", {"X": [x]}, {"Out": [x]}, {"ring_id": 0})
        exe = paddle.static.Executor()
        feed = {"x": np.ones(2, "float32")}
        assert exe.run(program, feed=feed, fetch_list=[x])[0].tolist() == [1, 1]
        block.append_op("c_allreduce_sum", {"X": [x]}, {"Out": [x]}, {"ring_id": 0, "nranks": 2})
        with pytest.raises(RunError, match="c_allreduce_sum was made for 2 ranks, but the number of ranks is 1"):
            exe.run(program, feed=feed)
    paddle.disable_static()


DYGRAPH = """
    import sys
    import numpy as np
    import paddle, paddle.distributed as dist
    dist.init_parallel_env()
    rank, fault = dist.get_rank(), sys.argv[1]
    data = np.random.default_rng(rank).normal(size=[10, 32, 6]).astype("float32")
    if fault == "scaled" and rank == 1:
        data *= 20
    layers = paddle.nn.Linear(6, 4), paddle.nn.BatchNorm1D(4), paddle.nn.ReLU(), paddle.nn.Dropout(0.5)
    net = paddle.DataParallel(paddle.nn.Sequential(*layers, paddle.nn.Linear(4, 1)))
    rate = 0.02 if fault == "rate" and rank == 1 else 0.01
    adam = paddle.optimizer.Adam(rate, parameters=net.parameters())
    for step in range(10):
        (net(paddle.to_tensor(data[step])) ** 2).mean().backward()
        adam.step()
        adam.clear_grad()
        if rank == 0 and step % 4 == 0:
            with paddle.no_grad():
                net(paddle.to_tensor(data[0]))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("fault, kinds", [("none", []), ("rate", ["rate"]), ("scaled", [])])
def test_ranks_that_train_in_dygraph_are_compared(fault, kinds, tmp_path):
    need_mpi()
    folder = tmp_path / "ranks"
    done = RunningJob(tmp_path, 2, DYGRAPH, fault, options=("--record", str(folder))).wait()
    assert done.status == 0, done.err
    found = debug.diff_ranks(folder)
    assert [each.kind for each in found.faults] == kinds and found.steps == 10, found
    assert (found.outlying is not None) == (fault == "scaled") and found.same == (fault == "none"), found


@pytest.mark.thorough
def test_ranks_of_a_program_with_batches_of_other_lengths_are_refused(tmp_path):
    need_mpi()
    code = """
        x = paddle.static.data("x", [None, 4])
        loss = paddle.static.nn.fc(x, 1).mean()
        fleet.distributed_optimizer(paddle.optimizer.SGD(0.1)).minimize(loss)
        exe.run(paddle.static.default_startup_program())
        exe.run(feed={"x": np.ones([2 + rank, 4], "float32")})
    """
    done = RunningJob(tmp_path, 2, PROGRAM + code.replace("\n    ", "\n"), str(tmp_path)).wait()
    assert done.status != 0
    for rank in range(2):
        assert re.search(rf"rank {rank} +batch of {2 + rank} rows of x in step 1", done.err), done.err
