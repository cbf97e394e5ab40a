"""Model: an imported model with its program, its weights, and a method that runs it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.described import Described
from opscope.core.state import mode
from opscope.errors import ArgumentError, FeedError, nearest, printable
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Parameter, Program, Variable
from opscope.onnx import operators as operators  # fills the table
from opscope.onnx.held_formats import held
from opscope.onnx.importer import Importer
from opscope.onnx.onnx_files import numpy_dtype, onnx_package, read_model
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope

DATA = ("raw_data", "float_data", "int32_data", "int64_data", "double_data", "uint64_data")  # of a TensorProto


class Model(Described):
    """A model from an ONNX file.

    Attributes:
        program: its operators, with the names, scopes and doc strings of the nodes.
        inputs: the names to feed.
        outputs: the variables to fetch (a list of them for a sequence).
        output_names: the names of the outputs in the file.
        scope: has its weights.
        proto: the file's own message, without the data of its weights.
        place: where `run` computes.
        folder: where the file lies, and the files of its large weights.
        dims: by the names of its inputs' symbolic dims, the sizes that `load` was given; None: open.
        formats: by the names of values, the formats that NumPy lacks, such as bfloat16: float32, int8 or uint8 holds
            those in the program; `run` takes and returns arrays of the package ml_dtypes.
    """

    def __init__(self, proto: Any, importer: Importer, place: object = None) -> None:
        self.proto = onnx_package().ModelProto()
        self.place = place
        self.folder = importer.folder
        self.program: Program = importer.program
        self.inputs: tuple[str, ...] = tuple(importer.feeds)
        self.output_names: tuple[str, ...] = tuple(o.name for o in proto.graph.output)
        self.outputs: list[Any] = importer.fetches
        self.formats: dict[str, str] = importer.formats  # of values that are held in another dtype: bfloat16, int4, ...
        self.dims: dict[str, int | None] = {d: importer.dims.get(d) for many in importer.symbols.values() for d in many}
        self.scope = Scope()
        self._executor: Executor | None = None
        for name, array in importer.weights.items():
            self.scope.store(name, array)
        for tensor in proto.graph.initializer:
            if tensor.name in importer.weights:
                for field in DATA:
                    tensor.ClearField(field)
        self.proto.CopyFrom(proto)  # the former message keeps the memory of its weights, which the scope has, too

    @property
    def parameters(self) -> list[Parameter]:
        """The weights that an optimizer updates; an empty list unless `trainable=True`."""
        return self.program.all_parameters()

    def weight(self, name: str) -> Array:
        """The present value of a weight.

        Args:
            name: as in the file.

        Returns:
            The array, of the weight's own shape and dtype.

        Example:
            >>> onnx.load("model.onnx").weight("weight").shape
            (4, 3)
        """
        return np.asarray(self.scope.snapshot(name))

    def run(self, feed: Mapping[str, Any] | None = None, fetch: Sequence[str] | None = None) -> list[Any]:
        """Run once.

        Args:
            feed: an array for each name in `inputs`, of the declared dtype.
            fetch: names of values to return; None: the outputs.

        Returns:
            The values as arrays, lists of them for sequences.

        Raises:
            FeedError: an input is missing, or unknown.

        Example:
            >>> model = onnx.load("model.onnx")
            >>> model.run({"x": images})[0].shape
            (2, 3)
        """
        given = dict(feed or {})
        if unknown := [n for n in given if n not in self.inputs]:
            known = f"the model has {', '.join(self.inputs) or 'none'}"
            raise FeedError(f"the model has no input {unknown[0]!r}", fix=nearest(unknown[0], self.inputs) or known)
        if missing := [n for n in self.inputs if n not in given]:
            raise FeedError(f"the input {missing[0]!r} is not fed", fix=f"feed {', '.join(self.inputs)}")
        for name in [n for n in given if n in self.formats]:
            given[name] = held(np.asarray(given[name]).astype(numpy_dtype(self.formats[name])))
        wanted: list[Any] = self.outputs if fetch is None else [self.program.global_block().var_of(n) for n in fetch]
        flat = _flat(wanted)
        names = list(dict.fromkeys(v.name for v in flat))
        with mode.block(static=True):
            self._executor = self._executor or Executor(self.place)
            found = dict(zip(names, self._executor.run(self.program, given, names, scope=self.scope), strict=True))
        for name in [n for n in names if n in self.formats]:
            found[name] = np.asarray(found[name]).astype(numpy_dtype(self.formats[name]))
        return [_packed(value, found) for value in wanted]

    def __repr__(self) -> str:
        ends = f"{', '.join(self.inputs)} -> {', '.join(self.output_names)}"
        return printable(f"<Model of {len(self.program.operators)} operators: {ends}>")


def _flat(values: Sequence[Any]) -> list[Variable]:
    return [v for value in values for v in (_flat(value) if isinstance(value, list) else [value])]


def _packed(value: Any, found: Mapping[str, Any]) -> Any:
    return [_packed(v, found) for v in value] if isinstance(value, list) else found[value.name]


def load(
    path: str | os.PathLike[str] | bytes,
    trainable: bool = False,
    *,
    constants: Mapping[str, Any] | None = None,
    dims: Mapping[str, int] | None = None,
    half: bool = False,
    place: object = None,
) -> Model:
    """Read an ONNX model as a program.

    Args:
        path: of the file, or the bytes of one.
        trainable: make parameters of its floating weights, so that gradients flow and optimizers update them.
        constants: values of inputs that must be known when the program is built, such as axes or a shape.
        dims: sizes of symbolic dims, such as {"batch": 1}; others stay open.
        half: compute in float16 what the file has in float32.
        place: where `run` computes, such as "cpu" or "gpu".

    Returns:
        The model: its program, its weights, and `run`.

    Raises:
        MissingFile: there is no such file.
        ArgumentError: it is not a valid model; the text names the node. Or no input has a symbolic dim of that name.
        UnsupportedError: an operator, an attribute or a dtype is not supported.
        MissingPackage: the package `onnx` is not installed.

    Example:
        >>> model = onnx.load("model.onnx")
        >>> model
        <Model of 2 operators: x -> y>
    """
    proto, folder = read_model(path)
    known = dict.fromkeys(d.dim_param for i in proto.graph.input for d in i.type.tensor_type.shape.dim if d.dim_param)
    if unknown := [name for name in dims or () if name not in known]:
        raise ArgumentError(
            f"dims: no input of the model has a symbolic dim {unknown[0]!r}",
            fix=nearest(unknown[0], known) or f"the model has {', '.join(known) or 'none'}",
        )
    importer = Importer(proto, folder, trainable=trainable, half=half, constants=constants or {}, dims=dims or {})
    return _imported(proto, importer, place)


def load_other(path: str | os.PathLike[str] | bytes, dims: Mapping[str, int] | None) -> Model:
    """Load a model to compare it with another model; `dims` may contain symbolic dims that only the other model has."""
    proto, folder = read_model(path)
    return _imported(proto, Importer(proto, folder, trainable=False, half=False, constants={}, dims=dims or {}), None)


def _imported(proto: Any, importer: Importer, place: object) -> Model:
    with mode.block(static=True), program_guard(importer.program):
        importer.run()
    return Model(proto, importer, place)
