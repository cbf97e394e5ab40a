"""jit.save writes a traced function as an inference model. jit.load makes a layer that runs the saved files."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program.program import Program, Variable
from opscope.paddle.jit.concrete import ConcreteProgram
from opscope.paddle.jit.static_function import StaticFunction
from opscope.paddle.jit.tracing import Traced, static_mode
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.parameter import Parameter
from opscope.paddle.saving import save as save_file
from opscope.paddle.saving.model_files import saved_methods
from opscope.paddle.static.inference import load_inference_model, save_inference_model
from opscope.paddle.static.input_spec import InputSpec
from opscope.runtime.scope import Scope, scope_guard

_KNOWN = ("clip_extra", "combine_params", "format", "output_spec", "skip_forward", "skip_prune_program", "with_hook")
_FREE = ("clip_extra", "format", "output_spec")  # of these any value; the others may be False


def save(layer: Any, path: str, input_spec: Any = None, **configs: Any) -> None:
    """Write the program of a layer's forward, or of a function, to <path>.pdmodel, and its values to <path>.pdiparams.

    input_spec describes the arguments (InputSpecs or Tensors); a traced function that was called needs no input_spec.
    Other traced methods of the layer are written to <path>.<name>.pdmodel, and the layer's names of the values to
    <path>.pdiparams.info. Of configs, only output_spec (the outputs to keep) and format have an effect. The files have
    the format of static.save_inference_model: Paddle 2.6 can load them, unless a warning reports that the program is in
    <path>.opscope.json. Raises UsageError for an object that is neither a layer nor a function, ArgumentError for a
    path without a name.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/save_en.html
    """
    _check_configs(configs)
    if not os.path.basename(path):
        raise ArgumentError(
            f"The path must have the form dirname/file_prefix, but its file_prefix is an empty string: {path!r}.",
            site=site(),
        )  # fmt: skip
    if isinstance(layer, TranslatedLayer):
        layer._write(path, configs.get("format"))
        return
    function = layer.forward if isinstance(layer, Layer) else layer
    if not callable(function):
        raise UsageError(
            "The input of paddle.jit.save should be 'Layer' or 'Function', but received input type is "
            f"{type(layer)}.", site=site(),
        )  # fmt: skip
    others = _traced(layer) if isinstance(layer, Layer) else {}
    if others and input_spec is not None:
        raise ArgumentError(
            "input_spec must be None if static functions other than 'forward' are saved, but received "
            f"{type(input_spec)}.", facts={"functions": [*others]},
            site=site(), fix="pass an input_spec to to_static for each of these functions",
        )  # fmt: skip
    kind = configs.get("format")
    captured = _write(function, path, input_spec, configs.get("output_spec"), kind)
    for name, method in others.items():
        captured |= _write(method, f"{path}.{name}", None, None, kind)
    if isinstance(layer, Layer):
        called = {p.name: _described(p, n) for n, p in layer.state_dict().items() if p.name in captured}
        save_file(called, path + ".pdiparams.info")


def _described(tensor: Any, name: str) -> dict[str, Any]:
    """Return a description of a value for Paddle's jit.load: its name in the layer, and whether it is trained."""
    about = {"structured_name": name, "stop_gradient": bool(tensor.stop_gradient)}
    return {**about, "trainable": bool(tensor.trainable)} if isinstance(tensor, Parameter) else about


def _check_configs(configs: Mapping[str, Any]) -> None:
    for name, value in configs.items():
        if name not in _KNOWN:
            raise ArgumentError(f"The additional config ({name}) of `paddle.jit.save` is not supported.", site=site())
        if value and name not in _FREE:
            raise UnsupportedError(f"jit.save does not support {name}", site=site(), fix=f"leave {name} out")


def _traced(layer: Layer) -> dict[str, StaticFunction]:
    """Return the methods of a layer that to_static has traced, without forward."""
    found = {n: getattr(layer, n) for n in dir(type(layer)) if n != "forward" and not n.startswith("__")}
    return {n: f for n, f in found.items() if isinstance(f, StaticFunction)}


def _write(function: Any, path: str, input_spec: Any, output_spec: Any, kind: str | None) -> set[str]:
    """Write one function, and return the names of its values."""
    concrete, scope = concrete_with_values(function, input_spec)
    with scope_guard(scope), static_mode():
        chosen = chosen_outputs(concrete, output_spec)
        save_inference_model(path, concrete.inputs, chosen, None, program=concrete.main_program, format=kind)
    return set(concrete.captured)


