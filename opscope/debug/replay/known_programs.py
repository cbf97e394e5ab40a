"""KnownPrograms: the operators and variables of the programs that have run, and the errors for unknown names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from opscope.core.spec import TensorSpec
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.declared_values import check_condition
from opscope.debug.replay.missing_values import hidden_error
from opscope.debug.taps.named_variables import NamedVariables
from opscope.debug.taps.pattern_words import nearest_pattern
from opscope.debug.taps.selector import Selector, selected_values
from opscope.errors import NotFound, OpscopeWarning
from opscope.ir.program.program import Operator, Program
from opscope.names.value_name import suggestion


class KnownPrograms:
    """Programs that have run.

    `complete` is False if more programs may run: before the first step, and in eager code.

    `aliases` are additional names that a script has set for variables. `grows` is True if the programs contain the
    operators that eager code has called so far.
    """

    def __init__(
        self,
        programs: Iterable[Program],
        complete: bool,
        aliases: Mapping[str, str] | None = None,
        *,
        grows: bool = False,
    ) -> None:
        self.programs = list(programs)
        self.complete = complete and bool(self.programs)
        self.grows = grows
        self.aliases = aliases or {}

    @property
    def operators(self) -> list[Operator]:
        """The operators of all programs."""
        return [operator for program in self.programs for operator in program.operators]

    @property
    def variables(self) -> NamedVariables:
        """The variables of all programs; you can look up a variable by each of its names."""
        return NamedVariables(self.programs, self.aliases)

    def select(self, selector: Selector) -> bool:
        """Return True if a pattern selects at least one value of the programs."""
        return any(selector.matches(n, o) for o in self.operators for n in o.outputs if n) or bool(
            self.selected_specs((selector,))
        )

    def selected_specs(self, selectors: Sequence[Selector]) -> list[TensorSpec]:
        """Return the shapes and dtypes of the declared variables that the name patterns among `selectors` select."""
        variables = self.variables
        return [v.spec for s in selectors if s.kind == "name" for v in variables.all(s.pattern)]

    def has_variable(self, name: str) -> bool:
        """Return True if a name or pattern selects a variable of the programs.

        Raises ArgumentError if the pattern is invalid.
        """
        selector = Selector.parse(name)
        return any(selected_values(program, selector) for program in self.programs)

    def require_variable(self, name: str) -> None:
        """Raise NotFound if a name or pattern selects no variable, and ArgumentError for an invalid pattern."""
        if not self.has_variable(name) and self.complete:
            raise self.unknown(name)

    def unknown(self, name: str) -> NotFound:
        """Make the error for a name that selects no variable."""
        return hidden_error(name, self.variables) or NotFound(
            f"no variable {name!r}", fix=suggestion(name, self.variables)
        )

    def require_operator(self, op: int | str, test: Callable[[Operator], bool]) -> None:
        """Raise NotFound if `op`, a number or a pattern, selects no operator.

        The function `test` returns True for the selected operators.
        """
        if self.complete and not any(map(test, self.operators)):
            raise NotFound(f"this program has no operator {op}", fix=self.nearest_to(op))

    def require_condition(self, condition: Condition) -> None:
        """Raise ArgumentError if a condition contains unknown names, or can never be evaluated."""
        if self.complete:
            check_condition(condition, self.variables)

    def unmatched(self, pattern: str, what: str) -> OpscopeWarning | None:
        """Return a warning if a pattern selects nothing in these programs.

        `what` is the beginning of the warning text: the owner of the pattern, such as `the tap`.
        """
        selector = Selector.parse(pattern)
        if not self.complete or self.select(selector):
            return None
        return OpscopeWarning(f"{what} {selector} matches nothing in this program", fix=self.nearest_to(pattern))

    def nearest_to(self, spec: int | str) -> str:
        """Suggest a pattern in place of a pattern that matches nothing: `did you mean 'op:tanh'?`."""
        selector = Selector("id", str(spec)) if isinstance(spec, int) else Selector.parse(spec)
        return nearest_pattern(selector, self.variables, self.operators)
