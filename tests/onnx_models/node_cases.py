"""The node tests of the package `onnx`: which are in scope, and how one is run."""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import onnx as onnx_package
from onnx.backend.test.case import node
from onnx.backend.test.loader import load_model_tests

from opscope import onnx
from opscope.onnx.node import NeedsConstant

OUT_OF_SCOPE = {  # operators, and why
    "ImageDecoder": "images",
    "RegexFullMatch": "strings",
    "StringConcat": "strings",
    "StringNormalizer": "strings",
    "StringSplit": "strings",
    "TfIdfVectorizer": "text",
}
OTHER_DOMAINS = {"ai.onnx.ml": "classical machine learning"}
RANDOM = ("bernoulli", "training_dropout")  # their results are drawn: shapes and dtypes are compared


class Case(NamedTuple):
    """A model of one node (or of its function's body), its inputs and outputs."""

    name: str
    operator: str
    model: Any
    feeds: dict[str, Any]
    outputs: list[Any]
    rtol: float
    atol: float

    @property
    def out_of_scope(self) -> str:
        """Why the case is out of scope, or ""."""
        for proto in self.model.graph.node:
            if why := OUT_OF_SCOPE.get(proto.op_type) or OTHER_DOMAINS.get(proto.domain):
                return why
        kinds = {v.type.tensor_type.elem_type for v in (*self.model.graph.input, *self.model.graph.output)}
        return "strings" if onnx_package.TensorProto.STRING in kinds else ""


@functools.cache
def cases(module: str = "") -> tuple[Case, ...]:
    """The cases of a module of onnx.backend.test.case.node, by name; by default of all (which takes seconds)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they overflow on purpose
        found = _of_module(module) if module else load_model_tests(kind="node")
    operators = {test.name: test.model.graph.node[0].op_type for test in found if "_expanded" not in test.name}
    made = (_case(test, operators[test.name.partition("_expanded")[0]]) for test in found)
    return tuple(sorted(made, key=lambda case: case.name))


def _of_module(name: str) -> list[Any]:
    """The tests that a module adds when it is imported."""
    before = len(node._NodeTestCases)
    importlib.import_module(f"{node.__name__}.{name}")
    return node._NodeTestCases[before:]


def _case(test: Any, operator: str) -> Case:
    inputs, outputs = test.data_sets[0]
    names = [i.name for i in test.model.graph.input]
    feeds = dict(zip(names, map(_array, inputs), strict=False))
    return Case(test.name, operator, test.model, feeds, list(map(_array, outputs)), test.rtol, test.atol)


def _array(value: Any) -> Any:
    return onnx_package.numpy_helper.to_array(value) if isinstance(value, onnx_package.TensorProto) else value


def load(case: Case) -> onnx.Model:
    """The case's model; what must be known when it is built is given as constants."""
    content = case.model.SerializeToString()
    given = {i.name: case.feeds[i.name] for i in case.model.graph.input if i.type.WhichOneof("value") != "tensor_type"}
    while True:
        try:
            return onnx.load(content, constants=given)
        except NeedsConstant as e:
            more = {name: case.feeds[name] for name in e.inputs if name not in given}
            if not more:
                raise
            given |= more


def run(case: Case) -> None:
    """Run a case and compare. Raises AssertionError, or what opscope raises."""
    model = load(case)
    got = model.run({name: case.feeds[name] for name in model.inputs})
    assert len(got) == len(case.outputs)
    random = any(name in case.name for name in RANDOM)
    for mine, theirs in _pairs(got, case.outputs):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        if not random:
            wide = [np.asarray(v, "float64") if v.dtype.kind not in "biuc" else v for v in (mine, theirs)]
            np.testing.assert_allclose(*wide, rtol=case.rtol, atol=case.atol)


def _pairs(got: list[Any], wanted: list[Any]) -> Iterator[tuple[Any, Any]]:
    for mine, theirs in zip(got, wanted, strict=True):
        if isinstance(theirs, list):
            yield from _pairs(mine, theirs)
        elif theirs is not None:
            yield mine, np.asarray(theirs)
