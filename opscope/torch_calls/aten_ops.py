"""Conversion of PyTorch's operators to ops: names of inputs and results, and the arguments that are written to."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opscope.errors import UnsupportedError
from opscope.ops.registry import Attrs, Op
from opscope.torch_calls.aten_meanings import argument_names, meaning_of
from opscope.torch_calls.computed_ops import draws, kernel_of
from opscope.torch_calls.storages import torch

# These write arguments that their schemas call read-only: the positions.
UNDECLARED_WRITES = {
    "native_batch_norm": (3, 4),
    "cudnn_batch_norm": (3, 4),
    "miopen_batch_norm": (3, 4),
    "mkldnn_rnn_layer_backward": (-1,),
}
_WRITING_WORKSPACES = ("mkldnn_rnn_layer_backward",)  # what they write to beside their results has no meaning
# These do not read what they write to.
_OVERWRITING = (
    *("uniform_", "normal_", "random_", "bernoulli_", "exponential_", "cauchy_", "geometric_", "log_normal_"),
    *("zero_", "fill_", "copy_", "set_", "_foreach_zero_", "_foreach_copy_"),
)
_MOVING = ("resize", "resize_", "resize_as", "resize_as_", "_resize_output", "_resize_output_", "set_", "set")
_WORKSPACES = {"mkldnn_rnn_layer": (3,)}  # results that are memory of the kernel
_OF_WHOLE_MEMORY = "as_strided"  # these see memory beyond that of their arguments
# What they make is memory that nobody has written to, or what the user's code reads as a number.
_SKIPPED = ("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "_local_scalar_dense")
_NUMBERS = (int, float, bool, complex, str)
# The text of these arguments is an address, or has a line for each byte.
_WITHOUT_TEXT = (torch.Generator, torch.UntypedStorage, torch.TypedStorage)
_SHOWN_NAMES = {"lift_fresh": "tensor"}  # torch.tensor(...) calls it, and no user does
_INPUT_NAMES = {"self": "x", "other": "y", "mat2": "y"}


class AtenOp(NamedTuple):
    """Operator of PyTorch: its op, and facts about its arguments and results from its schema.

    op: the operator as an op of opscope.
    run: function that computes the operator.
    arguments: for each argument, its name, and True if it contains tensors.
    tensor_arguments: position and name of each argument that contains tensors.
    attribute_arguments: for each other argument, its position, its name, and its name in the op.
    are_tensors_first: the first `tensor_count` arguments are tensors, the other arguments contain no tensors, and no
        argument is a list of tensors.
    has_lists: an argument is a list of tensors.
    written: positions of the arguments that the operator writes to.
    returns_written: the operator returns nothing. Its results are the arguments that it writes to.
    makes_memory: the results have separate memory.
    writes_first: the operator writes only to its first argument.
    writes_only_first: it also writes to no memory beside the elements that this argument has before the call.
    beside: positions of arguments that the operator writes to but does not return. They also count as results.
    training: position of a flag. If the flag is False, the operator does not write to the arguments in `beside`.
    workspaces: positions of results that are only memory for the kernel.
    unread: positions of arguments that the operator writes to but does not read.
    moves_memory: the operator may give other memory to the arguments that it writes to.
    takes_storage: an argument gets the memory of a storage, which is another argument of the call.
    may_repeat: a second call with the same arguments gives the same results.
    """

    op: Op
    run: Callable[..., Any]
    arguments: tuple[tuple[str, bool], ...]
    tensor_count: int
    are_tensors_first: bool
    tensor_arguments: tuple[tuple[int, str], ...]
    attribute_arguments: tuple[tuple[int, str, str], ...]
    has_lists: bool
    written: tuple[int, ...]
    returns_written: bool
    makes_memory: bool
    writes_first: bool
    writes_only_first: bool
    beside: tuple[int, ...]
    training: int | None
    workspaces: tuple[int, ...]
    unread: tuple[int, ...]
    moves_memory: bool
    takes_storage: bool
    may_begin_backward: bool
    is_skipped: bool
    is_detach: bool
    may_repeat: bool
    overload: Any

    def tensors(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """Return the tensors in the arguments of a call, including the members of lists.

        An argument that is missing, or that is only written to, is replaced by None.
        """
        count, unread = len(args), self.unread
        if self.are_tensors_first and not unread and self.tensor_count <= count:
            return list(args[: self.tensor_count])
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
        """Return the length of each argument that is a list of tensors. For a single tensor, the length is None.

        If the operator has no such argument, return ().
        """
        if not self.has_lists:
            return ()
        count = len(args)
        given = [args[i] if i < count else kwargs.get(name) for i, name in self.tensor_arguments]
        return tuple([len(value) if isinstance(value, list | tuple) else None for value in given])

    def attributes(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Attrs:
        """Return the arguments of the call that are not tensors, as plain data."""
        count = len(args)
        if count <= self.tensor_count and self.are_tensors_first and not kwargs:
            return {}
        return {
            called: _plain(args[i] if i < count else kwargs[name])
            for i, name, called in self.attribute_arguments
            if i < count or name in kwargs
        }

    def results(self, result: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """Return the results of a call, and the other tensors that it has written to.

        A result that is only memory for the kernel (a workspace) is replaced by None.
        """
        if self.returns_written:
            return self.targets(args, kwargs)
        found = list(result) if isinstance(result, list | tuple) else [result]
        if not self.beside and not self.workspaces:
            return found
        if self.workspaces:
            found = [None if i in self.workspaces else made for i, made in enumerate(found)]
        trains = bool(self.beside) and self.trains(args, kwargs)
        return found + [self.argument(i, args, kwargs) if trains else None for i in self.beside]

    def targets(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """Return the tensors that a call writes to."""
        found: list[Any] = []
        trains = self.trains(args, kwargs)
        for index in self.written:
            if trains or index not in self.beside:
                value = self.argument(index, args, kwargs)
                found += value if isinstance(value, list | tuple) else [value]
        return [value for value in found if value is not None]

    def trains(self, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
        """Return False for a call in evaluation mode, such as a batch normalization that uses running statistics."""
        return self.training is None or bool(self.argument(self.training, args, kwargs))

    def argument(self, index: int, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Return the argument at a position, which may be negative. Return None if the call does not have it."""
        at = index % len(self.arguments)
        return args[at] if at < len(args) else kwargs.get(self.arguments[at][0])


