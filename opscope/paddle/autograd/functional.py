"""Derivatives of functions: vjp, jvp, and the matrices of paddle.incubate.autograd."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.public_calls import note_functions
from opscope.errors import RunError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.paddle.autograd.rows import Rows, derivatives, full_index

__all__ = ["Hessian", "Jacobian", "jvp", "vjp"]


def vjp(func: Callable[..., Any], xs: Any, v: Any = None) -> tuple[Any, Any]:
    """Return (ys, the product of v and the Jacobian of func), where ys = func(*xs). v is ones by default.

    The product has the form of xs: a tensor or a tuple. Raises UsageError if func is not a function or xs are not
    tensors, RunError if v does not have the shapes of ys.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/incubate/autograd/vjp_en.html
    """
    _check(func, xs, v)
    inputs = _apart(xs)
    ys = func(*inputs)
    _check_fits(v, ys)
    return ys, _formed(derivatives(ys, inputs, _seeds(v)), xs)


def jvp(func: Callable[..., Any], xs: Any, v: Any = None) -> tuple[Any, Any]:
    """Return (ys, the product of the Jacobian of func and v), where ys = func(*xs). v is ones by default.

    The product has the form of ys. The product is the gradient of a vjp by the vector of the vjp, so func is
    differentiated twice. Raises the errors of vjp; v must have the shapes of xs.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/incubate/autograd/jvp_en.html
    """
    _check(func, xs, v)
    inputs = _apart(xs)
    ys = func(*inputs)
    _check_fits(v, xs)
    # any vector would do: what comes of it is linear in it
    vectors = [_leaf(REGISTRY["zeros_like"](y)) for y in _many(ys)]
    pulled = derivatives(_many(ys), inputs, vectors)
    return ys, _formed(derivatives(pulled, vectors, _seeds(v)), ys)


class Jacobian(Described):
    """The Jacobian [N, M] of func at xs. func has N output elements and M input elements.

    A row is computed when it is read. is_batched: dim 0 of inputs and outputs counts independent cases, and the shape
    is [B, N, M].
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/incubate/autograd/Jacobian_en.html
    """

    def __init__(self, func: Callable[..., Any], xs: Any, is_batched: bool = False) -> None:
        inputs = _apart(xs)
        flat = [_flat(y, is_batched) for y in _many(func(*inputs))]
        ys = flat[0] if len(flat) == 1 else REGISTRY.public["concat"](flat, axis=-1)
        self._rows = Rows(ys, inputs, is_batched)

    @property
    def shape(self) -> tuple[int, ...]:
        """(N, M), or (B, N, M)."""
        return tuple(self._rows.shape)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[full_index(index, [True] * len(self._rows.shape))]


class Hessian(Described):
    """The Hessian of func at xs, [M, M], or batched [B, M, M].

    Raises RunError if the output of func has several elements.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/incubate/autograd/Hessian_en.html
    """

    def __init__(self, func: Callable[..., Any], xs: Any, is_batched: bool = False) -> None:
        def gradient(*inputs: Any) -> Any:
            first = Jacobian(func, inputs, is_batched)
            if first.shape[-2] != 1:
                raise RunError(
                    "The function that is passed to Hessian must return a Tensor with one element; with "
                    "is_batched=True, with one element for each sample of the batch.",
                    facts={"elements": first.shape[-2]},
                )
            return first[:, 0, :] if is_batched else first[0, :]

        self.symbolic = Jacobian(gradient, xs, is_batched)

    @property
    def shape(self) -> tuple[int, ...]:
        """(M, M), or (B, M, M)."""
        return self.symbolic.shape

    def __getitem__(self, index: Any) -> Any:
        return self.symbolic[index]


def _many(values: Any) -> list[Any]:
    return list(values) if isinstance(values, list | tuple) else [values]


def _formed(values: Sequence[Any], like: Any) -> Any:
    return tuple(values) if isinstance(like, list | tuple) else values[0]


def _flat(y: Any, batched: bool) -> Any:
    return REGISTRY.public["reshape"](y, [y.shape[0], -1] if batched else [-1])


def _apart(xs: Any) -> list[Any]:
    """Return copies of xs, so that other results of xs have no effect."""
    return [REGISTRY["assign"](x) if not x.stop_gradient else _leaf(x.detach()) for x in _many(xs)]


def _leaf(x: Any) -> Any:
    x.stop_gradient = False
    return x


def _seeds(v: Any) -> Any:
    return None if v is None else _many(v)


def _check(func: Any, xs: Any, v: Any) -> None:
    if not callable(func):
        raise UsageError(f"'func' must be callable, but received {type(func)}.")
    for name, values in (("xs", _many(xs)), ("v", [] if v is None else _many(v))):
        if not all(hasattr(value, "__apply_op__") for value in values):
            raise UsageError(
                f"'{name}' must be a Tensor or a sequence of Tensors, but received {[type(a) for a in values]}."
            )


def _check_fits(v: Any, like: Any) -> None:
    if v is None:
        return
    given, wanted = _many(v), _many(like)
    if len(given) != len(wanted):
        raise RunError(f"v must have {len(wanted)} Tensors, but it has {len(given)}.")
    for number, (one, other) in enumerate(zip(given, wanted, strict=True)):
        if list(one.shape) != list(other.shape):
            raise RunError(f"v[{number}] must have the shape {other.shape}, but it has the shape {one.shape}.")


note_functions(__name__)
