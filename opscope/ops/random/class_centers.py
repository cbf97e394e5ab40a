"""Class centers for a loss over very many classes: the classes that occur, and a sample of the other classes."""

from __future__ import annotations

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import to_host
from opscope.core.random import Generator
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops.random.distributions import stream
from opscope.ops.registry import Sample, op


def _centers(label: TensorSpec, *, num_classes: int, num_samples: int, seed: int = 0) -> list[TensorSpec]:
    if label.rank != 1:
        raise ArgumentError("class_center_sample: label must be [n]", facts={"label": label}, fix="flatten label")
    if num_samples > num_classes:
        raise ArgumentError(f"num_samples must be at most num_classes = {num_classes}, but received {num_samples}")
    return [label.with_shape((None,)), label]


@op(
    dtype_kinds="iu",
    infer=_centers,
    check_shapes=True,
    outputs=("sampled", "remapped"),
    samples=lambda: [Sample((np.array([1, 5, 5, 9]),), {"num_classes": 20, "num_samples": 6})],
)
def class_center_sample(
    xp: ArrayModule, rng: Generator, label: Array, *, num_classes: int, num_samples: int, seed: int = 0
) -> Array:
    """Return all classes that occur, in order, then sampled classes; and label [n] as indices in this list.

    The other classes are drawn without replacement until there are num_samples classes. Raises ArgumentError for a
    label that is not a class. Source: An et al. 2021.
    """
    labels = to_host(label)
    if labels.size and (labels.min() < 0 or labels.max() >= num_classes):
        raise ArgumentError(
            f"class_center_sample: labels must be 0 to {num_classes - 1}, but are {labels.min()} to {labels.max()}",
            fix="correct the labels or num_classes",
        )
    found = np.unique(labels)
    others = np.setdiff1d(np.arange(num_classes), found)
    drawn = stream(np, rng, seed).permutation(others)[: max(num_samples - found.size, 0)]
    return [
        xp.asarray(np.concatenate([found, drawn]).astype(labels.dtype)),
        xp.asarray(np.searchsorted(found, labels).astype(labels.dtype)),
    ]
