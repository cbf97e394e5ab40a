"""paddle.distributed in one process, and recomputation: the same gradients, less that is kept."""

import gc
import weakref

import numpy as np
import pytest
from opscope.paddle.distributed.fleet.utils import recompute

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import distributed as dist
from opscope.paddle.distributed import fleet


def given() -> paddle.Tensor:
    return paddle.to_tensor([1.0, 2.0])


def test_one_process_hears_itself():
    x, into = given(), paddle.zeros([2])
    for op in (dist.ReduceOp.SUM, dist.ReduceOp.MAX, dist.ReduceOp.PROD, dist.ReduceOp.AVG):
        assert dist.all_reduce(x, op).wait() and dist.reduce(x, 0, op).is_completed()
    dist.broadcast(x, 0).synchronize()
    assert x.tolist() == [1, 2]
    for call in (
        lambda: dist.scatter(into, [x * 2]),
        lambda: dist.reduce_scatter(into, [x * 2]),
        lambda: dist.alltoall_single(x * 2, into, [2], [2]),
        lambda: dist.all_gather([into], x * 2),
        lambda: dist.alltoall([x * 2], [into]),
    ):
        into.set_value(paddle.zeros([2]))
        call()
        assert into.tolist() == [2, 4]
    for call in (dist.all_gather, lambda found, x: dist.gather(x, found), lambda found, x: dist.alltoall([x], found)):
        found = []
        call(found, x)
        assert [t.tolist() for t in found] == [[1, 2]] and found[0] is not x
    objects = ["old"]
    dist.all_gather_object(objects, {"a": 1})
    assert objects == [{"a": 1}]
    dist.broadcast_object_list(objects, 0)
    dist.scatter_object_list(objects, [[3]])
    assert objects == [[3]]
    dist.barrier()
    dist.wait(x)


def test_groups_are_of_one():
    group = dist.new_group([0])
    assert dist.get_group(group.id) is group and group.is_member() and group.get_group_rank(1) == -1
    assert (group.nranks, group.rank, group.ranks, group.get_group_rank(0)) == (1, 0, [0], 0)
    assert f"id: {group.id}" in repr(group) and dist.get_rank(group) == 0
    dist.destroy_process_group(group)
    assert dist.get_group(group.id) is None
    dist.new_group()
    dist.destroy_process_group()
    assert dist.get_group() is dist.init_parallel_env() and dist.is_available() and dist.get_backend() == "UNDEFINED"


def test_a_process_is_started_here():
    seen = []
    dist.spawn(seen.append, (3,), nprocs=1)
    assert seen == [3]


def test_fleet_of_one():
    fleet.init(is_collective=True)
    model = paddle.nn.Linear(2, 2)
    optimizer = paddle.optimizer.SGD(parameters=model.parameters())
    assert fleet.distributed_model(model) is model and fleet.distributed_optimizer(optimizer) is optimizer
    assert (fleet.worker_index(), fleet.worker_num()) == (0, 1)
    assert fleet.is_first_worker() and fleet.is_worker() and not fleet.is_server()
    fleet.barrier_worker()


def test_a_strategy_of_defaults_is_data_parallelism():
    strategy = fleet.DistributedStrategy()
    strategy.amp, strategy.fuse_grad_size_in_MB = False, 32  # the values of Paddle 2.6.2
    assert strategy.nccl_comm_num == 1 and strategy.fuse_all_reduce_ops and not hasattr(strategy, "shard")
    fleet.init(is_collective=True, strategy=strategy)
    assert fleet.distributed_optimizer(7, strategy) == 7


REFUSED = [
    (lambda: dist.all_reduce(given(), 9), ValueError, "Unknown reduce_op"),
    (lambda: dist.broadcast(given(), 1), UnsupportedError, "one process"),
    (lambda: dist.send(given(), 1), UnsupportedError, "one process"),
    (lambda: dist.irecv(given(), 1), UnsupportedError, "one process"),
    (lambda: dist.new_group([0, 1]), UnsupportedError, "one process"),
    (lambda: dist.scatter(given()), ValueError, "for each process"),
    (lambda: dist.all_gather([given(), given()], given()), ValueError, "1 tensors"),
    (lambda: dist.gather(given()), ValueError, "gather_list"),
    (lambda: dist.alltoall_single(given(), given(), [1]), ValueError, r"sizes must be \[2\]"),
    (lambda: dist.shard_tensor(given(), None, []), UnsupportedError, "is not supported"),
    (lambda: fleet.init(strategy=1), UnsupportedError, "needs a DistributedStrategy, not int"),
    (lambda: fleet.distributed_optimizer(1, 2), UnsupportedError, "needs a DistributedStrategy, not int"),
    (lambda: setattr(fleet.DistributedStrategy(), "amp", True), UnsupportedError, "DistributedStrategy.amp = True"),
    (lambda: setattr(fleet.DistributedStrategy(), "shard", 1), UnsupportedError, "DistributedStrategy.shard = 1"),
]


