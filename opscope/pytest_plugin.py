"""The pytest plugin: fixtures and markers that fail a test for a NaN or Inf, a wrong gradient, or what rules find.

Test sessions that do not use opscope must not notice: this file imports pytest only, and as long as it alone has
loaded opscope, `import paddle` means what it means without (`as_paddle.py`). The rest loads in the first test that
uses one of these names.
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
    "opscope_nan_guard(expect={}): fail where an operator makes a NaN or Inf; expect: those that are meant, by name "
    'or op:type, {"mask": "-inf"}',
    "opscope_gradcheck(times=None, intended=(), order=1, strict=False): fail if the gradient of a function of the "
    "user's that the test calls is wrong, with strict also if it is unclear; see opscope.debug.check",
    "opscope_rules(mute={}, severity='warning'): what the fixture opscope_rules passes over; mute: rules with reasons",
)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


class _Guards:
    """The guards of a test. They end, and fail it, when its function returns: a failure and no error of a teardown."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.found: dict[str, Any] = {}

    def open(self, name: str, marker: pytest.Mark | None) -> Any:
        """Open the guard of a marker's name, once."""
        if name not in self.found:
            args, options = ((), {}) if marker is None else (marker.args, marker.kwargs)
            self.found[name] = self.stack.enter_context(GUARDS[name](*args, **options))
        return self.found[name]


_GUARDS = pytest.StashKey[_Guards]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Open the guards required by the markers of a test; these, and guards of fixtures, end with its function."""
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
    """Fail the test where an operator makes a NaN or Inf, in its fixtures from here on and in its function.

    `opscope_nan_guard.expect("mask", "-inf")`, or the marker of the same name, declares intended NaN and Inf.
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
    """A function: `opscope_gradcheck(body, intended=[...], strict=True)` fails unless the gradients in it are right.

    It runs `opscope.debug.check` and returns the findings. A body that calls no function with a gradient of its own
    fails, too: it checks nothing.
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
    """A function: `opscope_rules(train)` runs a training, recorded, and fails for what `opscope.debug.rules` find.

    The function also takes a run, or what `opscope.debug.open` returns, and it returns the findings. The marker of the
    same name sets its options: `@pytest.mark.opscope_rules(mute={"dead-units": "sparse on purpose"},
    severity="error")`.
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
