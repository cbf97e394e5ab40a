"""Faults to plant in a model: another weight, attribute or operator version."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
from onnx import ModelProto, numpy_helper

Fault = Callable[[ModelProto], None]


def changed_weight(name: str, factor: float = 1.5) -> Fault:
    """Another first row."""

    def change(array: np.ndarray) -> np.ndarray:
        array[0] *= factor
        return array

    return _with_weight(name, change)


def swapped_axes(name: str) -> Fault:
    """A weight whose last two dims, of one size, are swapped."""
    return _with_weight(name, lambda array: np.ascontiguousarray(np.swapaxes(array, -1, -2)))


def _with_weight(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Fault:
    def apply(model: ModelProto) -> None:
        tensor = next(t for t in model.graph.initializer if t.name == name)
        tensor.CopyFrom(numpy_helper.from_array(change(numpy_helper.to_array(tensor).copy()), name))

    return apply


def changed_attribute(node: str, attribute: str, value: object) -> Fault:
    """Another value of an attribute."""

    def change(model: ModelProto) -> None:
        found = next(n for n in model.graph.node if n.name == node)
        kept = [a for a in found.attribute if a.name != attribute]
        del found.attribute[:]
        found.attribute.extend([*kept, onnx.helper.make_attribute(attribute, value)])

    return change


def older_opset(model: ModelProto) -> None:
    """Softmax of opset 11 is over all dims from its axis on."""
    model.opset_import[0].version = 12
    for node in [n for n in model.graph.node if n.op_type == "Unsqueeze"]:
        del node.input[1]
        node.attribute.append(onnx.helper.make_attribute("axes", [0]))
    for node in [n for n in model.graph.node if n.op_type == "Softmax"]:
        node.attribute[0].i = 1


def until_first(operator: str) -> Fault:
    """Only the nodes up to the first one of an operator: what comes after it is of a newer opset."""

    def change(model: ModelProto) -> None:
        end = next(i for i, n in enumerate(model.graph.node) if n.op_type == operator)
        del model.graph.node[end + 1 :]
        model.graph.output[0].name = model.graph.node[end].output[0]

    return change
