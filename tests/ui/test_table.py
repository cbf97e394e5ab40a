"""The panel in a notebook without a kernel: stable text, static HTML."""

import re

import pytest

from opscope import events as ev
from opscope.ui import static_table
from opscope.ui.event_fold import Fold
from tests.ui import fixture


def folded(events):
    fold = Fold()
    for event in events:
        fold.add(event)
    return fold


RUNNING = [e for batch in fixture.stream(4, end=False) for e in batch]
STOP = ev.Stopped(reason="breakpoint", op=5, op_type="relu", name="relu2.out", step=4)


def test_the_line_says_what_and_how_it_ended():
    assert static_table.summary("demo", Fold()) == "opscope panel: demo, not started"
    assert static_table.summary("demo", folded(RUNNING)) == "opscope panel: convnet, running"
    assert (
        static_table.summary("demo", folded([*RUNNING, STOP]))
        == "opscope panel: convnet, 28 values, paused before relu in step 4"
    )
    ended = folded([*RUNNING, ev.Terminated(reason="failed", steps=1, error="ValueError: x")])
    assert static_table.summary("demo", ended) == "opscope panel: convnet, 28 values, failed after 1 step"


def test_the_line_counts_the_values_that_end_with_nan_or_inf():
    rest = {"op_type": "log", "role": "forward", "shape": (2,), "dtype": "float32", "min": None, "max": None,
            "mean": None, "std": None, "zeros": 0.0}  # fmt: skip
    counts = {"a": (0, 0), "b": (2, 0), "c": (0, 1), "d": (1, 0)}
    seen = [ev.ValueSeen(name=n, step=1, op=0, nan=nan, inf=inf, **rest) for n, (nan, inf) in counts.items()]
    later = ev.ValueSeen(name="d", step=2, op=0, nan=0, inf=0, **rest)
    ended = folded([*seen, later, ev.Terminated(reason="finished", steps=2)])
    assert (
        static_table.summary("demo", ended)
        == "opscope panel: demo, 4 values, 2 with NaN or Inf, finished after 2 steps"
    )


def test_the_line_names_the_losses_that_end_with_nan_or_inf_without_a_tap():
    """A cell without taps ended with `0 values, finished after 2 steps`, and its table did not show the loss."""
    first, last = (
        ev.StepFinished(step=n, seconds=0.1, names=("mean_3", "acc"), scalars=(loss, 1.0), called=("loss", ""))
        for n, loss in ((1, 0.5), (2, None))
    )
    end = ev.Terminated(reason="finished", steps=2)
    ended = folded([first, last, end])
    line = "opscope panel: demo, 0 values, loss is NaN or Inf, finished after 2 steps"
    assert static_table.summary("demo", ended) == line
    assert "<div>step 2 &nbsp; loss NaN/Inf" in static_table.table("demo", ended)
    assert static_table.summary("demo", folded([last, first, end])).endswith("demo, 0 values, finished after 2 steps")


def test_scalars_have_the_names_of_the_users_code():
    step = ev.StepFinished(step=5, seconds=0.1, names=("mean_0.tmp_0", "acc"), scalars=(0.5, 1.0), called=("loss", ""))
    html = static_table.table("demo", folded([*RUNNING, step, ev.Terminated(reason="finished", steps=5)]))
    assert "loss 0.5" in html and "acc 1" in html and "mean_0.tmp_0" not in html


def test_where_it_stands_is_said_with_the_line_of_the_program():
    line = {"path": "net/train.py", "line": 17, "source": "h = relu(a < b)", "role": "forward"}
    why = {"reason": "breakpoint", "text": "op:relu, if nan(h)"}
    stop = ev.Stopped(op=5, op_type="relu", name="relu2.out", step=4, **line, **why)
    html = static_table.table("demo", folded([*RUNNING, stop]))
    assert "<div>relu → relu2.out · breakpoint · op:relu, if nan(h) · forward</div>" in html
    assert "<pre>net/train.py:17    h = relu(a &lt; b)</pre>" in html
    assert "<pre>" not in static_table.table("demo", folded([*RUNNING, STOP]))
    assert "train.py:17" not in static_table.table("demo", folded([*RUNNING, stop, ev.Continued(step=4)]))


