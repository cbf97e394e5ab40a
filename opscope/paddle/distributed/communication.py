"""Communication between processes: ranks on MPI, or a group of one process, which receives its own data.

Every function describes its call, and the ranks compare the descriptions before data are sent
(`opscope.ranks.channel`). In a group of one process, sums, maxima and averages are the tensor itself, and a call that
names another process raises an error.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

import numpy as np

from opscope.core import place as places
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError, OpscopeWarning, UnsupportedError
from opscope.ir.program.program import Variable
from opscope.ops.elementwise.arithmetic import assign
from opscope.paddle.distributed import program_collectives
from opscope.paddle.distributed.groups import Group, ReduceOp, alone, described, group_of
from opscope.ranks import Channel
from opscope.ranks.channel import as_bytes
from opscope.ranks.reductions import check_reduced_dtype, checked_reduction, in_every_rank, in_one_rank, in_parts

P = ParamSpec("P")
_SIZES = "let out_split_sizes be the rows that each rank sends to this one"
R = TypeVar("R")


class Task:
    """The result of an asynchronous call: finished, or a receive operation that `wait` completes."""

    def __init__(self, complete: Callable[[], object] | None = None) -> None:
        self._complete = complete

    def wait(self) -> bool:
        """Wait until the data have arrived. Return True."""
        complete, self._complete = self._complete, None
        if complete is not None:
            complete()
        return True

    def is_completed(self) -> bool:
        """Return True if the data have arrived."""
        return self._complete is None

    def synchronize(self) -> None:
        """Wait until the data have arrived."""
        self.wait()


def among(what: str, group: Group | None) -> Channel | None:
    """Return the channel of a call's group; None for a single process. Raises an error in a traced function."""
    found = group_of(what, group)
    if found.channel is not None and mode.trace is not None:
        raise UnsupportedError(
            f"{what} in a function that to_static traces is not supported on several ranks",
            site=site(),
            fix="call the collective outside of the traced function",
        )
    return found.channel


