"""save: an imported model with its present weights, or a program, as an ONNX file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.checks.argument_checks import file_path
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import UnsupportedError, UsageError
from opscope.ir.clone_prune import prune
from opscope.ir.program.program import Program, Variable
from opscope.onnx.exporter.program_export import LEAST_OPSET, onnx_model
from opscope.onnx.imported_model import Model
from opscope.onnx.onnx_files import numpy_dtype, onnx_package
from opscope.runtime.scope import Scope, global_scope

EXTERNAL = 2_000_000_000  # bytes of weights that no longer fit in one protobuf


def save(
    model: Model | Program,
    path: str | os.PathLike[str],
    *,
    feeds: Sequence[str | Variable] | None = None,
    fetches: Sequence[str | Variable] | None = None,
    scope: Scope | None = None,
    opset: int = LEAST_OPSET,
) -> None:
    """Write an imported model with its present weights, or a program, as an ONNX file.

    An imported model keeps the graph of its file, unchanged. Of a program that part is written, as it is evaluated,
    that computes the fetches from the feeds; onnx.checker has checked it.

    Args:
        model: that `load` made, or a program.
        path: of the file. Weights of 2 GB and more lie in a file of their own, `<path>.data`.
        feeds: of a program: the variables that become inputs.
        fetches: of a program: the variables that become outputs.
        scope: of a program: where its parameters lie; None: the global scope.
        opset: of a program: the version of ONNX's operators, 18 or newer.

    Raises:
        UnsupportedError: no rule writes an operator of the program; the text has the line that made it.
        UsageError: the model was loaded with half=True, or feeds or fetches of a program are missing.
        MissingPackage: the package `onnx` is not installed.

    Example:
        >>> model = onnx.load("model.onnx", trainable=True)
        >>> onnx.save(model, "tuned.onnx")
        >>> onnx.load("tuned.onnx").inputs
        ('x',)
    """
    if isinstance(model, Model):
        if feeds is not None or fetches is not None or scope is not None:
            raise UsageError(
                "feeds, fetches and scope cannot be given for an imported model", fix="leave out these arguments"
            )
        _write(*_with_weights(model), path)
        return
    if feeds is None or not fetches:
        raise UsageError("save(program, path) needs the names of feeds and fetches", site=site())
    names = [[v if isinstance(v, str) else v.name for v in many] for many in (feeds, fetches)]
    with mode.block(static=True):
        program = prune(model.clone(for_test=True), names[1], names[0])
    held = scope or global_scope()
    made = onnx_model(program, names[0], names[1], held.snapshot, opset)
    size = sum(len(t.raw_data) for t in made.graph.initializer)
    if size < EXTERNAL:
        _check(made)
    _write(made, size, path)


def _check(made: Any) -> None:
    """Raise UnsupportedError for a model that onnx.checker refuses.

    The reason is a rule that wrote dtypes that ONNX does not support.
    """
    onnx = onnx_package()
    try:
        onnx.checker.check_model(made, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as e:
        raise UnsupportedError(
            f"the program cannot be written for ONNX: {str(e).splitlines()[0]}", site=site(),
            fix="cast values of other dtypes to float32",
        ) from None  # fmt: skip


def _with_weights(model: Model) -> tuple[Any, int]:
    """Return the message of an imported model with its current weights, and the size of the weights in bytes."""
    onnx = onnx_package()
    made = onnx.ModelProto()
    made.CopyFrom(model.proto)
    size = 0
    for tensor in made.graph.initializer:
        array = model.scope.snapshot(tensor.name)
        if array is None:  # a small integer: still in the message
            continue
        array = np.asarray(array)
        if (format_ := model.formats.get(tensor.name)) is not None:
            array = array.astype(numpy_dtype(format_))
        if onnx.helper.np_dtype_to_tensor_dtype(array.dtype) != tensor.data_type:
            raise UsageError(
                f"the weight {tensor.name!r} is {array.dtype} now, but has another dtype in the file",
                fix="load the model with half=False",
            )
        size += array.nbytes
        tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
    return made, size


def _write(made: Any, size: int, path: str | os.PathLike[str]) -> None:
    onnx = onnx_package()
    target = str(file_path(path, "the file of a model"))
    if size < EXTERNAL:
        onnx.save(made, target)
    else:
        onnx.save(made, target, save_as_external_data=True, location=f"{os.path.basename(target)}.data")
