"""Paddle's methods of Variable: value in a scope, type of variable, and methods that only eager tensors support."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.dtype import DType
from opscope.core.rich_display import RichDisplay
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.variable_kinds import LOD_TENSOR, LOD_TENSOR_ARRAY, VarKind
from opscope.errors import ModeError, OpscopeWarning, RunError, UsageError
from opscope.ir import value_store
from opscope.ir.compat.desc import VarDesc
from opscope.ir.compat.operator_methods import check_flag
from opscope.ir.compat.user_attrs import UserAttrs
from opscope.ops.registry import REGISTRY

GRAD = "@GRAD"

# implementations of methods in modules that import this one, by method name
LATE_BOUND: dict[str, Callable[..., Any]] = {}


class PaddleVariableMethods(RichDisplay, UserAttrs):
    """Paddle's methods of Variable, as a mixin."""

    _display = "variable"

    name: str
    spec: Any
    shape: Any
    block: Any
    is_tensor_array: bool
    kind: VarKind | None
    is_parameter = False

    @property
    def type(self) -> VarKind:
        """The declared type of the variable. By default, this is LOD_TENSOR, or LOD_TENSOR_ARRAY for a tensor array."""
        return self.kind or (LOD_TENSOR_ARRAY if self.is_tensor_array else LOD_TENSOR)

    def set_kind(self, kind: VarKind) -> None:
        """Declare another type of the variable."""
        self.is_tensor_array = kind == LOD_TENSOR_ARRAY
        self.kind = None if kind in (LOD_TENSOR, LOD_TENSOR_ARRAY) else kind

    @property
    def desc(self) -> VarDesc:
        """The variable as an object of Paddle's C++ side."""
        return VarDesc(self)

    @property
    def grad_name(self) -> str:
        """The name of the gradient: `x@GRAD`."""
        return self.name + GRAD

    def __setitem__(self, index: object, value: object) -> None:
        """Raise an error, because the program would not record the operation."""
        raise RunError(
            "In static mode, the __setitem__ (looks like: x[indices] = values) should not be used. Please use "
            "x = paddle.static.setitem(x, indices, values)", site=site(),
        )  # fmt: skip

    def size(self) -> Any:
        """The number of elements, as a Variable because it may be unknown until the program runs."""
        return REGISTRY["numel"](self)

    def element_size(self) -> int:
        """Bytes of one element."""
        dtype: DType = self.spec.dtype
        return dtype.itemsize

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The variable as a line of text. With with_details, the text has the user's line that made the variable."""
        check_flag(throw_on_error, "throw_on_error")
        check_flag(with_details, "with_details")
        made: Any = self.site if with_details else None  # type: ignore[attr-defined]
        return repr(self) + (f"  // {made.where}" if made else "")

    def _to_readable_code(self) -> str:
        return repr(self)

    # --- values -------------------------------------------------------------------------------------

    def get_value(self, scope: Any = None) -> Any:
        """A copy of the value in the scope, as a DenseTensor.

        Raises ArgumentError if the startup program has not run yet.
        """
        return value_store.read(self.name, scope)

    def set_value(self, value: Any, scope: Any = None) -> None:
        """Replace the value in the scope by a value of the same shape.

        Raises UsageError if `value` is not an array or a tensor. Raises ArgumentError if its shape is different, or if
        the startup program has not run yet.
        """
        value_store.write(self.name, value, self.spec.shape, scope)

    def item(self) -> Any:
        """Return the variable itself, which has at most one dim. Code for both modes can thus call `loss.item()`."""
        if len(self.spec.shape) > 1:
            raise UsageError(f"Required input var should be 1-D Variable, but received {self.shape}", site=site())
        return self

    def cpu(self) -> Any:
        """Return the variable itself, because the executor chooses its device."""
        return self

    def cuda(self, device_id: int | None = None, blocking: bool = True) -> Any:
        """Return the variable itself, because the executor chooses its device."""
        return self

    @property
    def place(self) -> None:
        """Return None, because the executor chooses the device."""
        warn(
            OpscopeWarning(
                "Variable do not have 'place' interface for static graph mode, try not to use it. "
                "None will be returned.",
                site=site(),
                fix="ask the Executor for its place",
            ),
            stacklevel=3,
        )

    def append(self, var: Any) -> None:
        """Append an element to a tensor array. Raises UsageError for other variables."""
        LATE_BOUND["append"](self, var)

    def pop(self, index: int = -1) -> Any:
        """Remove the element at `index` from a tensor array and return it. Raises UsageError for other variables."""
        return LATE_BOUND["pop"](self, index)

    def register_hook(self, hook: Callable[[Any], Any]) -> None:
        """Call hook(gradient) with an array in backward. If the result is not None, it replaces the gradient."""
        LATE_BOUND["register_hook"](self, hook)

    def numpy(self) -> Any:
        """Raise an error, because there is no value before the program runs."""
        raise _only_eager("numpy")

    def gradient(self) -> Any:
        """Raise an error. Fetch the variable `grad_name` instead."""
        raise _only_eager("gradient")

    def clear_gradient(self) -> None:
        """Raise an error, because programs do not store gradients."""
        raise _only_eager("clear_gradient")

    def tolist(self) -> Any:
        """Raise an error, because there is no value before the program runs."""
        raise _only_eager("tolist")

    def __getattr__(self, name: str) -> Any:
        # in programs `x.exp_()` means `x.exp()`, as in Paddle
        function = REGISTRY.public.get(name[:-1]) if name.endswith("_") and not name.startswith("_") else None
        if function is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

        def method(*args: Any, **kwargs: Any) -> Any:
            warn(
                OpscopeWarning(
                    f"In static graph mode, {name}() is the same as {name[:-1]}() and does not perform inplace "
                    "operation.",
                    site=site(),
                    fix=f"use the result of {name[:-1]}()",
                ),
                stacklevel=3,
            )
            return function(self, *args, **kwargs)

        return method


def _only_eager(name: str) -> ModeError:
    return ModeError(
        f"'Variable.{name}' only can be called by `paddle.Tensor` in dynamic graph mode. Suggestions: if you are in "
        "static graph mode, you can switch to dynamic graph mode by turning off `paddle.enable_static()` or calling "
        "`paddle.disable_static()`.",
        site=site(),
        fix="fetch the variable with exe.run(fetch_list=[...])",
    )
