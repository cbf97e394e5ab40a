"""PyLayer: an op made of a user's class. One derived Op and one Node; the tape has no special case."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from opscope.core import shape as dims
from opscope.core.source import calling, site
from opscope.core.state import mode
from opscope.eager.saved_tensors_hooks import packed, unpacked
from opscope.eager.tape import Node, OutSpec, grad_mode, out_spec, zeros
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ops.registry import Op, Rule
from opscope.ops.rules import pullback_of


class PyLayerContext:
    """What forward leaves for backward. Further attributes may be set freely."""

    def __init__(self) -> None:
        self._saved: tuple[Any, ...] | None = None
        self._aliased: set[int] = set()
        self._constant: set[int] = set()
        self._materialize = True

    def name(self) -> str:
        """What Paddle calls the node."""
        return f"GradNodePyLayer_{type(self).__name__}"

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep values for backward; the last call wins."""
        self._saved = packed(tensors)

    def saved_tensor(self) -> tuple[Any, ...] | None:
        """What `save_for_backward` kept, or None."""
        return unpacked(self._saved)

    def mark_not_inplace(self, *tensors: Tensor) -> None:
        """An input that forward returns is a new tensor on the same memory, with its own gradient."""
        self._aliased = {id(t) for t in tensors}

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """These outputs stop the gradient; backward still receives (zero) gradients for them."""
        self._constant = {id(t) for t in tensors}

    def set_materialize_grads(self, value: bool) -> None:
        """True (the default): gradients that are missing arrive as zeros; False: as None."""
        if not isinstance(value, bool):
            raise ArgumentError(
                f"set_materialize_grads(): argument (position 1) must be bool, but got {type(value).__name__}",
                site=site(),
            )
        self._materialize = value


