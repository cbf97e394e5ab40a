"""Predictor: a saved model with handles for its inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor as EagerTensor
from opscope.errors import ArgumentError, NotFound, RunError, UsageError, nearest
from opscope.paddle import version
from opscope.paddle.inference.config import Config, DataType
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope, scope_guard


class Tensor(Described):
    """A handle of a predictor: an input, or an output of the last run."""

    def __init__(self, name: str, dtype: Any, shape: Sequence[int]) -> None:
        self._name, self._dtype, self._declared = name, np.dtype(dtype), list(shape)
        self._value: np.ndarray[Any, Any] | None = None
        self._shape: list[int] | None = None
        self._lod: list[list[int]] = []

    def name(self) -> str:
        """Return the name of the variable."""
        return self._name

    def type(self) -> DataType:
        """Return the dtype."""
        return DataType(str(self._dtype if self._value is None else self._value.dtype))

    def shape(self) -> list[int]:
        """Return the dims of the value; without a value, the dims of the variable, with -1 for an unknown dim."""
        return self._declared if self._value is None else list(self._value.shape)

    def reshape(self, shape: Sequence[int]) -> None:
        """Set the dims that the next value must have."""
        self._shape = list(shape)

    def copy_from_cpu(self, data: Any) -> None:
        """Set the value to a NumPy array. Raises UsageError (a TypeError), or ArgumentError for another shape."""
        if not isinstance(data, np.ndarray):
            raise UsageError("copy_from_cpu needs a NumPy array.", site=site())
        if self._shape is not None and list(data.shape) != self._shape:
            raise ArgumentError(
                f"{self._name}: the array has the shape {list(data.shape)}, but reshape() has set the shape "
                f"{self._shape}", site=site(),
                fix="call reshape() of the handle with the shape of the array",
            )  # fmt: skip
        self._value = np.array(unmasked(data))

    def share_external_data(self, data: Any) -> None:
        """Set the value to a copy of a Tensor or a DenseTensor. Raises UsageError (a TypeError)."""
        if not isinstance(data, EagerTensor | DenseTensor):
            raise UsageError("share_external_data needs a Tensor or a LoDTensor.", site=site())
        self._value = np.array(data.numpy() if isinstance(data, EagerTensor) else data)

    def copy_to_cpu(self) -> np.ndarray[Any, Any]:
        """Return a copy of the value. Raises RunError without a value."""
        if self._value is None:
            raise RunError(f"{self._name} has no value yet", site=site(), fix="call run() of the predictor")
        return self._value.copy()

    def lod(self) -> list[list[int]]:
        """Return the offsets of sequences of different lengths, with a list for each level."""
        return [list(level) for level in self._lod]

    def set_lod(self, lod: Sequence[Sequence[int]]) -> None:
        """Set the offsets. The run checks that the offsets match the value."""
        self._lod = [list(map(int, level)) for level in lod]

    def _fed(self) -> Any:
        """Return the value to feed. Raises ArgumentError for offsets that do not match it."""
        if not self._lod:
            return self.copy_to_cpu()
        made = DenseTensor(self.copy_to_cpu())
        made.set_lod(self._lod)
        return made


class Predictor(Described):
    """A saved model with its parameters in a separate scope.

    Source: https://www.paddlepaddle.org.cn/inference/v2.6/api_reference/python_api_doc/Predictor.html
    """

    def __init__(self, config: Config) -> None:
        self._config, self._scope = config, Scope()
        self._executor = Executor(config.place())
        with scope_guard(self._scope):
            self._program, feeds, self._fetches = config.load(self._executor)
        block = self._program.global_block()
        self._inputs = {n: _handle(block.var(n)) for n in feeds}
        self._outputs = {v.name: _handle(v) for v in self._fetches}

    def get_input_names(self) -> list[str]:
        """Return the names of the inputs."""
        return list(self._inputs)

    def get_output_names(self) -> list[str]:
        """Return the names of the outputs."""
        return list(self._outputs)

    def get_input_handle(self, name: str) -> Tensor:
        """Return the handle of an input. Raises NotFound."""
        return _found(self._inputs, name, "input")

    def get_output_handle(self, name: str) -> Tensor:
        """Return the handle of an output. Raises NotFound."""
        return _found(self._outputs, name, "output")

    def run(self, inputs: Sequence[Any] | None = None) -> Any:
        """Run the model with the values of the handles, and return True.

        With a list of Tensors or arrays, in the order of the inputs, return a list of Tensors. Raises ArgumentError for
        another number of inputs, RunError for a handle without a value.
        """
        if inputs is not None:
            if len(inputs) != len(self._inputs):
                raise ArgumentError(
                    f"the model has {len(self._inputs)} inputs, but received {len(inputs)}",
                    facts={"inputs": ", ".join(self._inputs)}, site=site(),
                )  # fmt: skip
            for handle, value in zip(self._inputs.values(), inputs, strict=True):
                handle._value = np.array(value.numpy() if isinstance(value, EagerTensor) else unmasked(value))
        feed = {name: handle._fed() for name, handle in self._inputs.items()}
        with mode.block(static=True):  # also in dygraph
            found = self._executor.run(
                self._program, feed=feed, fetch_list=list(self._fetches), scope=self._scope, return_numpy=False
            )
        for handle, value in zip(self._outputs.values(), found, strict=True):
            handle._value, handle._lod = np.array(value), value.lod()
        return True if inputs is None else [EagerTensor(np.array(v)) for v in found]

    def clone(self) -> Predictor:
        """Make another predictor of the same model, with handles and parameters of its own."""
        return Predictor(self._config)

    def clear_intermediate_tensor(self) -> None:
        """No effect: intermediate values are released at the end of a run."""

    def try_shrink_memory(self) -> int:
        """Return 0: the predictor keeps no unused memory."""
        return 0


def _handle(variable: Any) -> Tensor:
    return Tensor(variable.name, variable.dtype.dtype, variable.shape)


def _found(handles: dict[str, Tensor], name: str, kind: str) -> Tensor:
    if name not in handles:
        raise NotFound(
            f"(NotFound) the model has no {kind} {name!r}", site=site(), facts={f"{kind}s": ", ".join(handles)},
            fix=nearest(name, handles),
        )  # fmt: skip
    return handles[name]


class PredictorPool(Described):
    """Several predictors of one model, which can run at the same time."""

    def __init__(self, config: Config, size: int = 1) -> None:
        if size < 1:
            raise ArgumentError("size of the PredictorPool should be at least 1", site=site())
        self._predictors = [Predictor(config) for _ in range(size)]

    def retrieve(self, idx: int) -> Predictor:
        """Return predictor number idx. Raises ArgumentError if there is none."""
        if not 0 <= idx < len(self._predictors):
            raise ArgumentError(
                f"there is no predictor {idx}, because the pool has only {len(self._predictors)} predictors",
                site=site(),
            )
        return self._predictors[idx]


def create_predictor(config: Config) -> Predictor:
    """Return the predictor of a model. Raises RunError for missing files."""
    return Predictor(config)


def get_version() -> str:
    """Return the version, as `version: 2.6.2`."""
    return f"version: {version.full_version}"
