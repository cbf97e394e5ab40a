"""Paddle's methods of Program: text and bytes, pruning, values of variables, and copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from opscope.core import state
from opscope.core.random import default
from opscope.core.rich_display import RichDisplay
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, ModeError, OpscopeError, OpscopeWarning, UsageError
from opscope.ir import clone_prune, value_store
from opscope.ir.compat import program_text
from opscope.ir.compat.desc import ProgramDesc
from opscope.ir.compat.operator_methods import check_flag

VERSION = 2006002  # of Paddle's program format


class _SeedDefault:
    """Default of random_seed for new programs."""

    seed = 0


_seed_default = _SeedDefault()


@state.on_reset
def _reset() -> None:
    _seed_default.seed = 0


def default_seed() -> int:
    """Return the default of random_seed for new programs."""
    return _seed_default.seed


class PaddleProgramMethods(RichDisplay):
    """Paddle's methods of Program, as a mixin."""

    _display = "program"

    # (to bytes, from bytes); set by `serialize.program_json`, which imports Program
    codec: ClassVar[tuple[Callable[[Any], bytes], Callable[[bytes], Any]]]
    blocks: Any
    clone: Any
    current_block_idx: Any
    global_block: Any
    list_vars: Any
    flushed_version = -1  # the version at the last `desc.flush()`

    @staticmethod
    def global_seed(seed: int = 0) -> None:
        """Set the random_seed of programs that are created from now on, and seed the default generator."""
        _seed_default.seed = seed
        default.manual_seed(seed)

    @property
    def desc(self) -> ProgramDesc:
        """The program as an object of Paddle's C++ side."""
        return ProgramDesc(self)

    def _get_desc(self) -> ProgramDesc:
        return ProgramDesc(self)

    @staticmethod
    def parse_from_string(binary_str: bytes) -> Any:
        """Read a program that `desc.serialize_to_string()` wrote, also in another process.

        The read program does not contain the functions of py_func, so a call of them raises RunError. Raises
        ArgumentError for other bytes.
        """
        return PaddleProgramMethods.codec[1](binary_str)

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The program as text. With with_details, the text has the user's line of each operator.

        Raises ModeError (an AssertionError) if an argument is not a bool.
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
        """Return copies of the values of parameters ('param'), other persistable variables ('opt') or both ('all').

        Raises UsageError and ArgumentError for another mode, and ArgumentError for a variable without a value.
        """
        if not isinstance(mode, str):
            raise UsageError(f"Type of `mode` should be string, but received {type(mode)}.", site=site())
        if mode not in ("param", "opt", "all"):
            raise ArgumentError(f"`mode` string should be 'param', 'opt' or 'all', but received {mode}.", site=site())
        kinds = {"param": (True,), "opt": (False,), "all": (True, False)}[mode]
        chosen = [v for v in self.list_vars() if v.persistable and v.is_parameter in kinds]
        return {v.name: value_store.read(v.name, scope) for v in chosen}

    def set_state_dict(self, state_dict: Mapping[str, Any], scope: Any = None) -> None:
        """Set values of variables by name. Gives a warning for unknown names, and for shapes that do not match."""
        if not isinstance(state_dict, Mapping):
            raise UsageError(f"Type of `state_dict` should be dict, but received {type(state_dict)}.", site=site())
        known = {v.name: v for v in self.list_vars() if v.persistable}
        for name, value in state_dict.items():
            reason = f"Because '{name}' not in the program."
            if name in known:
                try:
                    known[name].set_value(value, scope)
                    continue
                except OpscopeError as e:
                    reason = e.summary
            warn(OpscopeWarning(f"Skip loading for '{name}'. {reason}", fix="compare the names and shapes"))

    # --- copies ---------------------------------------------------------------------------------------

    def _copy_param_info_from(self, other: Any) -> None:
        self._check_program(other, "_copy_param_info_from")
        self.global_block()._copy_param_info_from(other.global_block())

    def _copy_dist_param_info_from(self, other: Any) -> None:
        """Check `other`. Paddle also copies information about parameter servers, which do not exist here."""
        self._check_program(other, "_copy_param_info_from")

    def _copy_data_info_from(self, other: Any, pruned_origin_block_id_map: Any = None) -> None:
        self._check_program(other, "_copy_data_info_from")
        for block in self.blocks:
            origin = block.idx if pruned_origin_block_id_map is None else pruned_origin_block_id_map[block.idx]
            for name, variable in other.blocks[origin].vars.items():
                if name in block.vars:
                    twin = block.vars[name]
                    twin.is_data, twin.stop_gradient = variable.is_data, variable.stop_gradient

    def _check_program(self, other: Any, what: str) -> None:
        if not isinstance(other, type(self)):
            raise UsageError(
                f"Function Program.{what}() needs to pass in a source Program, but received {type(other)}", site=site()
            )
        if len(self.blocks) != len(other.blocks) and what != "_copy_param_info_from":
            raise ModeError(
                f"{what}: the numbers of blocks differ",
                site=site(),
                fix="pass the program from which this program was cloned",
            )

    def _inference_optimize(self, prune_read_op: bool = True) -> Any:
        """Return the result of clone(for_test=True)."""
        return self.clone(for_test=True)

    def _remove_training_info(self, clip_extra: bool = True) -> Any:
        """Return a copy in which parameters are plain variables, and no variable stops gradients."""
        made = self.clone()
        for block in made.blocks:
            for name, variable in list(block.vars.items()):
                if variable.is_parameter:
                    plain = block._clone_variable(variable)
                    plain.op, block.vars[name] = variable.op, plain
                block.vars[name].stop_gradient = False
        made.touch()
        return made

    def _roll_to_global_block(self) -> None:
        self.current_block_idx = 0

    def _sync_with_cpp(self) -> None:
        """Do nothing, because the program has no C++ copy."""

    def _version(self) -> int:
        return VERSION


def _targets(targets: Any) -> tuple[list[str], set[int]]:
    """Return the names of the variables and the ids of the operators among the targets."""
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
