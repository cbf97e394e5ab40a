"""Distribution, the base class of all distributions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.described import Described
from opscope.core.dtype import as_dtype
from opscope.core.public_calls import notes_methods
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.autograd import grad
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ops.attr_values import static_sizes
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.divergences import kl_divergence


def as_parameter(value: Any, like: Any = None) -> Any:
    """Convert a number, list, array or tensor to a floating tensor (of the default dtype, or the dtype of `like`)."""
    if hasattr(value, "__apply_op__"):
        return value if value.dtype.floating else value.astype(mode.dtype)
    if not isinstance(value, int | float | list | tuple | np.ndarray | np.generic):
        raise UsageError(
            "a parameter of a distribution must be a number, list, tuple, ndarray or Tensor, but received "
            f"{type(value).__name__}"
        )
    array = np.asarray(unmasked(value))
    dtype = array.dtype if isinstance(value, np.ndarray) and array.dtype.kind == "f" else mode.dtype.dtype
    return T.to_tensor(array.astype(dtype if like is None else as_dtype(like.dtype).dtype))


def as_parameters(*values: Any) -> list[Any]:
    """Convert parameters to one shape and dtype: numbers get the dtype of the tensors."""
    like = next((v for v in values if hasattr(v, "__apply_op__") and v.dtype.floating), None)
    made = [as_parameter(v, like) for v in values]
    shape = np.broadcast_shapes(*(tuple(v.shape) for v in made))
    return [v if tuple(v.shape) == shape else T.broadcast_to(v, list(shape)) for v in made]


def require_positive(zero: bool = False, **parameters: Any) -> None:
    """Raise ArgumentError for numbers, lists and arrays that are not positive, and NaN. Tensors are not read.

    Args:
        zero: whether 0 is allowed.
        parameters: by their names.
    """
    for name, value in parameters.items():
        if isinstance(value, int | float | list | tuple | np.ndarray | np.generic):
            array = np.asarray(unmasked(value))
            if not (array >= 0 if zero else array > 0).all():
                least = "at least 0" if zero else "greater than 0"
                raise ArgumentError(f"{name} must be {least}, but received {value}", site=site())


@notes_methods
class Distribution(Described):
    """Base class of distributions: batch_shape independent distributions over values of event_shape.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distribution/Distribution_en.html
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__module__.startswith("opscope."):  # not those of users
            notes_methods(cls)

    def __init__(self, batch_shape: Sequence[int] = (), event_shape: Sequence[int] = ()) -> None:
        self._batch_shape, self._event_shape = tuple(batch_shape), tuple(event_shape)

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self) -> tuple[int, ...]:
        """The shape of one value."""
        return self._event_shape

    @property
    def mean(self) -> Any:
        """The expected value, [*batch_shape, *event_shape]."""
        raise self._missing("mean")

    @property
    def variance(self) -> Any:
        """The variance, [*batch_shape, *event_shape]."""
        raise self._missing("variance")

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return values [*shape, *batch_shape, *event_shape] without a gradient."""
        drawn = self.rsample(shape)
        drawn.stop_gradient = True
        return drawn

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        """Return values [*shape, *batch_shape, *event_shape]; their gradients flow to the parameters."""
        raise self._missing("rsample")

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        raise self._missing("entropy")

    def log_prob(self, value: Any) -> Any:
        """Return the log of the density, or of the probability, at a value."""
        raise self._missing("log_prob")

    def prob(self, value: Any) -> Any:
        """Return the density, or the probability, at a value."""
        return T.exp(self.log_prob(value))

    def _prob_at(self, value: Any) -> Any:
        """Return the density, or the probability, at a value."""
        return self.prob(value)

    probs: Any = _prob_at  # in some a method, in others the parameter: so it is in Paddle

    def kl_divergence(self, other: Distribution) -> Any:
        """Return KL(self || other), in nats."""
        return kl_divergence(self, other)

    def _missing(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"{type(self).__name__} has no {what}")

    def _extended(self, shape: Any) -> list[int]:
        return [*static_sizes(shape, type(self).__name__), *self._batch_shape, *self._event_shape]


class ExponentialFamily(Distribution):
    """Base class of distributions with the density exp(<parameters, statistics> - normalizer).

    A subclass defines `_natural_parameters`, `_log_normalizer(*parameters)` and `_mean_carrier_measure`, from which the
    entropy is computed.
    Source: Nielsen & Nock 2010 (entropies and cross-entropies of exponential families).
    """

    @property
    def _natural_parameters(self) -> tuple[Any, ...]:
        raise self._missing("_natural_parameters")

    @property
    def _mean_carrier_measure(self) -> Any:
        raise self._missing("_mean_carrier_measure")

    def _log_normalizer(self, *parameters: Any) -> Any:
        raise self._missing("_log_normalizer")

    def entropy(self) -> Any:
        natural = [p.detach() for p in self._natural_parameters]
        for parameter in natural:
            parameter.stop_gradient = False
        normalizer = self._log_normalizer(*natural)
        slopes = grad(normalizer.sum(), natural, create_graph=True)
        total = -self._mean_carrier_measure + normalizer
        for parameter, slope in zip(natural, slopes, strict=True):
            part = parameter * slope
            total = total - part.reshape([*total.shape, -1]).sum(-1)
        return total
