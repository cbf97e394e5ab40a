"""LeNet for 28 x 28 digits."""

from __future__ import annotations

from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn


class LeNet(nn.Layer):
    """LeNet: [N, 1, 28, 28] to [N, num_classes]; with num_classes <= 0, the output is the features.

    Source: LeCun et al. 1998.
    """

    def __init__(self, num_classes: int = 10) -> None:
        super().__init__()
        self.num_classes = num_classes
        self.features = nn.Sequential(
            nn.Conv2D(1, 6, 3, stride=1, padding=1), nn.ReLU(), nn.MaxPool2D(2, 2),
            nn.Conv2D(6, 16, 5, stride=1, padding=0), nn.ReLU(), nn.MaxPool2D(2, 2),
        )  # fmt: skip
        if num_classes > 0:
            self.fc = nn.Sequential(nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, num_classes))

    def forward(self, inputs: Any) -> Any:
        x = self.features(inputs)
        return self.fc(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


__all__ = ["LeNet"]
