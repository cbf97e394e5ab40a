"""Filters that select the exceptions at which a run stops: raised, caught or uncaught exceptions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, get_args

from opscope.errors import ArgumentError, nearest

Filter = Literal["raised", "caught", "uncaught"]
FILTERS: tuple[Filter, ...] = get_args(Filter)


class ExceptionFilters:
    """The active filters (`chosen`), and the exception classes (`types`) for the filters "raised" and "caught".

    `types` contains the names of these classes. If `types` is empty, all classes are selected. The filter "uncaught"
    stops the run in two cases. In the first case, an operator fails, and the run stops before the program receives the
    error. In the second case, an error ends the program's own code.
    """

    def __init__(self, uncaught: bool = False) -> None:
        self.chosen: frozenset[str] = frozenset({"uncaught"} if uncaught else ())
        self.types: tuple[str, ...] = ()
        self.uncaught = uncaught  # like `examines`, read at each operator
        self.examines = False  # True if exceptions must be examined when raised
        self._subscribers: list[Callable[[], None]] = []

    def subscribe(self, on_change: Callable[[], None]) -> None:
        """Add a function that is called after each later choice of filters."""
        self._subscribers.append(on_change)

    @property
    def listed(self) -> tuple[str, ...]:
        """The active filters, in a fixed order."""
        return tuple(each for each in FILTERS if each in self.chosen)

    def choose(self, filters: Collection[str], types: Collection[str] = ()) -> None:
        """Replace the chosen filters. Raises ArgumentError for a filter that does not exist."""
        for each in filters:
            if not isinstance(each, str) or each not in FILTERS:
                raise ArgumentError(
                    f"unknown exception filter {each!r}", fix=nearest(each, FILTERS) or f"one of {', '.join(FILTERS)}"
                )
        is_list = isinstance(types, Collection) and not isinstance(types, str)
        if not is_list or not all(isinstance(each, str) and each for each in types):
            raise ArgumentError(
                f"types must be a list of names of exception classes, not {types!r}",
                fix="for example: types=['ValueError']",
            )
        self.chosen, self.types = frozenset(filters), tuple(types)
        self.uncaught, self.examines = "uncaught" in self.chosen, bool(self.chosen & {"raised", "caught"})
        for on_change in self._subscribers:
            on_change()
