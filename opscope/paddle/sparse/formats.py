"""The two formats of sparse tensors: coordinates, and compressed rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from opscope.core import place as places
from opscope.core.source import site
from opscope.eager.tape import grad_recording
from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.base import SparseTensor, added_up, picked, placed


class SparseCooTensor(SparseTensor):
    """A sparse tensor in coordinates: `indices` [sparse dims, nnz] locates each of the values.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/sparse/sparse_coo_tensor_en.html
    """

    __slots__ = ()

    names = ("indices",)

    def sites(self) -> sites.Sites:
        host = places.to_host(self._parts[0]._value).astype("int64")
        return host.reshape(-1, self.nnz()) if host.ndim == 1 else host

    @classmethod
    def at(cls, where: sites.Sites, values: Any, shape: Sequence[int], kinds: Sequence[Any] = ("int64",)) -> Self:
        return cls([placed(where.astype(kinds[0]), values)], values, shape)

    def is_sparse_coo(self, *_: object) -> bool:
        """Return True."""
        return True

    def indices(self) -> Any:
        """Return the positions of the values, [sparse dims, nnz]."""
        return self._parts[0].detach()

    def coalesce(self, name: str | None = None) -> Any:
        """Return the tensor sorted, with elements of the same site summed; without a history, as in Paddle."""
        dims = self._dims[: self.sparse_dim]
        union, (into,) = sites.merged(sites.flat(self.sites(), dims))
        with grad_recording(False):
            values = added_up(self._values, into, len(union))
        return self.at(sites.unflat(union, dims), values, self._dims, self.kinds())

    def to_sparse_csr(self) -> Any:
        """Return the tensor with compressed rows: a leaf, as in Paddle. Raises UnsupportedError for dense dims."""
        if self.sparse_dim != self.ndim:
            raise UnsupportedError(
                f"a SparseCsrTensor cannot have dense dims, but {self.ndim - self.sparse_dim} dims of x are dense",
                site=site(), fix="call x.to_dense().to_sparse_csr()",
            )  # fmt: skip
        made = SparseCsrTensor.at(self.sites(), self._values.detach(), self._dims, self.kinds())
        made.stop_gradient = self.stop_gradient
        return made


class SparseCsrTensor(SparseTensor):
    """A matrix [M, N], or matrices [B, M, N], with compressed rows: the values of row i begin at crows[i].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/sparse/sparse_csr_tensor_en.html
    """

    __slots__ = ()

    names = ("crows", "cols")

    def sites(self) -> sites.Sites:
        crows, cols = (places.to_host(p._value).astype("int64") for p in self._parts)
        return sites.of_rows(crows, cols, self._dims)

    @classmethod
    def at(cls, where: sites.Sites, values: Any, shape: Sequence[int], kinds: Sequence[Any] = ("int64",)) -> Self:
        if len(shape) not in (2, 3):
            raise ArgumentError("a SparseCsrTensor must have 2 or 3 dims", facts={"shape": list(shape)}, site=site())
        order = sites.ordered(sites.flat(where, shape))
        if order is not None:
            where, values = where[:, order], picked(values, order)
        crows, cols = sites.to_rows(where, shape)
        return cls(
            [placed(p.astype(k), values) for p, k in zip((crows, cols), (*kinds, *kinds), strict=False)], values, shape
        )

    def is_sparse_csr(self, *_: object) -> bool:
        """Return True."""
        return True

    def crows(self) -> Any:
        """Return the positions in values where the rows start, and the end of the last row, for each matrix."""
        return self._parts[0].detach()

    def cols(self) -> Any:
        """Return the column of each value."""
        return self._parts[1].detach()

    def to_sparse_coo(self, sparse_dim: int) -> Any:
        """Return the tensor in coordinates. Raises UnsupportedError unless sparse_dim is the number of dims."""
        if sparse_dim != self.ndim:
            raise UnsupportedError(
                f"to_sparse_coo of a SparseCsrTensor always makes all {self.ndim} dims sparse, but sparse_dim is "
                f"{sparse_dim}", site=site(),
                fix=f"pass sparse_dim={self.ndim}",
            )  # fmt: skip
        return SparseCooTensor.at(self.sites(), self.values(), self._dims, self.kinds())
