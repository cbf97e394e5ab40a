"""What Paddle's programs ask a Program: text and bytes, the part that targets need, the values of its variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from opscope.core import state
from opscope.core.random import default
from opscope.core.source import site
from opscope.core.strict import caution
from opscope.errors import ArgumentError, OpscopeError, OpscopeWarning, UsageError
from opscope.ir import clone_prune, value_store
from opscope.ir.compat import program_text
from opscope.ir.compat.desc import ProgramDesc
from opscope.ir.compat.operator_surface import check_flag


class _First:
    """What programs begin with."""

    seed = 0


_first = _First()


@state.on_reset
def _reset() -> None:
    _first.seed = 0


def first_seed() -> int:
    """The random_seed that a new program has."""
    return _first.seed


class ProgramSurface:
    """Mixed into Program."""

    # to bytes and from bytes; set by `ir.data`, which knows programs
    codec: ClassVar[tuple[Callable[[Any], bytes], Callable[[bytes], Any]]]
    blocks: Any
    list_vars: Any
    flushed = -1  # the version that was asked for its hash

    @staticmethod
    def global_seed(seed: int = 0) -> None:
        """The random_seed of programs that are made from now on, the default ones included; reseeds the generator."""
        _first.seed = seed
        default.manual_seed(seed)

    @property
    def desc(self) -> ProgramDesc:
        """The program by the names of Paddle's C++ side: it can be serialised, and counts its blocks."""
        return ProgramDesc(self)

    def _get_desc(self) -> ProgramDesc:
        return ProgramDesc(self)

    @staticmethod
    def parse_from_string(binary_str: bytes) -> Any:
        """The program that `desc.serialize_to_string()` has written, here or in another process.

        py_func's functions are not in it: calling one raises RunError. Raises ArgumentError for other bytes.
        """
        return ProgramSurface.codec[1](binary_str)

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The program as text; with details also the lines that made its operators.

        Raises ModeError (an AssertionError) unless both are bools.
        """
        check_flag(throw_on_error, "throw_on_error")
        check_flag(with_details, "with_details")
        return program_text.program_text(self, with_details)  # type: ignore[arg-type]

    def _to_readable_code(self, skip_op_callstack: bool = True) -> str:
        check_flag(skip_op_callstack, "skip_op_callstack")
        return program_text.program_text(self, not skip_op_callstack)  # type: ignore[arg-type]

    def _prune(self, targets: Any) -> Any:
        names, operators = _targets(targets)
        return clone_prune.prune(self, names, (), operators)  # type: ignore[arg-type]

    def _prune_with_input(self, feeded_var_names: Any, targets: Any) -> Any:
        feeds = feeded_var_names if isinstance(feeded_var_names, list) else [feeded_var_names]
        for name in feeds:
            if not isinstance(name, str):
                raise ArgumentError(
                    "All feeded_var_names of Program._prune_with_input() can only be str, "
                    f"but received {type(name)}.", site=site(),
                )  # fmt: skip
        names, operators = _targets(targets)
        return clone_prune.prune(self, names, feeds, operators)  # type: ignore[arg-type]

    # --- values -------------------------------------------------------------------------------------

    def state_dict(self, mode: str = "all", scope: Any = None) -> dict[str, Any]:
        """Copies of the values of 'param': parameters, 'opt': other persistable variables, or 'all', by name.

        Raises UsageError and ArgumentError for another mode, ArgumentError for a variable without a value.
        """
        if not isinstance(mode, str):
            raise UsageError(f"Type of `mode` should be string, but received {type(mode)}.", site=site())
        if mode not in ("param", "opt", "all"):
            raise ArgumentError(f"`mode` string should be 'param', 'opt' or 'all', but received {mode}.", site=site())
        kinds = {"param": (True,), "opt": (False,), "all": (True, False)}[mode]
        chosen = [v for v in self.list_vars() if v.persistable and v.is_parameter in kinds]
        return {v.name: value_store.read(v.name, scope) for v in chosen}

    def set_state_dict(self, state_dict: Mapping[str, Any], scope: Any = None) -> None:
        """Set the values of variables by name; warns of those that the program does not have or that do not fit."""
        if not isinstance(state_dict, Mapping):
            raise UsageError(f"Type of `state_dict` should be dict, but received {type(state_dict)}.", site=site())
        known = {v.name: v for v in self.list_vars() if v.persistable}
        for name, value in state_dict.items():
            why = f"Because '{name}' not in the program."
            if name in known:
                try:
                    known[name].set_value(value, scope)
                    continue
                except OpscopeError as e:
                    why = e.summary
            caution(OpscopeWarning(f"Skip loading for '{name}'. {why}", fix="compare the names and shapes"))


def _targets(targets: Any) -> tuple[list[str], set[int]]:
    """Names of the variables among the targets, and ids of the operators."""
    names: list[str] = []
    operators: set[int] = set()
    for target in targets if isinstance(targets, list | tuple) else [targets]:
        if isinstance(target, str):
            names.append(target)
        elif hasattr(target, "spec"):
            names.append(target.name)
        elif hasattr(target, "outputs"):
            operators.add(target.id)
        else:
            raise ArgumentError(
                "All targets of Program._prune_with_input() can only be Variable or Operator, "
                f"but received {type(target)}.", site=site(),
            )  # fmt: skip
    return names, operators