def aten_op(overload: Any) -> AtenOp:
    """Create the AtenOp of an operator of PyTorch from the schema of the operator."""
    schema = overload._schema
    full_name: str = schema.name
    space, _, name = full_name.partition("::")
    arguments: tuple[tuple[str, bool], ...] = tuple((a.name, "Tensor" in str(a.type)) for a in schema.arguments)
    declared = [i for i, a in enumerate(schema.arguments) if a.alias_info is not None and a.alias_info.is_write]
    written = tuple(dict.fromkeys([*declared, *UNDECLARED_WRITES.get(name, ())]))
    beside = () if name in _WRITING_WORKSPACES or not schema.returns else _not_returned(schema, written)
    outputs = _outputs(schema, [arguments[i][0] for i in beside])
    called = argument_names(name)
    shown = _SHOWN_NAMES.get(name, name)
    op = _op(
        shown, [(called.get(n, n), is_t) for n, is_t in arguments], ["List" in str(a.type) for a in schema.arguments],
        outputs,
    )  # fmt: skip
    op.own_type = shown
    op.is_computed_here, op.library = False, "torch"
    op.random = draws(overload)
    op.reads_elements = not name.endswith("_like")
    op.kernel = kernel_of(overload, {c: n for n, c in called.items()}, beside)
    op.meaning = meaning_of(name, schema.overload_name)
    op.writes_first_input = declared == [0] and len(schema.returns) == 1 and outputs == ("out",)
    unread = [i for i in declared if schema.arguments[i].name.startswith("out") or (i == 0 and name in _OVERWRITING)]
    moves = name in _MOVING or any(schema.arguments[i].kwarg_only for i in declared)
    op.writes_inputs = bool(written)
    tensors = [i for i, (_, is_tensor) in enumerate(arguments) if is_tensor]
    has_lists = any("List" in str(schema.arguments[i].type) for i in tensors)
    op.makes_memory = bool(schema.returns) and all(r.alias_info is None for r in schema.returns)
    writes_first = written == (0,) and "List" not in str(schema.arguments[0].type)
    return AtenOp(
        op,
        overload._op,
        arguments,
        len(tensors),
        not has_lists and tensors == [*range(len(tensors))],
        tuple((i, n) for i, (n, is_tensor) in enumerate(arguments) if is_tensor),
        tuple((i, n, called.get(n, n)) for i, (n, is_tensor) in enumerate(arguments) if not is_tensor),
        has_lists=has_lists,
        written=written,
        returns_written=not schema.returns and bool(declared),
        writes_first=writes_first,
        writes_only_first=writes_first and space == "aten" and not moves and not name.startswith(_OF_WHOLE_MEMORY),
        beside=beside,
        training=next((i for i, (n, _) in enumerate(arguments) if n == "training" and beside), None),
        makes_memory=op.makes_memory,
        unread=tuple(unread),
        moves_memory=moves,
        takes_storage=moves and len(schema.arguments) > 1 and str(schema.arguments[1].type) == "Storage",
        may_begin_backward=name == "ones_like",
        workspaces=_WORKSPACES.get(name, ()),
        is_skipped=space == "profiler" or name in _SKIPPED,
        is_detach=name == "detach",
        may_repeat=space == "aten" and not op.random and not moves and not name.startswith(_OF_WHOLE_MEMORY),
        overload=overload,
    )


def _not_returned(schema: Any, written: Sequence[int]) -> tuple[int, ...]:
    """Return the arguments that an operator writes to and does not return."""
    returned: set[str] = set()
    for each in schema.returns:
        returned |= set() if each.alias_info is None else set(each.alias_info.before_set)
    found: list[int] = []
    for i in written:
        alias = schema.arguments[i].alias_info
        if alias is None or returned.isdisjoint(alias.before_set):
            found.append(i)
    return tuple(found)


def _outputs(schema: Any, beside: Sequence[str]) -> tuple[str, ...]:
    kinds = [str(r.type) for r in schema.returns]
    if not kinds or any("List" in kind for kind in kinds):
        return ("*out",)
    if len(kinds) == 1 and not beside:
        return ("out",)
    return (*(r.name or f"out{i}" for i, r in enumerate(schema.returns)), *beside)


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
        raise UnsupportedError(f"{name} cannot be computed again: it is an operator of PyTorch")

    return refuse


def _plain(value: Any) -> Any:
    if value is None or type(value) in _NUMBERS:
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, _WITHOUT_TEXT):
        return f"{type(value).__name__} on {value.device}"
    return str(value).removeprefix("torch.")
