"""Op and @op: one decorated kernel is the whole definition of an operator.

A kernel is `def name(xp, x, y, *rest, attr=...)`: after the array library come the inputs (a default of
None makes one optional, `*rest` is variadic), then the attributes, keyword-only. A second parameter called
`rng` asks for the run's random stream. Beside it stand its outputs, shape rule, gradient and samples.

Calling an Op asks its arguments for `__apply_op__`: a Variable appends an Operator, a Tensor runs the kernel
and records a tape node, a plain array just runs. There is no dispatcher to extend.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from opscope.core import place, random, source, state
from opscope.errors import ArgumentError, UsageError

Attrs = dict[str, Any]
_REQUIRED: Any = inspect.Parameter.empty
Infer = Callable[..., Any]
Rule = Callable[..., Any]


class Sample(NamedTuple):
    """One call that the laws of the test suite make: arrays in, attributes beside them."""

    args: tuple[Any, ...]
    attrs: Attrs = {}  # noqa: RUF012 (never written to)
    smooth: bool = True  # False where finite differences would cross a kink


class Op:
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
    ) -> None:
        self.name = name or kernel.__name__
        self.kernel = kernel
        self.infer = infer
        self.samples = samples
        self.outputs = tuple(outputs)
        self.kernels: dict[str, Callable[..., Any]] = {}
        self.opaque = False  # True where the kernel calls the user's Python
        self.function: Callable[..., Any] | None = None  # the user's callable, of an opaque op
        self.__name__ = self.name
        self.__doc__ = kernel.__doc__
        self.__module__ = kernel.__module__
        self._read_signature(kernel)
        self.joint: Rule | None = vjp if callable(vjp) else None
        self.rules: dict[str, Rule] = {} if vjp is None or callable(vjp) else dict(vjp)
        self.needs = {name: self._parameters(rule) for name, rule in self.rules.items()}
        self.joint_needs = self._parameters(self.joint) if self.joint else ()
        rules = [self.joint] if self.joint else self.rules.values()
        self._may_miss = {n for rule in rules for n in _defaulted(rule) if n[0] == "d"}

    def _read_signature(self, kernel: Callable[..., Any]) -> None:
        # read off the code object: inspect.signature for every kernel and rule would double the import time
        code, names = kernel.__code__, kernel.__code__.co_varnames
        count, keyword_only = code.co_argcount, code.co_kwonlyargcount
        inputs = names[1:count]
        self.random = inputs[:1] == ("rng",)
        self.inputs = inputs[1:] if self.random else inputs
        defaults = kernel.__defaults__ or ()
        self.optional = self.inputs[len(self.inputs) - len(defaults) :]
        given = kernel.__kwdefaults__ or {}
        self.attrs = {n: given.get(n, _REQUIRED) for n in names[count : count + keyword_only]}
        rest = list(names[count + keyword_only :])
        self.variadic = rest.pop(0) if code.co_flags & inspect.CO_VARARGS else ""
        self.takes_any_attr = bool(code.co_flags & inspect.CO_VARKEYWORDS)

    @property
    def __signature__(self) -> inspect.Signature:
        """The public one: inputs, then attributes; without the array library and the random stream."""
        found = list(inspect.signature(self.kernel).parameters.values())[2 if self.random else 1 :]
        public = [p.replace(kind=p.POSITIONAL_OR_KEYWORD) if p.kind is p.KEYWORD_ONLY else p for p in found]
        try:
            return inspect.Signature(public)
        except ValueError:  # a required attribute after an optional input: keyword-only says the same
            return inspect.Signature(found)

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

    def input_name(self, position: int) -> str:
        """The parameter that the value at a (flattened) position belongs to."""
        return self.inputs[position] if position < len(self.inputs) else self.variadic

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

    # --- calling ------------------------------------------------------------------------------------

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[tuple[Any, ...], Attrs]:
        """(flat inputs, attributes) of a call. Raises UsageError naming the parameter."""
        if not kwargs and len(args) == len(self.inputs) and not self.variadic:
            return tuple(args), {}
        kwargs = dict(kwargs)
        kwargs.pop("name", None)
        inputs, rest = self._inputs(list(args), kwargs)
        if len(rest) > len(self.attrs) and (rest[-1] is None or isinstance(rest[-1], str)):
            rest.pop()  # Paddle's `name`, the last parameter of every function
        attrs: Attrs = dict(zip(self.attrs, rest, strict=False))
        surplus = [*(repr(r) for r in rest[len(self.attrs) :]), *(n for n in kwargs if n not in self.attrs)]
        if self.takes_any_attr:
            surplus = []
        elif twice := attrs.keys() & kwargs.keys():
            surplus = sorted(twice)
        if surplus:
            raise UsageError(
                f"{self.name}() does not take {', '.join(surplus)}", fix=f"{self.name}{self.__signature__}"
            )
        attrs.update(kwargs)
        # a scalar of NumPy would widen what it is combined with
        return tuple(inputs), {k: v.item() if isinstance(v, np.generic) else v for k, v in attrs.items()}

    def _inputs(self, rest: list[Any], kwargs: Attrs) -> tuple[list[Any], list[Any]]:
        """(inputs, the positional arguments that are left)."""
        inputs: list[Any] = []
        for name in self.inputs:
            if rest:
                inputs.append(rest.pop(0))
            elif name in kwargs:
                inputs.append(kwargs.pop(name))
            elif name in self.optional:
                inputs.append(None)
            else:
                raise UsageError(f"{self.name}() misses its input {name!r}", fix=f"{self.name}{self.__signature__}")
        if self.variadic:
            many = kwargs.pop(self.variadic, None)
            if many is None and rest and isinstance(rest[0], list | tuple):
                many = rest.pop(0)
            elif many is None:
                many, rest = rest, []
            inputs += many
        return inputs, rest

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs and kwargs.get("name") is not None:
            with state.names.calling(kwargs.pop("name")):
                return self(*args, **kwargs)
        inputs, attrs = self.bind(args, kwargs)
        arrays = False
        for value in inputs:
            apply = getattr(value, "__apply_op__", None)
            if apply is not None:
                return apply(self, inputs, attrs)
            arrays = arrays or place.is_array(value)
        if arrays or state.mode.static not in sources:
            return self.run(inputs, attrs)
        self._refuse(inputs)
        return sources[state.mode.static](self, inputs, attrs)

    def _refuse(self, inputs: Sequence[Any]) -> None:
        """Raise ArgumentError for an input that no interpreter takes: a string, a list, an object."""
        for position, value in enumerate(inputs):
            if value is not None and not isinstance(value, int | float | complex):
                raise ArgumentError(
                    f"{self.name}(): argument '{self.input_name(position)}' (position {position}) must be Tensor, "
                    f"but got {type(value).__name__}",
                    site=source.site(),
                    fix="make it one with paddle.to_tensor(...)",
                )

    def run(self, inputs: Sequence[Any], attrs: Attrs, rng: random.Generator | None = None) -> Any:
        """Run the kernel on plain arrays (and Python scalars); arrays out, never scalars."""
        xp: Any = np
        for value in inputs:
            xp = place.array_module(value)
            if xp is not np:
                break
        if not inputs:
            xp = place.module_of(place.current())
        lead = (rng or random.default,) if self.random else ()
        out = self.kernel_for(xp)(*lead, *inputs, **attrs)
        return [xp.asarray(o) for o in out] if isinstance(out, list | tuple) else xp.asarray(out)

    def full_attrs(self, attrs: Attrs) -> Attrs:
        """The attributes with every default filled in."""
        return {**{k: v for k, v in self.attrs.items() if v is not _REQUIRED}, **attrs}

    def __repr__(self) -> str:
        return f"<op {self.name}{self.__signature__}>"


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
) -> Callable[[Callable[..., Any]], Op]:
    """Register the decorated kernel as an operator of its own name."""

    def register(kernel: Callable[..., Any]) -> Op:
        return REGISTRY.add(Op(kernel, infer=infer, vjp=vjp, outputs=outputs, samples=samples))

    return register
