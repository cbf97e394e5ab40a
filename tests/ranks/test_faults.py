"""A rank that makes another call, raises, ends or dies is an error on every rank, which names it; nothing hangs."""

import os
import re
import signal

import pytest

from opscope import debug
from opscope.core.exit_status import INTERRUPTED
from tests.need import need_mpi
from tests.ranks.job import RunningJob

pytestmark = pytest.mark.unmeasured

TRAIN = """
    import os, signal, sys, time
    import paddle
    import paddle.distributed as dist
    fault = sys.argv[1]
    dist.init_parallel_env()
    rank, bad = dist.get_rank(), dist.get_rank() == 1
    model = paddle.DataParallel(paddle.nn.Linear(3, 1))
    optimizer = paddle.optimizer.SGD(parameters=model.parameters())
    for step in range(20):
        rows = 3 if fault == "rows" and bad and step == 3 else 2
        model(paddle.ones([rows, 3])).sum().backward()
        if bad and step == 3:
            if fault == "raise": raise ValueError("planted")
            if fault == "early": sys.exit(0)
            if fault == "kill": os.kill(os.getpid(), signal.SIGKILL)
        if not (fault == "skip" and bad and step == 3):
            dist.all_reduce(paddle.ones([1025 if fault == "shape" and bad and step == 3 else 50]))  # second
        if step == 3 and fault == "order":
            for p in model.parameters()[:: -1 if bad else 1]:
                dist.broadcast(p, 0)
        optimizer.step()
        optimizer.clear_grad()
"""
# what the error of each rank has
AVERAGE = r"DataParallel average of the gradients of weight, bias, from batches of"
REDUCE = r"all_reduce SUM of float32\[50\] in step 3"
FAULTS = {
    "skip": [rf"rank 0  {REDUCE}, .*train.py:18", rf"rank 1  {AVERAGE} 2 .*in step 4, .*train.py:12"],
    "shape": [rf"rank 0  {REDUCE}", r"rank 1  all_reduce SUM of float32\[1025\] in step 3"],
    "order": [r"rank 0  broadcast from rank 0 of .*\[3, 1\]", r"rank 1  broadcast from rank 0 of .*\[1\] in step 3"],
    "rows": [rf"rank 0  {AVERAGE} 2 rows .*in step 3", rf"rank 1  {AVERAGE} 3 rows .*in step 3"],
    "raise": [rf"rank 0  {REDUCE}", r"rank 1  raised ValueError: planted, after \d+ coll"],
    "early": [rf"rank 0  {REDUCE}", r"rank 1  end of the program, after \d+ collectives"],
}


def faulty(tmp_path, fault):
    need_mpi()
    done = RunningJob(tmp_path, 2, TRAIN, fault).wait()
    assert done.status != 0
    return done.err


@pytest.mark.parametrize(
    "fault", ["skip", *(pytest.param(f, marks=pytest.mark.thorough) for f in FAULTS if f not in ("skip",))]
)
def test_both_ranks_name_both_calls(fault, tmp_path):
    text = faulty(tmp_path, fault)
    for pattern in FAULTS[fault]:
        assert len(re.findall(pattern, text)) == (1 if fault == "raise" else 2), text
    assert text.count("Traceback") == (1 if fault == "early" else 2)
    assert ("ValueError: planted\n" in text) == (fault == "raise")


@pytest.mark.thorough
@pytest.mark.parametrize("option", ["record", "debug"])
def test_an_error_of_a_rank_that_is_recorded_reaches_the_others(option, tmp_path):
    need_mpi()
    folder = tmp_path / "ranks"
    options = ("--record", str(folder)) if option == "record" else ("--debug",)
    done = RunningJob(tmp_path, 2, TRAIN, "raise", options=options).wait()
    assert done.status != 0 and "end of the program" not in done.err, done.err
    assert done.err.count("\nValueError: planted\n") == 1, done.err  # on rank 1, once
    assert re.search(r"RankError: rank 1 raised ValueError: planted\n    rank 0  all_reduce SUM", done.err), done.err
    if option == "record":
        assert debug.open(folder / "rank-1").steps == (1, 4)


def test_a_rank_that_is_killed_is_named(tmp_path):
    text = faulty(tmp_path, "kill")
    assert re.search(r"RankError: rank 1 died: rank 0 was in all_reduce SUM of float32\[50\] in step 3", text), text
    assert re.search(r"called at .*train.py:18 in <module>\n      dist.all_reduce", text), text


DRIFT = """
    import sys
    import numpy as np
    import paddle
    import paddle.distributed as dist
    from paddle.distributed import fleet
    kind = sys.argv[1]
    fleet.init(is_collective=True)
    bad = fleet.worker_index() == 2
    if kind == "dygraph":
        net = paddle.DataParallel(paddle.nn.Sequential(paddle.nn.Linear(3, 2), paddle.nn.Linear(2, 1)))
        sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        weight = net._layers[1].weight
    else:
        paddle.enable_static()
        loss = (paddle.static.nn.fc(paddle.static.data("x", [4, 3]), 2) ** 2).mean()
        fleet.distributed_optimizer(paddle.optimizer.SGD(0.1)).minimize(loss)
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        weight = paddle.static.global_scope().find_var("fc_0.w_0").get_tensor()
    for step in range(1, 40):
        if kind == "dygraph":
            net(paddle.ones([4, 3])).sum().backward()
            sgd.step()
            sgd.clear_grad()
        else:
            exe.run(feed={"x": np.ones([4, 3], "float32")}, fetch_list=[loss])
        if step == 12 and bad:
            changed = np.array(weight) * 1.0001
            weight.set_value(changed) if kind == "dygraph" else weight.set(changed, paddle.CPUPlace())
"""


@pytest.mark.thorough
@pytest.mark.parametrize("kind, name", [("dygraph", "1.weight"), ("static", "fc_0.w_0")])
def test_ranks_that_drift_apart_are_named_with_the_parameter(kind, name, tmp_path):
    need_mpi()
    done = RunningJob(tmp_path, 3, DRIFT, kind, options=("--checksums", "5")).wait()
    pattern = (
        rf"the ranks have drifted apart: in step 15 {name} differs\n(    {name[:4]}.*\n|    fc.*\n)*"
        rf"    ranks 0, 1 +{name} has the checksum \w+\n    rank 2 +{name} has the checksum \w+\n"
    )
    assert done.status != 0 and len(re.findall(pattern, done.err)) == 3, done.err


WAITING = """
    import sys, time
    import paddle.distributed as dist
    dist.init_parallel_env()
    print("ready", flush=True)
    if dist.get_rank():
        time.sleep(1000)
    dist.barrier()
"""


@pytest.mark.thorough
def test_ctrl_c_ends_all_ranks(tmp_path):
    need_mpi()
    job = RunningJob(tmp_path, 2, WAITING)
    job.wait_for("ready", 2)
    os.killpg(job.process.pid, signal.SIGINT)
    assert job.wait().status == INTERRUPTED
