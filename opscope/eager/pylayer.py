"""PyLayer, the base class of ops that the user defines. A PyLayer becomes one derived Op and one TapeNode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.call_hooks import CallHooks
from opscope.core.checks.gradient_checks import check_gradient, check_precision
from opscope.core.described import Described
from opscope.core.public_calls import listeners, note_return
from opscope.core.source import Site, site, user_position
from opscope.core.spec import TensorSpec
from opscope.core.state import mode
from opscope.core.tracebacks import hide_frames
from opscope.eager.saved_tensors_hooks import pack_saved, unpack_saved
from opscope.eager.tape import OutSpec, TapeNode, grad_recording, out_spec, zeros
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UsageError
from opscope.ops.pullback import pullback_of
from opscope.ops.registry import Op, Vjp


class PyLayerContext(Described):
    """Context that forward passes to backward. The user may set more attributes."""

    def __init__(self) -> None:
        self._saved: tuple[Any, ...] | None = None
        self._has_asked = False  # for saved values that are not there
        self._not_inplace: set[int] = set()
        self._non_differentiable: set[int] = set()
        self._materialize = True

    def name(self) -> str:
        """Return the name that Paddle gives to the node."""
        return f"GradNodePyLayer_{type(self).__name__}"

    def save_for_backward(self, *tensors: Any) -> None:
        """Store values for backward. A later call replaces these values."""
        self._saved = pack_saved(tensors)

    def saved_tensor(self) -> tuple[Any, ...] | None:
        """Return the values that `save_for_backward` has stored, or None."""
        self._has_asked = self._saved is None
        saved = unpack_saved(self._saved)
        if listeners:
            note_return((), {}, saved)
        return saved

    def mark_not_inplace(self, *tensors: Tensor) -> None:
        """If forward returns an input, replace it by a new tensor on the same memory, with a separate gradient."""
        self._not_inplace = {id(t) for t in tensors}

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Stop the gradient at these outputs. backward receives zeros as the gradient of each of these outputs."""
        self._non_differentiable = {id(t) for t in tensors}

    def set_materialize_grads(self, value: bool) -> None:
        """Set the gradient that backward receives if a gradient is missing: zeros if True (default), otherwise None."""
        if not isinstance(value, bool):
            raise ArgumentError(
                f"set_materialize_grads(): argument (position 1) must be bool, but got {type(value).__name__}",
                site=site(),
            )
        self._materialize = value


class PyLayer(Described):
    """Base class for ops with a custom gradient.

    Define static methods `forward(ctx, ...)` and `backward(ctx, *grads)`, and call `apply`.

    The arguments of apply may be Tensors, or lists and tuples that contain Tensors directly. backward receives a
    gradient for each Tensor that forward returned, and a list of gradients for each list. It returns a gradient or None
    for each Tensor argument. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/PyLayer_en.html
    """

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs. A subclass must override this method."""
        raise NotImplementedError("You must implement the forward function for PyLayer.")

    @staticmethod
    def backward(ctx: Any, *grads: Array) -> Any:
        """Compute the gradients of the Tensor arguments. A subclass must override this method."""
        raise NotImplementedError("You must implement the backward function for PyLayer.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward without recording its ops, and add one node to the tape."""
        try:
            if apply_hooks.open:
                result = apply_hooks.call(apply_pylayer, cls, args, kwargs)
            else:
                result = apply_pylayer(cls, args, kwargs)
            if listeners:
                note_return(args, kwargs, result)
            return result
        except Exception as e:
            hide_frames(e)
            raise


apply_hooks = CallHooks()  # around `apply_pylayer`
context_hooks = CallHooks()  # around `keep_context`
backward_hooks = CallHooks()  # around `run_backward`


def keep_context(cls: type[PyLayer], ctx: Any) -> None:
    """Handle the end of forward. The context contains the values that forward has saved for backward."""


def run_backward(cls: type[PyLayer], ctx: Any, given: list[Any]) -> Any:
    """Call backward with the gradients of the outputs, and return its results."""
    return cls.backward(ctx, *given)


