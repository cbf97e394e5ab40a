"""Op and @op: a decorated kernel is the whole definition of an operator.

A kernel is `def name(xp, x, y, *rest, attr=...)`. The array library comes first, then the inputs, then the attributes,
which are keyword-only. An input with the default None is optional; `*rest` is variadic. A second parameter called
`rng` requests the run's random stream. The decorator's arguments are the outputs, shape rule, gradient, samples and
dtypes.

A call of an Op reads `__apply_op__` of its arguments. For a Variable, it appends an Operator. For a Tensor, it runs the
kernel and records a tape node. For a plain array, it only runs the kernel. There is no dispatcher to extend.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from opscope.core import place, public_calls, random, state
from opscope.core.annotations import Array, ArrayModule
from opscope.core.source import site
from opscope.core.spec import spec_of
from opscope.core.strict import warn
from opscope.core.tracebacks import hide_frames
from opscope.errors import ArgumentError, DTypeError, NotFound, OpscopeWarning, UsageError
from opscope.ops.infer import BROADCASTING
from opscope.ops.signature import Attrs, Signature

Infer = Callable[..., Any]
Vjp = Callable[..., Any]

# NumPy would report log(0) for a line of opscope, which helps no user; Paddle is silent. Sessions and
# FLAGS_check_nan_inf find values that are not finite.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"opscope\.")


class Sample(NamedTuple):
    """Call for the laws of the test suite: arrays as inputs, and attributes."""

    args: tuple[Any, ...]
    attrs: Attrs = {}  # noqa: RUF012 (never written to)
    smooth: bool = True  # False where finite differences would cross a kink


class Residuals(NamedTuple):
    """Values (by position) that a backward step reads; they are also the inputs of a grad op, in this order."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    douts: tuple[int, ...]


class ForwardCall(NamedTuple):
    """Forward call of a grad op: `n_in` inputs and `n_out` outputs of `op`; gradients are for the inputs at `wrt`."""

    op: Op
    wrt: tuple[int, ...]
    n_in: int
    n_out: int
    residuals: Residuals


