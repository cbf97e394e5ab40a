"""Pytest plugin: fixtures and markers that fail a test at a NaN or Inf, a wrong gradient, or a finding of rules.

The plugin must not change test sessions that do not use opscope. So this file imports only pytest. As long as only this
file has loaded opscope, `import paddle` does the same as in a process without opscope (`as_paddle.py`). The other
modules are loaded in the first test that uses one of these fixtures or markers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from opscope.debug import Checks
    from opscope.debug.nan_guard import NanGuard
    from opscope.debug.rules import Findings
    from opscope.debug.rules.findings import Severity

MARKERS = (
    "opscope_nan_guard(expect={}): fail where an operator makes a NaN or Inf; expect: the intended ones, by name "
    'or op:type, for example {"mask": "-inf"}',
    "opscope_gradcheck(times=None, intended=(), order=1, strict=False): fail if the test calls a function that the "
    "user has written and whose gradient is wrong; with strict=True, also if a gradient is unclear; see "
    "opscope.debug.check",
    "opscope_rules(mute={}, severity='warning'): the findings that the fixture opscope_rules ignores: those of the "
    "rules in mute (with reasons), and those below the severity",
)


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers in pytest."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


class _Guards:
    """Guards of a test.

    The guards end when the test function returns, so that pytest reports a failure, not a teardown error.
    """

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.found: dict[str, Any] = {}

    def open(self, name: str, marker: pytest.Mark | None) -> Any:
        """Return the guard with the name of a marker. At the first call, open it."""
        if name not in self.found:
            args, options = ((), {}) if marker is None else (marker.args, marker.kwargs)
            self.found[name] = self.stack.enter_context(GUARDS[name](*args, **options))
        return self.found[name]


_GUARDS = pytest.StashKey[_Guards]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Open the guards for the markers of a test. All guards end when the test function returns."""
    marked = [marker for marker in item.iter_markers() if marker.name in GUARDS]
    guards = item.stash.get(_GUARDS, None)
    if not marked and guards is None:
        return (yield)
    guards = guards or _Guards()
    try:
        with guards.stack:
            for marker in marked:  # the closest first
                guards.open(marker.name, marker)
            return (yield)
    except Exception as e:
        from opscope.core.tracebacks import hide_frames

        hide_frames(e)
        raise


@contextmanager
def _nan_guard(expect: Mapping[str, str] | None = None) -> Iterator[NanGuard]:
    from opscope.debug.nan_guard import guarding

    with guarding(expect) as guard:
        yield guard
        if guard.found:  # the program has caught the error, or it was raised in another thread
            pytest.fail(str(guard.found[0]), pytrace=False)


@contextmanager
def _gradcheck(
    times: int | None = None, intended: Sequence[str] = (), order: int = 1, strict: bool = False
) -> Iterator[Checks]:
    from opscope.debug.gradients import checking

    with checking(times, intended, order) as found:
        try:
            yield found
        except BaseException as e:
            if found.failures(strict):
                e.add_note(str(found))
            raise
    if _is_failure(found, strict):
        pytest.fail(str(found), pytrace=False)


def _is_failure(found: Checks, strict: bool) -> bool:
    return bool(found.failures(strict)) or not len(found)


GUARDS: dict[str, Callable[..., AbstractContextManager[Any]]] = {
    "opscope_nan_guard": _nan_guard,
    "opscope_gradcheck": _gradcheck,
}


@pytest.fixture
def opscope_nan_guard(request: pytest.FixtureRequest) -> Iterator[NanGuard]:
    """Fail the test if an operator writes a NaN or Inf, in the test function or in fixtures after this one.

    To declare intended NaN and Inf, call `opscope_nan_guard.expect("mask", "-inf")`, or use the marker with this name.
    """
    guards = request.node.stash.setdefault(_GUARDS, _Guards())
    with guards.stack:
        yield guards.open("opscope_nan_guard", request.node.get_closest_marker("opscope_nan_guard"))


class GradCheck(Protocol):
    """Type of the fixture `opscope_gradcheck`."""

    def __call__(
        self, body: Callable[[], Any], *, times: int | None = ..., intended: Sequence[str] = ..., order: int = ...,
        strict: bool = ...,
    ) -> Checks: ...  # fmt: skip


@pytest.fixture
def opscope_gradcheck() -> GradCheck:
    """Return a function that fails the test if a gradient is wrong: `opscope_gradcheck(body, intended=[...])`.

    The function runs `opscope.debug.check` on the body, and returns the checked gradients. It also fails the test if no
    gradient was checked, because the body calls no function that defines its own gradient.
    """

    def gradcheck(
        body: Callable[[], Any], *, times: int | None = None, intended: Sequence[str] = (), order: int = 1,
        strict: bool = False,
    ) -> Checks:  # fmt: skip
        __tracebackhide__ = True
        from opscope.debug.gradients import check

        found = check(body, times=times, intended=intended, order=order)
        if _is_failure(found, strict):
            pytest.fail(str(found))
        return found

    return gradcheck


class RulesCheck(Protocol):
    """Type of the fixture `opscope_rules`."""

    def __call__(self, training: Callable[[], Any] | Any) -> Findings: ...


@pytest.fixture
def opscope_rules(request: pytest.FixtureRequest) -> RulesCheck:
    """Return a function that records a training and fails the test if rules find a fault: `opscope_rules(train)`.

    The argument can also be a run, or a recording from `opscope.debug.open`. The function returns the findings. The
    marker with the same name sets the options of the function:
    `@pytest.mark.opscope_rules(mute={"dead-units": "sparse on purpose"}, severity="error")`.
    """
    marker = request.node.get_closest_marker("opscope_rules")
    return _rules_check(*(() if marker is None else marker.args), **({} if marker is None else marker.kwargs))


def _rules_check(mute: Mapping[str, str] | None = None, severity: Severity = "warning") -> RulesCheck:
    def rules_check(training: Callable[[], Any] | Any) -> Findings:
        __tracebackhide__ = True
        from opscope import debug
        from opscope.debug.rules.findings import Findings, Mute
        from opscope.errors import UsageError

        run: Any = training
        if not hasattr(training, "findings"):
            run = debug.start(training)
            run.wait()
        found = Findings(run.findings, [Mute(rule, "*", reason) for rule, reason in (mute or {}).items()])
        fault = ""
        try:
            found.require(severity)
        except UsageError as e:
            fault = str(e)
        if fault:
            pytest.fail(fault)
        return found

    return rules_check
