"""Op and @op: one decorated kernel is the whole definition of an operator.

A kernel is `def name(xp, x, y, *rest, attr=...)`: after the array library come the inputs (a default of
None makes one optional, `*rest` is variadic), then the attributes, keyword-only. A second parameter called
`rng` asks for the run's random stream. Beside it stand its outputs, shape rule, gradient, samples and dtypes.

Calling an Op asks its arguments for `__apply_op__`: a Variable appends an Operator, a Tensor runs the kernel
and records a tape node, a plain array just runs. There is no dispatcher to extend.
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

from opscope.core import place, random, state
from opscope.core.source import site
from opscope.core.spec import spec_of
from opscope.core.strict import caution
from opscope.errors import ArgumentError, DTypeError, NotFound, OpscopeWarning, UsageError
from opscope.ops.infer import BROADCASTING
from opscope.ops.signature import Attrs, Signature

Infer = Callable[..., Any]
Rule = Callable[..., Any]

# That log(0) divides by zero NumPy says of a line of opscope's, which helps nobody; Paddle is silent. Values that are
# not finite are what a session looks for, and FLAGS_check_nan_inf.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"opscope\.")


class Sample(NamedTuple):
    """One call that the laws of the test suite make: arrays in, attributes beside them."""

    args: tuple[Any, ...]
    attrs: Attrs = {}  # noqa: RUF012 (never written to)
    smooth: bool = True  # False where finite differences would cross a kink


class Kept(NamedTuple):
    """Which values (by position) a backward step reads: the layout of a grad op's inputs."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    douts: tuple[int, ...]


class Forward(NamedTuple):
    """What a grad op is the gradient of: `n_in` inputs and `n_out` outputs of `op`, with respect to those at `wrt`."""

    op: Op
    wrt: tuple[int, ...]
    n_in: int
    n_out: int
    kept: Kept