def concrete_with_values(function: Any, input_spec: Any) -> tuple[ConcreteProgram, Scope]:
    """Trace a function with these specs, and make a scope with the values of its parameters."""
    if not isinstance(function, StaticFunction):
        function = StaticFunction(function)
    concrete = function.concrete_program_specify_input_spec(input_spec)
    scope = Scope()
    for name, tensor in concrete.captured.items():
        scope.store(name, tensor._value)
    return concrete, scope


def chosen_outputs(concrete: ConcreteProgram, wanted: Any) -> list[Variable]:
    """Return the outputs in output_spec; None means all. Raises ArgumentError for a value that is not an output."""
    if wanted is None:
        return concrete.outputs
    names = {w.name for w in wanted}
    chosen = [v for v in concrete.outputs if v.name in names]
    if len(chosen) != len(wanted):
        known = ", ".join(v.name for v in concrete.outputs)
        raise ArgumentError(f"output_spec has a name that is not an output; the outputs are {known}", site=site())
    return chosen


def load(path: str, **configs: Any) -> TranslatedLayer:
    """Return a layer from the files of jit.save, or of static.save_inference_model.

    Raises MissingFile (a FileNotFoundError and a ValueError), ArgumentError for other files.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/load_en.html
    """
    for name in configs:
        if name not in ("model_filename", "params_filename"):
            said = f"The additional config ({name}) of `paddle.jit.load` is not supported."
            raise ArgumentError(said, site=site(), fix=f"leave {name} out")
        raise UnsupportedError(f"jit.load does not support {name}", site=site(), fix=f"leave {name} out")
    values: dict[str, Tensor] = {}
    functions = {"forward": _read(path, values)}
    for name, prefix in saved_methods(path).items():
        functions[name] = _read(prefix, values)
    return TranslatedLayer(functions, values)


def _read(path: str, values: dict[str, Tensor]) -> _Saved:
    """Read a function; its values are added to `values` unless `values` contains them."""
    scope = Scope()
    with scope_guard(scope), static_mode():
        program, feeds, fetches = load_inference_model(path, None)
    for variable in (v for v in program.global_block().vars.values() if v.persistable):
        if variable.name not in values:
            kind = Parameter if variable.is_parameter else Tensor
            array = scope.array(variable.name).copy()
            values[variable.name] = kind(array, variable.stop_gradient, variable.name)
    return _Saved(program, feeds, [v.name for v in fetches])


class _Saved:
    """A saved function: its program for evaluation, and its program for training."""

    def __init__(self, program: Program, feeds: list[str], fetches: list[str]) -> None:
        self.feeds, self.fetches = feeds, fetches
        self.programs = {False: program, True: _training(program)}
        self._concrete: dict[bool, ConcreteProgram] = {}

    def specs(self, names: list[str]) -> list[InputSpec]:
        """Return the declared specs of inputs or outputs."""
        block = self.programs[False].global_block()
        return [InputSpec(v.shape, v.dtype, v.name) for v in (block.vars[n] for n in names)]

    def run(self, layer: TranslatedLayer, inputs: Sequence[Any]) -> Any:
        """Return the outputs for inputs, with the layer's values and mode. Raises UnsupportedError inside a program."""
        if mode.static:
            raise UnsupportedError(
                "a loaded layer cannot be called while a program is built", site=site(),
                fix="load the program by static.load_inference_model, and run it with an Executor",
            )  # fmt: skip
        concrete = self._concrete.get(layer.training)
        if concrete is None or not concrete.fits:
            concrete = self._concrete[layer.training] = self._made(layer)
        if len(inputs) != len(concrete.inputs):
            raise ArgumentError(
                f"this layer takes {len(concrete.inputs)} inputs ({', '.join(self.feeds)}), but received "
                f"{len(inputs)}", site=site(),
            )  # fmt: skip
        return concrete([_given(v, x) for v, x in zip(concrete.inputs, inputs, strict=True)])

    def _made(self, layer: TranslatedLayer) -> ConcreteProgram:
        program = self.programs[layer.training].clone()
        block = program.global_block()
        values = {n: t for n, t in layer._values.items() if block.has_var(n)}
        for name, tensor in values.items():
            block.vars[name].stop_gradient = tensor.stop_gradient
        outs = [block.vars[n] for n in self.fetches]
        feeds = [block.vars[n] for n in self.feeds]
        for variable in feeds:  # somebody may want the gradient of an input
            variable.stop_gradient = not variable.dtype.floating
        _reached(program)
        structure = outs[0] if len(outs) == 1 else outs
        made = Traced(program, Program(), ({}, "loaded/"), values, feeds, outs, structure)
        return ConcreteProgram(layer.forward, made)