def test_what_needs_others_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words):
            call()


def test_nothing_is_written_into_a_variable():
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    with pytest.raises(UnsupportedError, match="cannot be a Variable"):
        dist.scatter(x, [x])
    with pytest.raises(AssertionError, match="works only in dygraph mode"):
        recompute(paddle.tanh, x)


# --- recomputation ------------------------------------------------------------------------------------


class Block(paddle.nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.calls = paddle.nn.Linear(4, 8), paddle.nn.Linear(8, 4), 0

    def forward(self, x, scale=None):
        self.calls += 1
        out = self.b(paddle.nn.functional.dropout(paddle.tanh(self.a(x)), 0.5))
        return out if scale is None else out * scale


def gradients(block: Block, x: paddle.Tensor, run) -> list[np.ndarray]:
    paddle.seed(5)
    block.clear_gradients()
    x.clear_gradient()
    out = run(block, x)
    paddle.randn([3])  # what comes between is not undone
    (out**2).sum().backward()
    return [out.numpy(), *(t.grad.numpy().copy() for t in (*block.parameters(), x) if not t.stop_gradient)]


@pytest.mark.parametrize("needed", [True, False])
def test_the_gradients_are_the_same(needed: bool):
    """Also where only parameters need one: Paddle 2.6.2 gives none of them then."""
    block, x = Block(), paddle.to_tensor(np.linspace(-1, 1, 12).reshape(3, 4), "float32")
    x.stop_gradient = not needed
    plain = gradients(block, x, lambda f, x: f(x))
    assert block.calls == 1
    for reentrant in (True, False):
        again = gradients(block, x, lambda f, x, r=reentrant: recompute(f, x, use_reentrant=r))
        for a, b in zip(plain, again, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-6)
    assert block.calls == 5


def test_random_state_goes_on_after_the_second_call():
    block, x = Block(), paddle.ones([3, 4])
    after = []
    for run in (lambda f, x: f(x), recompute):
        gradients(block, x, run)
        after.append(paddle.randn([2]).tolist())
    assert after[0] == after[1]


def test_without_the_random_state_another_mask_is_drawn():
    block, x = Block(), paddle.ones([64, 4])
    kept, other = (gradients(block, x, lambda f, x, p=p: recompute(f, x, preserve_rng_state=p)) for p in (True, False))
    assert np.array_equal(kept[0], other[0]) and not np.allclose(kept[3], other[3])


def test_keywords_nesting_and_two_backwards():
    block, x = Block(), paddle.ones([3, 4])
    x.stop_gradient = False
    out = recompute(lambda x: recompute(block, x, scale=3.0, use_reentrant=False), x)
    out.sum().backward(retain_graph=True)
    once = x.grad.numpy().copy()
    out.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * once, rtol=1e-6)
    with pytest.raises(ValueError, match="use_reentrant=False"):
        recompute(block, x, scale=3.0)
    with paddle.no_grad():
        assert recompute(block, x).stop_gradient


def test_what_is_kept_is_let_go():
    kept = []

    def run(x):
        for _ in range(3):
            x = paddle.tanh(x)
            kept.append(x._value)
        return x

    x = paddle.ones([5])
    x.stop_gradient = False
    out = recompute(run, x)

    refs = [weakref.ref(v) for v in kept[:2]]
    kept.clear()
    gc.collect()
    assert [r() for r in refs] == [None, None]
    out.sum().backward()
    t = np.tanh(np.tanh(1.0))
    expected = (1 - np.tanh(t) ** 2) * (1 - t**2) * (1 - np.tanh(1.0) ** 2)
    np.testing.assert_allclose(x.grad.numpy(), expected, rtol=1e-6)


def test_a_function_that_changes_is_found_out():
    calls = []

    def run(x):
        calls.append(1)
        return paddle.tanh(paddle.tanh(x)) if len(calls) == 1 else paddle.tanh(x)

    x = paddle.ones([2])
    x.stop_gradient = False
    with pytest.raises(RuntimeError, match="stores fewer values"):
        recompute(run, x).sum().backward()


def test_sequential_in_parts():
    paddle.seed(0)
    layers = paddle.nn.Sequential(*(paddle.nn.Linear(4, 4) for _ in range(5)))
    x = paddle.ones([2, 4])
    plain = layers(x)
    plain.sum().backward()
    expected = [p.grad.numpy().copy() for p in layers.parameters()]
    layers.clear_gradients()
    out = fleet.recompute_sequential({"segments": 2}, layers, x)
    np.testing.assert_array_equal(out.numpy(), plain.numpy())
    out.sum().backward()
    for p, grad in zip(layers.parameters(), expected, strict=True):
        np.testing.assert_allclose(p.grad.numpy(), grad, rtol=1e-6)
