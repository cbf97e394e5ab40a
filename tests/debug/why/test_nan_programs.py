"""Programs with a planted first cause: one command names the cause and its line. Those in `benign_programs` run on."""

import json
import re
import textwrap

import pytest

from opscope import debug
from tests.debug.why.benign_programs import BENIGN
from tests.debug.why.nan_programs import PROGRAMS
from tests.forked import python

LONG = 60.0
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def finished(body, **options):
    run = debug.start(body, **options)
    run.wait(LONG)
    return run


def is_found(planted, found):
    """Whether an explanation names the line and what happened."""
    line = int(re.search(r"nan_programs\.py:(\d+)", found.cause.site)[1]) if found.cause.site else 0
    return line == planted.line and re.search(planted.says, found.summary) is not None


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_first_cause_of_a_run_that_is_over(name):
    planted = PROGRAMS[name]
    found = finished(planted.make(4)).why()
    assert is_found(planted, found), found


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_first_cause_at_the_stop(name):
    planted = PROGRAMS[name]
    run = debug.Run(planted.make(4))
    run.watch("nan")
    run.start()
    here = run.until_stopped(LONG)
    assert here is not None and here.reason == "data breakpoint"
    found = run.why()
    assert is_found(planted, found), found
    producer = found.subject  # the stop itself has the line of the operator that made the value
    assert here.site == (producer.site if producer.operator else here.site)
    assert producer.name in here.text
    run.stop()


LATE = ("digits", "sqrt_gradient", "weight_from_outside", "bad_row", "masked_row", "loop", "python_function")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["digits", "eager_digits"])
def test_it_is_found_late_in_a_recording_with_a_budget(name):
    run = finished(PROGRAMS[name].make(1500), record=1_500_000)
    assert run.session.driver.journal.dropped
    assert is_found(PROGRAMS[name], run.why())
    assert run.first("nan").step == 1500


def test_from_a_recording_in_another_process(tmp_path):
    for name in LATE:
        finished(PROGRAMS[name].make(40)).save(tmp_path / name)
    code = textwrap.dedent(
        """
        import json, sys
        from opscope import debug
        found = {}
        for name in sys.argv[2:]:
            why = debug.open(f"{sys.argv[1]}/{name}").why()
            found[name] = (why.cause.site, why.summary)
        print(json.dumps(found))
        """
    )
    script = tmp_path / "opens.py"
    script.write_text(code)
    done = python(str(script), str(tmp_path), *LATE)
    assert done.returncode == 0, done.stderr
    for name, (site, summary) in json.loads(done.stdout).items():
        planted = PROGRAMS[name]
        assert f"nan_programs.py:{planted.line} " in site and re.search(planted.says, summary), (name, site, summary)


@pytest.mark.parametrize("name", BENIGN)
def test_what_is_meant_does_not_stop(name):
    run = debug.Run(BENIGN[name]())
    run.watch("nan")
    run.start()
    assert run.until_stopped(LONG) is None, run.why()
    run.wait(LONG)
    assert run.first("nan") is None


def test_runs_with_a_mask_stay_lowered():
    run = debug.Run(BENIGN["mask_that_is_fed"]())
    run.watch("nan")
    run.start()
    run.wait(LONG)
    records = [r for r in run.session.driver.journal.records() if r.step]
    assert all(r.lowered for r in records)
