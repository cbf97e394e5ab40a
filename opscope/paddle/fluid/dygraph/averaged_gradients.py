"""The gradients of a model's parameters, averaged over the ranks after each backward pass that reaches them."""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.source import site
from opscope.eager.backward_pass import Leaves, backward_listeners
from opscope.eager.tensor import Tensor
from opscope.errors import UnsupportedError, listed
from opscope.paddle.base.job_steps import step
from opscope.ranks import Channel, Collective
from opscope.ranks.checksums import compare_parameters, is_due

_FLOATS = ("float32", "float64")


class AveragedGradients:
    """Average the gradients of parameters over the ranks; the parameters have their names in the model.

    bucket: the number of bytes that are sent together. rows: the rows of the batches since the last average. If the
    batches of ranks differ in their rows, an error is raised, because the mean of means is not the mean. enabled: False
    after a forward pass in no_sync.
    """

    def __init__(self, channel: Channel, parameters: Sequence[tuple[str, Tensor]], bucket: int, unused: bool) -> None:
        self._channel, self._bucket, self._unused = channel, bucket, unused
        self._parameters = [(name, p) for name, p in parameters if not p.stop_gradient]
        self._ids = {id(p) for _, p in self._parameters}
        self.rows: list[int] = []
        self.enabled = True
        self._averages = 0
        for name, parameter in self._parameters:
            if parameter.dtype.name not in _FLOATS:
                raise UnsupportedError(
                    f"DataParallel on several ranks cannot average gradients of {parameter.dtype.name}, the "
                    f"dtype of the parameter {name}",
                    facts={"dtypes that can be averaged": ", ".join(_FLOATS)}, site=site(),
                    fix="keep parameters in float32, as level O1 of auto_cast does",
                )  # fmt: skip
        backward_listeners.append(_listener(self))

    def after_backward(self, leaves: Leaves) -> None:
        """Average the gradients if the pass has reached one of the parameters."""
        if self.enabled and not self._ids.isdisjoint(leaves):
            self._average()

    def _average(self) -> None:
        self._averages += 1
        if is_due(self._averages):
            arrays = [places.to_host(p._value) for _, p in self._parameters]
            compare_parameters(self._channel, self._averages, [name for name, _ in self._parameters], arrays)
        if self._unused:
            self._fill_unused()
        given = [(name, p) for name, p in self._parameters if p._grad is not None]
        for name, parameter in given:
            if type(parameter._grad) is not Tensor:
                raise UnsupportedError(
                    "DataParallel on several ranks does not support sparse gradients, but the gradient of "
                    f"{name} is sparse", site=site(),
                    fix="use Embedding(sparse=False)",
                )  # fmt: skip
        grads = [p._grad for _, p in given]
        buckets = list(_buckets(grads, self._bucket))

        def transfer(mpi: Any, comm: Any) -> list[Any]:
            averages: list[Any] = []
            for bucket in buckets:
                flat = np.concatenate([places.to_host(grad._value).reshape(-1) for grad in bucket])
                comm.Allreduce(mpi.IN_PLACE, flat, op=mpi.SUM)
                flat /= np.asarray(comm.Get_size(), flat.dtype)
                averages.append(flat)
            return averages

        averages = self._channel.perform(self._call(given), transfer)
        self.rows = []
        for bucket, flat in zip(buckets, averages, strict=True):
            ends = np.cumsum([grad.size for grad in bucket])
            for grad, part in zip(bucket, np.split(flat, ends[:-1]), strict=True):
                grad.set_value(part.reshape(grad._value.shape))

    def _call(self, given: Sequence[tuple[str, Tensor]]) -> Collective:
        """Return a description of the average: the parameters with a gradient, and the rows of the batches."""
        names = [name for name, _ in given]
        what = f"the gradients of {listed(names, 3)}"
        if without := [name for name, p in self._parameters if p._grad is None]:
            what += f", without {listed(without, 3)}"
        if self.rows:
            what += f", from batches of {listed(list(map(str, self.rows)), 8)} rows"
        order = zlib.crc32(repr([(name, p.shape, self.rows) for name, p in given]).encode())
        size = sum(p.size for _, p in given)
        return Collective("DataParallel", "average", f"{what} (list {order:08x})", "", (size,), step(), site())

    def _fill_unused(self) -> None:
        """Set a gradient of zeros for each parameter that only other ranks have used."""
        used = np.array([p._grad is not None for _, p in self._parameters], np.uint8)
        call = Collective("DataParallel", "used parameters", "", "uint8", used.shape, step(), site())
        self._channel.perform(call, lambda mpi, comm: comm.Allreduce(mpi.IN_PLACE, used, op=mpi.MAX))
        for flag, (_, parameter) in zip(used, self._parameters, strict=True):
            if flag and parameter._grad is None:
                parameter.grad = Tensor(np.zeros_like(places.to_host(parameter._value)))


def _listener(gradients: AveragedGradients) -> Callable[[Leaves], None]:
    """Return a listener that does not keep the model of the gradients alive."""
    reference = weakref.ref(gradients, lambda _: backward_listeners.remove(listener))

    def listener(leaves: Leaves) -> None:
        if (found := reference()) is not None:
            found.after_backward(leaves)

    return listener


def _buckets(grads: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """Split gradients of one dtype into groups of at most `size` bytes, in order.

    A larger gradient is a group alone.
    """
    bucket: list[Any] = []
    filled = 0
    for grad in grads:
        if bucket and (filled + grad._value.nbytes > size or grad._value.dtype != bucket[0]._value.dtype):
            yield bucket
            bucket, filled = [], 0
        bucket.append(grad)
        filled += grad._value.nbytes
    if bucket:
        yield bucket
