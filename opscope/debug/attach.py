"""attach: taps on an executor, from plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.place import to_host
from opscope.debug.history import History
from opscope.debug.probes import Probes
from opscope.debug.seen import detail_seen, value_seen
from opscope.debug.select import Selector
from opscope.errors import NotFound, nearest
from opscope.events import DetailSeen, Event, ValueSeen
from opscope.ir.program import Operator, Variable
from opscope.runtime.executor import Executor


class Taps:
    """Taps on everything that one executor runs.

    >>> taps = attach(exe).tap("hidden_*")        # doctest: +SKIP
    >>> exe.run(feed=feed, fetch_list=[loss])     # doctest: +SKIP
    >>> taps["hidden_0"].mean                     # doctest: +SKIP
    """

    def __init__(self, executor: Executor, emit: Callable[[Event], None] | None = None) -> None:
        self.executor = executor
        self.history = History()
        self.latest: dict[str, ValueSeen] = {}
        self._selectors: dict[Selector, int] = {}
        self._values: dict[str, Any] = {}
        self._emit = emit
        self._probes: Probes | None = None

    def tap(self, *patterns: str, every: int = 1) -> Taps:
        """Look at the values that the patterns select (see `debug.select`), at every `every`-th step."""
        for pattern in patterns:
            self._selectors[Selector.parse(pattern)] = max(1, int(every))
        return self._install()

    def untap(self, *patterns: str) -> Taps:
        """Take taps away; without patterns all of them."""
        for selector in [Selector.parse(p) for p in patterns] or list(self._selectors):
            if selector not in self._selectors:
                raise NotFound(f"no tap {str(selector)!r}", fix=nearest(str(selector), map(str, self._selectors)))
            del self._selectors[selector]
        return self._install()

    def detach(self) -> None:
        """Take all taps away: the executor runs the uninstrumented plan again."""
        self._selectors.clear()
        self._install()

    def _install(self) -> Taps:
        passes = tuple(p for p in self.executor.passes if p is not self._probes)
        self._probes = Probes(tuple(self._selectors), self._observe) if self._selectors else None
        self.executor.passes = passes if self._probes is None else (*passes, self._probes)
        return self

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        every = min(n for s, n in self._selectors.items() if s.matches(variable.name, operator))
        if step % every and every > 1:
            return
        self._values[variable.name] = value
        event = value_seen(variable, operator, value, step)
        self.latest[variable.name] = event
        self.history.add(event)
        if self._emit is not None:
            self._emit(event)

    def __getitem__(self, name: str) -> ValueSeen:
        """The newest summary of a value. Raises NotFound if none was seen."""
        if name not in self.latest:
            raise NotFound(
                f"no value {name!r} was seen",
                fix=nearest(name, self.latest) or f"seen: {', '.join(self.latest) or 'nothing yet'}",
            )
        return self.latest[name]

    def value(self, name: str) -> Any:
        """The newest value itself, as a NumPy copy."""
        self[name]
        return to_host(self._values[name]).copy()

    def detail(self, name: str) -> DetailSeen:
        """Histogram and thumbnail of the newest value."""
        step = self[name].step
        return detail_seen(name, self._values[name], step)

    def names(self) -> list[str]:
        """Names of all values seen."""
        return list(self.latest)

    def __repr__(self) -> str:
        patterns = ", ".join(map(str, self._selectors)) or "none"
        return f"<taps {patterns}; {len(self.latest)} values seen>"


def attach(executor: Executor, emit: Callable[[Event], None] | None = None) -> Taps:
    """Taps for an executor. `emit` is called with each event as it happens, in the running thread."""
    return Taps(executor, emit)
