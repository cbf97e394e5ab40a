"""Functions `backward` and `grad`, and the context managers that switch the recording of ops on and off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core import state
from opscope.core.block_decorators import run_in_block
from opscope.core.context_settings import StatementOrBlock
from opscope.core.described import Described
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tracebacks import hides_frames
from opscope.eager.backward_pass import BackwardPass
from opscope.eager.selected_rows_tensor import SelectedRowsTensor
from opscope.eager.sparse_gradient import SelectedRows
from opscope.eager.tape import edge_of
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, RunError, UsageError


@hides_frames
def backward(tensors: Any, grad_tensors: Any = None, retain_graph: bool = False) -> None:
    """Compute the gradients of `tensors`, and add them to the `.grad` of the leaves.

    The backward pass starts with `grad_tensors`, the gradients of `tensors`. The default gradients are ones.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/autograd/backward_en.html
    """
    tensors = _tensors(tensors, _not_tensors_message(tensors), "tensors cannot be empty")
    if not isinstance(retain_graph, bool):
        raise ModeError("retain_graph must be True or False", facts={"given": repr(retain_graph)})
    if len({id(t) for t in tensors}) != len(tensors):
        raise ModeError("The argument 'tensors' of paddle.autograd.backward contains duplicate paddle.Tensor object.")
    seeds = _seeds(
        grad_tensors,
        tensors,
        "The argument 'grad_tensors' of paddle.autograd.backward is invalid, it can be 'None', 'paddle.Tensor' or "
        "'list[None/paddle.Tensor]'.",
        "The length of grad_tensors must be equal to tensors",
    )
    roots = [(t._tape_tensor(), t._as_seed(s)) for t, s in zip(tensors, seeds, strict=True) if not t.stop_gradient]
    BackwardPass(create_graph=False, retain_graph=retain_graph).run(roots)


@hides_frames
def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool = False,
    no_grad_vars: Any = None,
) -> list[Tensor | None]:
    """Return a list of the gradients of `outputs` with respect to `inputs`. The `.grad` of Tensors is not changed.

    With create_graph=True, the result is differentiable. Raises ArgumentError if the outputs do not depend on an
    input, unless allow_unused is True. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/grad_en.html
    """
    outputs = _tensors(outputs, "outputs must be Tensor or list of Tensor", "outputs cannot be empty")
    inputs = _tensors(inputs, "inputs must be Tensor or list of Tensor", "inputs cannot be empty")
    flags = {"create_graph": create_graph, "allow_unused": allow_unused, "only_inputs": only_inputs}
    for name, flag in {**flags, "retain_graph": bool(retain_graph) if retain_graph is None else retain_graph}.items():
        if not isinstance(flag, bool):
            raise ModeError(f"{name} must be True or False", facts={"given": repr(flag)})
    if not only_inputs:
        raise ModeError("only_inputs=False is not supported yet")
    seeds = _seeds(
        grad_outputs,
        outputs,
        "grad_outputs must be None, a Variable or a list containing None or Variables",
        "The length of grad_outputs must be equal to outputs",
    )
    wanted: dict[Any, int] = {}
    for position, tensor in enumerate(inputs):
        key = _key(tensor)
        if key in wanted:
            raise RunError(f"inputs contain duplicate tensor {tensor.name}, please check inputs carefully.")
        wanted[key] = position
    backward_pass = BackwardPass(create_graph, retain_graph is not False, wanted, _no_grad_keys(no_grad_vars))
    if create_graph:
        seeds = [_differentiable(seed) for seed in seeds]
    backward_pass.run(
        [(o._tape_tensor(), o._as_seed(s)) for o, s in zip(outputs, seeds, strict=True) if not o.stop_gradient]
    )
    results: list[Tensor | None] = []
    for position, tensor in enumerate(inputs):
        found = backward_pass.captured.get(position)
        if found is None and not allow_unused:
            raise unused_input(position, tensor)
        if isinstance(found, SelectedRows):
            found = SelectedRowsTensor(found)
        found = found if found is None or isinstance(found, Tensor) else Tensor(found)
        results.append(None if found is None else tensor._as_user_gradient(found))
        if create_graph and found is not None:
            found.stop_gradient = False  # also where it depends on nothing
    return results


def unused_input(position: int, tensor: Any) -> ArgumentError:
    """Create the error for an input of `grad` on which no output depends."""
    return ArgumentError(
        f"The {position}-th input does not appear in the backward graph. Please check the input tensor or set "
        "allow_unused=True to get None result.",
        facts={tensor.name: tensor.shape, "stop_gradient": tensor.stop_gradient},
        site=site(),
        fix="set stop_gradient = False on the input before computing the outputs",
    )


def _differentiable(seed: Tensor) -> Tensor:
    """Return `seed`, the gradient at which a backward pass starts, for a gradient that can be differentiated again.

    Backward functions of the user receive gradients with stop_gradient=False.
    """
    if not seed.stop_gradient:
        return seed
    seed = seed.detach()
    seed.stop_gradient = False
    return seed


def _key(tensor: Tensor) -> Any:
    """Return the key of a tensor in a BackwardPass. The key is the id for a leaf, and the edge for other tensors."""
    tensor = tensor._tape_tensor()
    edge = edge_of(tensor)
    return edge if isinstance(edge, tuple) else id(tensor)


def _no_grad_keys(no_grad_vars: Any) -> set[Any]:
    """Return the keys of tensors that stop gradients. Raises ModeError for values that are not Tensors."""
    if no_grad_vars is None:
        return set()
    many = no_grad_vars if isinstance(no_grad_vars, list | tuple | set) else [no_grad_vars]
    if not all(isinstance(v, Tensor) for v in many):
        raise ModeError("no_grad_vars should be None, Tensor, list, tuple or set of Tensors", site=site())
    return {_key(v) for v in many}


def _not_tensors_message(tensors: Any) -> str:
    many = isinstance(tensors, list | tuple)
    return "Elements of tensors must be paddle.Tensor" if many else "tensors must be Tensor or list of Tensor"


def _tensors(value: Any, wrong: str, empty: str) -> list[Tensor]:
    values = list(value) if isinstance(value, list | tuple) else [value]
    if not values:
        raise ModeError(empty)
    if not all(isinstance(v, Tensor) for v in values):
        raise ModeError(wrong, site=site())
    return values


def _seeds(given: Any, tensors: Sequence[Tensor], wrong: str, length: str) -> list[Tensor]:
    if given is None:
        given = [None] * len(tensors)
    values = list(given) if isinstance(given, list | tuple) else [given]
    if not all(v is None or isinstance(v, Tensor) for v in values):
        raise ModeError(wrong)
    if len(values) != len(tensors):
        raise ModeError(length)
    for value, tensor in zip(values, tensors, strict=True):
        if value is not None and value.shape != tensor.shape and not value.size == tensor.size == 1:
            raise ModeError(f"Tensor shape not match, Tensor of grad_tensor [ {value.name} ] with shape {value.shape} "
                            f"mismatch Tensor [ {tensor.name} ] with shape {tensor.shape}")  # fmt: skip
    return [
        t.ones() if v is None else v if v.shape == t.shape else v.reshape(t.shape)  # one number has one meaning
        for v, t in zip(values, tensors, strict=True)
    ]


class GradMode(Described):
    """Context manager and decorator that switches the recording of ops on or off.

    The decorator accepts functions, generators and coroutines.
    """

    def __init__(self, enabled: bool) -> None:
        self._enabled = bool(enabled)

    def __enter__(self) -> Any:
        mode.enter(self, {"grad": self._enabled})

    def __exit__(self, *_: object) -> None:
        mode.leave(self)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return run_in_block(func, lambda: GradMode(self._enabled))


class no_grad(GradMode):  # noqa: N801 (Paddle's name)
    """Context manager and decorator: no op is recorded inside the block or the decorated function."""

    def __init__(self, *args: object) -> None:
        if args:
            raise UsageError("no_grad_() takes no arguments", fix="write @paddle.no_grad() with parentheses")
        super().__init__(False)


class enable_grad(GradMode):  # noqa: N801 (Paddle's name)
    """Context manager and decorator: ops are recorded inside the block or the decorated function."""

    def __init__(self, *args: object) -> None:
        if args:
            raise UsageError("enable_grad() takes no arguments", fix="write @paddle.enable_grad() with parentheses")
        super().__init__(True)


class set_grad_enabled(StatementOrBlock, GradMode):  # noqa: N801 (Paddle's name)
    """Switch the recording of ops on or off.

    If it is used as a context manager or decorator, the switch applies only inside the block or function.
    """

    def __init__(self, mode: bool) -> None:
        GradMode.__init__(self, mode)
        StatementOrBlock.__init__(self, state.mode, {"grad": self._enabled})

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        self._retract()
        return super().__call__(func)


def is_grad_enabled() -> bool:
    """Return True if eager ops are recorded. The result is False while a program is built."""
    return mode.grad and not mode.static


note_functions(__name__)
