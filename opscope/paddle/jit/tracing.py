"""Tracing: a Python function on Tensors is called once with Variables, and its ops become a program.

Outer Tensors that the function reads (parameters, buffers, closures) are captured: each becomes a persistable variable
of the program. The program keeps the Tensor, and every run begins with the Tensor's current value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from opscope.core.context_settings import SettingsBlock
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.eager.op_calls import muted
from opscope.eager.pylayer import PyLayerContext
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError, UnsupportedError
from opscope.ir import nesting
from opscope.ir.control_flow.static_pylayer import static_pylayer
from opscope.ir.program.context import defaults, program_guard
from opscope.ir.program.program import Parameter as StaticParameter
from opscope.ir.program.program import Program, Variable
from opscope.ops.registry import REGISTRY, Attrs, Op
from opscope.paddle.nn.parameter import Parameter

Generator = tuple[dict[str, int], str]  # counters of names, and their prefix


@contextmanager
def static_mode() -> Iterator[None]:
    """Let ops build programs inside the block; settings of eager code have no effect in the block."""
    with mode.block(static=True, grad=True, cast=None, trace=None), muted():
        yield


def named_by(generator: Generator) -> SettingsBlock:
    """Continue the generated names of this program inside the block."""
    return names.block(counters=generator[0], prefix=generator[1], result_name="")


class Tracer:
    """A trace of one function; `core.state.EagerTracer` is its interface to eager code."""

    def __init__(self) -> None:
        self.main, self.startup = Program(), Program()
        self.generator: Generator = ({}, "")
        self.captured: dict[str, Tensor] = {}
        self._names: dict[int, str] = {}
        self.main.capture = self.variable

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Let the calls inside the block build the program."""
        with ExitStack() as around:
            around.enter_context(static_mode())
            around.enter_context(named_by(self.generator))
            around.enter_context(program_guard(self.main, self.startup))
            around.enter_context(mode.block(trace=self))
            yield
        self.main.capture = None

    def data(self, name: str, spec: TensorSpec, stop_gradient: bool) -> Variable:
        """Declare an input of the program."""
        block = self.main.global_block()
        return block.declare(Variable(block, self._free(name), spec, stop_gradient=stop_gradient, is_data=True))

    def _free(self, name: str) -> str:
        taken = self.main.global_block().vars
        if name not in taken:
            return name
        return next(n for i in range(len(taken) + 1) if (n := f"{name}_{i}") not in taken)

    # --- values of the outside ----------------------------------------------------------------------

    def variable(self, value: Any) -> Variable | None:
        """Return the program's variable for a captured Tensor; None for another Tensor."""
        if not isinstance(value, Tensor):
            return None
        block = self.main.global_block()
        name = self._names.get(id(value))
        if name is None:
            name = self._free(value._name or names("generated_tensor"))  # asking for its name would give it one
            self._names[id(value)] = name
            self.captured[name] = value
            block.declare(_declared(block, name, value))
        return block.vars[name]

    def op(self, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        """Append an op whose first Tensor is captured."""
        given = [self.variable(v) if isinstance(v, Tensor) else v for v in inputs]
        return defaults.main.current_block().append(op, given, attrs).result()

    def write(self, tensor: Tensor, value: Any) -> None:
        """Record set_value of a captured Tensor, or a buffer that forward assigns: every run writes the Tensor."""
        target, block = self.variable(tensor), defaults.main.current_block()
        source = block.as_variable(value, ())
        if target is None or source is None or source.spec.shape != target.spec.shape:
            shape = None if source is None else list(source.shape)
            raise ModeError(
                f"Variable Shape not match, Variable [ {tensor.name} ] need tensor with shape {tensor.shape} but load "
                f"set tensor with shape {shape}", site=site(), fix=f"assign a Tensor of shape {tensor.shape}",
            )  # fmt: skip
        if source.dtype is not target.dtype:
            raise ModeError(
                f"Variable dtype not match, Variable [ {tensor.name} ] need tensor with dtype {tensor.dtype.name} but "
                f"load tensor with dtype {source.dtype.name}", site=site(), fix=f"cast it to {tensor.dtype.name}",
            )  # fmt: skip
        block.append(REGISTRY["assign"], [source], {}, outputs=[target], specs=[target.spec])

    def layer(self, cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Append a PyLayer's apply, as a static_pylayer of its two functions."""
        given = [self.variable(v) if isinstance(v, Tensor) else v for v in (*args, *kwargs.values())]
        if any(
            isinstance(v, Variable) for g in given if isinstance(g, list | tuple | dict) for v in nesting.flatten(g)
        ):
            raise UnsupportedError(
                f"{cls.__name__}.apply: lists of Tensors are not supported in a traced function", site=site(),
                fix="pass the Tensors one by one",
            )  # fmt: skip
        ctx: Any = type(f"{cls.__name__}_backward", (PyLayerContext,), {})()
        leaves: list[Any] = []

        def forward(*values: Any) -> Any:
            last = len(values) - len(kwargs)
            made = cls.forward(ctx, *values[:last], **dict(zip(kwargs, values[last:], strict=True)))
            leaves.extend(nesting.flatten(made))
            return made

        still = all(v.stop_gradient for v in given if isinstance(v, Variable))

        def backward(*douts: Any) -> Any:
            return cls.backward(ctx, *douts)

        intent = getattr(cls, "gradient_intent", "") or getattr(cls.backward, "gradient_intent", "")
        backward.gradient_intent = intent  # type: ignore[attr-defined]
        returned = static_pylayer(forward, given, None if still else backward, name=cls.__name__)
        for inner, outer in zip(leaves, nesting.flatten(returned), strict=True):
            if isinstance(outer, Variable) and id(inner) in ctx._non_differentiable:
                outer.stop_gradient = True
        return returned


def _declared(block: Any, name: str, tensor: Tensor) -> Variable:
    spec = TensorSpec(tuple(tensor.shape), tensor.dtype)
    if isinstance(tensor, Parameter):
        rate = tensor.optimize_attr["learning_rate"]
        return StaticParameter(
            block, name, spec, trainable=tensor.trainable, learning_rate=rate, need_clip=tensor.need_clip
        )
    return Variable(block, name, spec, stop_gradient=tensor.stop_gradient, persistable=True)


def apart(value: Any, taken: list[Variable], tracer: Tracer) -> Any:
    """Return a result as a separate output: a returned input, or a repeated result, is copied."""
    if not isinstance(value, Variable):
        return value
    if value.op is None or value.persistable or value.is_data or any(value is t for t in taken):
        value = REGISTRY["assign"](value)
    if value.block is not tracer.main.global_block():
        raise UnsupportedError(
            f"{value.name} was created inside a branch or a loop, so code outside cannot return this value",
            site=value.site,
            fix="return the value from the function of the branch",
        )  # fmt: skip
    taken.append(value)
    return value


class Traced(NamedTuple):
    """A program with its inputs and outputs; `structure` is the returned value of the function, with Variables."""

    main: Program
    startup: Program
    generator: Generator
    captured: dict[str, Tensor]
    inputs: list[Variable]
    outputs: list[Variable]
    structure: Any


def traced(function: Callable[..., Any], build: Callable[[Tracer], tuple[tuple[Any, ...], dict[str, Any]]]) -> Traced:
    """Trace a call: `build` declares the inputs and returns the arguments."""
    tracer = Tracer()
    with tracer.tracing():
        args, kwargs = build(tracer)
        inputs = [v for v in tracer.main.global_block().vars.values() if v.is_data]
        structure = function(*args, **kwargs)
        outputs: list[Variable] = []
        leaves = [apart(leaf, outputs, tracer) for leaf in nesting.flatten(structure)]
        structure = nesting.pack(structure, iter(leaves))
    return Traced(tracer.main, tracer.startup, tracer.generator, tracer.captured, inputs, outputs, structure)
