"""Variable and Parameter: the named values of a program."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from opscope.core.dtype import DType
from opscope.core.source import Call, Site, calling, site, site_of
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.core.variable_kinds import SELECTED_ROWS, VarKind
from opscope.errors import ModeError, UnsupportedError, UsageError
from opscope.ir.bounds import cut
from opscope.ir.variable_surface import GRAD, VariableSurface
from opscope.ops.methods import TensorOperators
from opscope.ops.registry import REGISTRY, Attrs, Op

if TYPE_CHECKING:
    from opscope.ir.program import Block, Operator, Program


class Variable(VariableSurface, TensorOperators):
    """A named value of a block: what is known of it before it exists.

    `shape` has -1 for unknown dims; `spec` has None. Arithmetic and methods append operators to the
    variable's program.
    """

    def __init__(
        self,
        block: Block,
        name: str,
        spec: TensorSpec,
        *,
        stop_gradient: bool = False,
        persistable: bool = False,
        is_data: bool = False,
        lod_level: int = 0,
    ) -> None:
        self.block = block
        self.name = name
        self.spec = spec
        self.stop_gradient = stop_gradient
        self._persistable = persistable
        self.is_data = is_data
        self.need_check_feed = is_data  # whether what is fed must have the declared shape
        self.lod_level = lod_level
        self.kind: VarKind | None = None  # of what is no tensor: SELECTED_ROWS, STRINGS; programs only declare it
        self.belong_to_optimizer = False
        self.tensor_array = False  # True for what create_array makes: elements along the first dim
        self.detached = False  # True where somebody has said that no gradient passes
        self.call: Call | Site | None = calling()
        self.op: Operator | None = None

    @property
    def site(self) -> Site | None:
        """The user's line that made it."""
        return site_of(self.call)

    def known(self) -> Any:
        """The array that it always holds, where one operator makes it of a constant; else None."""
        maker = self.op
        if maker is None or maker.op.name not in ("full", "assign_value") or self.name in self.block.rewritten:
            return None
        attrs, kind = maker.attrs, self.dtype.dtype
        if maker.op.name == "full":
            return np.full(attrs["shape"], attrs["fill_value"], kind)
        return np.asarray(attrs["values"], kind)

    @property
    def shape(self) -> tuple[int, ...]:
        """Dims; -1 where unknown."""
        return tuple(-1 if d is None else d for d in self.spec.shape)

    @property
    def dtype(self) -> DType:
        """The data type."""
        return self.spec.dtype

    @property
    def persistable(self) -> bool:
        """True if the value stays in the scope between runs."""
        return self._persistable

    @persistable.setter
    def persistable(self, value: bool) -> None:
        self._persistable = value
        self.program.touch()  # plans know what is loaded and stored

    @property
    def ndim(self) -> int:
        """Number of dims."""
        return len(self.spec.shape)

    def __getitem__(self, item: Any) -> Any:
        return TensorOperators.__getitem__(*cut(self, item))

    def clone(self) -> Any:
        """A copy; gradients flow back to this variable."""
        return REGISTRY["assign"](self)

    def detach(self) -> Any:
        """A copy that stops gradients. Raises ModeError (an AssertionError) for what is no tensor."""
        if self.kind is not None and self.kind != SELECTED_ROWS:
            raise ModeError("only support a variable with SELECTED_ROWS or LOD_TENSOR to be detached", site=site())
        out = REGISTRY["assign"](self)
        out.stop_gradient = out.detached = True
        return out

    def dim(self) -> int:
        """Number of dims."""
        return self.ndim

    ndimension = dim

    @property
    def program(self) -> Program:
        """The program that the variable belongs to."""
        return self.block.program

    def __apply_op__(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        block = next(v for v in inputs if isinstance(v, Variable)).program.current_block()
        return block.append(op, inputs, attrs).result()

    def backward(self, *_: object, **__: object) -> None:
        """Refused: static variables have no tape."""
        raise ModeError(
            "We only support 'backward()' in dynamic graph mode, please call 'paddle.disable_static()' to enter "
            "dynamic graph mode.",
            site=site(),
            fix="in static mode use append_backward, gradients or optimizer.minimize",
        )

    def __bool__(self) -> bool:
        if self.program.capture is None:
            return True  # `if var:` never fails in Paddle
        raise UnsupportedError(
            f"{self.name} decides an if, while, and, or or not of Python, and has no value while it is traced",
            facts={self.name: self.spec},
            site=site(),
            fix="use paddle.static.nn.cond or while_loop, or paddle.logical_and and its like; or leave the function "
            "eager with paddle.jit.not_to_static",
        )

    def __len__(self) -> int:
        raise UsageError(f"object of type 'Variable' has no len() ({self.name})", fix=f"use {self.name}.shape")

    def __float__(self) -> float:
        raise UsageError(
            f"{self.name} has no value before the program runs", fix="fetch it with exe.run(fetch_list=[...])"
        )

    def __iter__(self) -> Iterator[Any]:
        raise UsageError(f"{self.name} cannot be iterated over", fix="index it, or split() it")

    def __repr__(self) -> str:
        kind = "persist " if self.persistable else ""
        return (
            f"{kind}var {self.name} : LOD_TENSOR.shape{_tuple(self.shape)}.dtype({self.dtype.name})"
            f".stop_gradient({self.stop_gradient})"
        )


def _by_sign(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method of one of Python's operators: its results are called tmp_N, as Paddle calls them."""

    @functools.wraps(method)
    def sign(self: Variable, *other: Any) -> Any:
        kept, names.signs = names.signs, True
        try:
            return method(self, *other)
        finally:
            names.signs = kept

    return sign


_BINARY = ("add", "sub", "mul", "truediv", "div", "floordiv", "mod", "pow", "matmul")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_REVERSED = tuple(f"r{name}" for name in _BINARY)
for _name in (*(f"__{n}__" for n in (*_BINARY, *_REVERSED, *_COMPARISONS, "neg")), "astype"):
    setattr(Variable, _name, _by_sign(getattr(Variable, _name)))


class Parameter(Variable):
    """A persistable variable that optimizers update.

    Raises UsageError for options that there are none of, UnsupportedError for is_distributed=True.
    """

    is_parameter = True
    is_distributed = False

    def __init__(self, block: Block, name: str, spec: TensorSpec, *, trainable: bool = True, **options: Any) -> None:
        super().__init__(block, name, spec, persistable=True, stop_gradient=not trainable)
        self.trainable = trainable
        rate = options.pop("learning_rate", 1.0)
        self.optimize_attr: dict[str, float] = dict(options.pop("optimize_attr", None) or {"learning_rate": rate})
        self.regularizer = options.pop("regularizer", None)
        self.need_clip = options.pop("need_clip", True)
        self.do_model_average: bool | None = options.pop("do_model_average", None)
        self.belong_to_optimizer = options.pop("belong_to_optimizer", False)
        if options.pop("is_distributed", False):
            raise UnsupportedError("a parameter is in one place: is_distributed=True", site=site(), fix="leave it out")
        if options:
            raise UsageError(f"Parameter does not take {', '.join(options)}")

    def __repr__(self) -> str:
        kind = "persist trainable param" if self.trainable else "persist param"
        return (
            f"{kind} {self.name} : LOD_TENSOR.shape{_tuple(self.shape)}.dtype({self.dtype.name})"
            f".stop_gradient({self.stop_gradient})"
        )


def _tuple(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(str(d) for d in shape) + ("," if len(shape) == 1 else "") + ")"


__all__ = ["GRAD", "Parameter", "Variable"]