@pytest.mark.parametrize(
    "fields, where",
    [
        ({"step": 2, "past": True}, "paused before relu in step 2 of 4, in the past"),
        ({"step": 0, "past": True}, "paused before relu outside of the steps, in the past"),
        ({"step": 5, "op": -1}, "paused at the end of a run in step 5"),
        ({"step": 5, "op": -1, "depth": 1}, "paused at the end of a block in step 5"),
    ],
)
def test_the_past_and_the_end_are_told_from_the_present(fields, where):
    stop = ev.Stopped(**{"reason": "step", "op": 5, "op_type": "relu", "name": "relu2.out", **fields})
    assert static_table.summary("demo", folded([*RUNNING, stop])).endswith(where)


def test_the_present_is_the_newest_step_that_is_known():
    back = ev.Stopped(reason="goto", op=0, op_type="conv2d", name="h", step=2, past=True)
    present = ev.Stopped(reason="step", op=5, op_type="relu", name="relu2.out", step=5)
    assert "in step 2 of 5, in the past" in static_table.summary("demo", folded([*RUNNING, present, back]))
    assert "in step 2 of 9, in the past" in static_table.summary(
        "demo", folded([ev.RecordedRangeChanged(first=1, last=9, bytes=0), back])
    )


@pytest.mark.parametrize(
    "reason, step, where", [("finished", 2, "2 of 4"), ("finished", 5, "5 of 5"), ("failed", 2, "2 of 5")]
)
def test_a_part_behind_the_last_step_of_a_finished_run_is_not_counted(reason, step, where):
    events = [*RUNNING, ev.RecordedRangeChanged(first=1, last=5, bytes=0), ev.Terminated(reason=reason, steps=4)]
    back = ev.Stopped(reason="goto", op=0, op_type="conv2d", name="h", step=step, past=True)
    assert f"in step {where}, in the past" in static_table.summary("demo", folded([*events, back]))


def test_while_a_run_goes_on_nothing_depends_on_when_it_is_looked_at():
    early, late = (folded(RUNNING[:n]) for n in (40, 90))
    assert static_table.table("demo", early) == static_table.table("demo", late) == "<div><b>convnet</b>: running</div>"
    assert static_table.table("demo", folded([*RUNNING, STOP, ev.Continued(step=4)])) == static_table.table(
        "demo", early
    )


def test_the_same_events_give_the_same_table_without_ids():
    first, second = (static_table.table("demo", folded(fixture.events(5))) for _ in range(2))
    assert first == second
    assert not re.search(r"\bid=|0x[0-9a-f]{4}", first)


def test_a_table_shows_every_value_with_its_statistics():
    html = static_table.table("demo", folded(fixture.events(fixture.STEPS)))
    assert html.count("<tr>") == 1 + 28
    for text in ("conv1.out", "16×8×28×28", "fc.w@GRAD", "float32", "NaN", "<svg", "loss"):
        assert text in html
    assert html.index("relu1.out") < html.index("fc.out") < html.index("fc.w@GRAD")


def test_names_and_errors_are_text_never_markup():
    op = fixture.FORWARD[0]._replace(out="<script>alert(1)</script>")
    value = fixture.seen(op, 0, 1, fixture.np.ones((2, 2), "float32"))
    end = ev.Terminated(reason="failed", steps=1, error="<b>no</b>")
    html = static_table.table("<i>t</i>", folded([value, end]))
    assert "<script" not in html
    assert "<b>no" not in html
    assert "<i>t" not in html


def test_a_long_table_says_how_much_is_left_out():
    a = fixture.np.ones((2,), "float32")
    values = [fixture.seen(fixture.FORWARD[0]._replace(out=f"v{i}"), i, 1, a) for i in range(static_table.ROWS + 7)]
    html = static_table.table("t", folded([*values, ev.Terminated(reason="finished", steps=1)]))
    assert "and 7 more values" in html
