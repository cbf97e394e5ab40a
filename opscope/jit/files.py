"""jit.save and jit.load: a traced function as the files of an inference model, and the layer that runs them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.eager.tensor import Tensor, to_tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program import Program, Variable
from opscope.jit.concrete import ConcreteProgram
from opscope.jit.static_function import StaticFunction
from opscope.jit.tracing import Traced, static_mode
from opscope.nn.layer.layers import Layer
from opscope.nn.parameter import Parameter
from opscope.runtime.scope import Scope, scope_guard
from opscope.static.inference import load_inference_model, save_inference_model
from opscope.static.input_spec import InputSpec


def save(layer: Any, path: str, input_spec: Any = None, **configs: Any) -> None:
    """Write what a layer's forward, or a function, computes to <path>.pdmodel and its values to <path>.pdiparams.

    input_spec says what it is called with (InputSpecs or Tensors); a traced one that was called needs none. Of
    configs only output_spec, the outputs to keep, is known. The files are those of static.save_inference_model.
    Raises UsageError for what is neither a layer nor a function, ArgumentError for a path without a name.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/save_en.html
    """
    if unknown := [name for name in configs if name != "output_spec"]:
        raise UnsupportedError(f"jit.save does not support {unknown[0]}", site=site(), fix="leave it out")
    if not os.path.basename(path):
        raise ArgumentError(
            "The input path MUST be format of dirname/file_prefix [dirname\\\\file_prefix in Windows system], but "
            f"received file_prefix is empty string, path is {path!r}.", site=site(),
        )  # fmt: skip
    function = layer.forward if isinstance(layer, Layer) else layer
    if not callable(function):
        raise UsageError(
            "The input of paddle.jit.save should be 'Layer' or 'Function', but received input type is "
            f"{type(layer)}.", site=site(),
        )  # fmt: skip
    if not isinstance(function, StaticFunction):
        function = StaticFunction(function)
    concrete = function.concrete_program_specify_input_spec(input_spec)
    scope = Scope()
    for name, tensor in concrete.captured.items():
        scope.store(name, tensor._value)
    with scope_guard(scope), static_mode():
        save_inference_model(
            path, concrete.inputs, _chosen(concrete, configs.get("output_spec")), None, program=concrete.main_program
        )


def _chosen(concrete: ConcreteProgram, wanted: Any) -> list[Variable]:
    if wanted is None:
        return concrete.outputs
    names = {w.name for w in wanted}
    chosen = [v for v in concrete.outputs if v.name in names]
    if len(chosen) != len(wanted):
        known = ", ".join(v.name for v in concrete.outputs)
        raise ArgumentError(f"output_spec names what is no output: there are {known}", site=site())
    return chosen


def load(path: str, **configs: Any) -> TranslatedLayer:
    """The layer of jit.save's files, or of static.save_inference_model's.

    Raises MissingFile (a FileNotFoundError and a ValueError), ArgumentError for other files.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/load_en.html
    """
    if configs:
        raise UnsupportedError(f"jit.load does not support {next(iter(configs))}", site=site(), fix="leave it out")
    scope = Scope()
    with scope_guard(scope), static_mode():
        program, feeds, fetches = load_inference_model(path, None)
    block = program.global_block()
    values: dict[str, Tensor] = {}
    for variable in (v for v in block.vars.values() if v.persistable):
        array = scope.array(variable.name)
        still = variable.stop_gradient
        kind = Parameter if variable.is_parameter else Tensor
        values[variable.name] = kind(array.copy(), still, variable.name)
    return TranslatedLayer(program, feeds, [v.name for v in fetches], values)


class TranslatedLayer(Layer):
    """A layer that runs a saved program; made by jit.load, in evaluation mode.

    `train()` has dropout and batch norm of the program train again. Parameters are param_0 and so on, with the names
    they had. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/TranslatedLayer_en.html
    """

    def __init__(self, program: Program, feeds: list[str], fetches: list[str], values: Mapping[str, Tensor]) -> None:
        super().__init__()
        self._feeds, self._fetches, self._values = feeds, fetches, dict(values)
        self._programs = {False: program, True: _training(program)}
        self._concrete: dict[bool, ConcreteProgram] = {}
        counts = {"param": 0, "buffer": 0}
        for tensor in values.values():
            kind = "param" if isinstance(tensor, Parameter) else "buffer"
            name = f"{kind}_{counts[kind]}"
            counts[kind] += 1
            if kind == "param":
                self.add_parameter(name, tensor)
            else:
                self.register_buffer(name, tensor)
        self.eval()

    def program(self, method_name: str = "forward") -> Program:
        """The program that `forward` runs now. Raises ArgumentError for another method."""
        if method_name != "forward":
            raise ArgumentError(f"The method `{method_name}` is not exist in loaded TranslatedLayer.", site=site())
        return self._programs[self.training]

    def forward(self, *inputs: Any) -> Any:
        """The outputs for the inputs, in the order that they were saved in: a Tensor, or a list of several."""
        concrete = self._concrete.get(self.training)
        if concrete is None or not concrete.fits:
            concrete = self._concrete[self.training] = self._made()
        if len(inputs) != len(concrete.inputs):
            raise ArgumentError(
                f"this layer takes {len(concrete.inputs)} inputs ({', '.join(self._feeds)}), but received "
                f"{len(inputs)}", site=site(),
            )  # fmt: skip
        return concrete([_given(v, x) for v, x in zip(concrete.inputs, inputs, strict=True)])

    def _made(self) -> ConcreteProgram:
        program = self._programs[self.training].clone()
        block = program.global_block()
        values = {n: self._values[n] for n in self._values if block.has_var(n)}
        for name, tensor in values.items():
            block.vars[name].stop_gradient = tensor.stop_gradient
        outs = [block.vars[n] for n in self._fetches]
        feeds = [block.vars[n] for n in self._feeds]
        for variable in feeds:  # somebody may want the gradient of an input
            variable.stop_gradient = not variable.dtype.floating
        _reached(program)
        structure = outs[0] if len(outs) == 1 else outs
        made = Traced(program, Program(), ({}, "loaded/"), values, feeds, outs, structure)
        return ConcreteProgram(self.forward, made)

    def _input_specs(self) -> list[InputSpec]:
        block = self._programs[False].global_block()
        return [InputSpec(v.shape, v.dtype, v.name) for v in (block.vars[n] for n in self._feeds)]


def _given(variable: Variable, value: Any) -> Tensor:
    tensor = value if isinstance(value, Tensor) else to_tensor(value)
    kind = TensorSpec(tuple(tensor.shape), tensor.dtype)
    declared = variable.spec
    fits = len(kind.shape) == len(declared.shape) and all(
        d in (None, o) for d, o in zip(declared.shape, kind.shape, strict=True)
    )
    if not fits or kind.dtype is not declared.dtype:
        raise ArgumentError(
            f"the input {variable.name} should be {declared}, but received {kind}", site=site(),
            fix="cast or reshape it; dims of None in the InputSpec of jit.save stay open",
        )  # fmt: skip
    return tensor


def _training(program: Program) -> Program:
    """A copy whose dropout and batch norm train."""
    made = program.clone()
    for operator in made.operators:
        known = operator.op.attrs
        operator.attrs.update({k: v for k, v in (("is_test", False), ("training", True)) if k in known})
    made.touch()
    return made


def _reached(program: Program) -> None:
    """Results want gradients as their inputs do: what was saved has said that none is wanted."""
    for operator in program.global_block().ops:
        block = operator.block
        wanted = operator.op.differentiable and any(
            n is not None and not block.var_of(n).stop_gradient for n in operator.inputs
        )
        for name in operator.outputs:
            if name is not None and not block.var_of(name).persistable:
                variable = block.var_of(name)
                variable.stop_gradient = not (wanted and variable.dtype.floating)
