"""Collectives and DataParallel among real ranks: each rank of a job checks its own results."""

import pytest

from tests.need import need_mpi
from tests.ranks.job import RunningJob

pytestmark = pytest.mark.unmeasured

CHECKS = """
    import numpy as np, warnings
    import paddle
    import paddle.distributed as dist
    from paddle.distributed import fleet

    group = dist.init_parallel_env()
    rank, size = dist.get_rank(), dist.get_world_size()
    assert size == SIZE and dist.is_initialized() and dist.get_backend() == "MPI" and group.ranks == list(range(size))
    env = dist.ParallelEnv()
    assert (env.rank, env.local_rank, env.world_size, env.nranks) == (rank, rank, size, size)
    mine = lambda dtype="float32": paddle.to_tensor(np.array([rank + 1, 2], dtype))
    every = np.arange(1, size + 1)
    # reductions
    for op, value in zip(range(5), (every.sum(), size, 1, every.prod(), every.mean())):
        x = mine()
        dist.all_reduce(x, op)
        assert x.numpy()[0] == np.float32(value), (op, x)
    x = mine("int64")
    dist.all_reduce(x)
    assert x.tolist() == [every.sum(), 2 * size]
    x = mine()
    dist.reduce(x, 1)
    assert x.tolist() == ([every.sum(), 2 * size] if rank == 1 else [rank + 1, 2])
    # copies, of any dtype
    for dtype in ("float32", "float16", "bool", "int8"):
        x = paddle.to_tensor(np.array([rank, 1]).astype(dtype))
        dist.broadcast(x, 1)
        assert x.numpy().tolist() == np.array([1, 1]).astype(dtype).tolist()
    for into in ([], [paddle.zeros([2]) for _ in range(size)]):
        dist.all_gather(into, mine())
        assert [t.tolist() for t in into] == [[r + 1, 2] for r in range(size)]
    into = []
    dist.gather(mine(), into if rank == 0 else None, 0)
    assert len(into) == (size if rank == 0 else 0)
    x = paddle.zeros([2])
    parts = [paddle.full([2], float(r)) for r in range(size)]
    dist.scatter(x, parts if rank == 0 else None, 0)
    assert x.tolist() == [rank, rank]
    dist.reduce_scatter(x, parts)
    assert x.tolist() == [rank * size] * 2
    into = []
    dist.alltoall([mine() * 10 + r for r in range(size)], into)
    assert [t.tolist()[0] for t in into] == [(r + 1) * 10 + rank for r in range(size)]
    x, y = paddle.arange(size) + 10 * rank, paddle.zeros([size], "int64")
    dist.alltoall_single(x, y)
    assert y.tolist() == [10 * r + rank for r in range(size)]
    rows = [[rank + 1] * (r + 1) for r in range(size)]  # r + 1 rows for rank r
    x, y = paddle.to_tensor(sum(rows, []), "int64"), paddle.zeros([size * (rank + 1)], "int64")
    dist.alltoall_single(x, y, [r + 1 for r in range(size)], [rank + 1] * size)
    assert y.tolist() == sum([[r + 1] * (rank + 1) for r in range(size)], [])
    # objects
    into = []
    dist.all_gather_object(into, {"rank": rank})
    assert into == [{"rank": r} for r in range(size)]
    into = [rank, "x"]
    dist.broadcast_object_list(into, 1)
    assert into == [1, "x"]
    dist.scatter_object_list(into, list("abcd"[:size]) if rank == 0 else None, 0)
    assert into == ["abcd"[rank]]
    # from one to another
    x = paddle.zeros([2])
    task = dist.isend(mine(), (rank + 1) % size)
    dist.irecv(x, (rank - 1) % size).wait()
    assert task.wait() and x.tolist()[0] == (rank - 1) % size + 1
    if rank == 0:
        dist.send(paddle.ones([3]), 1)
    elif rank == 1:
        y = paddle.zeros([3])
        dist.recv(y, 0)
        assert y.tolist() == [1, 1, 1]
    # groups
    pair = dist.new_group([0, 1])
    last = dist.new_group([size - 1])
    assert pair.is_member() == (rank < 2) and pair.nranks == 2 and dist.get_group(pair.id) is pair
    x = mine()
    if pair.is_member():
        dist.all_reduce(x, group=pair)
        assert x.tolist()[0] == 3 and dist.get_rank(pair) == rank
    if not last.is_member():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            dist.barrier(last)
        assert len(caught) == 1 and "not in the group of ranks" in str(caught[0].message)
    dist.barrier()
    # what is not there
    for call, words in (
        (lambda: dist.all_reduce(paddle.ones([2], "float16")), "SUM of float16 over ranks"),
        (lambda: dist.all_reduce(paddle.ones([2], "int64"), dist.ReduceOp.AVG), "AVG of int64"),
        (lambda: dist.spawn(print), "spawn is not supported on several ranks"),
        (lambda: paddle.Model(paddle.nn.Linear(2, 2)), "Model is not supported on several ranks"),
        (lambda: fleet.UserDefinedRoleMaker(), "is not supported on several ranks"),
        (lambda: dist.new_group([size]), "the job has only the ranks 0 to"),
        (lambda: paddle.jit.to_static(lambda x: dist.all_reduce(x))(paddle.ones([2])), "to_static traces"),
    ):
        try:
            call()
        except NotImplementedError as error:
            assert words in str(error), error
        else:
            raise AssertionError(words)
    paddle.enable_static()
    program = paddle.static.Program()
    with paddle.static.program_guard(program):
        variable = paddle.static.data("x", [2])
        for call, words in (
            (lambda: dist.scatter(variable, [variable] * size), "scatter of a Variable is not supported"),
            (lambda: dist.reduce(variable, 0, dist.ReduceOp.AVG), "reduce AVG in a program"),
            (lambda: paddle.DataParallel(paddle.nn.Linear(2, 2)), "DataParallel in static mode"),
        ):
            try:
                call()
            except NotImplementedError as error:
                assert words in str(error), error
            else:
                raise AssertionError(words)
    paddle.disable_static()
    fleet.init(is_collective=True, strategy=fleet.DistributedStrategy())
    assert (fleet.worker_index(), fleet.worker_num(), fleet.is_first_worker()) == (rank, size, rank == 0)
    sampler = paddle.io.DistributedBatchSampler(list(range(8)), 2)
    into = []
    dist.all_gather_object(into, list(sampler))
    assert sorted(sum(sum(into, []), [])) == list(range(8)) and sampler.nranks == size
"""