class Op(Signature):
    """Operator. You can call it with arrays, Tensors or Variables; its attributes describe it."""

    own_type = ""  # the type of its operators, where that is not Paddle's
    library = ""  # the library whose op it is; "" for Paddle's and opscope's own
    is_computed_here = True  # False for an op of another library, which the kernel does not compute
    reads_elements = True  # False if it reads the shapes and dtypes of its inputs alone
    writes_first_input = False  # True if its result is the first input, which it has written to
    writes_inputs = False  # True if it writes to one of its inputs, or several
    makes_memory = False  # True if its results are known to have memory of their own

    def __init__(
        self,
        kernel: Callable[..., Any],
        *,
        infer: Infer,
        vjp: Mapping[str, Vjp] | Vjp | None = None,
        outputs: Sequence[str] = ("out",),
        samples: Callable[[], list[Sample]] | None = None,
        name: str = "",
        dtype_kinds: str | Mapping[str, str] = "",
        check_shapes: bool = False,
    ) -> None:
        super().__init__(kernel, name or kernel.__name__, dtype_kinds)
        self.infer = self._with_dtype_check(infer) if self.dtype_kinds else infer
        if check_shapes:
            self.kernel = _with_shape_check(kernel, self.infer, first=1 if self.random else 0)
        self.samples = samples
        self.outputs = tuple(outputs)
        self.kernels: dict[str, Callable[..., Any]] = {}
        self.opaque = False  # True where the kernel calls the user's Python
        self.function: Callable[..., Any] | None = None  # the user's callable, of an opaque op
        self.pullbacks: dict[Any, Any] = {}  # made by `rules` and kept here, to live as long as the op
        self.grad_ops: dict[Any, Op] = {}  # likewise, made by `grad_ops`
        self.forward: ForwardCall | None = None  # of a grad op: what it is the gradient of
        self.evaluate: Callable[[Sequence[Any], Attrs], list[Any]] | None = None  # of a grad op: its rule
        self.meaning = self.name  # the op whose conditions of NaN and Inf are those of this one
        self.__name__ = self.name
        self.__doc__ = kernel.__doc__
        self.__module__ = kernel.__module__
        self._input_count = -1 if self.variadic else len(self.inputs)  # so many positional arguments need no binding
        # takes two values, makes one of them and of nothing else, with the one kernel for NumPy
        self.is_binary = self._input_count == 2 and len(self.outputs) == 1 and not (self.variadic_out or self.random)
        self.joint_vjp: Vjp | None = vjp if callable(vjp) else None
        self.vjps: dict[str, Vjp] = {} if vjp is None or callable(vjp) else dict(vjp)
        self.vjp_params = {name: self._vjp_params(rule) for name, rule in self.vjps.items()}
        self.joint_vjp_params = self._vjp_params(self.joint_vjp) if self.joint_vjp else ()
        rules = [self.joint_vjp] if self.joint_vjp else self.vjps.values()
        self._optional_douts = {n for rule in rules for n in _optional_params(rule) if n[0] == "d"}

    def _vjp_params(self, rule: Vjp) -> tuple[str, ...]:
        """Return the parameters of a gradient rule: the values that backward keeps.

        An unknown name is an error at import.
        """
        names = rule.__code__.co_varnames[: rule.__code__.co_argcount]
        outputs = [o.removeprefix("*") for o in self.outputs]
        known = {*self.inputs, self.variadic, *self.attrs, *outputs, *(f"d{o}" for o in outputs), "attrs"}
        if unknown := [n for n in names if n not in known]:
            raise UsageError(
                f"{self.name}: a gradient rule refers to {unknown}, which is not an input, output or attribute"
            )
        return names

    @property
    def variadic_out(self) -> bool:
        """True if the kernel returns a list of any length."""
        return self.outputs[0].startswith("*")

    @property
    def differentiable(self) -> bool:
        """True if any input has a gradient."""
        return self.joint_vjp is not None or bool(self.vjps)

    def output_name(self, position: int) -> str:
        """Return the name of the output at a (flattened) position."""
        return self.outputs[0][1:] if self.variadic_out else self.outputs[position]

    def needs_zeros(self, position: int) -> bool:
        """Return True if zeros must replace a missing gradient of this output.

        This is the case if a rule has a parameter for this gradient, and the parameter has no default None.
        """
        name = f"d{self.output_name(position)}"
        return name not in self._optional_douts and (
            name in self.joint_vjp_params or any(name in n for n in self.vjp_params.values())
        )

    def has_gradient(self, position: int) -> bool:
        """Return True if the input at a (flattened) position can receive a gradient."""
        return self.joint_vjp is not None or self.input_name(position) in self.vjps

    def kernel_for(self, xp: ModuleType) -> Callable[..., Any]:
        """Return the kernel with `xp` bound; a random kernel still needs `rng`."""
        return functools.partial(self.kernels.get(xp.__name__, self.kernel), xp)

    def override(self, library: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorator for the kernel of one array library, such as `@conv2d.override("cupy")`."""

        def register(kernel: Callable[..., Any]) -> Callable[..., Any]:
            self.kernels[library] = kernel
            self.is_binary = self.is_binary and library != "numpy"
            return kernel

        return register

    def _with_dtype_check(self, infer: Infer) -> Infer:
        """Return the shape rule with a check of the dtypes before it."""

        @functools.wraps(infer)
        def checked_infer(*specs: Any, **attrs: Any) -> Any:
            self.check_dtypes(specs, DTypeError)
            return infer(*specs, **attrs)

        if infer in BROADCASTING:
            BROADCASTING.add(checked_infer)
        return checked_infer

    # --- calling ------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if not kwargs and len(args) == self._input_count:
                apply = getattr(args[0], "__apply_op__", None) if args else None
                return self.apply(args, {}) if apply is None else apply(self, args, {})
            if kwargs and kwargs.get("name") is not None:
                with state.names.naming(kwargs.pop("name"), self):
                    return self(*args, **kwargs)
            return self.apply(*self.bind(args, kwargs))
        except Exception as e:
            hide_frames(e)
            raise

    def apply(self, inputs: tuple[Any, ...], attrs: Attrs) -> Any:
        """Call the op with separate inputs and attributes: `op.apply((x,), {"axis": 0})` is `op(x, axis=0)`."""
        for value in inputs:
            apply = getattr(value, "__apply_op__", None)
            if apply is not None:
                return apply(self, inputs, attrs)
        if inputs and type(inputs[0]) is np.ndarray:
            return self.run(inputs, attrs)
        source = default_interpreters.get(state.mode.static)
        if source is None or any(map(place.is_array, inputs)):
            return self.run(inputs, attrs)
        if (unpack_tuples := self.unpack_tuples(inputs)) is not None:
            return self.apply(unpack_tuples, attrs)
        if (bad_argument := self.bad_argument(inputs)) is not None:
            raise bad_argument
        return source(self, inputs, attrs)

    def unpack_tuples(self, inputs: Sequence[Any]) -> tuple[Any, ...] | None:
        """Replace each tuple of Tensors in the inputs by its first Tensor, with a warning; None if there is no tuple.

        Paddle does this without a warning in dygraph mode, and some models rely on this behavior.
        """
        found = [i for i, v in enumerate(inputs) if type(v) is tuple and v and hasattr(v[0], "__apply_op__")]
        if not found or state.mode.static:
            return None
        warn(
            OpscopeWarning(
                f"{self.name}(): argument '{self.input_name(found[0])}' (position {found[0]}) is a tuple, and "
                "opscope uses its first Tensor", site=site(), fix="pass only this Tensor",
            )
        )  # fmt: skip
        return tuple(v[0] if i in found else v for i, v in enumerate(inputs))

    def bad_argument(self, inputs: Sequence[Any], allow_numbers: bool = True) -> ArgumentError | None:
        """Return the error for the first input of a wrong type; None if all inputs are valid.

        An input must be a tensor, an array or (if allowed) a number.
        """
        plain = (int, float, complex) if allow_numbers else ()
        for position, value in enumerate(inputs):
            if value is not None and not isinstance(value, plain) and not place.is_array(value):
                return ArgumentError(
                    f"{self.name}(): argument '{self.input_name(position)}' (position {position}) must be Tensor, "
                    f"but got {type(value).__name__}",
                    site=site(),
                    fix="convert it with paddle.to_tensor(...)",
                )
        return None

    def run(self, inputs: Sequence[Any], attrs: Attrs, rng: random.Generator | None = None) -> Any:
        """Run the kernel on plain arrays (and Python scalars); the results are arrays, never scalars."""
        if self.dtype_kinds and not self.accepts_fast(inputs):
            self.check_dtypes(inputs, NotFound)
        count = len(inputs)
        # every op asks: where nobody imported cupy, what there is must be NumPy's
        xp: Any = np if count and "cupy" not in sys.modules else place.common_array_module(inputs)
        kernel = self.kernels.get(xp.__name__, self.kernel) if self.kernels else self.kernel
        if self.random:
            inputs, count = (rng or random.default, *inputs), count + 1
        if attrs:
            out = kernel(xp, *inputs, **attrs)
        elif count == 2:  # Python calls a function faster whose arguments it sees
            out = kernel(xp, inputs[0], inputs[1])
        else:
            out = kernel(xp, inputs[0]) if count == 1 else kernel(xp, *inputs)
        if type(out) is np.ndarray and xp is np:
            return out
        return self.as_arrays(xp, out)

    @staticmethod
    def as_arrays(xp: ArrayModule, out: Array) -> Any:
        """Return the result of a kernel as an array or a list of arrays, without scalars."""
        return [xp.asarray(o) for o in out] if isinstance(out, list | tuple) else xp.asarray(out)

    def __repr__(self) -> str:
        return f"<op {self.name}{self.__signature__}>"


def _with_shape_check(kernel: Callable[..., Any], infer: Infer, first: int) -> Callable[..., Any]:
    """Return the kernel with its shape rule before it; its inputs begin after the random stream, if there is one."""

    @functools.wraps(kernel)
    def checked(xp: ArrayModule, *inputs: Array, **attrs: Any) -> Any:
        infer(*map(spec_of, inputs[first:]), **attrs)
        return kernel(xp, *inputs, **attrs)

    return checked


def _optional_params(rule: Vjp) -> tuple[str, ...]:
    names = rule.__code__.co_varnames[: rule.__code__.co_argcount]
    return names[len(names) - len(rule.__defaults__ or ()) :]


public_calls.ops.update((Op.__call__.__code__, Op.apply.__code__))


@dataclass
class Registry:
    """Registry of all ops by name."""

    ops: dict[str, Op] = field(default_factory=dict)
    public: dict[str, Callable[..., Any]] = field(default_factory=dict)  # ops and compositions

    def __getitem__(self, name: str) -> Op:
        return self.ops[name]

    def __contains__(self, name: object) -> bool:
        return name in self.ops

    def __iter__(self) -> Any:
        return iter(self.ops.values())

    def __len__(self) -> int:
        return len(self.ops)

    def add(self, new: Op) -> Op:
        """Register an op. Raises an error if the name exists already."""
        if new.name in self.ops:
            raise UsageError(f"an op called {new.name} exists already")
        self.ops[new.name] = new
        self.public.setdefault(new.name, new)
        return new


REGISTRY = Registry()


def broadcasts(op: Op) -> bool:
    """Return True for an op that computes element by element; the op may belong to another library."""
    meant = REGISTRY.ops.get(op.meaning, op)
    return op.infer in BROADCASTING or meant.infer in BROADCASTING


# The interpreter of an op without tensor inputs (full, uniform), by static mode; registered by ir and eager.
default_interpreters: dict[bool, Callable[[Op, tuple[Any, ...], Attrs], Any]] = {}


def op(
    *,
    infer: Infer,
    vjp: Mapping[str, Vjp] | Vjp | None = None,
    outputs: Sequence[str] = ("out",),
    samples: Callable[[], list[Sample]] | None = None,
    dtype_kinds: str | Mapping[str, str] = "",
    check_shapes: bool = False,
) -> Callable[[Callable[..., Any]], Op]:
    """Register the decorated kernel as an operator of its own name.

    dtype_kinds: NumPy's kind letters (b, i, u, f, c) of the dtypes that the inputs accept, for all inputs or by input
    name. The default accepts every dtype, and the laws of the test suite try them all.
    check_shapes: run the shape rule before the kernel, where NumPy would accept shapes that do not fit.
    """

    def register(kernel: Callable[..., Any]) -> Op:
        return REGISTRY.add(
            Op(
                kernel,
                infer=infer,
                vjp=vjp,
                outputs=outputs,
                samples=samples,
                dtype_kinds=dtype_kinds,
                check_shapes=check_shapes,
            )
        )

    return register
