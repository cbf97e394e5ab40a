"""Layer: base class of all networks. Values that are assigned to it become parameters, buffers and sublayers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar

import numpy as np

from opscope.core.described import ShortText
from opscope.core.dtype import as_dtype
from opscope.core.layer_calls import Members, add_layer_class
from opscope.core.modes import in_declarative_mode as in_declarative_mode
from opscope.core.public_calls import listeners, note_return
from opscope.core.rich_display import RichDisplay
from opscope.core.state import mode, names
from opscope.core.tracebacks import hide_frames
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, OpscopeError, UsageError, nearest
from opscope.ir.program.context import check_default_initializer
from opscope.ir.program.program import Parameter as StaticParameter
from opscope.ir.program.program import Variable
from opscope.paddle.nn.layer import hooks
from opscope.paddle.nn.layer.hooks import HookRemoveHelper, Hooks
from opscope.paddle.nn.layer.layer_text import short_text
from opscope.paddle.nn.layer.stored import Stored
from opscope.paddle.nn.layer_helper import LayerHelper
from opscope.paddle.nn.param_attr import as_attr, new_parameter
from opscope.paddle.nn.parameter import Parameter

PARAMETERS = (Parameter, StaticParameter)
_OWN = ("_parameters", "_buffers", "_sub_layers")
_STRONGER = {"_parameters": (), "_sub_layers": ("_parameters",), "_buffers": ("_parameters", "_sub_layers")}


class LayerNameError(OpscopeError, KeyError):
    """Error for a name that a parameter, buffer or sublayer cannot have."""


def snake(name: str) -> str:
    """Return `batch_norm2d` for `BatchNorm2D`: the name of the layer in names of parameters."""
    apart = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", apart).lower()


TensorT = TypeVar("TensorT", Tensor, Variable)
P = ParamSpec("P")
R = TypeVar("R", covariant=True)


class HasForward(Protocol[P, R]):
    """Type of a layer for its callers: a call has the parameters and the result of `forward`."""

    @property
    def forward(self) -> Callable[P, R]: ...


class Layer(RichDisplay, ShortText, Stored):
    """Network or a part of a network. A subclass makes parameters and sublayers in __init__, and computes in forward.

    A layer works in both modes. In static mode, parameters belong to the default programs, and a call appends
    operators.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/Layer_en.html
    """

    _display = "layer"

    def __init__(self, name_scope: str | None = None, dtype: Any = "float32") -> None:
        own = self.__dict__
        own.update(_parameters={}, _buffers={}, _sub_layers={}, _non_persistable_buffer_names_set=set())
        own.update(_forward_pre_hooks={}, _forward_post_hooks={}, _state_dict_hooks={}, _built=False)
        self.training = True
        self._full_name = names(name_scope or snake(type(self).__name__))
        self._dtype = as_dtype(dtype).name

    def full_name(self) -> str:
        """Return the layer's unique name, with which the names of its parameters begin: `linear_0`."""
        return self._full_name

    # --- calling ------------------------------------------------------------------------------------

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Compute the result of a call; a subclass defines it."""
        raise NotImplementedError(f"{type(self).__name__} must define forward(self, ...)")

    def __call__(self: HasForward[P, R], *inputs: P.args, **kwargs: P.kwargs) -> R:
        try:
            own = self.__dict__
            if "_forward_pre_hooks" not in own:
                raise self._not_begun()  # pyright: ignore[reportAttributeAccessIssue]
            pre: Hooks = own["_forward_pre_hooks"]
            post: Hooks = own["_forward_post_hooks"]
            given = inputs
            if pre:
                inputs = hooks.before(self, pre, inputs)  # pyright: ignore[reportAssignmentType]
            if not own["_built"]:
                self._build_once(*inputs, **kwargs)  # pyright: ignore[reportAttributeAccessIssue]
                own["_built"] = True
            outputs = self.forward(*inputs, **kwargs)
            if post:
                outputs = hooks.after(self, post, inputs, outputs)
            if listeners:
                note_return(given, kwargs, outputs)
            return outputs
        except Exception as e:
            hide_frames(e)
            raise

    def _build_once(self, *inputs: Any, **kwargs: Any) -> None:
        """Make parameters before the first forward, from its inputs; layers of Paddle 1.5 do this."""

    def backward(self, *inputs: Any) -> None:
        """Raise an error, because gradients are computed from the loss."""
        raise ArgumentError("a Layer must not define backward", fix="call backward() of the loss")

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> HookRemoveHelper:
        """Call `hook(layer, inputs)` before forward; its result (unless None) replaces the inputs."""
        return HookRemoveHelper(self._forward_pre_hooks, hook)

    def register_forward_post_hook(self, hook: Callable[..., Any]) -> HookRemoveHelper:
        """Call `hook(layer, inputs, outputs)` after forward; its result (unless None) replaces the outputs."""
        return HookRemoveHelper(self._forward_post_hooks, hook)

    @property
    def _helper(self) -> LayerHelper:
        return LayerHelper(self._full_name, name=self._full_name)

    # --- making -------------------------------------------------------------------------------------

    def create_parameter(
        self,
        shape: Sequence[int],
        attr: Any = None,
        dtype: Any = None,
        is_bias: bool = False,
        default_initializer: Any = None,
    ) -> Any:
        """Return a new parameter `<full_name>.w_0` (`b_0` with is_bias); None for attr=False.

        Assign it to an attribute. The initializer is Xavier uniform (zeros for a bias), unless attr,
        set_global_initializer or default_initializer gives another initializer. Raises DTypeError for a dtype without a
        default initializer.
        """
        given = as_attr(attr)
        if given is None:
            return None
        suffix = "b" if is_bias else "w"
        kind = self._dtype if dtype is None else dtype
        if given.initializer is None and default_initializer is None:
            check_default_initializer(kind)
        return new_parameter(self._full_name, suffix, shape, given, kind, default_initializer)

    def create_tensor(self, name: str | None = None, persistable: bool | None = None, dtype: Any = None) -> Any:
        """Return a tensor `<full_name>.<name>` without a value, to which assign can write; it is not a buffer."""
        name = f"{self._full_name}.{name}" if name else names(f"{self._full_name}._generated_var")
        kind = as_dtype(dtype or "float32")
        if mode.static:
            block = self._helper.main_program.current_block()
            return block.create_var(name, None, kind, persistable=bool(persistable))
        made = Tensor(np.empty(0, kind.dtype), name=name)
        made.persistable = bool(persistable)
        return made

    create_variable = create_tensor

    def add_parameter(self, name: str, parameter: Any) -> Any:
        """Make a parameter (or None) an attribute, and return it. Raises an error for an invalid or existing name."""
        self._check_name("parameter", name, self._parameters)
        if parameter is not None and not isinstance(parameter, PARAMETERS):
            raise UsageError(
                f"The parameter to be added should be a Parameter, but received {type(parameter).__name__}.",
                fix="make the parameter with create_parameter",
            )
        self._forget(name)
        self._parameters[name] = parameter
        return parameter

    def add_sublayer(self, name: str, sublayer: Any) -> Any:
        """Make a layer (or None) an attribute, and return it."""
        if sublayer is not None and not isinstance(sublayer, Layer):
            raise ModeError(f"a sublayer must be a Layer, not {type(sublayer).__name__}")
        self._sub_layers[name] = sublayer
        return sublayer

    def register_buffer(self, name: str, tensor: Any, persistable: bool = True) -> None:
        """Make a tensor (or None) an attribute that is not a parameter; state_dict has only persistable buffers."""
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise UsageError(f"The registered buffer should be a paddle.Tensor, but received {type(tensor).__name__}.")
        self._buffers[name] = tensor
        if persistable:
            self._non_persistable_buffer_names_set.discard(name)
        else:
            self._non_persistable_buffer_names_set.add(name)

    def _check_name(self, kind: str, name: Any, among: dict[str, Any]) -> None:
        if not isinstance(name, str):
            raise UsageError(f"The name of {kind} should be a string, but received {type(name).__name__}.")
        if "." in name or not name:
            what = "can not contain `.`" if name else "can not be empty"
            raise LayerNameError(f"The name of {kind} {what}.", facts={"name": repr(name)})
        taken = name in self.__dict__ or hasattr(type(self), name) or any(name in self.__dict__[k] for k in _OWN)
        if taken and name not in among:
            raise LayerNameError(f"attribute {name} already exists.", fix=f"choose another name for the {kind}")

    # --- attributes ---------------------------------------------------------------------------------

    def _not_begun(self) -> ArgumentError:
        return ArgumentError(
            "super().__init__() of the layer has not been called",
            fix=f"call super().__init__() first in {type(self).__name__}.__init__",
        )

    def _forget(self, name: str, keep: str = "") -> None:
        """Remove a name from all kinds of attributes, because an attribute has only one kind."""
        own = self.__dict__
        own.pop(name, None)
        for kind in _OWN:
            if kind != keep:
                own[kind].pop(name, None)

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        kind = self._kind_of(value)
        if "_parameters" not in own:
            if kind:
                raise self._not_begun()  # pyright: ignore[reportAttributeAccessIssue]
            object.__setattr__(self, name, value)
        elif kind:
            self._refuse_in(name, value, _STRONGER[kind])
            if kind == "_buffers" and name not in own["_buffers"]:
                self._non_persistable_buffer_names_set.add(name)
            self._forget(name, keep=kind)
            own[kind][name] = value
        else:
            place = next((k for k in _OWN if name in own[k]), None)
            if place is None:
                object.__setattr__(self, name, value)
            elif place == "_buffers" and mode.trace is not None and isinstance(value, Variable):
                mode.trace.write(own[place][name], value)
            else:
                self._refuse_in(name, value, _OWN)
                own[place][name] = None

    @staticmethod
    def _kind_of(value: Any) -> str:
        if isinstance(value, PARAMETERS):
            return "_parameters"
        if isinstance(value, Layer):
            return "_sub_layers"
        return "_buffers" if isinstance(value, Tensor) else ""

    def _refuse_in(self, name: str, value: Any, places: Sequence[str]) -> None:
        """Raise Paddle's TypeError if the name belongs to a parameter, sublayer or buffer, but the value does not."""
        words = {
            "_parameters": ("parameter", "Parameter"),
            "_sub_layers": ("sublayer", "Layer"),
            "_buffers": ("buffers", "core.Tensor"),
        }
        for place in places:
            if name in self.__dict__[place] and value is not None:
                what, kind = words[place]
                raise UsageError(
                    f"assignment to {what} '{name}' should be of type {kind} or None, but got '{type(value).__name__}'",
                    fix=f"del layer.{name} first" if place != "_parameters" else "use set_value to change its elements",
                )

    def __getattr__(self, name: str) -> Any:
        for kind in _OWN:
            found = self.__dict__.get(kind)
            if found is not None and name in found:
                return found[name]
        hint = "" if name.startswith("_") else nearest(name, dir(self))
        raise AttributeError(
            f"'{type(self).__name__}' object has no attribute '{name}'" + (f"; {hint}" if hint else "")
        )

    def __delattr__(self, name: str) -> None:
        for kind in _OWN:
            if name in self.__dict__.get(kind, ()):
                del self.__dict__[kind][name]
                self._non_persistable_buffer_names_set.discard(name)
                return
        object.__delattr__(self, name)

    def _short_text(self) -> str:
        return short_text(self)

    def __dir__(self) -> list[str]:
        own = (n for kind in _OWN for n in self.__dict__.get(kind, ()))
        return sorted({*object.__dir__(self), *own})


add_layer_class(Layer, Layer.__call__.__code__, Members("_sub_layers", "named_sublayers"))
