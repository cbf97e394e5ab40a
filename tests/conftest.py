"""What every test gets. Only NumPy and pytest may be needed here: the core's laws run with nothing else."""

import builtins
import contextlib
import gc
import os
import pathlib
import signal
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from tests.need import has_engines, need

# Laws must not depend on the load of the machine: no deadline, and slow data is not a failure.
with contextlib.suppress(ImportError):
    import hypothesis

    hypothesis.settings.register_profile(
        "suite", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("suite")

# A shell starts what it puts in the background deaf to Ctrl-C, and so are all children: tests of interrupts send one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# They take longest: a worker that began one of them last would be alone at the end. Others follow in their order.
LONG = ("packaging", "soak", "bench", "browser", "notebooks", "ui", "demo", "typing")
LONG += (
    "test_site.py",
    "test_pytest_plugin.py",
    "test_forms.py",
    "test_chains.py",
    "test_predicates_of_every_dtype.py",
)
# Folders of tests that are marked `thorough`: `make test-all` runs them, `make test` does not.
THOROUGH = {"packaging", "soak", "bench", "fuzz"}
ON_RANKS = {"14-two-ranks-part.ipynb"}  # notebooks that start ranks
LONG_TUTORIALS = {"10-gradient-flow-in-a-deep-net.ipynb", "12-make-it-fast.ipynb", *ON_RANKS}


def pytest_configure(config: pytest.Config) -> None:
    """Leave the asserts of opscope alone (pytest rewrites those of its plugins' packages), and reports uncollected."""
    config.pluginmanager.rewrite_hook._must_rewrite.discard("opscope")  # 1,250 files, which takes ten seconds
    if getattr(config.option, "numprocesses", None):  # this process has no garbage, and the reports of all tests
        gc.disable()


def pytest_ignore_collect(collection_path: pathlib.Path, config: pytest.Config) -> bool | None:
    """Import no file of which no test will run."""
    leaves_thorough = config.option.markexpr == "not thorough"
    return True if leaves_thorough and collection_path.is_dir() and collection_path.name in THOROUGH else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "gpu" not in config.option.markexpr:  # thousands of cases that could only be skipped
        on_gpu = [item for item in items if item.get_closest_marker("gpu")]
        config.hook.pytest_deselected(items=on_gpu)
        items[:] = [item for item in items if not item.get_closest_marker("gpu")]
    for item in items:
        if item.path.name in ON_RANKS and not has_engines() and not os.environ.get("OPSCOPE_CI"):
            item.add_marker(
                pytest.mark.skip(reason="opscope[cluster], with ipyparallel, is not installed (make .venv/.test)")
            )
        if item.path.name in LONG_TUTORIALS or not THOROUGH.isdisjoint(item.nodeid.partition("::")[0].split("/")):
            item.add_marker(pytest.mark.thorough)
    rank = {folder: number for number, folder in enumerate(LONG)}
    folders = [item.nodeid.partition("::")[0].split("/") for item in items]
    order = [min((rank[folder] for folder in each if folder in rank), default=len(LONG)) for each in folders]
    items[:] = [items[i] for i in sorted(range(len(items)), key=order.__getitem__)]


def pytest_collection_finish() -> None:
    """Keep full garbage collections, which some tests ask for, out of thousands of tests."""
    _freeze()


def _freeze() -> None:
    """Exempt all that is alive from garbage collections.

    A frozen object is never collected. So no run may be among them, whose Tensors would stay alive in all later tests.
    """
    if (runs := sys.modules.get("opscope.debug.runs.started_runs")) is not None:
        runs._newest.clear()  # IPython keeps it
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure no lines during a test marked `unmeasured`, nor in processes that it starts.

    Tracing doubles or triples the processor time of a test. A pause lasts until a measured test begins: coverage looks
    through all modules when it starts.

    What a file leaves (modules, sources and their syntax trees) is exempted from garbage collections when the first
    test of the next file begins: until then, pytest keeps the fixtures of the last test.
    """
    if _FILE[0] not in (None, item.path):
        _freeze()
    _FILE[0] = item.path
    if item.get_closest_marker("unmeasured") is None:
        _PAUSED.close()
    elif (coverage := running_coverage()) is not None:
        coverage.stop()
        _PAUSED.callback(coverage.start)  # that sets the variable again
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)  # what makes coverage start in each process of Python
    return (yield)


_PAUSED = contextlib.ExitStack()  # what ends the pause
_FILE: list[pathlib.Path | None] = [None]  # of the last test


def running_coverage() -> Any:
    """What measures this process, if anything does."""
    module = sys.modules.get("coverage")
    return None if module is None else module.Coverage.current()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser"):
        need("chromium")
    if item.get_closest_marker("gpu"):
        need_gpu()


def need_gpu() -> None:
    from opscope.core.place import gpu_count

    if not gpu_count():
        pytest.skip("cupy, or a CUDA device for it, is missing")


@pytest.fixture(autouse=True)
def fresh_state() -> None:
    """Modes, unique names and the default program, as after import; and no IPython, which keeps the newest run."""
    from opscope.core.state import reset

    reset()
    vars(builtins).pop("__IPYTHON__", None)  # a shell that an earlier test has started leaves it


@pytest.fixture(autouse=True)
def no_run_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A run that a test leaves standing is ended: it would go on watching, and later tests look who watches."""
    module, started = sys.modules.get("opscope.debug.runs.run"), []
    if module is not None:
        start = module.Run.start
        monkeypatch.setattr(module.Run, "start", lambda run: (started.append(weakref.ref(run)), start(run))[1])
    yield
    for run in [reference() for reference in started]:
        if run is not None and not run.done:
            with contextlib.suppress(module.RunError):
                run.stop(5.0)


def pytest_sessionfinish() -> None:
    """Save what was measured while there is time: xdist ends a worker that is slow to leave, and its data with it."""
    _PAUSED.close()
    if (coverage := running_coverage()) is not None:
        coverage.save()
