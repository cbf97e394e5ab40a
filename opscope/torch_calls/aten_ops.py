"""Operators of PyTorch as ops: the names of their inputs and results, which arguments they write to, their meaning."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opscope.errors import UnsupportedError
from opscope.ops.registry import Attrs, Op
from opscope.torch_calls.computed_ops import draws, kernel_of

# These write arguments that their schemas call read-only: the positions.
_UNDECLARED_WRITES = {
    "native_batch_norm": (3, 4),
    "cudnn_batch_norm": (3, 4),
    "miopen_batch_norm": (3, 4),
    "mkldnn_rnn_layer_backward": (-1,),
}
# These do not read what they write to.
_OVERWRITING = (
    *("uniform_", "normal_", "random_", "bernoulli_", "exponential_", "cauchy_", "geometric_", "log_normal_"),
    *("zero_", "fill_", "copy_", "_foreach_zero_", "_foreach_copy_"),
)
_MOVING = ("resize", "resize_", "resize_as", "resize_as_", "_resize_output", "_resize_output_", "set_", "set")
_WORKSPACES = {"mkldnn_rnn_layer": (3,)}  # results that are memory of the kernel
_OF_WHOLE_MEMORY = "as_strided"  # these see memory beyond that of their arguments
# What they make is memory that nobody has written to, or what the user's code reads as a number.
_SKIPPED = ("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "_local_scalar_dense")
_NUMBERS = (int, float, bool, complex, str)
_INPUT_NAMES = {"self": "x", "other": "y", "mat2": "y"}

# Operators whose NaN and Inf have the conditions of an op: that op. In-place forms have those of the operator.
_MEANINGS = {
    **{
        name: name
        for name in (
            *("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "exp", "expm1", "sinh", "cosh", "square"),
            *("acos", "asin", "acosh", "atanh", "erfinv", "logit", "lgamma", "sin", "cos", "tan", "mean", "sum"),
            *("relu", "sigmoid", "tanh", "abs", "where"),
        )
    },
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "native_dropout": "dropout",
    "_to_copy": "cast",
    "_softmax": "softmax",
    "_log_softmax": "log_softmax",
    "mm": "matmul",
    "pow.Tensor_Scalar": "pow",
    "pow.Tensor_Tensor": "elementwise_pow",
}
_ATTRIBUTE_NAMES: dict[tuple[str, str], str] = {
    ("pow", "exponent"): "factor",
    ("_softmax", "dim"): "axis",
    ("_log_softmax", "dim"): "axis",
}


class AtenOp(NamedTuple):
    """An operator: the op that stands for it, its arguments as (name, has tensors), and the arguments it writes to.

    `run` computes it. `tensor_arguments` and `attribute_arguments` are (position, name). `returns_written`: it returns
    nothing, its results are what it writes to. `makes_memory`: its results have memory of their own. `writes_first`: it
    writes to its first argument alone. `workspaces` are results without meaning, `unread` the arguments that are only
    written to. `moves_memory`: what it writes to may have other memory afterwards. `may_repeat`: the same arguments
    have the same results.
    """

    op: Op
    run: Callable[..., Any]
    arguments: tuple[tuple[str, bool], ...]
    tensor_arguments: tuple[tuple[int, str], ...]
    attribute_arguments: tuple[tuple[int, str, str], ...]
    has_lists: bool
    written: tuple[int, ...]
    returns_written: bool
    makes_memory: bool
    writes_first: bool
    workspaces: tuple[int, ...]
    unread: tuple[int, ...]
    moves_memory: bool
    may_begin_backward: bool
    is_skipped: bool
    is_detach: bool
    may_repeat: bool
    overload: Any

    def tensors(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """The values of the arguments that are tensors, with the members of lists."""
        count, unread = len(args), self.unread
        found = [
            None if i in unread else args[i] if i < count else kwargs.get(name) for i, name in self.tensor_arguments
        ]
        if not self.has_lists:
            return found
        members: list[Any] = []
        for value in found:
            members += value if isinstance(value, list | tuple) else [value]
        return members

    def lengths(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[int | None, ...]:
        """The lengths of the arguments that are lists of tensors; None for a single tensor; () without lists."""
        if not self.has_lists:
            return ()
        count = len(args)
        given = [args[i] if i < count else kwargs.get(name) for i, name in self.tensor_arguments]
        return tuple([len(value) if isinstance(value, list | tuple) else None for value in given])

    def attributes(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Attrs:
        """The other arguments that were given, as plain data."""
        count = len(args)
        return {
            called: _plain(args[i] if i < count else kwargs[name])
            for i, name, called in self.attribute_arguments
            if i < count or name in kwargs
        }

    def results(self, result: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """Return what a call returns, else the arguments that it has written to; None for memory without meaning."""
        if self.returns_written:
            return self.targets(args, kwargs)
        found = list(result) if isinstance(result, list | tuple) else [result]
        return [None if i in self.workspaces else made for i, made in enumerate(found)]

    def targets(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """The tensors that a call writes to."""
        found: list[Any] = []
        for index in self.written:
            name = self.arguments[index][0]
            at = index % len(self.arguments)
            value = args[at] if at < len(args) else kwargs.get(name)
            found += value if isinstance(value, list | tuple) else [value]
        return [value for value in found if value is not None]


def aten_op(overload: Any) -> AtenOp:
    """The op of an operator of PyTorch, by its schema."""
    schema = overload._schema
    full_name: str = schema.name
    space, _, name = full_name.partition("::")
    arguments: tuple[tuple[str, bool], ...] = tuple((a.name, "Tensor" in str(a.type)) for a in schema.arguments)
    declared = [i for i, a in enumerate(schema.arguments) if a.alias_info is not None and a.alias_info.is_write]
    outputs = _outputs(schema)
    op = _op(name, arguments, [("List" in str(a.type)) for a in schema.arguments], outputs)
    plain = name.rstrip("_")
    op.own_type = name
    op.is_computed_here = False
    op.random = draws(overload)
    op.reads_elements = not name.endswith("_like")
    op.kernel = kernel_of(overload, {c: n for (of, n), c in _ATTRIBUTE_NAMES.items() if of == name})
    op.meaning = _MEANINGS.get(plain) or _MEANINGS.get(f"{plain}.{schema.overload_name}") or f"aten.{name}"
    op.writes_first_input = declared == [0] and len(schema.returns) == 1 and outputs == ("out",)
    unread = [i for i in declared if schema.arguments[i].name.startswith("out") or (i == 0 and name in _OVERWRITING)]
    moves = name in _MOVING or any(schema.arguments[i].kwarg_only for i in declared)
    written = tuple(dict.fromkeys([*declared, *_UNDECLARED_WRITES.get(name, ())]))
    op.writes_inputs = bool(written)
    return AtenOp(
        op,
        overload._op,
        arguments,
        tuple((i, n) for i, (n, is_tensor) in enumerate(arguments) if is_tensor),
        tuple(
            (i, n, _ATTRIBUTE_NAMES.get((name, n), n)) for i, (n, is_tensor) in enumerate(arguments) if not is_tensor
        ),
        has_lists=any("List" in str(a.type) and is_t for a, (_, is_t) in zip(schema.arguments, arguments, strict=True)),
        written=written,
        returns_written=not schema.returns and bool(declared),
        writes_first=written == (0,) and "List" not in str(schema.arguments[0].type),
        makes_memory=bool(schema.returns) and all(r.alias_info is None for r in schema.returns),
        unread=tuple(unread),
        moves_memory=moves,
        may_begin_backward=name == "ones_like",
        workspaces=_WORKSPACES.get(name, ()),
        is_skipped=space == "profiler" or name in _SKIPPED,
        is_detach=name == "detach",
        may_repeat=space == "aten" and not op.random and not moves and not name.startswith(_OF_WHOLE_MEMORY),
        overload=overload,
    )


def _outputs(schema: Any) -> tuple[str, ...]:
    kinds = [str(r.type) for r in schema.returns]
    if not kinds or any("List" in kind for kind in kinds):
        return ("*out",)
    if len(kinds) == 1:
        return ("out",)
    return tuple(r.name or f"out{i}" for i, r in enumerate(schema.returns))


def _op(name: str, arguments: Sequence[tuple[str, bool]], lists: Sequence[bool], outputs: tuple[str, ...]) -> Op:
    inputs: list[str] = []
    for (argument, is_tensor), is_list in zip(arguments, lists, strict=True):
        if not is_tensor:
            continue
        inputs.append(("*" if is_list else "") + _identifier(argument))
        if is_list:
            break
    namespace: dict[str, Any] = {"refuse": _refusal(name), "__name__": __name__}
    exec(f"def kernel(xp, {', '.join([*inputs, '**attrs'])}): refuse()", namespace)
    kernel: Callable[..., Any] = namespace["kernel"]
    kernel.__doc__ = f"The operator {name} of PyTorch."
    return Op(kernel, infer=namespace["refuse"], outputs=outputs, name=name)


def _identifier(name: str) -> str:
    name = _INPUT_NAMES.get(name, name)
    return f"{name}_" if keyword.iskeyword(name) else name


def _refusal(name: str) -> Callable[..., Any]:
    def refuse(*args: Any, **attrs: Any) -> Any:
        raise UnsupportedError(f"{name} is an operator of PyTorch: it is not computed again here")

    return refuse


def _plain(value: Any) -> Any:
    if value is None or type(value) in _NUMBERS:
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value).removeprefix("torch.")
