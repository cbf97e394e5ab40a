"""TensorKind, the methods of dense Tensors for which the sparse tensors of paddle.sparse have other methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import FatalError, UnsupportedError

sparse_conversions: dict[str, Callable[..., Any]] = {}  # "coo" and "csr", registered by paddle.sparse


class TensorKind:
    """Methods of dense Tensors for which sparse tensors have other methods."""

    __slots__ = ()

    def is_dense(self) -> bool:
        """Return True, except for sparse tensors."""
        return True

    def _is_not(self, *_: object) -> bool:
        """Return False, because this tensor is dense."""
        return False

    is_selected_rows = is_sparse = is_sparse_coo = is_sparse_csr = is_dist = is_string = _is_not

    def get_selected_rows(self) -> None:
        """Return None. Only the gradient of a weight whose embedding has sparse=True has rows."""

    def to_sparse_coo(self, sparse_dim: int) -> Any:
        """Return a SparseCooTensor of the nonzero elements.

        If `sparse_dim` is less than the number of dims, the result contains the nonzero slices.

        The result is differentiable. Raises ArgumentError for a sparse_dim that is not between 1 and the number of
        dims.
        """
        return sparse_conversions["coo"](self, sparse_dim)

    def to_sparse_csr(self) -> Any:
        """Return a SparseCsrTensor of the nonzero elements. The result is a leaf, as in Paddle.

        Raises ArgumentError for a tensor that is not 2-D or 3-D.
        """
        return sparse_conversions["csr"](self)

    def _unimplemented(self, name: str) -> UnsupportedError:
        return UnsupportedError(
            f"The kernel of ({name}) for input tensors is unimplemented, please check the type of input tensors.",
            facts={"given": type(self).__name__}, site=site(),
        )  # fmt: skip

    def coalesce(self, name: str | None = None) -> Any:
        """Raise UnsupportedError, because only SparseCooTensors have this method."""
        raise self._unimplemented("coalesce")

    def to_dense(self) -> Any:
        """Raise UnsupportedError, because only sparse tensors have this method."""
        raise self._unimplemented("to_dense")

    def values(self) -> Any:
        """Raise UnsupportedError, because only sparse tensors have this method."""
        raise self._unimplemented("values")

    def indices(self) -> Any:
        """Raise FatalError, because only SparseCooTensors have this method."""
        raise FatalError("this method is only effective for SparseCooTensor", site=site())

    def crows(self) -> Any:
        """Raise FatalError, because only SparseCsrTensors have this method."""
        raise FatalError("this method is only effective for SparseCsrTensor", site=site())

    def cols(self) -> Any:
        """Raise FatalError, because only SparseCsrTensors have this method."""
        raise FatalError("this method is only effective for SparseCsrTensor", site=site())

    def nnz(self) -> Any:
        """Raise FatalError, because only sparse tensors have this method."""
        raise FatalError("this method is only effective for SparseCooTensor or SparseCsrTensor", site=site())

    def rows(self) -> Any:
        """Raise FatalError, because only SelectedRows have this method."""
        raise FatalError("this method is only effective for SelectedRows", site=site())