class TranslatedLayer(Layer):
    """A layer that runs a saved program; jit.load makes it, in evaluation mode.

    After `train()`, dropout and batch norm of the program are in training mode. Parameters are param_0 and so on, with
    their saved names. Each other saved function is a method with its saved name.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/jit/TranslatedLayer_en.html
    """

    def __init__(self, functions: Mapping[str, _Saved], values: Mapping[str, Tensor]) -> None:
        super().__init__()
        self._functions, self._values = dict(functions), dict(values)
        counts = {"param": 0, "buffer": 0}
        for tensor in values.values():
            kind = "param" if isinstance(tensor, Parameter) else "buffer"
            name = f"{kind}_{counts[kind]}"
            counts[kind] += 1
            if kind == "param":
                self.add_parameter(name, tensor)
            else:
                self.register_buffer(name, tensor)
        for name in self._functions.keys() - {"forward"}:
            setattr(self, name, functools.partial(self._run, name))
        self.eval()

    def program(self, method_name: str = "forward") -> Program:
        """Return the program that a method runs. Raises ArgumentError for another method."""
        return self._function(method_name).programs[self.training]

    def forward(self, *inputs: Any) -> Any:
        """Return the outputs for the inputs, in their saved order: a Tensor, or a list of several."""
        return self._run("forward", *inputs)

    def _run(self, name: str, *inputs: Any) -> Any:
        return self._functions[name].run(self, inputs)

    def _write(self, path: str, kind: str | None) -> None:
        scope = Scope()
        for name, tensor in self._values.items():
            scope.store(name, tensor._value)
        for name, found in self._functions.items():
            program = found.programs[False]
            feeds, fetches = ([program.global_block().var(n) for n in names] for names in (found.feeds, found.fetches))
            with scope_guard(scope), static_mode():
                place = path if name == "forward" else f"{path}.{name}"
                save_inference_model(place, feeds, fetches, None, program=program, format=kind)

    def _function(self, name: str) -> _Saved:
        if name not in self._functions:
            raise ArgumentError(f"The loaded TranslatedLayer has no method `{name}`.", site=site())
        return self._functions[name]

    def _input_spec(self, method_name: str = "forward") -> list[InputSpec]:
        found = self._function(method_name)
        return found.specs(found.feeds)

    def _output_spec(self, method_name: str = "forward") -> list[InputSpec]:
        found = self._function(method_name)
        return found.specs(found.fetches)


def _given(variable: Variable, value: Any) -> Tensor:
    tensor = value if isinstance(value, Tensor) else to_tensor(value)
    kind = TensorSpec(tuple(tensor.shape), tensor.dtype)
    declared = variable.spec
    fits = len(kind.shape) == len(declared.shape) and all(
        d in (None, o) for d, o in zip(declared.shape, kind.shape, strict=True)
    )
    if not fits or kind.dtype is not declared.dtype:
        raise ArgumentError(
            f"the input {variable.name} should be {declared}, but it is {kind}", site=site(),
            fix="cast or reshape the input; dims with None in the InputSpec of jit.save accept any size",
        )  # fmt: skip
    return tensor


def _training(program: Program) -> Program:
    """Return a copy with dropout and batch norm in training mode."""
    made = program.clone()
    for operator in made.operators:
        known = operator.op.attrs
        operator.attrs.update({k: v for k, v in (("is_test", False), ("training", True)) if k in known})
    made.touch()
    return made


def _reached(program: Program) -> None:
    """Set stop_gradient of results to False if an input needs a gradient, because a saved file does not contain it."""
    for operator in program.global_block().ops:
        block = operator.block
        wanted = operator.op.differentiable and any(
            n is not None and not block.var_of(n).stop_gradient for n in operator.inputs
        )
        for name in operator.outputs:
            if name is not None and not block.var_of(name).persistable:
                variable = block.var_of(name)
                variable.stop_gradient = not (wanted and variable.dtype.floating)
