"""Signature of an op: its inputs and attributes, read from its kernel, and the binding of the arguments of a call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import NAMES, DType, as_dtype
from opscope.errors import DTypeError, NotFound, UsageError

Attrs = dict[str, Any]
_REQUIRED: Any = inspect.Parameter.empty
_DTYPELESS = (type(None), float, int, bool)  # they have no dtype of their own


class Signature:
    """Inputs of a kernel (after the array library and the random stream), then its attributes, keyword-only."""

    def __init__(self, kernel: Callable[..., Any], name: str, dtype_kinds: str | Mapping[str, str] = "") -> None:
        self.kernel = kernel
        self.name = name
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
        self.accepts_any_attr = bool(code.co_flags & inspect.CO_VARKEYWORDS)
        every = [*self.inputs, *filter(None, [self.variadic])]
        self.dtype_kinds = (
            dict(dtype_kinds)
            if isinstance(dtype_kinds, Mapping)
            else dict.fromkeys(every, dtype_kinds)
            if dtype_kinds
            else {}
        )
        self._input_kinds = [] if self.variadic else [self.dtype_kinds.get(n, "biufc") for n in self.inputs]
        if unknown := self.dtype_kinds.keys() - every:
            raise UsageError(f"{name}: dtype kinds are declared for names that are not inputs: {sorted(unknown)}")

    @property
    def __signature__(self) -> inspect.Signature:
        """The public signature: inputs, attributes and `name`, without the array library and the random stream."""
        found = list(inspect.signature(self.kernel).parameters.values())[2 if self.random else 1 :]
        any_attr = [found.pop()] if self.accepts_any_attr else []
        public = [p.replace(kind=p.POSITIONAL_OR_KEYWORD) for p in found]  # `*x` takes a list too
        if not any_attr:
            public.append(inspect.Parameter("name", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None))
        public += any_attr
        try:
            return inspect.Signature(public)
        except ValueError:  # a required attribute after an optional input: keyword-only says the same
            return inspect.Signature(found)

    def input_name(self, position: int) -> str:
        """Return the parameter of the value at a (flattened) position."""
        return self.inputs[position] if position < len(self.inputs) else self.variadic

    def accepts_dtype(self, position: int, dtype: DType) -> bool:
        """True if the input at a (flattened) position may be of this dtype."""
        return dtype.kind in self.dtype_kinds.get(self.input_name(position), dtype.kind)

    def accepts_fast(self, values: Sequence[Any]) -> bool:
        """Return True if all values are NumPy arrays of accepted dtypes; False also if the quick check is not sure."""
        for value, letters in zip(values, self._input_kinds, strict=False):
            kind = type(value)
            if (value.dtype.kind not in letters) if kind is np.ndarray else (kind not in _DTYPELESS):
                return False
        return not self.variadic

    def check_dtypes(self, values: Sequence[Any], error: type[DTypeError | NotFound]) -> None:
        """Raise the error, in Paddle's words, if the op does not accept the dtype of an array or spec."""
        for position, value in enumerate(values):
            dtype = getattr(value, "dtype", None)
            if dtype is not None and not self.accepts_dtype(position, given := as_dtype(dtype)):
                taken = [n for n in NAMES if self.accepts_dtype(position, as_dtype(n))]
                raise error(
                    f"The data type of '{self.input_name(position)}' in {self.name} must be {taken}, but received "
                    f"{given.name}: the kernel with key (CPU, Undefined(AnyLayout), {given.name}) of kernel "
                    f"`{self.name}` is not registered",
                    fix=f"cast it first, as in x.astype('{'float32' if 'float32' in taken else taken[-1]}')",
                )

    def with_defaults(self, attrs: Attrs) -> Attrs:
        """Return the attributes, with defaults for all attributes that are not given."""
        return {**{k: v for k, v in self.attrs.items() if v is not _REQUIRED}, **attrs}

    def bind(self, args: tuple[Any, ...], kwargs: Attrs) -> tuple[tuple[Any, ...], Attrs]:
        """Return the (flat) inputs and the attributes of a call. Raises UsageError with the name of the parameter."""
        count, given = len(self.inputs), len(args)
        if not self.variadic and count <= given <= count + len(self.attrs) and kwargs.keys() <= self.attrs.keys():
            if given == count:
                return args, _python_attrs(kwargs)
            attrs: Attrs = dict(zip(self.attrs, args[count:], strict=False))
            if not kwargs or attrs.keys().isdisjoint(kwargs):
                return args[:count], _python_attrs({**attrs, **kwargs})
        kwargs.pop("name", None)
        inputs, rest = self._split_inputs(list(args), kwargs)
        if len(rest) > len(self.attrs) and (rest[-1] is None or isinstance(rest[-1], str)):
            rest.pop()  # Paddle's `name`, the last parameter of every function
        attrs = dict(zip(self.attrs, rest, strict=False))
        surplus = [*(repr(r) for r in rest[len(self.attrs) :]), *(n for n in kwargs if n not in self.attrs)]
        if self.accepts_any_attr:
            surplus = []
        elif twice := attrs.keys() & kwargs.keys():
            surplus = sorted(twice)
        if surplus:
            raise UsageError(
                f"{self.name}() does not take {', '.join(surplus)}", fix=f"call {self.name}{self.__signature__}"
            )
        attrs.update(kwargs)
        return tuple(inputs), _python_attrs(attrs)

    def _split_inputs(self, rest: list[Any], kwargs: Attrs) -> tuple[list[Any], list[Any]]:
        """Return the inputs and the remaining positional arguments."""
        inputs: list[Any] = []
        for name in self.inputs:
            if rest:
                inputs.append(rest.pop(0))
            elif name in kwargs:
                inputs.append(kwargs.pop(name))
            elif name in self.optional:
                inputs.append(None)
            else:
                raise UsageError(
                    f"the input {name!r} of {self.name}() is missing", fix=f"call {self.name}{self.__signature__}"
                )
        if self.variadic:
            many = kwargs.pop(self.variadic, None)
            if many is None and rest and isinstance(rest[0], list | tuple):
                many = rest.pop(0)
            elif many is None:
                many, rest = rest, []
            inputs += many
        return inputs, rest


def _python_attrs(attrs: Attrs) -> Attrs:
    """Return the attributes without Tensors and NumPy scalars; a NumPy scalar would widen the other operand."""
    for value in attrs.values():
        if isinstance(value, np.generic) or hasattr(value, "rewrite"):
            return {k: _python_value(v) for k, v in attrs.items()}
    return attrs


def _python_value(value: Array) -> Any:
    if hasattr(value, "rewrite"):  # a Tensor: axis=paddle.to_tensor(1)
        return value.item() if value.size == 1 else value.tolist()
    return value.item() if isinstance(value, np.generic) else value
