"""The state of a run: only legal transitions, nobody waits too long, and waiting code finds the event of its state."""

from __future__ import annotations

import threading
import time
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.debug.state.run_state import LEGAL, LOOKING_BACK, Aim, IllegalTransition, RunState, StateCell
from opscope.errors import RunError
from opscope.events import Event, Stopped

PLACE = Stopped(reason="step", op=3, op_type="relu", name="h", step=1, site="", text="")
LONG = 10.0


def ignore(event: Event) -> None:
    pass


STEPS = {
    "start": lambda cell: cell.start(),
    "hold": lambda cell: cell.hold(),
    "stand_at": lambda cell: cell.stand_at(PLACE, ignore),
    "go_on": lambda cell: cell.go_on(),
    "terminate": lambda cell: cell.terminate(),
    "end": lambda cell: cell.end("finished"),
    "aim_at": lambda cell: cell.aim_at(Aim(lambda cursor: True)),
    "tell_end": lambda cell: cell.tell_end(),
}


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=30))
def test_every_sequence_goes_along_legal_transitions_or_changes_nothing(names):
    cell = StateCell()
    for name in names:
        before = cell.now
        try:
            STEPS[name](cell)
        except IllegalTransition:
            assert cell.now is before
            continue
        now = cell.now
        assert now.phase in LEGAL[before.phase]
        assert bool(now.outcome) == now.has_ended and now.terminating >= before.terminating
        assert (now.stop is not None) == (now.phase == "stopped") or now.is_over
        assert not (now.is_held and now.has_ended)
        assert now.word in ("new", "running", "paused", "finished")


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=30))
def test_the_end_is_final(names):
    cell = StateCell()
    for name in ("start", "end", "tell_end"):
        STEPS[name](cell)
    for name in names:
        try:
            STEPS[name](cell)
        except IllegalTransition:
            assert name not in ("stand_at", "tell_end")
    assert cell.now.is_over and cell.now.outcome == "finished"


def test_a_state_cannot_be_changed_behind_its_owner():
    with pytest.raises(FrozenInstanceError):
        StateCell().now.phase = "over"


@pytest.mark.parametrize(
    "fields", [{"phase": "stopped"}, {"phase": "running", "stop": PLACE}, {"phase": "over"}, {"outcome": "failed"}]
)
def test_contradictory_states_do_not_exist(fields):
    with pytest.raises(IllegalTransition):
        RunState(**fields)


def test_events_come_before_those_who_wait_go_on_and_after_the_end_the_place_comes_before_the_event():
    cell, seen = StateCell(), []
    cell.start()
    cell.hold()
    cell.stand_at(PLACE, lambda event: seen.append(cell.now.phase))
    cell.end("failed")
    assert not cell.now.is_over and cell.now.word == "failed" and cell.now.stop is None
    cell.tell_end()
    cell.stand_at(PLACE, lambda event: seen.append(cell.now.stop is PLACE))
    assert seen == ["stopping", True]


def test_a_goal_is_for_one_thread_or_for_any():
    cell, goal, seen = StateCell(), lambda cursor: True, []
    for thread in (0, threading.get_ident()):
        cell.aim_at(Aim(goal, "step", thread))
        assert cell.goal is cell.goal_here is goal
        other = threading.Thread(target=lambda: seen.append((cell.goal is goal, cell.goal_here is goal)))
        other.start()
        other.join(LONG)
    assert seen == [(True, True), (True, False)]
    cell.start()
    cell.end("finished")
    assert cell.goal is None


def test_a_recording_shows_places_and_stays_over():
    cell = StateCell(LOOKING_BACK)
    cell.stand_at(PLACE, ignore)
    assert cell.now.stop is PLACE and cell.now.word == "finished"
    with pytest.raises(IllegalTransition):
        cell.go_on()


def test_each_change_wakes_all_who_wait_for_it():
    cell, woken = StateCell(), []
    tests = {"stopped": lambda s: s.phase in ("stopped", "over"), "over": lambda s: s.is_over}

    def wait(name: str) -> None:
        assert cell.wait_for(tests[name], LONG)
        woken.append(name)

    threads = [threading.Thread(target=wait, args=(name,)) for name in ("stopped", "stopped", "over", "over")]
    for each in threads:
        each.start()
    cell.start()
    cell.hold()
    cell.stand_at(PLACE, ignore)
    for each in threads[:2]:
        each.join(LONG)
    assert woken == ["stopped", "stopped"]
    cell.end("finished")
    time.sleep(0.02)
    assert woken == ["stopped", "stopped"]  # nobody has been told of the end
    cell.tell_end()
    for each in threads[2:]:
        each.join(LONG)
    assert woken[2:] == ["over", "over"]


def test_a_wait_ends_with_its_time_and_does_not_wait_for_what_holds():
    cell = StateCell()
    assert not cell.wait_for(lambda state: state.is_over, 0.01)
    assert cell.wait_for(lambda state: state.phase == "new", 0.0)


def test_a_forked_child_waits_for_no_lock_of_its_parent():
    cell = StateCell()
    cell.start()
    locked, leave = threading.Event(), threading.Event()

    def hold_lock() -> None:
        def test(state: RunState) -> bool:
            locked.set()
            leave.wait(LONG)
            return True

        cell.wait_for(test)

    holder = threading.Thread(target=hold_lock)
    holder.start()
    locked.wait(LONG)
    cell.leave_to_parent()
    assert cell.now.word == "failed" and cell.wait_for(lambda state: state.is_over, 0.0)
    leave.set()
    holder.join(LONG)


def test_a_run_is_running_until_the_body_has_obeyed_the_end():
    leave, states = threading.Event(), []

    def body() -> None:
        try:
            while True:
                paddle.ones([2])
        finally:
            states.append(run.state)
            leave.wait(LONG)

    run = debug.Run(body, entry=True)
    run.start().until_stopped(LONG)
    with pytest.raises(RunError, match="did not reach an operator"):
        run.stop(0.01)
    assert run.session.state.wait_for(lambda now: now.terminating, LONG)
    assert (run.state, run.here) == ("running", None)  # and not paused: nothing holds it any more
    leave.set()
    assert run.has_ended_in(LONG) and (run.state, states) == ("stopped", ["running"])