TRAINING = """
    # A step of all ranks, and of one process with the whole batch: mean gradients, which the optimizer applies.
    def net():
        return paddle.nn.Sequential(paddle.nn.Linear(6, 8), paddle.nn.Tanh(), paddle.nn.Linear(8, 1))

    paddle.seed(rank)
    model = fleet.distributed_model(net())
    alone = net()
    data = np.random.default_rng(3).normal(size=[4 * size, 6]).astype("float32")
    # The inputs do not explain the targets. With targets near 0, the rounding of an output would exceed its gradient.
    target = np.random.default_rng(4).normal(size=[4 * size, 1]).astype("float32")
    optimizer = fleet.distributed_optimizer(paddle.optimizer.Adam(0.05, parameters=model.parameters()))
    of_one = paddle.optimizer.Adam(0.05, parameters=alone.parameters())
    for step in range(STEPS):
        alone.set_state_dict(model.state_dict())
        whole = ((alone(paddle.to_tensor(data)) - paddle.to_tensor(target)) ** 2).mean()
        whole.backward()
        own = slice(4 * rank, 4 * rank + 4)
        part = paddle.to_tensor(data[own])
        loss = ((model(part) - paddle.to_tensor(target[own])) ** 2).mean()
        model.scale_loss(loss).backward()
        model.apply_collective_grads()
        # The terms of a bias's gradient are not 0, but their mean is 0 at the optimum: the bound uses all parameters.
        bound = 16 * np.finfo("float32").eps * max(np.abs(q.grad.numpy()).max() for q in alone.parameters())
        for p, q in zip(model.parameters(), alone.parameters()):
            assert np.abs(p.grad.numpy() - q.grad.numpy()).max() <= bound, (step, p.name)
        optimizer.step()
        optimizer.clear_grad()
        of_one.clear_grad()
    into = []
    dist.all_gather_object(into, [p.numpy().tobytes() for p in model.parameters()])
    assert all(found == into[0] for found in into)
    # accumulated without the others, averaged by the first backward with them
    expected = np.zeros([6, 8])
    for r in range(size):
        for scale in (1, 3):
            alone.set_state_dict(model.state_dict())
            (alone(paddle.to_tensor(data[4 * r : 4 * r + 4])) ** 2).mean().scale(scale).backward()
            expected += alone[0].weight.grad.numpy() / size
            alone.clear_gradients()
    with model.no_sync():
        (model(part) ** 2).mean().backward()
    assert size == 1 or not np.allclose(model._layers[0].weight.grad.numpy() * 4, expected)
    (model(part) ** 2).mean().scale(3).backward()
    assert np.allclose(model._layers[0].weight.grad.numpy(), expected, rtol=1e-5, atol=1e-7)
    # ranks that use different parameters
    class Either(paddle.nn.Layer):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.c = (paddle.nn.Linear(2, 1) for _ in range(3))
        def forward(self, x):
            return (self.a if rank == 0 else self.b)(x)
    either = paddle.DataParallel(Either(), find_unused_parameters=True)
    either(paddle.ones([1, 2])).sum().backward()
    layers = either._layers
    assert layers.a.bias.grad.tolist() == [1 / size] and layers.c.bias.grad is None
    assert layers.b.bias.grad.numpy()[0] == np.float32((size - 1) / size)
    # batch norm over all ranks is batch norm of the whole batch
    alone = paddle.nn.Sequential(paddle.nn.Linear(6, 5), paddle.nn.BatchNorm1D(5), paddle.nn.Linear(5, 1))
    synced = paddle.nn.SyncBatchNorm.convert_sync_batchnorm(
        paddle.nn.Sequential(paddle.nn.Linear(6, 5), paddle.nn.BatchNorm1D(5), paddle.nn.Linear(5, 1))
    )
    model = paddle.DataParallel(synced)
    alone.set_state_dict(synced.state_dict())
    (alone(paddle.to_tensor(data)) ** 2).mean().backward()
    (model(part) ** 2).mean().backward()
    close = lambda a, b: np.allclose(a.numpy(), b.numpy(), rtol=1e-4, atol=1e-6)
    wanted = dict(alone.named_parameters())
    for name, p in synced.named_parameters():
        q = wanted[name]
        assert p.grad is None if q.grad is None else close(p.grad, q.grad), (name, p.grad, q.grad)
        assert close(p, q), name
    synced.eval()
    alone.eval()
    assert close(synced(part), alone(part))
    # A recording has the averaged gradients, and one rank goes back alone, without MPI.
    import sys, opscope
    kept = []
    def train():
        net = paddle.DataParallel(paddle.nn.Linear(6, 1))
        sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(4):
            (net(part) ** 2).mean().backward()
            kept.append([p.grad.numpy().copy() for p in net.parameters()])
            sgd.step()
            sgd.clear_grad()
        name[:] = [net.parameters()[0].name + "@GRAD"]
        kept.append([p.numpy().copy() for p in net.parameters()])
    name = []
    paddle.seed(1)
    train()
    plain, kept = kept, []
    paddle.seed(1)
    run = opscope.debug(train)
    run.wait()
    assert run.error is None and len(plain) == len(kept) == 5
    assert all(np.array_equal(a, b) for x, y in zip(plain, kept) for a, b in zip(x, y))
    if rank == 1:
        sys.modules["mpi4py"] = sys.modules["mpi4py.MPI"] = None
        run.goto(3, "op:sgd")
        assert np.array_equal(run.value(name[0]), kept[2][0])
    dist.barrier()
    print("rank", rank, "has checked", flush=True)
"""


