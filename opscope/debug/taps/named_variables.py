"""Lookup of program variables: by the name in the program, by a name in the user's code, or by a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from opscope.debug.taps.selector import selected_values, selector_of
from opscope.ir.program.program import Program, Variable
from opscope.names.resolver import all_user_names


class NamedVariables(Mapping[str, Variable]):
    """The variables of some programs; you can look up a variable by each of its names.

    Iteration yields only the names that are useful in a list. `aliases` are additional names that a script has set
    for variables.
    """

    def __init__(self, programs: Iterable[Program], aliases: Mapping[str, str] | None = None) -> None:
        self.programs = tuple(programs)
        self.aliases = aliases or {}
        self._names: dict[str, None] | None = None

    def all(self, text: str) -> list[Variable]:
        """Return the declared variables that a name or a pattern selects, in the order of the programs."""
        selector = selector_of(self._without_alias(text))
        found = ((program, name) for program in self.programs for name in selected_values(program, selector))
        return [b.vars[name] for program, name in found for b in program.blocks if name in b.vars]

    def _without_alias(self, text: str) -> str:
        return self.aliases[text] if text in self.aliases and not self._means_any(text) else text

    def _means_any(self, text: str) -> bool:
        selector = selector_of(text)
        return any(selected_values(program, selector) for program in self.programs)

    def __getitem__(self, text: str) -> Variable:
        found = self.all(text)
        if not found:
            raise KeyError(text)
        return found[-1]

    def __contains__(self, text: Any) -> bool:
        if not isinstance(text, str):
            return False
        return self._means_any(self._without_alias(text))

    def __iter__(self) -> Iterator[str]:
        if self._names is None:
            called = (name for program in self.programs for name in all_user_names(program))
            own = (v.name for program in self.programs for v in program.list_vars())
            self._names = dict.fromkeys([*self.aliases, *called, *own])
        return iter(self._names)

    def __len__(self) -> int:
        return sum(1 for _ in self)