class Op(Signature):
    """An operator. Call it with arrays, Tensors or Variables; all else about it can be asked."""

    def __init__(
        self,
        kernel: Callable[..., Any],
        *,
        infer: Infer,
        vjp: Mapping[str, Rule] | Rule | None = None,
        outputs: Sequence[str] = ("out",),
        samples: Callable[[], list[Sample]] | None = None,
        name: str = "",
        kinds: str | Mapping[str, str] = "",
        checked: bool = False,
    ) -> None:
        super().__init__(kernel, name or kernel.__name__, kinds)
        self.infer = self._admitting(infer) if self.kinds else infer
        if checked:
            self.kernel = _checked(kernel, self.infer, first=1 if self.random else 0)
        self.samples = samples
        self.outputs = tuple(outputs)
        self.kernels: dict[str, Callable[..., Any]] = {}
        self.opaque = False  # True where the kernel calls the user's Python
        self.function: Callable[..., Any] | None = None  # the user's callable, of an opaque op
        self.pullbacks: dict[Any, Any] = {}  # made by `rules` and kept here, to live as long as the op
        self.forward: Forward | None = None  # of a grad op: what it is the gradient of
        self.evaluate: Callable[[Sequence[Any], Attrs], list[Any]] | None = None  # of a grad op: its rule
        self.__name__ = self.name
        self.__doc__ = kernel.__doc__
        self.__module__ = kernel.__module__
        self._only_inputs = -1 if self.variadic else len(self.inputs)  # how many arguments leave nothing to sort out
        self.joint: Rule | None = vjp if callable(vjp) else None
        self.rules: dict[str, Rule] = {} if vjp is None or callable(vjp) else dict(vjp)
        self.needs = {name: self._parameters(rule) for name, rule in self.rules.items()}
        self.joint_needs = self._parameters(self.joint) if self.joint else ()
        rules = [self.joint] if self.joint else self.rules.values()
        self._may_miss = {n for rule in rules for n in _defaulted(rule) if n[0] == "d"}

    def _parameters(self, rule: Rule) -> tuple[str, ...]:
        """What a rule names is what backward keeps; a name that does not exist fails here, at import."""
        names = rule.__code__.co_varnames[: rule.__code__.co_argcount]
        outputs = [o.removeprefix("*") for o in self.outputs]
        known = {*self.inputs, self.variadic, *self.attrs, *outputs, *(f"d{o}" for o in outputs), "attrs"}
        if unknown := [n for n in names if n not in known]:
            raise UsageError(f"{self.name}: a gradient rule names {unknown}, which is no input, output or attribute")
        return names

    @property
    def variadic_out(self) -> bool:
        """True if the kernel returns a list of any length."""
        return self.outputs[0].startswith("*")

    @property
    def differentiable(self) -> bool:
        """True if any input has a gradient."""
        return self.joint is not None or bool(self.rules)

    def output_name(self, position: int) -> str:
        """The name of the output at a (flattened) position."""
        return self.outputs[0][1:] if self.variadic_out else self.outputs[position]

    def needs_zeros(self, position: int) -> bool:
        """True if a missing gradient of this output must become zeros: a rule names it, without a default of None."""
        name = f"d{self.output_name(position)}"
        return name not in self._may_miss and (name in self.joint_needs or any(name in n for n in self.needs.values()))

    def has_gradient(self, position: int) -> bool:
        """True if the input at a (flattened) position can receive a gradient."""
        return self.joint is not None or self.input_name(position) in self.rules

    def kernel_for(self, xp: ModuleType) -> Callable[..., Any]:
        """The kernel with `xp` (and, when random, still to come `rng`) bound."""
        return functools.partial(self.kernels.get(xp.__name__, self.kernel), xp)

    def override(self, library: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorator: another kernel for one array library, e.g. `@conv2d.override("cupy")`."""

        def register(kernel: Callable[..., Any]) -> Callable[..., Any]:
            self.kernels[library] = kernel
            return kernel

        return register

    def _admitting(self, infer: Infer) -> Infer:
        """The shape rule, which refuses what the kernel cannot compute with."""

        @functools.wraps(infer)
        def admitting(*specs: Any, **attrs: Any) -> Any:
            self.admit(specs, DTypeError)
            return infer(*specs, **attrs)

        if infer in BROADCASTING:
            BROADCASTING.add(admitting)
        return admitting

    # --- calling ------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not kwargs and len(args) == self._only_inputs:
            return self.on(args, {})
        if kwargs and kwargs.get("name") is not None:
            with state.names.calling(kwargs.pop("name"), self):
                return self(*args, **kwargs)
        return self.on(*self.bind(args, kwargs))

    def on(self, inputs: tuple[Any, ...], attrs: Attrs) -> Any:
        """The call with inputs and attributes told apart: `op.on((x,), {"axis": 0})` is `op(x, axis=0)`."""
        for value in inputs:
            apply = getattr(value, "__apply_op__", None)
            if apply is not None:
                return apply(self, inputs, attrs)
        source = sources.get(state.mode.static)
        if source is None or any(map(place.is_array, inputs)):
            return self.run(inputs, attrs)
        if (opened := self.opened(inputs)) is not None:
            return self.on(opened, attrs)
        if (stranger := self.stranger(inputs)) is not None:
            raise stranger
        return source(self, inputs, attrs)

    def opened(self, inputs: Sequence[Any]) -> tuple[Any, ...] | None:
        """The inputs with the first of each tuple of Tensors in its place, which warns; None if there is no tuple.

        That is what Paddle does in dygraph without a word, and what some models live from.
        """
        found = [i for i, v in enumerate(inputs) if type(v) is tuple and v and hasattr(v[0], "__apply_op__")]
        if not found or state.mode.static:
            return None
        caution(
            OpscopeWarning(
                f"{self.name}(): argument '{self.input_name(found[0])}' (position {found[0]}) is a tuple, of which the "
                "first Tensor is taken", site=site(), fix="pass that Tensor",
            )
        )  # fmt: skip
        return tuple(v[0] if i in found else v for i, v in enumerate(inputs))

    def stranger(self, inputs: Sequence[Any], numbers: bool = True) -> ArgumentError | None:
        """The error for the first input that no interpreter takes: a string, a list, an object; a number if so said."""
        plain = (int, float, complex) if numbers else ()
        for position, value in enumerate(inputs):
            if value is not None and not isinstance(value, plain) and not place.is_array(value):
                return ArgumentError(
                    f"{self.name}(): argument '{self.input_name(position)}' (position {position}) must be Tensor, "
                    f"but got {type(value).__name__}",
                    site=site(),
                    fix="make it one with paddle.to_tensor(...)",
                )
        return None

    def run(self, inputs: Sequence[Any], attrs: Attrs, rng: random.Generator | None = None) -> Any:
        """Run the kernel on plain arrays (and Python scalars); arrays out, never scalars."""
        if self.kinds and not self.fits(inputs):
            self.admit(inputs, NotFound)
        # every op asks: where nobody imported cupy, what there is must be NumPy's
        xp: Any = np if inputs and "cupy" not in sys.modules else place.library(inputs)
        kernel = self.kernels.get(xp.__name__, self.kernel) if self.kernels else self.kernel
        if self.random:
            inputs = (rng or random.default, *inputs)
        out = kernel(xp, *inputs, **attrs) if attrs else kernel(xp, *inputs)
        if xp is np and type(out) is np.ndarray:
            return out
        return [xp.asarray(o) for o in out] if isinstance(out, list | tuple) else xp.asarray(out)

    def __repr__(self) -> str:
        return f"<op {self.name}{self.__signature__}>"


def _checked(kernel: Callable[..., Any], infer: Infer, first: int) -> Callable[..., Any]:
    """The kernel behind its shape rule; its inputs begin after a random stream, if it takes one."""

    @functools.wraps(kernel)
    def checked(xp: Any, *inputs: Any, **attrs: Any) -> Any:
        infer(*map(spec_of, inputs[first:]), **attrs)
        return kernel(xp, *inputs, **attrs)

    return checked


def _defaulted(rule: Rule) -> tuple[str, ...]:
    names = rule.__code__.co_varnames[: rule.__code__.co_argcount]
    return names[len(names) - len(rule.__defaults__ or ()) :]


@dataclass
class Registry:
    """All ops by name."""

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
        """Register an op; a name is given once."""
        if new.name in self.ops:
            raise UsageError(f"an op called {new.name} exists already")
        self.ops[new.name] = new
        self.public.setdefault(new.name, new)
        return new


REGISTRY = Registry()

# Who interprets an op that has no tensor among its inputs (full, uniform): by static mode, set by ir and eager.
sources: dict[bool, Callable[[Op, tuple[Any, ...], Attrs], Any]] = {}


def op(
    *,
    infer: Infer,
    vjp: Mapping[str, Rule] | Rule | None = None,
    outputs: Sequence[str] = ("out",),
    samples: Callable[[], list[Sample]] | None = None,
    kinds: str | Mapping[str, str] = "",
    checked: bool = False,
) -> Callable[[Callable[..., Any]], Op]:
    """Register the decorated kernel as an operator of its own name.

    kinds: NumPy's letters (b, i, u, f, c) of the dtypes that its inputs may have, for all of them or by input name;
    where nothing is said any dtype is taken, and the laws try them all.
    checked: the shape rule looks at the values first, where NumPy would compute something of shapes that do not fit.
    """

    def register(kernel: Callable[..., Any]) -> Op:
        return REGISTRY.add(
            Op(kernel, infer=infer, vjp=vjp, outputs=outputs, samples=samples, kinds=kinds, checked=checked)
        )

    return register
