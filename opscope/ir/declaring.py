"""How a Block declares variables and parameters, with what Paddle's programs say of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.core.variable_kinds import LOD_TENSOR, VarKind
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.variable import Parameter, Variable

Initializer = Callable[[Variable, Any], Any]


class Declaring:
    """Mixed into Block."""

    program: Any
    vars: Any
    declare: Any

    def create_var(
        self,
        name: str | None = None,
        shape: Sequence[int | None] | None = None,
        dtype: object = None,
        *,
        stop_gradient: bool = False,
        persistable: bool | None = None,
        is_data: bool = False,
        lod_level: int | None = None,
        type: VarKind | None = None,
        initializer: Initializer | None = None,
        need_check_feed: bool = False,
        belong_to_optimizer: bool = False,
        error_clip: None = None,
        capacity: None = None,
    ) -> Variable:
        """Declare a variable; -1 and None are unknown dims. What is not said is as it was, if the name exists.

        `initializer(variable, block)` fills it. What is fed must have the shape if need_check_feed says so, and the
        dtype in any case.
        Raises ArgumentError if the name exists with another shape, dtype, kind, lod_level or persistable;
        UnsupportedError for error_clip and capacity.
        """
        for what, value in (("error_clip", error_clip), ("capacity", capacity)):
            if value is not None:
                raise UnsupportedError(f"create_var does not support {what}", site=site(), fix="leave it out")
        name = names("_generated_var") if name is None else name
        former = self.vars.get(name)
        spec = _spec(former, shape, dtype)
        kind = type or (LOD_TENSOR if former is None else former.type)
        if former is not None:
            _same_declaration(former, spec, kind, lod_level, persistable)
            persistable = former.persistable
            lod_level = former.lod_level
        block: Any = self
        variable = Variable(
            block, name, spec, stop_gradient=stop_gradient, persistable=bool(persistable), is_data=is_data,
            lod_level=lod_level or 0,
        )  # fmt: skip
        variable.become(kind)
        variable.need_check_feed = need_check_feed
        variable.belong_to_optimizer = belong_to_optimizer
        self.declare(variable)
        if initializer is not None:
            initializer(variable, self)
        return variable

    def create_parameter(
        self,
        shape: Sequence[int] | None = None,
        dtype: object = None,
        type: VarKind | None = None,
        *,
        name: str | None = None,
        initializer: Initializer | None = None,
        stop_gradient: bool | None = None,
        persistable: bool = True,
        lod_level: int | None = None,
        **options: Any,
    ) -> Parameter:
        """Declare a parameter in the global block; `initializer(parameter, block)` fills it in this one.

        Options are trainable, optimize_attr, learning_rate, regularizer, do_model_average, need_clip, is_distributed.
        Raises ArgumentError without a shape or dtype, or for dims that are not known; UnsupportedError for kinds and
        parameters of other forms.
        """
        if shape is None or dtype is None:
            raise ArgumentError(
                f"The {'shape' if shape is None else 'dtype'} of Parameter should not be None", site=site()
            )
        sizes = tuple(int(d) for d in shape)
        if any(d < 0 for d in sizes):
            raise ArgumentError(
                f"Each dimension of shape for Parameter must be greater than 0, but received {list(shape)}", site=site()
            )
        if type not in (None, LOD_TENSOR) or not persistable or lod_level:
            raise UnsupportedError("a parameter is a persistable tensor without LoD", site=site(), fix="use create_var")
        home = self.program.global_block()
        name = names("_generated_var") if name is None else name
        parameter: Parameter = home.declare(Parameter(home, name, TensorSpec(sizes, as_dtype(dtype)), **options))
        if stop_gradient is not None:
            parameter.stop_gradient = stop_gradient
        if initializer is not None:
            initializer(parameter, self)
        return parameter

    def _clone_variable(self, var: Variable, force_persistable: bool = True) -> Variable:
        """A variable of this block as `var` is in its own; persistable unless told otherwise."""
        return self.create_var(
            var.name, var.shape, var.dtype, type=var.type, stop_gradient=True if var.is_data else var.stop_gradient,
            lod_level=var.lod_level, persistable=True if force_persistable else var.persistable, is_data=var.is_data,
        )  # fmt: skip


def _spec(former: Variable | None, shape: Sequence[int | None] | None, dtype: object) -> TensorSpec:
    if shape is None:
        known = () if former is None else former.spec.shape
    else:
        known = tuple(None if d in (None, -1) else int(d) for d in shape)
    return TensorSpec(known, as_dtype(dtype or ("float32" if former is None else former.dtype)))


def _same_declaration(
    former: Variable, spec: TensorSpec, kind: VarKind, lod_level: int | None, persistable: bool | None
) -> None:
    for what, old, new in (
        ("type", former.type, kind),
        ("shape", former.spec.shape, spec.shape),
        ("data type", former.dtype, spec.dtype),
        ("lod_level", former.lod_level, former.lod_level if lod_level is None else lod_level),
        ("persistable", former.persistable, former.persistable if persistable is None else persistable),
    ):
        if old != new:
            shown: tuple[object, object] = (dims.text(old), dims.text(new)) if what == "shape" else (old, new)  # type: ignore[arg-type]
            raise ArgumentError(
                f"Variable '{former.name}' has been created before. The previous {what} is {shown[0]}, "
                f"the new {what} is {shown[1]}. They are not matched.",
                site=former.site,
                fix="choose another name, or declare it alike",
            )
