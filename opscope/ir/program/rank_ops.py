"""Operators of programs that are collectives among the ranks of a job.

Examples are `c_allreduce_sum` and others, with Paddle's names. Their results are recorded like the results of the
user's functions. Therefore, the replay of a rank needs no other ranks and no MPI. In a process without a launcher, the
group has one rank, and a collective copies its input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from opscope.core import state
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.place import place_of, to_device, to_host
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.errors import RunError, ShapeError
from opscope.ir.compat.program_ops import program_op
from opscope.ops.registry import Infer, Op
from opscope.ranks import Channel, Collective, job
from opscope.ranks.channel import as_bytes
from opscope.ranks.checksums import compare_parameters, is_due
from opscope.ranks.reductions import MAX, MIN, PROD, SUM, check_reduced_dtype, in_every_rank, in_one_rank, in_parts

COMPARED, COMPARED_ROWS = "compare_parameters", "compare_rows"  # Paddle has no such types
Transfer = Callable[[Any, Any], Any]  # of MPI and a communicator
Prepared = Callable[[Any, Channel, int], Transfer]  # of an array, its channel and the root

_runs: Counter[tuple[str, int, str]] = Counter()  # so many times a collective has run: type, group, variable
state.on_reset(_runs.clear)


def _rank_op(name: str, prepare: Prepared, infer: Infer, reduction: int | None = None, rooted: bool = False) -> Op:
    """Define a collective. nranks is the number of ranks of the program, or 0 if this number does not matter."""

    def kernel(xp: ArrayModule, x: Array, *, ring_id: int = 0, nranks: int = 0, root: int = 0, called: str = "") -> Any:
        infer(TensorSpec(x.shape, as_dtype(x.dtype)))
        channel = _channel(name, ring_id, nranks)
        if channel is None:
            return [x.copy()]
        array = np.array(to_host(x), order="C")
        if reduction is not None:
            check_reduced_dtype(name, array.dtype.name, reduction)
        _runs[name, ring_id, called] += 1
        call = Collective(
            name, f"with rank {channel.ranks[root]}" if rooted else "", called, array.dtype.name, array.shape,
            _runs[name, ring_id, called], site(),
        )  # fmt: skip
        return [to_device(channel.perform(call, prepare(array, channel, root)), place_of(x))]

    kernel.__doc__ = f"{name} among the ranks of a job."
    made = program_op(name, kernel, infer, outputs=("*out",))
    made.opaque = True
    return made


def _compare(xp: ArrayModule, *x: Array, ring_id: int = 0, nranks: int = 0, called: Sequence[str] = ()) -> Any:
    """Compare the parameters of all ranks at regular intervals. Raises RankError if the parameters differ."""
    channel = _channel(COMPARED, ring_id, nranks)
    _runs[COMPARED, ring_id, called[0]] += 1
    count = _runs[COMPARED, ring_id, called[0]]
    if channel is not None and is_due(count):
        compare_parameters(channel, count, called, [to_host(each) for each in x])
    return []


def _compare_rows(xp: ArrayModule, shape: Array, *, ring_id: int = 0, nranks: int = 0, called: str = "") -> Any:
    """Check that all ranks have the same number of rows in a batch. Raises RankError if the numbers differ.

    With different numbers of rows, the mean over all rows would not be the mean of the ranks' means.
    """
    channel = _channel(COMPARED_ROWS, ring_id, nranks)
    if channel is not None:
        _runs[COMPARED_ROWS, ring_id, called] += 1
        detail = f"of {int(to_host(shape)[0])} rows of {called}"
        call = Collective("batch", detail, "", "", None, _runs[COMPARED_ROWS, ring_id, called], site())
        channel.perform(call, lambda mpi, comm: None)
    return []


def _channel(what: str, ring_id: int, nranks: int) -> Channel | None:
    """Return the channel of a group, or None if there is one process. Raises RunError for another number of ranks."""
    found = job(what)
    size = 1
    if found is not None:
        if found.channels.get(ring_id) is None:
            _refuse(
                f"{what}: this rank is not in a group with ring_id {ring_id}",
                "make the group first: paddle.distributed.new_group()",
            )
        size = found.channels[ring_id].size  # pyright: ignore[reportOptionalMemberAccess]
    if nranks not in (0, size):
        fix = f"run: python -m opscope launch -n {nranks} your_program.py"
        _refuse(f"{what} was made for {nranks} ranks, but the number of ranks is {size}", fix)
    return None if found is None else found.channels[ring_id]


def _refuse(text: str, fix: str) -> NoReturn:
    raise RunError(text, site=site(), fix=fix)


def _same(x: TensorSpec, **_: Any) -> list[TensorSpec]:
    return [x]


def _times(x: TensorSpec, *, nranks: int = 0, **_: Any) -> list[TensorSpec]:
    rows = _rows("c_allgather", x)
    return [TensorSpec((rows * nranks if rows is not None and nranks else None, *x.shape[1:]), x.dtype)]


def _part(x: TensorSpec, *, nranks: int = 0, **_: Any) -> list[TensorSpec]:
    rows = _rows("c_reducescatter", x)
    return [TensorSpec((rows // nranks if rows is not None and nranks else None, *x.shape[1:]), x.dtype)]


def _rows(what: str, x: TensorSpec) -> int | None:
    if not x.shape:
        raise ShapeError(
            f"{what} needs a value with at least one dim, because the op joins or divides rows", facts={"x": x}
        )
    return x.shape[0]


def _to_every_rank(reduction: int) -> Prepared:
    return lambda array, channel, root: in_every_rank(array, reduction)


def _to_one_rank(reduction: int) -> Prepared:
    def prepare(array: Any, channel: Channel, root: int) -> Transfer:
        transfer = in_one_rank(array, reduction, root)

        def reduced(mpi: Any, comm: Any) -> Any:
            result = transfer(mpi, comm)
            return array if result is None else result

        return reduced

    return prepare


def _copy_of_root(array: Any, channel: Channel, root: int) -> Transfer:
    def transfer(_: Any, comm: Any) -> Any:
        comm.Bcast(as_bytes(array), root=root)
        return array

    return transfer


def _joined(array: Any, channel: Channel, root: int) -> Transfer:
    def transfer(_: Any, comm: Any) -> Any:
        result = np.empty((channel.size * array.shape[0], *array.shape[1:]), array.dtype)
        comm.Allgather(as_bytes(array), as_bytes(result))
        return result

    return transfer


def _scattered(array: Any, channel: Channel, root: int) -> Transfer:
    if array.shape[0] % channel.size:
        _refuse(
            f"c_reducescatter: {array.shape[0]} rows cannot be divided among {channel.size} ranks",
            "give each rank the same number of rows",
        )
    return in_parts(array.reshape(channel.size, array.shape[0] // channel.size, *array.shape[1:]), SUM)


_REDUCTIONS = {"sum": SUM, "max": MAX, "min": MIN, "prod": PROD}
ALL_REDUCE = {r: _rank_op(f"c_allreduce_{n}", _to_every_rank(r), _same, r) for n, r in _REDUCTIONS.items()}
REDUCE = {r: _rank_op(f"c_reduce_{n}", _to_one_rank(r), _same, r, rooted=True) for n, r in _REDUCTIONS.items()}
BROADCAST = _rank_op("c_broadcast", _copy_of_root, _same, rooted=True)
ALL_GATHER = _rank_op("c_allgather", _joined, _times)
COMPARE = program_op(COMPARED, _compare, lambda *_, **__: [], outputs=("*out",))
COMPARE.opaque = True
COMPARE_ROWS = program_op(COMPARED_ROWS, _compare_rows, lambda *_, **__: [], outputs=("*out",))
COMPARE_ROWS.opaque = True
REDUCE_SCATTER = _rank_op("c_reducescatter", _scattered, _part, SUM)
