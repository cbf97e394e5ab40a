"""StaticFunction: a function that runs as programs, with a program for each signature of a call."""

from __future__ import annotations

import copy
import functools
import inspect
import textwrap
from collections.abc import Callable, Hashable
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.source_text.file_lines import definition_lines
from opscope.core.state import mode
from opscope.errors import ArgumentError, RunError
from opscope.ir.program.program import Program
from opscope.paddle.jit.concrete import ConcreteProgram
from opscope.paddle.jit.signature import Call
from opscope.paddle.jit.tracing import traced
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.static.input_spec import InputSpec


class Enabled:
    """Switch of traced functions; False: they run as Python code."""

    value = True


class StaticFunction(Described):
    """A function or method under to_static. Each new signature of a call is traced once.

    A signature consists of shapes, dtypes and stop_gradient of the Tensors (unless input_spec gives them), the values
    of all other arguments, and the mode of each layer that the function reads. In static mode, inside another traced
    function and under auto_cast, the function itself is called.
    """

    def __init__(self, function: Callable[..., Any], input_spec: Any = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._input_spec = input_spec
        self._cache: dict[Hashable, ConcreteProgram] = {}
        self._held: list[Any] = []
        self._newest: ConcreteProgram | None = None

    def __get__(self, instance: Any, owner: Any = None) -> StaticFunction:
        if instance is None:
            return self
        bound = vars(instance).setdefault("_static_functions", {})  # each instance has parameters of its own
        name = self._function.__name__
        if name not in bound:
            bound[name] = StaticFunction(self._function.__get__(instance, owner), self._input_spec)
        return bound[name]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if mode.static or mode.cast is not None or not Enabled.value:
            return self._function(*args, **kwargs)
        call = Call(self._function, self._input_spec, args, kwargs)
        concrete = self._concrete(call)
        self._newest = concrete
        return concrete(call.tensors)

    def _concrete(self, call: Call) -> ConcreteProgram:
        found = self._cache.get(call.key)
        if found is None or not found.fits:
            found = self._cache[call.key] = ConcreteProgram(self._function, traced(self._function, call.arguments))
            self._held.append(call.held)
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> StaticFunction:
        return StaticFunction(copy.deepcopy(self._function, memo), self._input_spec)

    # --- what can be asked --------------------------------------------------------------------------

    @property
    def concrete_program(self) -> ConcreteProgram:
        """The program of the latest call; before the first call, of input_spec.

        Raises RunError if there is neither a call nor an input_spec.
        """
        return self._newest or self.concrete_program_specify_input_spec()

    def concrete_program_specify_input_spec(self, input_spec: Any = None) -> ConcreteProgram:
        """Return the program for these specs (or those given to to_static)."""
        specs = self._input_spec if input_spec is None else input_spec
        if specs is None and self._newest is not None:
            return self._newest
        name = getattr(self._function, "__name__", repr(self._function))
        needed = [
            p.name for p in inspect.signature(self._function).parameters.values()
            if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]  # fmt: skip
        if specs is None and needed:
            raise RunError(
                f"{name} has no traced program, because it has not been called and has no input_spec", site=site(),
                fix="call the function once, or pass input_spec=[InputSpec(...)]",
            )  # fmt: skip
        if len(specs or ()) < len(needed):
            raise ArgumentError(
                f"{name}: input_spec should describe the arguments {', '.join(needed)}, but its length is "
                f"{len(specs or ())}",
                site=site(),
            )
        values = [InputSpec.from_tensor(s) if hasattr(s, "__apply_op__") else s for s in specs or ()]
        self._newest = self._concrete(Call(self._function, specs, values, {}))
        return self._newest

    def get_concrete_program(self, *args: Any, **kwargs: Any) -> tuple[ConcreteProgram, StaticFunction]:
        """Return (the program of a call with these arguments or InputSpecs, this function)."""
        return self._concrete(Call(self._function, self._input_spec, args, kwargs)), self

    @property
    def main_program(self) -> Program:
        """The program of `concrete_program`."""
        return self.concrete_program.main_program

    @property
    def inputs(self) -> list[Any]:
        """The Variables that a run feeds."""
        return self.concrete_program.inputs

    @property
    def outputs(self) -> list[Any]:
        """The Variables that a run returns."""
        return self.concrete_program.outputs

    @property
    def program_cache(self) -> dict[Hashable, ConcreteProgram]:
        """All traced programs, by signature."""
        return dict(self._cache)

    def get_traced_count(self) -> int:
        """Return the number of traced signatures."""
        return len(self._cache)

    @property
    def dygraph_function(self) -> Callable[..., Any]:
        """The original function."""
        return self._function

    @property
    def code(self) -> str:
        """The source of the function, unchanged."""
        return textwrap.dedent("".join(definition_lines(self._function)[0]))

    def rollback(self) -> Callable[..., Any]:
        """Return the original function; a layer gets its original forward again."""
        owner = getattr(self._function, "__self__", None)
        if isinstance(owner, Layer):
            vars(owner).pop("forward", None)
            if isinstance(inspect.getattr_static(type(owner), "forward"), StaticFunction):
                object.__setattr__(owner, "forward", self._function)
        return self._function
