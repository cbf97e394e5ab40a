"""Attribute names of parameters in their Layers, such as `weight` for `linear_0.w_0`."""

from __future__ import annotations

_ATTRIBUTES = {"w_0": "weight", "b_0": "bias"}  # names of a layer's parameters, by the end of the parameter's own name
_BUFFERS = {"w_1": "_mean", "w_2": "_variance"}  # of a batch norm
_OF_CELLS = {"w_0": "weight_ih", "w_1": "weight_hh", "b_0": "bias_ih", "b_1": "bias_hh"}  # of an LSTM and other cells


def layer_attribute(value: str) -> str:
    """Return the attribute of a Layer in which a parameter is stored, such as `weight` for `linear_0.w_0`.

    Return "" for values that no layer owns.
    """
    layer, _, kind = value.rpartition(".")
    if layer.startswith("create_parameter_"):
        return ""
    if "_cell_" in layer:
        return _OF_CELLS.get(kind, "")
    return _ATTRIBUTES.get(kind) or ("batch_norm" in layer and _BUFFERS.get(kind)) or ""


def is_container(layer: str, path: str) -> bool:
    """Return True if the Layer with the name `layer` contains the Layer at `path`, as `self.net` contains `net.0`."""
    *outer, innermost = path.split(".")
    return layer.rpartition(".")[2] in outer or (not outer and innermost.isdigit() and "[" not in layer)
