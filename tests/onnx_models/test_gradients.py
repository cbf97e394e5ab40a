"""Gradients of ONNX operators against finite differences, in float64, over the inputs of ONNX's own node tests."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper, numpy_helper

from opscope import onnx
from opscope.core.state import mode
from opscope.errors import UnsupportedError
from opscope.ir.gradients.backward import gradients
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Program, Variable
from opscope.runtime.executor import Executor
from opscope.runtime.instrument import instrumented
from tests.onnx_models import node_cases
from tests.onnx_models.node_cases import Case, cases
from tests.onnx_models.test_node_cases import MODULES

CASES = 4  # of each operator
STEP = 1e-5
# no derivative, or none that the operator's inputs have where the cases put them
FLAT = {
    "hardmax": "steps", "nonmaxsuppression": "places", "qlinearmatmul": "steps", "quantizelinear": "steps",
    "round": "steps", "sequence_map": "sequences cannot be fed", "optionalgetelement": "optionals cannot be fed",
    "split": "of whole numbers in a sequence",
    "unique": "as Paddle's, it has no gradient",
}  # fmt: skip


# inputs that are not varied: statistics get no gradient, and places lie on the kinks of an interpolation
FIXED = {"BatchNormalization": (3, 4), "DeformConv": (2,), "GridSample": (1,), "RoiAlign": (1,)}


def as_double(model: ModelProto) -> ModelProto:
    """The model with float64 in the place of float32."""
    made = ModelProto()
    made.CopyFrom(model)
    _widen(made.graph)
    return made


def _widen(graph: Any) -> None:
    for info in (*graph.input, *graph.output, *graph.value_info):
        if info.type.tensor_type.elem_type == TensorProto.FLOAT:
            info.type.tensor_type.elem_type = TensorProto.DOUBLE
    tensors = [*graph.initializer, *(a.t for n in graph.node for a in n.attribute if a.type == a.TENSOR)]
    for tensor in tensors:
        if tensor.data_type == TensorProto.FLOAT:
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype("float64"), tensor.name))
    for node in (n for n in graph.node if n.op_type == "LayerNormalization"):
        node.attribute.append(helper.make_attribute("stash_type", TensorProto.DOUBLE))  # float32 by default
    for inner in (a.g for n in graph.node for a in n.attribute if a.type == a.GRAPH):
        _widen(inner)


def load(case: Case) -> tuple[onnx.Model, dict[str, Any]]:
    """The case in float64, and what is fed."""
    wide = {n: v.astype("float64") if getattr(v, "dtype", None) == np.float32 else v for n, v in case.feeds.items()}
    found = case._replace(model=as_double(case.model), feeds=wide)
    model = node_cases.load(found)
    return model, {name: wide[name] for name in model.inputs}


def check(case: Case) -> bool:
    """Compare the slopes along a random direction; False if the case has no floats to differ."""
    model, feed = load(case)
    block = model.program.global_block()
    names = [i.name for i in case.model.graph.input]
    fixed = {names[i] for i in FIXED.get(case.operator, ()) if i < len(names)}
    wrt = [n for n in model.inputs if block.vars[n].dtype.name == "float64" and feed[n].size and n not in fixed]
    outs = [v for v in model.outputs if isinstance(v, Variable) and v.dtype.name == "float64"]
    if not wrt or not outs:
        return False
    rng = np.random.default_rng(0)
    with mode.block(static=True), instrumented(lower=False):
        with program_guard(model.program, Program()):
            grads = gradients(outs, [block.vars[n] for n in wrt])
        exe = Executor()
        fetched = exe.run(model.program, feed, [*outs, *(g for g in grads if g is not None)], scope=model.scope)
        if not all(np.isfinite(v).all() for v in fetched):
            return False
        rest = iter(fetched[len(outs) :])
        found = {n: np.zeros_like(feed[n]) if g is None else next(rest) for n, g in zip(wrt, grads, strict=True)}
        way = {n: rng.standard_normal(feed[n].shape) for n in wrt}

        def total(step: float) -> float:
            moved = {**feed, **{n: feed[n] + step * way[n] for n in wrt}}
            return sum(float(v.sum()) for v in exe.run(model.program, moved, outs, scope=model.scope))

        sides = [(total(h) - total(-h)) / (2 * h) for h in (STEP, 2 * STEP)]
    slope = sum(float((found[n] * way[n]).sum()) for n in wrt)
    size = max(1.0, sum(float(np.abs(found[n] * way[n]).sum()) for n in wrt))
    assert slope == pytest.approx((4 * sides[0] - sides[1]) / 3, abs=1e-5 * size), case.name
    return True


@pytest.mark.thorough
@pytest.mark.parametrize("module", [name for name in MODULES if name not in FLAT])
def test_gradients_are_slopes(module: str):
    mine = [c for c in cases(module) if "_expanded" not in c.name and not c.out_of_scope]
    random = [c for c in mine if any(name in c.name for name in node_cases.RANDOM)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for case in [c for c in mine if c not in random][:CASES]:
            try:
                check(case)
            except UnsupportedError:
                continue
