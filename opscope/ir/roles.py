"""What new operators are for, and what one program takes over from another: Paddle's private names of a Program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, UsageError

BACKWARD_ROLE, OPTIMIZE_ROLE, RATE_ROLE = 1, 2, 16
LOSS_ROLE = 256
SEED_ROLE = BACKWARD_ROLE | LOSS_ROLE  # of the ones that append_backward begins with
VERSION = 2006002  # of Paddle's programs, which these are like


class Roles:
    """Mixed into Program: `role`, and `role_var`, are what operators that are appended get."""

    role: Any
    role_var: Any
    blocks: Any
    global_block: Any
    clone: Any
    list_vars: Any
    current_block_idx: Any

    @property
    def _op_role(self) -> int:
        return self.role

    @_op_role.setter
    def _op_role(self, role: int) -> None:
        self.role = int(role)

    @property
    def _op_role_var(self) -> list[str]:
        return self.role_var

    @_op_role_var.setter
    def _op_role_var(self, var_name: Sequence[str]) -> None:
        self.role_var = list(var_name)

    @contextmanager
    def _as(self, role: int, named: Sequence[Any] = ()) -> Iterator[None]:
        kept = self.role, self.role_var
        self.role = role
        self.role_var = [v if isinstance(v, str) else v.name for v in named]
        try:
            yield
        finally:
            self.role, self.role_var = kept

    def _backward_role_guard(self) -> Any:
        return self._as(BACKWARD_ROLE)

    def _optimized_guard(self, param_and_grads: Sequence[Any]) -> Any:
        return self._as(OPTIMIZE_ROLE, param_and_grads)

    def _lr_schedule_guard(self, is_with_opt: bool = False) -> Any:
        return self._as(RATE_ROLE | OPTIMIZE_ROLE if is_with_opt else RATE_ROLE)

    # --- from one program to another ----------------------------------------------------------------

    def _copy_param_info_from(self, other: Any) -> None:
        self._check_program(other, "_copy_param_info_from")
        self.global_block()._copy_param_info_from(other.global_block())

    def _copy_dist_param_info_from(self, other: Any) -> None:
        """What Paddle's servers of parameters note of them, of which there is nothing here."""
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
            raise ModeError(f"{what}: the programs have other blocks", site=site(), fix="pass what it is a clone of")

    def _inference_optimize(self, prune_read_op: bool = True) -> Any:
        """As clone(for_test=True): with is_test set."""
        return self.clone(for_test=True)

    def _remove_training_info(self, clip_extra: bool = True) -> Any:
        """A copy in which no variable is a parameter or stops gradients."""
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
        """Nothing: there is one program, not two."""

    def _version(self) -> int:
        return VERSION
