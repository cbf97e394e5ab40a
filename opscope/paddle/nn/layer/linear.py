"""Layers that multiply by a weight or look up its rows, and layers that only reshape or compare."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

from opscope.core.checks.number_checks import positive_whole, whole_numbers
from opscope.core.state import mode
from opscope.errors import ArgumentError
from opscope.ops.manipulation.reshape import flatten
from opscope.ops.manipulation.reshape import reshape as reshaped
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Uniform
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.unit import Unit


def _named(name: str | None) -> str:
    return f", name={name}" if name else ""


class Identity(Layer):
    """Layer that returns its input; arguments of any kind are ignored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: TensorT) -> TensorT:
        return input


class Linear(Layer):
    """Linear layer x @ weight + bias.

    weight [in_features, out_features], bias [out_features]; there is no bias with bias_attr=False.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/Linear_en.html
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        self.in_features, self.out_features, self.name = in_features, out_features, name
        self._weight_attr, self._bias_attr = weight_attr, bias_attr
        self.weight = self.create_parameter([in_features, out_features], weight_attr)
        self.bias = self.create_parameter([out_features], bias_attr, is_bias=True)

    def forward(self, input: TensorT) -> TensorT:
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, dtype={self._dtype}{_named(self.name)}"
        )


class Bilinear(Layer):
    """Sum of x1 * weight * x2, plus bias [1, out_features]; weight [out_features, in1_features, in2_features]."""

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        self._in1_features, self._in2_features, self._out_features = in1_features, in2_features, out_features
        limit = 1.0 / math.sqrt(positive_whole(in1_features, "in1_features"))
        start = Uniform(-limit, limit)
        self.weight = self.create_parameter(
            [out_features, in1_features, in2_features], weight_attr, default_initializer=start
        )
        self.bias = self.create_parameter([1, out_features], bias_attr, is_bias=True, default_initializer=start)

    def forward(self, x1: TensorT, x2: TensorT) -> TensorT:
        return F.bilinear(x1, x2, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in1_features={self._in1_features}, in2_features={self._in2_features}, "
            f"out_features={self._out_features}, dtype={self._dtype}"
        )


class Embedding(Layer):
    """Rows of weight [num_embeddings, embedding_dim] at integers; the row padding_idx is always 0.

    sparse: store the gradient of the weight as rows; SGD, Adagrad and Adam(lazy_mode=True) update only these rows.
    Raises ArgumentError for a padding_idx out of range.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        sparse: bool = False,
        weight_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        whole_numbers(num_embeddings=num_embeddings, embedding_dim=embedding_dim)
        if padding_idx is not None:
            whole_numbers(padding_idx=padding_idx)
        if num_embeddings <= 0 or embedding_dim <= 0:
            raise ArgumentError(
                f"num_embeddings and embedding_dim must be positive, but they are {num_embeddings} and {embedding_dim}"
            )
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ArgumentError(
                f"padding_idx must be within [-{num_embeddings}, {num_embeddings}), but it is {padding_idx}"
            )
        self._num_embeddings, self._embedding_dim, self._sparse, self._name = (
            num_embeddings,
            embedding_dim,
            sparse,
            name,
        )
        self._padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.weight = self.create_parameter([num_embeddings, embedding_dim], weight_attr)
        if padding_idx is not None and not mode.static:
            rows = self.weight.numpy()
            rows[padding_idx] = 0
            self.weight.set_value(rows)

    def forward(self, x: TensorT) -> TensorT:
        return F.embedding(x, self.weight, padding_idx=self._padding_idx, sparse=self._sparse)

    def extra_repr(self) -> str:
        padding = "" if self._padding_idx is None else f", padding_idx={self._padding_idx}"
        return f"{self._num_embeddings}, {self._embedding_dim}{padding}, sparse={self._sparse}{_named(self._name)}"


class Flatten(Layer):
    """Layer that merges the dims from start_axis to stop_axis, both included."""

    def __init__(self, start_axis: int = 1, stop_axis: int = -1) -> None:
        super().__init__()
        self.start_axis, self.stop_axis = start_axis, stop_axis

    def forward(self, input: TensorT) -> TensorT:
        return flatten(input, start_axis=self.start_axis, stop_axis=self.stop_axis)


class Unflatten(Layer):
    """Layer that splits a dim into several dims, of which one may be -1."""

    def __init__(self, axis: int, shape: Any, name: str | None = None) -> None:
        super().__init__()
        self.axis, self.shape, self.name = axis, shape, name

    def forward(self, input: TensorT) -> TensorT:
        rank = len(input.shape)
        axis = self.axis % rank
        return reshaped(input, shape=[*[0] * axis, *self.shape, *input.shape[axis + 1 :]])

    def extra_repr(self) -> str:
        return f"axis={self.axis}, shape={self.shape}{_named(self.name)}"


class CosineSimilarity(Layer):
    """The cosine of the angle between two tensors along an axis."""

    def __init__(self, axis: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self._axis, self._eps = axis, eps

    def forward(self, x1: TensorT, x2: TensorT) -> TensorT:
        return F.cosine_similarity(x1, x2, self._axis, self._eps)

    def extra_repr(self) -> str:
        return f"axis={self._axis}, eps={self._eps}"


class PairwiseDistance(Unit, function=F.pairwise_distance):
    """The p-norm of x - y + epsilon over the last dim."""

    usual = MappingProxyType({"epsilon": 1e-6, "keepdim": False})

    def __init__(
        self, p: float = 2.0, epsilon: float = 1e-6, keepdim: bool = False, name: str | None = None
    ) -> None: ...
