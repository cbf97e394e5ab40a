"""What any thread may read while a program changes it: the history, its threads, the plans of an executor."""

import queue
import sys
import threading
import time

import pytest

from opscope import events, paddle
from opscope.debug.replay.journal import Journal, Segment
from opscope.debug.session.program_drawings import ProgramDrawings
from opscope.notebook.panel_graph import PanelGraph
from opscope.paddle import static


@pytest.fixture(autouse=True)
def many_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def beside(change, read, times):
    """Read again and again, while another thread changes things until it has done so often enough."""
    failures = []

    def reading():
        try:
            while thread.is_alive():
                read()
        except RuntimeError as e:  # changed size during iteration
            failures.append(e)

    thread = threading.Thread(target=lambda: [change(i) for i in range(times)])
    reader = threading.Thread(target=reading)
    thread.start()
    reader.start()
    thread.join()
    reader.join()
    return failures


def test_the_range_of_a_history_that_moves_on():
    journal = Journal()
    journal.segments.extend(Segment({}) for _ in range(50))

    def move(_):
        journal.segments.append(Segment({}))
        journal.segments.popleft()

    assert beside(move, lambda: (journal.step_range(), journal.first_run(), journal.last_record()), 100_000) == []


def test_plans_are_dropped_beside_a_run_that_makes_new_ones():
    paddle.enable_static()
    exe = static.Executor()
    main = static.default_main_program()
    names = [paddle.full([1], float(i)).name for i in range(40)]

    def make(i):
        exe.plan(main, fetches=(names[i % 40], names[i // 40]))

    assert beside(make, lambda: exe._default_executor.drop_plans_of([object()]), 1600) == []


def test_a_drawing_that_was_overtaken_is_not_what_the_panel_asks_about():
    paddle.enable_static()
    first, second = static.Program(), static.Program()
    for program, count in ((first, 2), (second, 5)):
        with static.program_guard(program):
            for _ in range(count):
                paddle.tanh(static.data("x", [2]))
    shown, answered = [], threading.Event()
    graph = PanelGraph(lambda found: (shown.extend(found), answered.set()))
    drawn, overtaken = queue.Queue(), threading.Event()
    drawings = ProgramDrawings(drawn.put, "drawing")
    slow = graph.drawing(first)

    def overtaken_draw():
        found = slow()
        assert overtaken.wait(60)
        return found

    drawings.start(first, overtaken_draw, False)
    drawings.start(second, graph.drawing(second), False)
    assert drawn.get(timeout=60).program == second.id
    overtaken.set()
    while drawings.in_progress:
        time.sleep(0.001)
    assert drawn.empty()
    graph.handle(events.SearchGraph(request=1, text="op:tanh"))
    assert answered.wait(60)
    assert shown[0].total == 5
