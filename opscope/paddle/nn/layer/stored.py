"""Values of a layer: state_dict, set_state_dict, and conversion to another dtype or place."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import as_dtype
from opscope.core.place import as_place, to_host
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.errors import DTypeError, ModeError, OpscopeWarning, UnsupportedError, UsageError
from opscope.ir.program.program import Variable
from opscope.paddle.nn.layer.hooks import HookRemoveHelper, Hooks
from opscope.paddle.nn.layer.tree import Tree
from opscope.paddle.nn.parameter import Parameter, moved
from opscope.runtime.scope import global_scope


def _host(value: Any) -> Any:
    """Return a Tensor, DenseTensor or array as an array on the CPU."""
    return to_host(value._value) if isinstance(value, Tensor) else np.asarray(unmasked(value))


class Stored(Tree):
    """Part of Layer that saves and restores values."""

    keeps_float32: ClassVar[bool] = False  # batch norms, whose statistics float16 cannot hold
    _dtype: str
    _non_persistable_buffer_names_set: set[str]
    _state_dict_hooks: Hooks

    # --- state --------------------------------------------------------------------------------------

    def state_dict(
        self,
        destination: Any = None,
        include_sublayers: bool = True,
        structured_name_prefix: str = "",
        use_hook: bool = True,
    ) -> Any:
        """Return parameters and persistable buffers by structured name (`fc.weight`), without copies."""
        found: Any = OrderedDict() if destination is None else destination
        prefix = structured_name_prefix
        return self._stored_in(found, include_sublayers, f"{prefix.rstrip('.')}." if prefix else "", use_hook)

    def _stored_in(self, found: Any, below: bool, lead: str, use_hook: bool) -> Any:
        """Add the values of this layer; a layer that occurs twice in the model is in the dict twice, as in files."""
        found.update({lead + n: v for n, v in self._parameters.items() if v is not None})
        kept = {
            n: v for n, v in self._buffers.items() if v is not None and n not in self._non_persistable_buffer_names_set
        }
        found.update({lead + n: v for n, v in kept.items()})
        for name, layer in self._sub_layers.items() if below else ():
            if layer is not None:
                found = layer._stored_in(found, True, f"{lead}{name}.", use_hook)
        for hook in self._state_dict_hooks.values() if use_hook else ():
            given: Any = hook(found)
            found = found if given is None else given
        return found

    to_static_state_dict = state_dict

    def register_state_dict_hook(self, hook: Callable[..., Any]) -> HookRemoveHelper:
        """Call `hook(state_dict)` on the result of state_dict; the hook's result replaces it."""
        return HookRemoveHelper(self._state_dict_hooks, hook)

    def set_state_dict(
        self, state_dict: Mapping[str, Any], use_structured_name: bool = True
    ) -> tuple[list[str], list[str]]:
        """Write values (Tensors or arrays) to parameters and buffers; return (missing, unexpected) names.

        A value of another shape is skipped with a warning, as in Paddle. use_structured_name=False uses the names of
        the parameters. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/Layer_en.html
        """
        if not isinstance(state_dict, Mapping):
            raise UsageError(f"set_state_dict takes a dict, not {type(state_dict).__name__}")
        own = self.state_dict(use_hook=False)
        used: set[str] = set()
        missing: list[str] = []
        for key, target in own.items():
            name = key if use_structured_name else target.name
            if name not in state_dict:
                missing.append(key)
                _skip(f"the state dict has no {name!r}.", key)
                continue
            used.add(name)
            value = _host(state_dict[name])
            if list(value.shape) != list(target.shape):
                missing.append(key)
                _skip(
                    f"the value of {name} has the shape {list(value.shape)}, but the layer needs the shape "
                    f"{list(target.shape)}.",
                    key,
                )
                continue
            _load(target, value)
        return missing, [name for name in state_dict if name not in used]

    set_dict = set_state_dict
    load_dict = set_state_dict

    # --- dtype and place ----------------------------------------------------------------------------

    def to(self, device: Any = None, dtype: Any = None, blocking: bool | None = None) -> Self:
        """Move all parameters and buffers to a place, and convert floating ones to a dtype, in place.

        Raises UnsupportedError in static mode, and DTypeError for an invalid dtype.
        """
        if blocking is not None and not isinstance(blocking, bool):
            raise ModeError("blocking must be True, False or None", facts={"given": repr(blocking)})
        return self._moved(device, dtype, ())

    def _moved(self, device: Any, dtype: Any, excluded: tuple[type, ...]) -> Self:
        if device is None and dtype is None:
            return self
        if mode.static:
            raise UnsupportedError(
                "a layer of a program cannot be moved",
                fix="build the layer with the dtype, or run the program on another place",
            )
        kind = None if dtype is None else as_dtype(dtype)
        place = None if device is None else as_place(device)
        if kind is not None and kind.kind != "f":
            raise DTypeError(f"a layer cannot have the dtype {kind.name}", fix="pass float16, float32 or float64")
        for layer in self.sublayers(include_self=True):
            if isinstance(layer, excluded):
                continue
            for value in (*layer._parameters.values(), *layer._buffers.values()):
                if value is not None:
                    wanted = kind if value.dtype.kind == "f" else None
                    value.become(wanted, place) if isinstance(value, Parameter) else moved(value, wanted, place)
            if kind is not None:
                layer._dtype = kind.name
        return self

    def astype(self, dtype: Any = None) -> Self:
        """Convert all floating parameters and buffers to another dtype, in place."""
        return self._moved(None, dtype, ())

    def float(self, excluded_layers: Any = None) -> Self:
        """Call astype("float32"), but not for layers of the given classes."""
        return self._moved(None, "float32", _classes(excluded_layers))

    def float16(self, excluded_layers: Any = None) -> Self:
        """Call astype("float16"), but not for layers of the given classes (None: batch norms)."""
        excluded = self._kept_in_float32() if excluded_layers is None else _classes(excluded_layers)
        return self._moved(None, "float16", excluded)

    def bfloat16(self, excluded_layers: Any = None) -> Self:
        """Raise an error. NumPy does not have bfloat16."""
        raise UnsupportedError(
            "bfloat16 is not supported, because NumPy has no such dtype", fix="use float16() or float()"
        )

    def _kept_in_float32(self) -> tuple[type, ...]:
        return tuple({type(layer) for layer in self.sublayers(include_self=True) if layer.keeps_float32})


def _classes(given: Any) -> tuple[type, ...]:
    found: tuple[Any, ...] = () if given is None else tuple(given) if isinstance(given, list | tuple) else (given,)
    if not all(isinstance(c, type) for c in found):
        raise UsageError(
            "excluded_layers should be a class of layers, or a list of classes",
            fix="pass classes, such as nn.LayerNorm",
        )
    return found


def _load(target: Any, value: Any) -> None:
    array = value.astype(target.dtype.dtype, copy=False)
    if isinstance(target, Variable):
        global_scope().var(target.name).get_tensor().set(array)
    else:
        target.set_value(array)


def _skip(why: str, key: str) -> None:
    warnings.warn(OpscopeWarning(f"Skip loading for {key}. {why}"), stacklevel=4)
