"""Communication among processes, for a group of one: a process receives its own data.

Sums, maxima and averages over the processes are the tensor itself. What names another process is refused.
"""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.elementwise.arithmetic import assign
from opscope.paddle.base.launched_processes import in_one_process
from opscope.paddle.distributed.groups import Group, ReduceOp, alone


class Task:
    """The result of an asynchronous call: it is done."""

    def wait(self) -> bool:
        """True, at once."""
        return True

    def is_completed(self) -> bool:
        """True."""
        return True

    def synchronize(self) -> None:
        """Nothing is left to wait for."""


def _first(what: str, rank: int) -> None:
    if rank != 0:
        alone(f"{what} with rank {rank}")


def _reduced(op: int) -> None:
    if op not in range(ReduceOp.AVG + 1):
        raise ArgumentError(f"Unknown reduce_op type: {op}", site=site(), fix="use paddle.distributed.ReduceOp")


def _into(target: Any, value: Any) -> None:
    """Write one tensor into another, eagerly."""
    if not isinstance(target, Tensor):
        raise UnsupportedError("communication into a Variable", site=site(), fix="use the tensor that is sent")
    target.set_value(value)


def _collected(targets: list[Any], values: list[Any], what: str) -> None:
    """Into the tensors of a list, or as its elements where it is empty."""
    if not targets:
        targets.extend(map(assign, values))
        return
    if len(targets) != len(values):
        raise ArgumentError(
            f"{what}: the list should be empty or have {len(values)} tensors, not {len(targets)}", site=site()
        )
    for target, value in zip(targets, values, strict=True):
        _into(target, value)


def _one(values: Any, what: str) -> Any:
    """The element for this process. Raises ArgumentError where there are more or none."""
    if not values or len(values) != 1:
        raise ArgumentError(f"{what}: the list should have a tensor for each process, which is one", site=site())
    return values[0]


@in_one_process
def all_reduce(tensor: Any, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True) -> Task:
    """The tensor over all processes: itself. Raises ArgumentError for another op."""
    _reduced(op)
    return Task()


@in_one_process
def reduce(tensor: Any, dst: int, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True) -> Task:
    """Reduce as all_reduce does, on the process dst."""
    _first("reduce", dst)
    return all_reduce(tensor, op, group, sync_op)


@in_one_process
def broadcast(tensor: Any, src: int, group: Group | None = None, sync_op: bool = True) -> Task:
    """The tensor of the process src: itself. Raises UnsupportedError for another process than 0."""
    _first("broadcast", src)
    return Task()


@in_one_process
def all_gather(tensor_list: list[Any], tensor: Any, group: Group | None = None, sync_op: bool = True) -> Task:
    """The tensors of all processes into tensor_list, which may be empty."""
    _collected(tensor_list, [tensor], "all_gather")
    return Task()


@in_one_process
def gather(
    tensor: Any, gather_list: list[Any] | None = None, dst: int = 0, group: Group | None = None, sync_op: bool = True
) -> Task:
    """all_gather on the process dst. Raises ArgumentError without gather_list."""
    _first("gather", dst)
    if gather_list is None:
        raise ArgumentError("gather_list should not be None for dst", site=site(), fix="pass a list")
    return all_gather(gather_list, tensor, group, sync_op)


@in_one_process
def scatter(
    tensor: Any, tensor_list: Any = None, src: int = 0, group: Group | None = None, sync_op: bool = True
) -> Task:
    """Into tensor the element of tensor_list that is for this process. Raises ArgumentError for another number."""
    _first("scatter", src)
    _into(tensor, _one(tensor_list, "scatter"))
    return Task()


@in_one_process
def reduce_scatter(
    tensor: Any, tensor_list: Any, op: int = ReduceOp.SUM, group: Group | None = None, sync_op: bool = True
) -> Task:
    """Reduce into tensor the sum over the processes of the element for this process."""
    _reduced(op)
    _into(tensor, _one(tensor_list, "reduce_scatter"))
    return Task()


@in_one_process
def alltoall(in_tensor_list: Any, out_tensor_list: list[Any], group: Group | None = None, sync_op: bool = True) -> Task:
    """Receive into out_tensor_list, which may be empty, the tensor of each process for this process."""
    _collected(out_tensor_list, [_one(in_tensor_list, "alltoall")], "alltoall")
    return Task()


@in_one_process
def alltoall_single(
    in_tensor: Any,
    out_tensor: Any,
    in_split_sizes: Any = None,
    out_split_sizes: Any = None,
    group: Group | None = None,
    sync_op: bool = True,
) -> Task:
    """Into out_tensor the part of in_tensor that is for this process: all. Raises ArgumentError for other sizes."""
    for sizes in (in_split_sizes, out_split_sizes):
        if sizes and list(sizes) != [in_tensor.shape[0]]:
            raise ArgumentError(f"alltoall_single: the sizes are [{in_tensor.shape[0]}], not {sizes}", site=site())
    _into(out_tensor, in_tensor)
    return Task()


@in_one_process
def all_gather_object(object_list: list[Any], obj: Any, group: Group | None = None) -> None:
    """Replace the content of object_list by the objects of all processes."""
    object_list[:] = [obj]


@in_one_process
def broadcast_object_list(object_list: list[Any], src: int, group: Group | None = None) -> None:
    """The objects of the process src: those in the list."""
    _first("broadcast_object_list", src)


@in_one_process
def scatter_object_list(
    out_object_list: list[Any], in_object_list: Any = None, src: int = 0, group: Group | None = None
) -> None:
    """Into out_object_list the element of in_object_list that is for this process."""
    _first("scatter_object_list", src)
    out_object_list[:] = [_one(in_object_list, "scatter_object_list")]


@in_one_process
def barrier(group: Group | None = None) -> None:
    """Wait for the other processes, of which there are none."""


@in_one_process
def wait(tensor: Any, group: Group | None = None, use_calc_stream: bool = True) -> None:
    """Return at once: sent data has arrived."""


def send(tensor: Any, dst: int = 0, group: Group | None = None, sync_op: bool = True) -> Task:
    """Refused: there is no other process."""
    return alone(f"send to {dst}")


def recv(tensor: Any, src: int = 0, group: Group | None = None, sync_op: bool = True) -> Task:
    """Refused: there is no other process."""
    return alone(f"recv from {src}")


def irecv(tensor: Any, src: int | None = None, group: Group | None = None) -> Task:
    """Refused: there is no other process."""
    return recv(tensor, src or 0, group)


isend = send


note_functions(__name__)