def apply_pylayer(cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the body of `apply`. If this function is patched, the patch also affects `f()` after `f = Layer.apply`."""
    if mode.trace is not None:
        return mode.trace.layer(cls, args, kwargs)
    ctx = type(f"{cls.__name__}_backward", (PyLayerContext,), {"__doc__": f"Context of {cls.__name__}."})()
    slots = [_tensors(a) for a in (*args, *kwargs.values())]
    slots = [s for s in slots if s is not None]
    inputs = [t for s in slots for t in s.tensors]
    with grad_recording(False):
        returned = cls.forward(ctx, *args, **kwargs)
    outputs = _outputs(returned)
    if not any(s is not None for s in outputs):
        raise ArgumentError(
            f"{cls.__name__} : At least one output of `PyLayer.forward` is a `Tensor`.",
            facts={"returned": type(returned).__name__},
            site=site(),
            fix="a program is being built: use paddle.static.nn.static_pylayer, or call paddle.disable_static() first"
            if mode.static
            else "return a Tensor, or a list or tuple that contains a Tensor",
        )
    if not mode.grad or all(t.stop_gradient for t in inputs):
        return _map_tensors(returned, outputs, lambda t: _detached(t, inputs))
    return _record(cls, ctx, slots, inputs, returned, outputs)


class _TensorArgument:
    """An argument or output: a Tensor, or a list or tuple that contains Tensors."""

    __slots__ = ("is_list", "tensors")

    def __init__(self, tensors: list[Tensor], is_list: bool) -> None:
        self.tensors, self.is_list = tensors, is_list


def _tensors(value: Any) -> _TensorArgument | None:
    if isinstance(value, Tensor):
        return _TensorArgument([value], False)
    if isinstance(value, list | tuple) and any(isinstance(v, Tensor) for v in value):
        return _TensorArgument([v for v in value if isinstance(v, Tensor)], True)
    return None


def _outputs(returned: Any) -> list[_TensorArgument | None]:
    items = returned if isinstance(returned, tuple) else [returned]
    return [_tensors(item) for item in items]


def _map_tensors(returned: Any, outputs: list[_TensorArgument | None], wrap: Callable[[Tensor], Tensor]) -> Any:
    """Return the results of forward with each Tensor replaced by `wrap(tensor)`."""

    def item(value: Any) -> Any:
        if isinstance(value, Tensor):
            return wrap(value)
        if isinstance(value, list | tuple):
            return type(value)(wrap(v) if isinstance(v, Tensor) else v for v in value)
        return value

    return tuple(map(item, returned)) if isinstance(returned, tuple) else item(returned)


def _detached(tensor: Tensor, inputs: list[Tensor]) -> Tensor:
    return tensor if any(tensor is t for t in inputs) else tensor.detach()


def _record(
    cls: type[PyLayer],
    ctx: Any,
    slots: list[_TensorArgument],
    inputs: list[Tensor],
    returned: Any,
    outputs: list[_TensorArgument | None],
) -> Any:
    if context_hooks.open:
        context_hooks.call(keep_context, cls, ctx)
    flat = [t for s in outputs if s is not None for t in s.tensors]
    op = _derived_op(cls, ctx, slots, inputs, [s for s in outputs if s is not None], [out_spec(t._value) for t in flat])
    wrt = tuple(i for i, t in enumerate(inputs) if not t.stop_gradient)
    pull = pullback_of(op, wrt, len(inputs), len(flat))
    node = TapeNode(op, pull, inputs, {}, [t._value for t in flat], user_position())
    index = iter(range(len(flat)))
    seen: set[int] = set()

    def wrap(tensor: Tensor) -> Tensor:
        position = next(index)
        if any(tensor is t for t in inputs) and id(tensor) not in ctx._not_inplace:
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
        out.stop_gradient = id(tensor) in ctx._non_differentiable
        if not out.stop_gradient:
            out._edge = (node, position)
        return out

    return _map_tensors(returned, outputs, wrap)


def _derived_op(
    cls: type[PyLayer],
    ctx: Any,
    slots: list[_TensorArgument],
    inputs: list[Tensor],
    outputs: list[_TensorArgument],
    specs: list[OutSpec],
) -> Op:
    made_at = site()
    # not the outputs themselves: they lead to the node, which has this op, and only gc would free the ring
    counts = [len(s.tensors) if s.is_list else None for s in outputs]

    def joint(douts: list[Any]) -> list[Any]:
        given = _douts(ctx, iter(douts), iter(specs), counts)
        try:
            if backward_hooks.open:
                returned = backward_hooks.call(run_backward, cls, ctx, given)
            else:
                returned = cls.backward(ctx, *given)
        except Exception as e:
            if isinstance(e, TypeError) and ctx._has_asked:
                raise UsageError(
                    f"{cls.__name__}.backward: ctx.saved_tensor() is None, because ctx.save_for_backward was never "
                    "called", facts={"error": e}, site=_site_of_error(e),
                    fix="call ctx.save_for_backward(...) in forward",
                ) from e  # fmt: skip
            where = "?" if made_at is None else made_at.where
            e.add_note(f"raised in {cls.__name__}.backward, for {cls.__name__}.apply at {where}")
            raise
        grads = _grads(cls.__name__, returned, slots, inputs)
        traced = any(isinstance(d, Tensor) for d in douts)
        return [g if g is None or traced else g._value for g in grads]

    return opaque_op(cls.__name__, cls.__doc__, joint)


def opaque_op(name: str, doc: str | None, joint: Vjp | None = None) -> Op:
    """Return an Op that represents a function of the user. Its kernel cannot be called."""

    def kernel(xp: ArrayModule, *xs: Any) -> Any:
        raise UsageError(f"{name} must be called through apply")

    kernel.__name__ = name
    kernel.__doc__ = doc
    op = Op(kernel, infer=lambda *specs: list(specs), vjp=joint, outputs=("*outs",))
    op.opaque = True
    return op


def _site_of_error(error: BaseException) -> Site | None:
    """Return the user's line that raised an error."""
    trace = error.__traceback__
    frames: list[Site] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(Site(code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return frames[-1] if frames else None


def _douts(ctx: Any, douts: Iterator[Any], specs: Iterator[Any], counts: list[int | None]) -> list[Any]:
    """Return the arguments of backward: a gradient for each output, or a list of gradients for an output list."""

    def one() -> Any:
        dout, spec = next(douts), next(specs)
        if dout is None:
            return Tensor(zeros(spec)) if ctx._materialize else None
        return dout if isinstance(dout, Tensor) else Tensor(dout, stop_gradient=False)

    return [one() if count is None else [one() for _ in range(count)] for count in counts]


def _grads(name: str, returned: Any, slots: list[_TensorArgument], inputs: list[Tensor]) -> list[Any]:
    """Check the gradients, and return a gradient for each input Tensor.

    Raises ArgumentError, which is a ValueError as in Paddle.
    """
    values = list(returned) if isinstance(returned, tuple | list) else [returned]
    if isinstance(returned, list) and len(slots) == 1 and slots[0].is_list:
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
            members = list(value) if slot.is_list and isinstance(value, list | tuple) else [value]
        if len(members) != len(slot.tensors):
            raise ArgumentError(
                f"GradNodePyLayer_{name} : the gradient at {position} position should be a list of "
                f"{len(slot.tensors)}, but received {len(members)}"
            )
        flat += members
    pairs = zip(flat, inputs, strict=True)
    return [_checked_gradient(name, position, grad, tensor) for position, (grad, tensor) in enumerate(pairs)]


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _checked_gradient(name: str, position: int, grad: Any, tensor: Tensor) -> Any:
    """Return a gradient that backward returned for an input, in the precision of the input."""
    if grad is None:
        return None
    if not isinstance(grad, Tensor):
        raise ArgumentError(
            "We can only support Tensor or None for backward output, , but got "
            f"{_type_name(grad)}, please check your PyLayer code and make it fits",
            facts={"class": name, "position": position},
            fix="return a Tensor or None for each input: paddle.to_tensor(value) makes a Tensor",
        )
    if tensor.stop_gradient:
        raise ArgumentError(
            f"GradNodePyLayer_{name}'s backward function should return None at {position} position, because it's "
            "forward Tensor's stopgradient is true.",
            fix="return None at this position, or set stop_gradient = False on the argument",
        )
    declared = TensorSpec(tuple(tensor.shape), tensor.dtype)
    other = tensor.dtype if check_precision(f"{name}.backward", f"input {position}", grad.dtype, declared) else None
    check_gradient(f"{name}.backward", f"input {position}", tuple(grad.shape), other or grad.dtype, declared, site())
    return grad if other is None else grad.astype(other)


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for a backward function that cannot be differentiated again. Its ops are not recorded."""

    def wrapped(ctx: Any, *grads: Array) -> Any:
        with grad_recording(False):
            returned = backward(ctx, *grads)
        values = returned if isinstance(returned, tuple | list) else (returned,)
        detached = tuple(v.detach() if isinstance(v, Tensor) else v for v in values)
        return detached if isinstance(returned, tuple | list) else detached[0]

    return wrapped
