"""Layers of one family share an __init__, and each shows its own signature and name."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from opscope.paddle import nn, to_tensor

DEFAULTS = {
    "AvgPool": {2: "NCHW", 3: "NCDHW"},
    "MaxPool": {2: "NCHW", 3: "NCDHW"},
    "AdaptiveAvgPool": {2: "NCHW", 3: "NCDHW"},
    "MaxUnPool": {1: "NCL", 2: "NCHW", 3: "NCDHW"},
    "Conv": {1: "NCL", 2: "NCHW", 3: "NCDHW"},
    "BatchNorm": {1: "NCL", 2: "NCHW", 3: "NCDHW"},
    "InstanceNorm": {1: "NCL", 2: "NCHW", 3: "NCDHW"},
}
FAMILIES = [(f"{family}{n}D", layout) for family, layouts in DEFAULTS.items() for n, layout in layouts.items()]


@pytest.mark.parametrize("name, layout", [*FAMILIES, ("Conv2DTranspose", "NCHW"), ("Conv3DTranspose", "NCDHW")])
def test_a_layer_shows_its_own_name_and_default(name: str, layout: str):
    layer: Any = getattr(nn, name)
    assert inspect.signature(layer).parameters["data_format"].default == layout
    with pytest.raises(TypeError, match=rf"^{name}\.__init__\(\) missing"):
        layer()


def test_the_default_layout_is_used():
    x = to_tensor(np.random.default_rng(0).standard_normal((2, 3, 4, 4, 4)).astype("float32"))
    assert nn.Conv3D(3, 5, 2)(x).shape == [2, 5, 3, 3, 3] and nn.AvgPool3D(2)(x).shape == [2, 3, 2, 2, 2]


def test_a_users_subclass_inherits_what_it_is_given(monkeypatch: pytest.MonkeyPatch):
    class Named:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.note = "mine"

    class Own(Named, nn.MaxPool3D):
        pass

    made = Own(2)
    assert made.note == "mine" and made._data_format == "NCDHW" and "__init__" not in vars(Own)
