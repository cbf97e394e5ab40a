"""Real input: the 1,797 handwritten digits of 8x8 pixels that come with scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from opscope.errors import MissingPackage

TEST = 360  # images
BATCH = 64

Batch = tuple[Any, Any]


class Digits(NamedTuple):
    """Images float32 [N, 1, 8, 8] in [0, 1] and labels int64 [N, 1]; the test set is not used for training."""

    train: Batch
    test: Batch

    def batches(self, seed: int) -> Iterator[Batch]:
        """The batches of one epoch, in an order that depends only on the seed."""
        images, labels = self.train
        order = np.random.default_rng(seed).permutation(len(images))
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            yield images[chosen], labels[chosen]

    @property
    def steps(self) -> int:
        """The number of batches in an epoch."""
        return -(-len(self.train[0]) // BATCH)


def load() -> Digits:
    """The digits, in a fixed split. Raises MissingPackage without scikit-learn."""
    try:
        from sklearn.datasets import load_digits  # slow to import, and used only here
    except ImportError as e:
        raise MissingPackage("the demo needs the digits of scikit-learn", fix="pip install scikit-learn") from e
    found: Any = load_digits()
    images = (found.images / 16).astype("float32")[:, None]
    labels = found.target.astype("int64")[:, None]
    order = np.random.default_rng(0).permutation(len(images))
    train, test = order[TEST:], order[:TEST]
    return Digits((images[train], labels[train]), (images[test], labels[test]))
