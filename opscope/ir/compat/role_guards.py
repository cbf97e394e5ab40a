"""Guards of a Program that set the role of new operators, by Paddle's private names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from opscope.ir.op_roles import BACKWARD, LR_SCHEDULE, OPTIMIZE
from opscope.ir.program_settings import ProgramSetting, changed_in_block


class PaddleRoleGuards:
    """Mixin of Program. New operators get the program's `role` and `role_var`."""

    role = ProgramSetting[int]()
    role_var = ProgramSetting[list[str]]()

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

    def _role_guard(self, role: int, variables: Sequence[Any] = ()) -> AbstractContextManager[None]:
        names = [v if isinstance(v, str) else v.name for v in variables]
        return changed_in_block(self, {"role": role, "role_var": names})

    def _backward_role_guard(self) -> AbstractContextManager[None]:
        return self._role_guard(BACKWARD)

    def _optimized_guard(self, param_and_grads: Sequence[Any]) -> AbstractContextManager[None]:
        return self._role_guard(OPTIMIZE, param_and_grads)

    def _lr_schedule_guard(self, is_with_opt: bool = False) -> AbstractContextManager[None]:
        return self._role_guard(LR_SCHEDULE | OPTIMIZE if is_with_opt else LR_SCHEDULE)