def members_only(function: Callable[P, R]) -> Callable[P, R | Task | None]:
    """Decorator: in a process outside of the group, the call has no effect and warns, as in Paddle."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R | Task | None:
        group: Any = next((a for a in (*args, *kwargs.values()) if isinstance(a, Group)), None)
        found = group_of(function.__name__, group)
        if found.is_member():
            return function(*args, **kwargs)
        warnings.warn(
            OpscopeWarning(f"{function.__name__}: this rank is not in the group of ranks {found.ranks}", site=site()),
            stacklevel=2,
        )
        return None

    return call


def _first(what: str, rank: int) -> None:
    if rank != 0:
        alone(f"{what} with rank {rank}")


def _number(what: str, rank: int, group: Group | None) -> int:
    """Return the number in the group of a rank of the job. Raises ArgumentError for a rank outside of the group."""
    found = group_of(what, group)
    if (number := found.get_group_rank(rank)) < 0:
        raise ArgumentError(f"{what}: rank {rank} is not in the group of ranks {found.ranks}", site=site())
    return number


def _array(what: str, tensor: Any) -> Any:
    """Return the elements of a Tensor, in order, as a copy on the host."""
    if not isinstance(tensor, Tensor):
        raise UnsupportedError(
            f"{what} of a {type(tensor).__name__} is not supported on several ranks", site=site(),
            fix="pass a Tensor in dygraph; in programs, use all_reduce, reduce, broadcast, all_gather or "
            "reduce_scatter",
        )  # fmt: skip
    return np.array(places.to_host(tensor._value), order="C")


def _into(target: Any, value: Any) -> None:
    """Write one tensor to another tensor, eagerly."""
    if not isinstance(target, Tensor):
        raise UnsupportedError(
            "the tensor that receives the result cannot be a Variable of a program",
            site=site(),
            fix="pass a Tensor; in a program of one process, use the tensor that is sent",
        )
    target.set_value(value)


def _collected(targets: list[Any], values: Sequence[Any], what: str) -> None:
    """Write values to the tensors of a list; append them to an empty list."""
    if not targets:
        targets.extend(to_tensor(value) if isinstance(value, np.ndarray) else assign(value) for value in values)
        return
    if len(targets) != len(values):
        raise ArgumentError(
            f"{what}: the list for the results must be empty or have {len(values)} tensors, but it has {len(targets)}",
            site=site(),
        )
    for target, value in zip(targets, values, strict=True):
        _into(target, value)


def _each(values: Any, what: str, size: int = 1) -> Any:
    """Return an element for each process. Raises ArgumentError if there are more or fewer elements."""
    if not values or len(values) != size:
        count = "which is one" if size == 1 else f"which are {size}"
        raise ArgumentError(f"{what}: the list must have {count} tensors, one for each process", site=site())
    return values


def _stacked(what: str, tensors: Any, size: int, like: Any) -> Any:
    """Return an array [processes, ...] of a list of tensors with the shape and dtype of `like`."""
    arrays = [_array(what, each) for each in _each(tensors, what, size)]
    for array in arrays:
        if (array.shape, array.dtype) != (tuple(like.shape), like._value.dtype):
            raise ArgumentError(
                f"{what}: each tensor of the list must be {like.dtype.name}{list(like.shape)}, like the result",
                facts={"given": f"{array.dtype}{list(array.shape)}"},
                site=site(),
            )
    return np.stack(arrays)


@members_only
def all_reduce(tensor: Any, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True) -> Task:
    """Reduce the tensor over all processes, in place. Raises ArgumentError for another op."""
    name = checked_reduction(op)
    if (channel := among("all_reduce", group)) is not None:
        if isinstance(tensor, Variable):
            program_collectives.all_reduce(tensor, op, group_of("all_reduce", group))
            return Task()
        array = _array("all_reduce", tensor)
        check_reduced_dtype("all_reduce", tensor.dtype.name, op)
        tensor.set_value(channel.perform(described("all_reduce", tensor, name), in_every_rank(array, op)))
    return Task()


@members_only
def reduce(tensor: Any, dst: int, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True) -> Task:
    """Reduce the tensor over all processes, and write the result on the process dst."""
    name = checked_reduction(op)
    if (channel := among("reduce", group)) is None:
        _first("reduce", dst)
        return Task()
    if isinstance(tensor, Variable):
        program_collectives.reduce(tensor, _number("reduce", dst, group), op, group_of("reduce", group))
        return Task()
    array, root = _array("reduce", tensor), _number("reduce", dst, group)
    check_reduced_dtype("reduce", tensor.dtype.name, op)
    result = channel.perform(described("reduce", tensor, f"{name} to rank {dst}"), in_one_rank(array, op, root))
    if result is not None:
        tensor.set_value(result)
    return Task()


@members_only
def broadcast(tensor: Any, src: int, group: Group | None = None, sync_op: bool = True) -> Task:
    """Write the tensor of the process src into the tensor of every process."""
    if (channel := among("broadcast", group)) is None:
        _first("broadcast", src)
        return Task()
    if isinstance(tensor, Variable):
        program_collectives.broadcast(tensor, _number("broadcast", src, group), group_of("broadcast", group))
        return Task()
    array, root = _array("broadcast", tensor), _number("broadcast", src, group)
    channel.perform(
        described("broadcast", tensor, f"from rank {src}"), lambda _, comm: comm.Bcast(as_bytes(array), root=root)
    )
    if channel.rank != root:
        tensor.set_value(array)
    return Task()


@members_only
def all_gather(tensor_list: list[Any], tensor: Any, group: Group | None = None, sync_op: bool = True) -> Task:
    """Write the tensors of all processes to tensor_list, which may be empty."""
    channel = among("all_gather", group)
    if channel is not None and isinstance(tensor, Variable):
        tensor_list.extend(program_collectives.all_gather(tensor, group_of("all_gather", group)))
        return Task()
    values = [tensor] if channel is None else _gathered("all_gather", tensor, channel, "")
    _collected(tensor_list, values, "all_gather")
    return Task()


def _gathered(what: str, tensor: Any, channel: Channel, detail: str) -> list[Any]:
    array = _array(what, tensor)

    def transfer(_: Any, comm: Any) -> Any:
        result = np.empty((channel.size, *array.shape), array.dtype)
        comm.Allgather(as_bytes(array), as_bytes(result))
        return result

    return list(channel.perform(described(what, tensor, detail), transfer))


@members_only
def gather(
    tensor: Any, gather_list: list[Any] | None = None, dst: int = 0, group: Group | None = None, sync_op: bool = True
) -> Task:
    """Write the tensors of all processes to gather_list on the process dst.

    Raises ArgumentError without gather_list.
    """
    channel = among("gather", group)
    if channel is None:
        _first("gather", dst)
    is_dst = channel is None or channel.rank == _number("gather", dst, group)
    if is_dst and gather_list is None:
        raise ArgumentError(
            "on the rank dst, gather_list must not be None", site=site(), fix="pass a list as gather_list"
        )
    values = [tensor] if channel is None else _gathered("gather", tensor, channel, f"to rank {dst}")
    if is_dst and gather_list is not None:
        _collected(gather_list, values, "gather")
    return Task()


@members_only
def scatter(
    tensor: Any, tensor_list: Any = None, src: int = 0, group: Group | None = None, sync_op: bool = True
) -> Task:
    """Write to tensor the element for this process in tensor_list of the process src."""
    if (channel := among("scatter", group)) is None:
        _into(tensor, _each(tensor_list, "scatter")[0])
        return Task()
    result, root = _array("scatter", tensor), _number("scatter", src, group)
    parts = _stacked("scatter", tensor_list, channel.size, tensor) if channel.rank == root else None

    def transfer(_: Any, comm: Any) -> None:
        comm.Scatter(None if parts is None else as_bytes(parts), as_bytes(result), root=root)

    channel.perform(described("scatter", tensor, f"from rank {src}"), transfer)
    tensor.set_value(result)
    return Task()


@members_only
def reduce_scatter(
    tensor: Any, tensor_list: Any, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True
) -> Task:
    """Reduce the elements for this process in the lists of all processes, and write the result to tensor."""
    name = checked_reduction(op)
    if (channel := among("reduce_scatter", group)) is None:
        _into(tensor, _each(tensor_list, "reduce_scatter")[0])
        return Task()
    if isinstance(tensor, Variable):
        parts = _each(tensor_list, "reduce_scatter", channel.size)
        program_collectives.reduce_scatter(tensor, parts, op, group_of("reduce_scatter", group))
        return Task()
    _array("reduce_scatter", tensor)
    check_reduced_dtype("reduce_scatter", tensor.dtype.name, op)
    parts = _stacked("reduce_scatter", tensor_list, channel.size, tensor)
    tensor.set_value(channel.perform(described("reduce_scatter", tensor, name), in_parts(parts, op)))
    return Task()


@members_only
def alltoall(in_tensor_list: Any, out_tensor_list: list[Any], group: Group | None = None, sync_op: bool = True) -> Task:
    """Receive from each process the tensor for this process, in out_tensor_list, which may be empty."""
    if (channel := among("alltoall", group)) is None:
        _collected(out_tensor_list, _each(in_tensor_list, "alltoall"), "alltoall")
        return Task()
    first = _each(in_tensor_list, "alltoall", channel.size)[0]
    _array("alltoall", first)
    parts = _stacked("alltoall", in_tensor_list, channel.size, first)

    def transfer(_: Any, comm: Any) -> Any:
        result = np.empty_like(parts)
        comm.Alltoall(as_bytes(parts), as_bytes(result))
        return result

    call = described("alltoall", None, first.dtype.name, first.shape)
    _collected(out_tensor_list, list(channel.perform(call, transfer)), "alltoall")
    return Task()


@members_only
def alltoall_single(
    in_tensor: Any,
    out_tensor: Any,
    in_split_sizes: Any = None,
    out_split_sizes: Any = None,
    group: Group | None = None,
    sync_op: bool = True,
) -> Task:
    """Write to out_tensor the parts for this process of all in_tensor. Raises ArgumentError for other sizes.

    in_split_sizes: the rows for each process. out_split_sizes: the rows from each process. By default, parts are equal.
    If the sizes of ranks do not match, RankError is raised on every rank.
    """
    if (channel := among("alltoall_single", group)) is None:
        for sizes in (in_split_sizes, out_split_sizes):
            if sizes and list(sizes) != [in_tensor.shape[0]]:
                raise ArgumentError(
                    f"alltoall_single: with one process the split sizes must be [{in_tensor.shape[0]}], not {sizes}",
                    site=site(),
                )
        _into(out_tensor, in_tensor)
        return Task()
    if in_split_sizes or out_split_sizes:
        _exchange_parts(channel, in_tensor, out_tensor, in_split_sizes, out_split_sizes)
        return Task()
    array, result = _array("alltoall_single", in_tensor), _array("alltoall_single", out_tensor)
    if (array.shape, array.dtype) != (result.shape, result.dtype) or not array.ndim or len(array) % channel.size:
        raise ArgumentError(
            "alltoall_single: input and output must have the same shape and dtype, and the first dim must be a "
            f"multiple of {channel.size}",
            facts={"input": f"{array.dtype}{list(array.shape)}", "output": f"{result.dtype}{list(result.shape)}"},
            site=site(),
        )
    channel.perform(
        described("alltoall_single", in_tensor), lambda _, comm: comm.Alltoall(as_bytes(array), as_bytes(result))
    )
    out_tensor.set_value(result)
    return Task()


def _exchange_parts(channel: Channel, in_tensor: Any, out_tensor: Any, sent: Any, received: Any) -> None:
    array, result = _array("alltoall_single", in_tensor), _array("alltoall_single", out_tensor)
    sizes = [_split_sizes(each, given, channel.size) for each, given in ((array, sent), (result, received))]

    def transfer(mpi: Any, comm: Any) -> None:
        table = np.empty((channel.size, 2, channel.size), np.int64)  # by rank: rows to each one, rows from each one
        comm.Allgather(np.array(sizes, np.int64), table)
        if not np.array_equal(table[:, 0], table[:, 1].T):
            described = [
                (channel.ranks[i], f"sends {s.tolist()} rows, expects {r.tolist()}", "")
                for i, (s, r) in enumerate(table)
            ]
            channel.part_with("alltoall_single: the split sizes of the ranks do not fit each other", described, _SIZES)
        row = array.nbytes // max(len(array), 1) if len(array) else result.nbytes // max(len(result), 1)
        comm.Alltoallv([as_bytes(array), [n * row for n in sizes[0]]], [as_bytes(result), [n * row for n in sizes[1]]])

    call = described("alltoall_single", None, f"split {in_tensor.dtype.name}", array.shape[1:])
    channel.perform(call, transfer)
    out_tensor.set_value(result)


def _split_sizes(array: Any, given: Any, ranks: int) -> list[int]:
    """Return the rows of each rank, by default equal. Raises ArgumentError for another sum."""
    rows = len(array) if array.ndim else 0
    sizes = list(given) if given else [rows // ranks] * ranks
    if len(sizes) != ranks or min(sizes) < 0 or sum(sizes) != rows:
        raise ArgumentError(
            f"alltoall_single: the split sizes must be {ranks} numbers whose sum is {rows}, but they are {sizes}",
            site=site(),
        )
    return sizes


@members_only
def all_gather_object(object_list: list[Any], obj: Any, group: Group | None = None) -> None:
    """Replace the content of object_list by the objects of all processes."""
    channel = among("all_gather_object", group)
    object_list[:] = (
        [obj]
        if channel is None
        else channel.perform(described("all_gather_object"), lambda _, comm: comm.allgather(obj))
    )


@members_only
def broadcast_object_list(object_list: list[Any], src: int, group: Group | None = None) -> None:
    """Replace the objects in the list by the objects of the process src."""
    if (channel := among("broadcast_object_list", group)) is None:
        _first("broadcast_object_list", src)
        return
    root = _number("broadcast_object_list", src, group)
    call = described("broadcast_object_list", None, f"from rank {src}", [len(object_list)])
    object_list[:] = channel.perform(call, lambda _, comm: comm.bcast(object_list, root=root))


@members_only
def scatter_object_list(
    out_object_list: list[Any], in_object_list: Any = None, src: int = 0, group: Group | None = None
) -> None:
    """Write to out_object_list the element for this process in in_object_list of the process src."""
    if (channel := among("scatter_object_list", group)) is None:
        out_object_list[:] = [_each(in_object_list, "scatter_object_list")[0]]
        return
    root = _number("scatter_object_list", src, group)
    given = _each(in_object_list, "scatter_object_list", channel.size) if channel.rank == root else None
    call = described("scatter_object_list", None, f"from rank {src}")
    out_object_list[:] = [channel.perform(call, lambda _, comm: comm.scatter(given, root=root))]


@members_only
def barrier(group: Group | None = None) -> None:
    """Wait for the other processes."""
    if (channel := among("barrier", group)) is not None:
        channel.perform(described("barrier"), lambda _, __: None)


@members_only
def wait(tensor: Any, group: Group | None = None, use_calc_stream: bool = True) -> None:
    """Return at once: a collective is complete when its call returns."""


@members_only
def send(tensor: Any, dst: int = 0, group: Group | None = None, sync_op: bool = True) -> Task:
    """Send the tensor to the process dst, whose recv must have the same shape and dtype."""
    if (channel := among("send", group)) is None:
        return alone(f"send to {dst}")
    Task(_sent(tensor, dst, channel, group)).wait()
    return Task()


def _sent(tensor: Any, dst: int, channel: Channel, group: Group | None) -> Callable[[], None]:
    array = _array("send", tensor)
    return channel.send(described("send", tensor, f"to rank {dst}"), array, _other("send", dst, channel, group))


@members_only
def recv(tensor: Any, src: int = 0, group: Group | None = None, sync_op: bool = True) -> Task:
    """Receive a tensor from the process src. Raises RankError for another shape or dtype."""
    if (channel := among("recv", group)) is None:
        return alone(f"recv from {src}")
    array, source = _array("recv", tensor), _other("recv", src, channel, group)
    channel.receive(described("recv", tensor, f"from rank {src}"), array, source)
    tensor.set_value(array)
    return Task()


def irecv(tensor: Any, src: int | None = None, group: Group | None = None) -> Task:
    """Return a task that receives a tensor; the task's `wait` completes it."""
    if among("irecv", group) is None:
        return alone(f"irecv from {src}")
    return Task(lambda: recv(tensor, src or 0, group))


@members_only
def isend(tensor: Any, dst: int, group: Group | None = None) -> Task:
    """Begin to send a copy of the tensor; the task's `wait` returns when the other process has received it."""
    if (channel := among("isend", group)) is None:
        return alone(f"send to {dst}")
    return Task(_sent(tensor, dst, channel, group))


def _other(what: str, rank: int, channel: Channel, group: Group | None) -> int:
    number = _number(what, rank, group)
    if number == channel.rank:
        raise ArgumentError(
            f"{what}: a process cannot communicate with itself (rank {rank})", site=site(), fix="pass another rank"
        )
    return number


note_functions(__name__)
