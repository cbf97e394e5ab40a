"""fluid.layers: shapes, losses and creation with 1.x's parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.fluid.arithmetic import activated
from opscope.fluid.statically import statically
from opscope.ir import assigning
from opscope.ops import api
from opscope.ops.loss import softmax_with_cross_entropy as softmax_loss
from opscope.ops.registry import REGISTRY


@statically
def reshape(
    x: Any,
    shape: Any,
    actual_shape: None = None,
    act: str | None = None,
    inplace: bool = False,
    name: str | None = None,
) -> Any:
    """x in another shape: 0 copies the dim of x, -1 is computed. Raises UnsupportedError for actual_shape."""
    if actual_shape is not None:
        raise UnsupportedError("fluid.layers.reshape does not support actual_shape", site=site(), fix="pass shape")
    return activated(api.reshape(x, shape), act)


@statically
def concat(input: Any, axis: int = 0, name: str | None = None) -> Any:
    """The tensors one behind the other along an axis."""
    return REGISTRY["concat"](list(input), axis=axis)


@statically
def split(input: Any, num_or_sections: Any, dim: int = -1, name: str | None = None) -> Any:
    """So many equal parts along a dim, or parts of these sizes."""
    return REGISTRY["split"](input, num_or_sections=num_or_sections, axis=dim)


@statically
def unsqueeze(input: Any, axes: Any, name: str | None = None) -> Any:
    """input with dims of size 1 at `axes`."""
    return REGISTRY["unsqueeze"](input, axis=tuple(axes) if isinstance(axes, list) else axes)


@statically
def squeeze(input: Any, axes: Any, name: str | None = None) -> Any:
    """input without its dims of size 1 at `axes`."""
    return REGISTRY["squeeze"](input, axis=tuple(axes) if isinstance(axes, list) else axes)


@statically
def flatten(x: Any, axis: int = 1, name: str | None = None) -> Any:
    """x as a matrix: the dims before `axis` become the rows."""
    return REGISTRY["flatten_to_2d"](x, num_col_dims=axis)


@statically
def transpose(x: Any, perm: Sequence[int], name: str | None = None) -> Any:
    """x with its dims in another order."""
    return REGISTRY["transpose"](x, perm=list(perm))


@statically
def expand(x: Any, expand_times: Sequence[int], name: str | None = None) -> Any:
    """x repeated along each of its dims."""
    return api.tile(x, list(expand_times))


@statically
def cast(x: Any, dtype: object) -> Any:
    """x in another dtype."""
    return api.cast(x, dtype)


@statically
def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """Rows with a 1 at the places that input [N, 1] says. Raises UnsupportedError for places that may be outside."""
    if allow_out_of_range:
        raise UnsupportedError(
            "fluid.layers.one_hot does not support allow_out_of_range", site=site(), fix="clip input"
        )
    flat = input if input.shape[-1] != 1 else REGISTRY["squeeze"](input, axis=-1)
    return REGISTRY["one_hot"](flat, num_classes=depth)


@statically
def cross_entropy(input: Any, label: Any, soft_label: bool = False, ignore_index: int = -100) -> Any:
    """-log of the probability in input [N, D] that label [N, 1] (or [N, D] with soft_label) has: [N, 1]."""
    loss = REGISTRY["log"](input)
    if soft_label:
        return -REGISTRY["sum"](loss * label, axis=-1, keepdim=True)
    wide = label if len(label.shape) == len(input.shape) else REGISTRY["unsqueeze"](label, axis=-1)
    kept = api.cast(wide != ignore_index, input.dtype)
    place = wide * api.cast(wide != ignore_index, wide.dtype)
    return -REGISTRY["take_along_axis"](loss, place, axis=-1) * kept


@statically
def softmax_with_cross_entropy(
    logits: Any, label: Any, soft_label: bool = False, ignore_index: int = -100, numeric_stable_mode: bool = True,
    return_softmax: bool = False, axis: int = -1,
) -> Any:  # fmt: skip
    """The loss of logits [N, D] and label [N, 1]: [N, 1]; and the softmax if asked for."""
    softmax, loss = softmax_loss(logits, label, soft_label=soft_label, ignore_index=ignore_index, axis=axis)
    return (loss, softmax) if return_softmax else loss


@statically
def dropout(
    x: Any, dropout_prob: float, is_test: bool = False, seed: int | None = None, name: str | None = None,
    dropout_implementation: str = "downgrade_in_infer",
) -> Any:  # fmt: skip
    """x with a share of it zero; in evaluation all of it, times 1 - dropout_prob unless upscale_in_train.

    Raises ArgumentError for another implementation.
    """
    out, _ = REGISTRY["dropout"](
        x, p=dropout_prob, axis=None, training=not is_test, mode=dropout_mode(dropout_implementation), seed=seed or 0
    )
    return out


def dropout_mode(implementation: str) -> str:
    """What 2.x calls 1.x's implementation of dropout. Raises ArgumentError for none of its two."""
    modes = {"downgrade_in_infer": "downscale_in_infer", "upscale_in_train": "upscale_in_train"}
    if implementation not in modes:
        raise ArgumentError(
            f"dropout_implementation should be one of {', '.join(modes)}", facts={"given": implementation}, site=site()
        )
    return modes[implementation]


@statically
def assign(input: Any, output: Any = None) -> Any:
    """A copy, written to `output` if one is given."""
    return assigning.assign(input, output)


@statically
def fill_constant(
    shape: Any, dtype: object, value: float, force_cpu: bool = False, out: Any = None, name: str | None = None
) -> Any:
    """A tensor of one value, written to `out` if one is given."""
    made = api.full(shape, value, dtype)
    return made if out is None else assigning.assign(made, output=out)


@statically
def zeros(shape: Any, dtype: object, force_cpu: bool = False, name: str | None = None) -> Any:
    """Zeros."""
    return api.full(shape, 0, dtype)


@statically
def ones(shape: Any, dtype: object, force_cpu: bool = False) -> Any:
    """Ones."""
    return api.full(shape, 1, dtype)


@statically
def eye(num_rows: int, num_columns: int | None = None, batch_shape: Any = None, dtype: object = "float32") -> Any:
    """A matrix with ones on the diagonal, as often as batch_shape says."""
    made = api.eye(num_rows, num_columns, dtype)
    return made if batch_shape is None else api.tile(made, [*batch_shape, 1, 1])


@statically
def range(start: float, end: float, step: float, dtype: object, name: str | None = None) -> Any:
    """start, start + step, ... up to, not including, end."""
    return api.arange(start, end, step, dtype)


@statically
def uniform_random(
    shape: Any, dtype: object = "float32", min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None
) -> Any:
    """Values evenly distributed over [min, max)."""
    return api.uniform(shape, dtype, min, max, seed)


@statically
def gaussian_random(
    shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: object = "float32", name: str | None = None
) -> Any:
    """Normally distributed values."""
    return api.gaussian(shape, mean, std, seed, dtype)