class PyLayer:
    """Base class of custom gradients: define static `forward(ctx, ...)` and `backward(ctx, *grads)`, call `apply`.

    Tensors are recognised among the arguments of apply and one level inside its lists and tuples. backward
    takes one gradient per Tensor that forward returned (a list per list) and returns one per Tensor argument,
    None where there is none.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/PyLayer_en.html
    """

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """To be overridden: computes the outputs."""
        raise NotImplementedError("You must implement the forward function for PyLayer.")

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """To be overridden: computes the gradients of the Tensor arguments."""
        raise NotImplementedError("You must implement the backward function for PyLayer.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward with recording off and put one node on the tape."""
        return applied(cls, args, kwargs)


def applied(cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `apply` does: found by name at each call, so that who replaces it reaches `f = Layer.apply` too."""
    if mode.trace is not None:
        return mode.trace.layer(cls, args, kwargs)
    ctx = type(f"{cls.__name__}_backward", (PyLayerContext,), {"__doc__": f"Context of {cls.__name__}."})()
    slots = [_tensors(a) for a in (*args, *kwargs.values())]
    slots = [s for s in slots if s is not None]
    inputs = [t for s in slots for t in s.tensors]
    with grad_mode(False):
        returned = cls.forward(ctx, *args, **kwargs)
    outputs = _outputs(returned)
    if not any(s is not None for s in outputs):
        raise ArgumentError(
            f"{cls.__name__} : At least one output of `PyLayer.forward` is a `Tensor`.",
            facts={"returned": type(returned).__name__},
            site=site(),
            fix="return a Tensor, or a list or tuple with one",
        )
    if not mode.grad or all(t.stop_gradient for t in inputs):
        return _rebuilt(returned, outputs, lambda t: _quiet(t, inputs))
    return _recorded(cls, ctx, slots, inputs, returned, outputs)


class _Slot:
    """One argument or output: a Tensor, or a list or tuple with Tensors in it."""

    __slots__ = ("many", "tensors")

    def __init__(self, tensors: list[Tensor], many: bool) -> None:
        self.tensors, self.many = tensors, many


def _tensors(value: Any) -> _Slot | None:
    if isinstance(value, Tensor):
        return _Slot([value], False)
    if isinstance(value, list | tuple) and any(isinstance(v, Tensor) for v in value):
        return _Slot([v for v in value if isinstance(v, Tensor)], True)
    return None


def _outputs(returned: Any) -> list[_Slot | None]:
    items = returned if isinstance(returned, tuple) else [returned]
    return [_tensors(item) for item in items]


def _rebuilt(returned: Any, outputs: list[_Slot | None], wrap: Callable[[Tensor], Tensor]) -> Any:
    """What forward returned, with its Tensors replaced by `wrap(tensor)`."""

    def item(value: Any) -> Any:
        if isinstance(value, Tensor):
            return wrap(value)
        if isinstance(value, list | tuple):
            return type(value)(wrap(v) if isinstance(v, Tensor) else v for v in value)
        return value

    return tuple(map(item, returned)) if isinstance(returned, tuple) else item(returned)


def _quiet(tensor: Tensor, inputs: list[Tensor]) -> Tensor:
    return tensor if any(tensor is t for t in inputs) else tensor.detach()


def _recorded(
    cls: type[PyLayer], ctx: Any, slots: list[_Slot], inputs: list[Tensor], returned: Any, outputs: list[_Slot | None]
) -> Any:
    flat = [t for s in outputs if s is not None for t in s.tensors]
    op = _derive(cls, ctx, slots, inputs, [s for s in outputs if s is not None], [out_spec(t._value) for t in flat])
    wrt = tuple(i for i, t in enumerate(inputs) if not t.stop_gradient)
    pull = pullback_of(op, wrt, len(inputs), len(flat))
    node = Node(op, pull, inputs, {}, [t._value for t in flat], calling())
    index = iter(range(len(flat)))
    seen: set[int] = set()

    def wrap(tensor: Tensor) -> Tensor:
        position = next(index)
        if any(tensor is t for t in inputs) and id(tensor) not in ctx._aliased:
            if tensor.is_leaf and not tensor.stop_gradient:
                raise ArgumentError(
                    f"{cls.__name__} : Leaf Var ({tensor.name}) that doesn't stop gradient can't use inplace strategy.",
                    site=site(),
                    fix="return tensor.clone(), or ctx.mark_not_inplace(tensor)",
                )
            tensor._version[0] += 1
            out = tensor
        elif any(tensor is t for t in inputs) or id(tensor) in seen:
            out = tensor.detach()
        else:
            out = tensor  # the object that forward may have saved: differentiating backward leads through it
        seen.add(id(tensor))
        out.stop_gradient = id(tensor) in ctx._constant
        if not out.stop_gradient:
            out._edge = (node, position)
        return out

    return _rebuilt(returned, outputs, wrap)


def _derive(
    cls: type[PyLayer], ctx: Any, slots: list[_Slot], inputs: list[Tensor], outputs: list[_Slot], specs: list[OutSpec]
) -> Op:
    made_at = site()
    # not the outputs themselves: they lead to the node, which has this op, and only gc would free the ring
    counts = [len(s.tensors) if s.many else None for s in outputs]

    def joint(douts: list[Any]) -> list[Any]:
        given = _douts(ctx, iter(douts), iter(specs), counts)
        try:
            returned = cls.backward(ctx, *given)
        except Exception as e:
            where = "?" if made_at is None else made_at.where
            e.add_note(f"raised in {cls.__name__}.backward, for {cls.__name__}.apply at {where}")
            raise
        grads = _grads(cls.__name__, returned, slots, inputs)
        traced = any(isinstance(d, Tensor) for d in douts)
        return [g if g is None or traced else g._value for g in grads]

    return opaque(cls.__name__, cls.__doc__, joint)


def opaque(name: str, doc: str | None, joint: Rule | None = None) -> Op:
    """The op that stands for a user's function, which only the PyLayer itself calls."""

    def kernel(xp: Any, *xs: Any) -> Any:
        raise UsageError(f"{name} runs through apply")

    kernel.__name__ = name
    kernel.__doc__ = doc
    op = Op(kernel, infer=lambda *specs: list(specs), vjp=joint, outputs=("*outs",))
    op.opaque = True
    return op


def _douts(ctx: Any, douts: Iterator[Any], specs: Iterator[Any], counts: list[int | None]) -> list[Any]:
    """backward's arguments: one per output, a list per list output."""

    def one() -> Any:
        dout, spec = next(douts), next(specs)
        if dout is None:
            return Tensor(zeros(spec)) if ctx._materialize else None
        return dout if isinstance(dout, Tensor) else Tensor(dout)

    return [one() if count is None else [one() for _ in range(count)] for count in counts]


def _grads(name: str, returned: Any, slots: list[_Slot], inputs: list[Tensor]) -> list[Any]:
    """One gradient per input Tensor, checked. Raises ArgumentError as Paddle's ValueError."""
    values = list(returned) if isinstance(returned, tuple | list) else [returned]
    if isinstance(returned, list) and len(slots) == 1 and slots[0].many:
        values = [returned]
    if len(values) > len(slots):
        raise ArgumentError(
            f"GradNodePyLayer_{name} : The number of outputs of `PyLayer.backward` should be {len(slots)}, but "
            f"received {len(values)}.",
            fix=f"return one gradient for each of the {len(slots)} Tensor arguments of apply",
        )
    flat: list[Any] = []
    for position, slot in enumerate(slots):
        value = values[position] if position < len(values) else None
        if position >= len(values) and any(not t.stop_gradient for t in slot.tensors):
            raise ArgumentError(
                f"GradNodePyLayer_{name}'s backward function should not return empty at {position} position.",
                fix=f"return {len(slots)} gradients",
            )
        if value is None:
            members = [None] * len(slot.tensors)
        else:
            members = list(value) if slot.many and isinstance(value, list | tuple) else [value]
        if len(members) != len(slot.tensors):
            raise ArgumentError(
                f"GradNodePyLayer_{name} : the gradient at {position} position should be a list of "
                f"{len(slot.tensors)}, but received {len(members)}"
            )
        flat += members
    for position, (grad, tensor) in enumerate(zip(flat, inputs, strict=True)):
        _check(name, position, grad, tensor)
    return flat


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _check(name: str, position: int, grad: Any, tensor: Tensor) -> None:
    if grad is None:
        return
    if not isinstance(grad, Tensor):
        raise ArgumentError(
            "We can only support Tensor or None for backward output, , but got "
            f"{_type_name(grad)}, please check your PyLayer code and make it fits",
            facts={"class": name, "position": position},
            fix="return paddle.to_tensor(...) of it",
        )
    if tensor.stop_gradient:
        raise ArgumentError(
            f"GradNodePyLayer_{name}'s backward function should return None at {position} position, because it's "
            "forward Tensor's stopgradient is true.",
            fix="return None there, or set stop_gradient = False on the argument",
        )
    if grad.shape != tensor.shape:
        warnings.warn(
            OpscopeWarning(
                f"{name}.backward returned a gradient of shape {dims.text(grad.shape)} for an input of shape "
                f"{dims.text(tensor.shape)} (position {position})",
                fix="sum or reshape it to the input's shape",
            ),
            stacklevel=2,
        )


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a backward that must not be differentiated again: it runs with recording off."""

    def wrapped(ctx: Any, *grads: Any) -> Any:
        with grad_mode(False):
            returned = backward(ctx, *grads)
        values = returned if isinstance(returned, tuple | list) else (returned,)
        quiet = tuple(v.detach() if isinstance(v, Tensor) else v for v in values)
        return quiet if isinstance(returned, tuple | list) else quiet[0]

    return wrapped