ALONE = """
    import paddle, paddle.distributed as dist
    dist.init_parallel_env()
    rank = dist.get_rank()
    def train(net, steps):
        sgd = paddle.optimizer.SGD(0.01, parameters=net.parameters())
        for _ in range(steps):
            net(paddle.ones([2, 3])).sum().backward()
            sgd.step(); sgd.clear_grad()
    alone, first, second = (paddle.nn.Linear(3, 1) for _ in range(3))
    train(alone, 5 * rank)  # before ranks have a model in common
    first = paddle.DataParallel(first)
    train(first, 2)
    train(alone, rank)
    second = paddle.DataParallel(second)
    for _ in range(3):
        train(second, 2)
        train(alone, rank)
        train(first, 1)
    print("trained", flush=True)
    if rank == 0:
        train(first, 1)  # but a step of a common model is missed on rank 1
    else:
        train(alone, 1)
    train(first, 1)
"""


@pytest.mark.thorough
def test_a_rank_may_train_another_model_alone(tmp_path):
    need_mpi()
    done = RunningJob(tmp_path, 2, ALONE).wait()
    assert done.out.count("trained") == 2, done
    assert done.status != 0 and "RankError: " in done.err, done


NETS = """
import numpy as np
import paddle
import paddle.distributed as dist
F, nn = paddle.nn.functional, paddle.nn
dist.init_parallel_env()
rank, size = dist.get_rank(), dist.get_world_size()

class LeNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.c1, self.c2 = nn.Conv2D(1, 6, 5, padding=2), nn.Conv2D(6, 16, 5)
        self.f1, self.f2, self.f3 = nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.c1(x)), 2)
        x = F.max_pool2d(F.relu(self.c2(x)), 2).flatten(1)
        return self.f3(F.relu(self.f2(F.relu(self.f1(x)))))

def mlp():
    return nn.Sequential(*[layer for _ in range(8) for layer in (nn.Linear(256, 256), nn.Tanh())])

make, shape, outputs = {"LeNet": (LeNet, [1, 28, 28], 10), "8x256": (mlp, [256], 256)}["NET"]
paddle.seed(rank)
model, alone = paddle.DataParallel(make()), make()
adam = paddle.optimizer.Adam(1e-3, parameters=model.parameters())
random = np.random.default_rng(3)

def loss(net, x, y):
    return F.mse_loss(net(paddle.to_tensor(x)), paddle.to_tensor(y))

for step in range(100):
    x, y = (random.normal(size=[32, *dims]).astype("float32") for dims in (shape, [outputs]))
    own = slice(32 // size * rank, 32 // size * (rank + 1))
    loss(model, x[own], y[own]).backward()
    if step % 33 == 0:
        alone.set_state_dict(model.state_dict())
        loss(alone, x, y).backward()
        for p, q in zip(model.parameters(), alone.parameters()):
            bound = 16 * np.finfo("float32").eps * np.abs(q.grad.numpy()).max()
            assert np.abs(p.grad.numpy() - q.grad.numpy()).max() <= bound, (step, p.name)
        alone.clear_gradients()
    adam.step()
    adam.clear_grad()
into = []
dist.all_gather_object(into, [p.numpy().tobytes() for p in model.parameters()])
assert all(found == into[0] for found in into)
print(f"rank {rank} has checked")
"""


@pytest.mark.thorough
@pytest.mark.parametrize("ranks", [2, 4])
@pytest.mark.parametrize("net", ["LeNet", "8x256"])
def test_ranks_are_equal_after_a_hundred_steps_and_average_as_the_whole_batch(tmp_path, net, ranks):
    need_mpi()
    done = RunningJob(tmp_path, ranks, NETS.replace("NET", net)).wait()
    assert done.status == 0, done.err
    assert sorted(done.out.splitlines()) == [f"rank {rank} has checked" for rank in range(ranks)]


def checked(tmp_path, ranks, steps):
    need_mpi()
    code = (CHECKS + TRAINING).replace("SIZE", str(ranks)).replace("STEPS", str(steps))
    done = RunningJob(tmp_path, ranks, code).wait()
    assert done.status == 0, done.err
    assert sorted(done.out.splitlines()) == [f"rank {rank} has checked" for rank in range(ranks)]
    assert "Error" not in done.err


def test_two_ranks(tmp_path):
    checked(tmp_path, ranks=2, steps=5)


@pytest.mark.thorough
def test_four_ranks_for_a_hundred_steps(tmp_path):
    checked(tmp_path, ranks=4, steps=100)
