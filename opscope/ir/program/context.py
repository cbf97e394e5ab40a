"""Default programs and their guards, name scopes, and the declaration of inputs, parameters and global variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core import state
from opscope.core.block_decorators import block_manager
from opscope.core.context_settings import ContextSettings, Setting
from opscope.core.dtype import as_dtype
from opscope.core.public_calls import note_functions
from opscope.core.shape import is_whole
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, DTypeError, ModeError, UsageError
from opscope.ir.program.program import Block, Parameter, Program, Variable
from opscope.ir.program_settings import appending
from opscope.ops.registry import REGISTRY, Attrs, Op, default_interpreters


class DefaultPrograms(ContextSettings):
    """The two programs to which new operators are appended."""

    main = Setting(Program())
    startup = Setting(Program())


defaults = DefaultPrograms()
state.on_reset(lambda: defaults.reset(main=Program(), startup=Program()))


def default_main_program() -> Program:
    """Return the program to which new operators are appended."""
    return defaults.main


def default_startup_program() -> Program:
    """Return the program that initializes parameters."""
    return defaults.startup


def switch_main_program(program: Program) -> Program:
    """Make another program the default main program, and return the previous program."""
    former, defaults.main = defaults.main, program
    return former


def switch_startup_program(program: Program) -> Program:
    """Make another program the default startup program, and return the previous program."""
    former, defaults.startup = defaults.startup, program
    return former


@block_manager
def program_guard(main_program: Program, startup_program: Program | None = None) -> Iterator[None]:
    """Make these programs the defaults inside `with`. Without a startup program, the current startup program stays."""
    for name, program in (("main_program", main_program), ("startup_program", startup_program)):
        if not isinstance(program, Program) and not (program is None and name == "startup_program"):
            raise UsageError(
                f"The type of '{name}' in paddle.static.program_guard must be {Program}, but received {type(program)}.",
                site=site(),
            )
    startup = {} if startup_program is None else {"startup": startup_program}
    with defaults.block(main=main_program, **startup):
        yield


@block_manager
def name_scope(prefix: str | None = None) -> Iterator[None]:
    """Give operators that are created inside `with` the name scope `/prefix/`. Graphs can fold this scope.

    Variable names do not change.
    """
    if not prefix:
        raise ModeError("namescope prefix can not be empty.")
    program = defaults.main
    outer = program.namescope
    full = outer + prefix
    count = program.scopes.get(full, 0)
    program.scopes[full] = count + 1
    with program.within(namescope=f"{full}_{count}/" if count else f"{full}/"):
        yield


def require_static(function: str) -> None:
    """Raise Paddle's AssertionError in dygraph mode."""
    if not mode.static:
        raise ModeError(
            "In PaddlePaddle 2.x, we turn on dynamic graph mode by default, and "
            f"'{function}()' is only supported in static graph mode. So if you want to use this api, please call "
            "'paddle.enable_static()' before this api to enter static graph mode.",
            site=site(),
            fix="call paddle.enable_static() first",
        )


def _append(op: Op, inputs: tuple[Any, ...], attrs: Attrs) -> Any:
    return (appending.target or defaults.main.current_block()).append(op, inputs, attrs).result()


default_interpreters[True] = _append


def data(name: str, shape: Sequence[int | None], dtype: object = None, lod_level: int = 0) -> Variable:
    """Declare an input for `exe.run(feed={name: ...})`. None and -1 are unknown dims.

    Raises ModeError (an AssertionError) in dygraph. Raises UsageError for arguments of a wrong type. Raises
    ArgumentError for a negative dim, or if the name exists with another shape. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/data_en.html
    """
    require_static("data")
    if not isinstance(name, str | bytes):
        raise UsageError(
            f"The type of 'name' in data must be (<class 'bytes'>, <class 'str'>), but received {type(name)}.",
            site=site(),
        )
    if not isinstance(shape, list | tuple):
        raise UsageError(
            f"The type of 'shape' in data must be (<class 'list'>, <class 'tuple'>), but received {type(shape)}.",
            site=site(),
        )
    name = name.decode() if isinstance(name, bytes) else name
    check_sizes(name, [None if d == -1 else d for d in shape])
    block = defaults.main.global_block()
    return block.create_var(
        name, shape, mode.dtype if dtype is None else dtype, stop_gradient=True, is_data=True, lod_level=lod_level,
        need_check_feed=True,
    )  # fmt: skip


def check_sizes(name: str, shape: Sequence[Any]) -> None:
    """Raise ArgumentError (a ValueError) for a dim of a new tensor that is negative or not an integer."""
    for position, size in enumerate(shape):
        if isinstance(size, int | float) and (size < 0 or not is_whole(size)):
            raise ArgumentError(
                f"Each dimension of shape for {name} must be greater than 0, but received {size}",
                facts={"shape": list(shape), "dim": position}, site=site(), fix="pass positive whole numbers",
            )  # fmt: skip


def make_parameter(
    shape: Sequence[int],
    dtype: object,
    name: str,
    initializer: Any,
    *,
    trainable: bool = True,
    learning_rate: float = 1.0,
    regularizer: Any = None,
    need_clip: bool = True,
    do_model_average: bool | None = None,
) -> Parameter:
    """Declare a parameter in the main program and initialize it in the startup program.

    `initializer(variable, block)` appends the operator that fills the parameter. An existing parameter with the given
    name is shared.
    """
    spec = TensorSpec(tuple(int(d) for d in shape), as_dtype(dtype))
    check_sizes(name, spec.shape)
    main, startup = defaults.main.global_block(), defaults.startup.global_block()
    former = main.vars.get(name)
    if isinstance(former, Parameter):
        if former.spec != spec:
            main.create_var(name, shape, dtype)  # raises ArgumentError
        return former

    def declare(block: Block) -> Parameter:
        return block.declare(
            Parameter(
                block, name, spec, trainable=trainable, learning_rate=learning_rate, regularizer=regularizer,
                need_clip=need_clip, do_model_average=do_model_average,
            )
        )  # fmt: skip

    parameter = declare(main)
    initializer(declare(startup), startup)
    return parameter


def create_global_var(
    shape: Sequence[int],
    value: float,
    dtype: object,
    persistable: bool = False,
    force_cpu: bool = False,
    name: str | None = None,
) -> Variable:
    """Declare a global variable, which the startup program sets to a constant.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/create_global_var_en.html
    """
    name = names("_generated_var") if name is None else name
    check_sizes(name, shape)
    main, startup = defaults.main.global_block(), defaults.startup.global_block()
    made = main.create_var(name, shape, dtype, stop_gradient=True, persistable=persistable)
    append_fill(startup.create_var(name, shape, dtype, stop_gradient=True, persistable=persistable), startup, value)
    return made


def append_fill(variable: Variable, block: Block, value: float) -> None:
    """Append to `block` the operator that fills `variable` with `value`."""
    attrs = {"shape": tuple(variable.spec.shape), "fill_value": value, "dtype": variable.dtype.name}
    block.append(REGISTRY["full"], (), attrs, outputs=[variable], specs=[variable.spec])


def check_default_initializer(dtype: object) -> None:
    """Raise Paddle's TypeError if parameters of this dtype have no default initializer."""
    if as_dtype(dtype).kind != "f":
        raise DTypeError(
            "Can not create parameter with default initializer when dtype is not ['float16', 'float32', 'float64', "
            "'bfloat16', 'float'] type. Set default_initializer to fit the parameter dtype!",
            site=site(),
        )


note_functions(__name__)
