"""The package `onnx`'s light models: nine known nets with weights of one number each, and their stored outputs."""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

import numpy as np
import onnx as onnx_package
from onnx import numpy_helper

from opscope import onnx
from opscope.core.state import mode
from opscope.runtime.executor import Executor
from opscope.runtime.scope import scope_guard

FOLDER = Path(onnx_package.__file__).parent / "backend/test/data/light"
NAMES = tuple(sorted(file.stem.removeprefix("light_") for file in FOLDER.glob("*.onnx")))


def compare(name: str) -> None:
    """Run a model on the input that its output was stored for. Raises AssertionError for other values."""
    model = onnx.load(FOLDER / f"light_{name}.onnx")
    (entry,) = model.inputs
    shape = model.program.global_block().vars[entry].shape
    feed = np.arange(np.prod(shape)).reshape(shape).astype("float32") / np.float32(np.prod(shape))
    expected = numpy_helper.to_array(onnx_package.load_tensor(FOLDER / f"light_{name}_output_0.pb"))
    with warnings.catch_warnings(), mode.block(static=True), scope_guard(model.scope):
        warnings.simplefilter("ignore", RuntimeWarning)
        softmax = next((o for o in model.program.operators[::-1] if o.op.name == "softmax"), None)
        logits = None if softmax is None else Executor().run(model.program, {entry: feed}, [softmax.inputs[0]])[0]
        if logits is not None and (unit := np.spacing(np.abs(logits).max())) > 1:
            # squeezenet's are 1e10: the last bit of a sum of BLAS, whose order depends on its threads, decides
            powers = np.log(expected.reshape(-1))
            np.testing.assert_allclose(_from_largest(logits), _from_largest(powers), atol=16 * unit)
            return
        np.testing.assert_allclose(model.run({entry: feed})[0].reshape(-1), expected.reshape(-1), rtol=1e-3, atol=1e-7)


def with_drawn_weights(name: str) -> onnx_package.ModelProto:
    """A model as it comes from training: initializers of random numbers in place of the operators that fill weights."""
    model = onnx_package.load(FOLDER / f"light_{name}.onnx")
    graph, rng = model.graph, np.random.default_rng(0)
    shapes = {t.name: tuple(numpy_helper.to_array(t)) for t in graph.initializer}
    filled = [n for n in graph.node if n.op_type == "ConstantOfShape" and n.input[0] in shapes]
    for node in filled:
        shape = shapes[node.input[0]]
        if shape[1:]:
            drawn = rng.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))
        else:
            drawn = rng.uniform(0.5, 1, shape)  # also good as variances and scales
        graph.initializer.append(numpy_helper.from_array(drawn.astype("float32"), node.output[0]))
        graph.node.remove(node)
    unused = {node.input[0] for node in filled}
    for fields in (graph.initializer, graph.input):
        for value in [v for v in fields if v.name in unused]:
            fields.remove(value)
    return model


def _from_largest(values: np.ndarray) -> np.ndarray:
    return values.reshape(-1) - values.max()


def run_all(names: tuple[str, ...] = NAMES) -> bool:
    """Compare the models and print a line of each; whether all have their stored outputs."""
    good = True
    for name in names:
        start = time.perf_counter()
        try:
            compare(name)
        except Exception as e:  # noqa: BLE001 (it is printed)
            good = False
            sys.stdout.write(f"{name}: {type(e).__name__}: {str(e).strip().splitlines()[0]}\n")
        else:
            sys.stdout.write(f"{name}: as stored, loaded and run in {time.perf_counter() - start:.1f} s\n")
    return good
