"""LayerHelper: functions with which layers of old programs make their parameters, variables and operators."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.state import get_default_dtype, mode, names, set_default_dtype
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError, nearest
from opscope.ir.compat.composite_ops import find_composite
from opscope.ir.compat.op_types import op_name
from opscope.ir.compat.resolve_op import as_list, resolve_op
from opscope.ir.program.context import (
    append_fill,
    check_default_initializer,
    default_main_program,
    default_startup_program,
)
from opscope.ir.program.program import Operator, Parameter, Program, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.initializer import Initializer, global_initializer
from opscope.paddle.nn.param_attr import as_attr, new_parameter


class LayerHelper(Described):
    """Helper of one layer. `kwargs` are the arguments of the layer. `name` is unique unless the user has given a name.

    Source: https://github.com/PaddlePaddle/Paddle/blob/v2.6.2/python/paddle/base/layer_helper.py
    """

    def __init__(self, layer_type: str, **kwargs: Any) -> None:
        self.kwargs = kwargs
        self.layer_type = layer_type
        if kwargs.get("name") is None:
            kwargs["name"] = names(layer_type)
        self.name: str = kwargs["name"]

    @property
    def main_program(self) -> Program:
        """The program to which operators are appended."""
        return default_main_program()

    @property
    def startup_program(self) -> Program:
        """The program that initializes parameters."""
        return default_startup_program()

    get_default_dtype, set_default_dtype = staticmethod(get_default_dtype), staticmethod(set_default_dtype)

    # --- what the layer was called with -------------------------------------------------------------

    def multiple_input(self, input_param_name: str = "input") -> list[Any]:
        """The inputs, as a list of Variables or Tensors."""
        given = self.kwargs.get(input_param_name, [])
        return [self.to_variable(v) for v in (given if isinstance(given, list | tuple) else [given])]

    def input(self, input_param_name: str = "input") -> Any:
        """The only input. Raises ArgumentError if there are several inputs, or none."""
        inputs = self.multiple_input(input_param_name)
        if len(inputs) != 1:
            raise ArgumentError(
                f"the layer {self.layer_type} needs exactly one input", facts={"given": len(inputs)}, site=site()
            )
        return inputs[0]

    def input_dtype(self, input_param_name: str = "input") -> Any:
        """The dtype of the inputs. Raises ArgumentError if the inputs have several dtypes."""
        dtypes = list(dict.fromkeys(v.dtype for v in self.multiple_input(input_param_name)))
        if len(dtypes) > 1:
            raise ArgumentError(
                f"the inputs of a layer must have one dtype, but they have {dtypes[0]} and {dtypes[1]}",
                site=site(),
                fix="cast one of them",
            )
        return dtypes[0] if dtypes else None

    @property
    def param_attr(self) -> Any:
        """The ParamAttr of the weights; None means no parameter. The result is a list if the user has given a list."""
        return self._attr("param_attr")

    @property
    def bias_attr(self) -> Any:
        """The ParamAttr of the bias; None means no bias."""
        return self._attr("bias_attr")

    def _attr(self, name: str) -> Any:
        given = self.kwargs.get(name)
        return [as_attr(a) for a in given] if isinstance(given, list | tuple) else as_attr(given)

    def multiple_param_attr(self, length: int) -> list[Any]:
        """Return a ParamAttr for each of the inputs. Raises ArgumentError for another number of ParamAttrs."""
        attrs = self.param_attr if isinstance(self.param_attr, list) else [self.param_attr]
        if len(attrs) not in (1, length):
            raise ArgumentError(
                "the number of parameter attributes must be 1 or the number of inputs",
                facts={"given": len(attrs), "inputs": length},
                site=site(),
            )
        return attrs if len(attrs) == length else [copy.deepcopy(attrs[0]) for _ in range(length)]

    def iter_inputs_and_params(self, input_param_name: str = "input") -> Iterator[tuple[Any, Any]]:
        """Yield (input, ParamAttr) for each input."""
        inputs = self.multiple_input(input_param_name)
        return zip(inputs, self.multiple_param_attr(len(inputs)), strict=True)

    def is_instance(self, param_name: str, cls: type) -> None:
        """Raise UsageError unless the layer was called with an instance of `cls`."""
        if not isinstance(self.kwargs.get(param_name), cls):
            raise UsageError(
                f"The argument {param_name} of {self.layer_type} must be of the type {cls.__name__}", site=site()
            )

    def to_variable(self, value: Any, name: str | None = None) -> Any:
        """Return a Tensor of an array. Variables and Tensors are returned unchanged.

        Raises UsageError for other values.
        """
        if isinstance(value, np.ndarray):
            made: Any = to_tensor(value)
            made.name = name or made.name
            return made
        if not isinstance(value, Variable | Tensor):
            raise UsageError(
                f"The input must be of the type 'ndarray' or 'Variable', but received {type(value)}", site=site(),
            )  # fmt: skip
        return value

    # --- parameters and variables -------------------------------------------------------------------

    def create_parameter(
        self,
        attr: Any,
        shape: Sequence[int],
        dtype: object = None,
        is_bias: bool = False,
        default_initializer: Initializer | None = None,
        stop_gradient: bool = False,
        type: object = None,
    ) -> Any:
        """Return a parameter `<name>.w_0` (a bias `<name>.b_0`), or None if attr is False. In dygraph, return a Tensor.

        Raises UsageError if the dtype has no default initializer and no initializer is given.
        """
        attr = as_attr(attr)
        if attr is None:
            return None
        dtype = dtype or get_default_dtype()
        suffix = "b" if is_bias else "w"
        if default_initializer is None and attr.initializer is None and global_initializer(suffix) is None:
            check_default_initializer(dtype)
        made = new_parameter(self.name, suffix, shape, attr, dtype, default_initializer)
        made.stop_gradient = made.stop_gradient or stop_gradient
        return made

    def get_parameter(self, name: str) -> Parameter:
        """Return the parameter with this name. Raises ArgumentError."""
        found = self.main_program.global_block().var(name)
        if not isinstance(found, Parameter):
            raise ArgumentError(f"no Parameter has the name {name}", site=site())
        return found

    def create_variable_for_type_inference(
        self, dtype: object, stop_gradient: bool = False, shape: Sequence[int] | None = None
    ) -> Any:
        """Return a variable `<name>.tmp_0` for the output of an operator, which sets its shape.

        In dygraph, return a Tensor.
        """
        if not mode.static:
            made = to_tensor(np.zeros(shape or 0, as_dtype(dtype or get_default_dtype()).name))
            made.name = names(f"{self.name}.tmp")
            return made
        return self.main_program.current_block().create_var(
            names(f"{self.name}.tmp"), shape, dtype or get_default_dtype(), stop_gradient=stop_gradient
        )

    create_tmp_variable = create_variable_for_type_inference

    def create_sparse_variable_for_type_inference(self, dtype: object, stop_gradient: bool = False) -> Variable:
        """Raise an error, because there are no sparse variables."""
        raise UnsupportedError("programs have no sparse variables", site=site(), fix="use a dense variable")

    def _create_global_variable_for_type_inference(
        self, dtype: object, stop_gradient: bool = False, shape: Sequence[int] | None = None
    ) -> Variable:
        block = self.main_program.global_block()
        made = block.create_var(names(f"{self.name}.tmp"), shape, dtype or get_default_dtype())
        append_fill(made, block, 0.0)
        made.stop_gradient = stop_gradient
        return made

    def create_variable(self, *args: Any, **kwargs: Any) -> Variable:
        """Call create_var of the current block."""
        return self.main_program.current_block().create_var(*args, **kwargs)

    def create_global_variable(self, persistable: bool = False, *args: Any, **kwargs: Any) -> Variable:
        """Call create_var of the global block. The variable has no value until a value is written to it."""
        return self.main_program.global_block().create_var(*args, persistable=persistable, **kwargs)

    def create_or_get_global_variable(self, name: str, *args: Any, **kwargs: Any) -> tuple[Variable, bool]:
        """Return (the variable with this name, True if it is new)."""
        block = self.main_program.global_block()
        if block.has_var(name):
            return block.var(name), False
        return self.create_global_variable(*args, name=name, **kwargs), True

    def set_variable_initializer(self, var: Variable, initializer: Initializer) -> None:
        """Let the startup program fill a persistable variable of the main program."""
        block = self.startup_program.global_block()
        block.create_var(var.name, var.shape, var.dtype, persistable=True, initializer=initializer)

    # --- operators ----------------------------------------------------------------------------------

    def append_op(self, *args: Any, **kwargs: Any) -> Operator | None:
        """Append an operator to the current block.

        In dygraph, run it at once: the Tensors in `outputs` become the results.
        """
        if not mode.static:
            return _at_once(*args, **kwargs)
        return self.main_program.current_block().append_op(*args, **kwargs)

    def append_bias_op(self, input_var: Any, dim_start: int = 1, dim_end: int | None = None) -> Any:
        """Return input_var plus a bias of the shape input_var.shape[dim_start:dim_end].

        If bias_attr is False, return input_var.
        """
        if self.bias_attr is None:
            return input_var
        sizes = list(input_var.shape[dim_start:dim_end])
        bias = self.create_parameter(self.bias_attr, sizes, input_var.dtype, is_bias=True)
        behind = len(input_var.shape[dim_start:]) - len(sizes)
        if behind:
            bias = REGISTRY.public["reshape"](bias, [*sizes, *[1] * behind])
        with names.naming(self.name):
            return REGISTRY["add"](input_var, bias)

    def append_activation(self, input_var: Any, act: str | None = None) -> Any:
        """Apply the activation `act`. If act is None, apply the activation of the layer.

        If the layer has no activation, return the input. Raises ArgumentError for an unknown activation.
        """
        act = self.kwargs.get("act") if act is None else act
        if act is None:
            return input_var
        if not isinstance(act, str):
            raise UsageError(
                f"the activation should be a str, but it is {act}",
                site=site(),
                fix="pass the name of an activation, such as 'relu'",
            )
        function = REGISTRY.public.get(op_name(act))
        if function is None:
            raise ArgumentError(
                f"the activation {act!r} is not an operator.", site=site(), fix=nearest(act, REGISTRY.public)
            )
        with names.naming(self.name):
            return function(input_var)


def _at_once(
    type: str, inputs: Mapping[str, Any] | None = None, outputs: Mapping[str, Any] | None = None, attrs: Any = None
) -> None:
    places = {slot: as_list(value) for slot, value in (outputs or {}).items()}
    if (found := find_composite(type)) is not None:
        made = found(inputs or {}, attrs or {})
        asked = [slot for slot in made if slot in places]
        pairs = [(place, result) for s in asked for place, result in zip(places[s], as_list(made[s]), strict=False)]
    else:
        use = resolve_op(type, inputs or {}, outputs or {}, attrs or {})
        pairs = list(zip(use.outputs, as_list(use.op.apply(tuple(use.inputs), use.attrs)), strict=True))
    for place, result in pairs:
        if place is not None:
            place.rewrite(lambda result=result: result, [], {}, gives="any")


__all__ = ["LayerHelper"]
