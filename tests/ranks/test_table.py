"""The live table of ranks: rates over a window, the spread of watched numbers, and how a terminal shows them."""

import io
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from opscope import ranks
from opscope.cli.rank_screen import RankScreen
from opscope.core.source import Site
from opscope.errors import UsageError
from opscope.ranks import beats
from opscope.ranks.beat_watch import take_beat
from opscope.ranks.job_state import STATE
from opscope.ranks.rank_table import RankRow, RankTable, outstanding, spreads
from opscope.ranks.verdicts import AwaitedCall, Seen
from opscope.ranks.watched_row import Number, WatchedRow

CALL = AwaitedCall("all_reduce SUM of w float32[3] in step 20", "a.py:3", 0, 7, (0, 1), 0.5)


def test_rates_are_those_of_the_last_seconds():
    table, seen = RankTable(), Seen(0, 1, 0.0)
    for second in range(12):
        seen.step, seen.waited = 10 * second if second < 6 else 50 + 2 * (second - 5), 0.25 * second
        (row,) = table.rows([seen], float(second))
    assert (row.step, row.rate, row.waiting) == (62, 2.0, 0.25)
    (fresh,) = RankTable().rows([seen], 0.0)
    assert (fresh.rate, fresh.waiting) == (None, None)


def test_a_row_has_the_call_or_the_line_of_a_rank_or_its_end():
    line = [Site("/x/train.py", 9, "evaluate")]
    ended, failed = Seen(2, 1, 0.0, ended=""), Seen(3, 1, 0.0, ended="ValueError: x", closed=1.0)
    all_of_them = [Seen(1, 1, 0.0, lines=line), Seen(0, 1, 0.0, CALL), ended, failed, Seen(4, 1, 0.0, closed=1.0)]
    where = [row.where for row in RankTable().rows(all_of_them, 0.0)]
    assert where == [f"in {CALL.text}", "at /x/train.py:9 in evaluate", "ended", "ended with ValueError: x", "dead"]


def seen_with(rank, **numbers):
    return Seen(rank, 1, 0.0, numbers=tuple(map(Number, numbers)), row=np.array(list(numbers.values()), "f4"))


def test_the_spread_names_the_ranks_of_the_lowest_and_the_highest():
    one = seen_with(1, loss=1.0, rate=0.5)
    loss, rate = spreads([seen_with(0, loss=3.0), one, seen_with(2, loss=5.0)])
    assert loss == (Number("loss"), 1.0, 1, 3.0, 5.0, 2, ()) and rate == (Number("rate"), 0.5, 1, 0.5, 0.5, 1, ())


def test_ranks_with_nan_are_named_and_the_spread_is_that_of_the_others():
    ranks = [seen_with(rank, loss=value) for rank, value in enumerate((3.0, np.nan, np.inf, 5.0))]
    assert spreads(ranks) == [(Number("loss"), 3.0, 0, 4.0, 5.0, 3, (1, 2))]
    (nothing,) = spreads(ranks[1:3])
    assert nothing.unknown == (1, 2) and nothing.lowest_rank == -1 and np.isnan(nothing.mean)


@given(st.lists(st.lists(st.floats(width=32), min_size=3, max_size=3), min_size=1, max_size=20))
def test_the_spread_is_that_of_the_numbers_of_each_rank(rows):
    ranks = [seen_with(rank, **dict(zip("abc", row, strict=True))) for rank, row in enumerate(rows)]
    for i, found in enumerate(spreads(ranks)):
        known = {rank: row[i] for rank, row in enumerate(rows) if math.isfinite(row[i])}
        assert found.unknown == tuple(rank for rank in range(len(rows)) if rank not in known)
        if known:
            assert found.lowest == min(known.values()) == known[found.lowest_rank]
            assert found.highest == max(known.values()) == known[found.highest_rank]


def test_of_many_ranks_the_furthest_behind_and_ahead_are_shown():
    rows = [RankRow(rank, 100 + (rank == 70) - (rank == 30), 1.0, 0.5, "") for rank in range(100)]
    shown = [row.rank for row in outstanding(rows, 8)]
    assert len(shown) == 8 and {30, 70} <= set(shown) and outstanding(rows[:8], 8) == rows[:8]


def test_watched_numbers_go_with_the_beat(monkeypatch):
    monkeypatch.setattr(STATE, "row", WatchedRow())
    monkeypatch.setattr(STATE, "step", 4)
    ranks.watch("loss", np.float32(0.5))
    ranks.watch("rows", 32)
    seen = Seen(0, 1, 0.0)
    take_beat(seen, {**beats._report(), "counts": []}, 1.0)
    assert seen.numbers == (Number("loss"), Number("rows")) and seen.row.tolist() == [0.5, 32.0] and seen.step == 4
    ranks.watch("loss", 1e300)  # too large for float32
    again = beats._report()
    take_beat(seen, again, 1.0)
    assert "numbers" not in again and seen.row.tolist() == [math.inf, 32.0]
    with pytest.raises(UsageError, match="watch"):
        ranks.watch("loss", np.ones(3))


def test_a_frame_between_two_lines_is_at_its_first_one(monkeypatch):
    code = SimpleNamespace(co_filename="train.py", co_firstlineno=3, co_name="train")
    frame = SimpleNamespace(f_code=code, f_lineno=None, f_back=None)  # as CPython has it at times
    monkeypatch.setattr(beats.sys, "_current_frames", lambda: {STATE.thread: frame})
    assert beats._lines() == [["train.py", 3, "train"]]


def test_a_row_that_does_not_fit_its_names_is_no_beat():
    report = {"counts": [], "call": None, "lines": [], "numbers": [["loss", ""]], "row": ""}
    with pytest.raises(ValueError, match="a row must have 1 numbers, one for each column, but has 0"):
        take_beat(Seen(0, 1, 0.0), report, 1.0)


def test_a_terminal_shows_the_table_below_what_ranks_print():
    out = io.StringIO()
    with RankScreen(Console(file=out, width=100)) as screen:
        screen.write("printed [bold] by a rank")
        screen.update([Seen(0, 1, 0.0, CALL, step=20, numbers=(Number("loss"),), row=[0.25]), Seen(1, 1, 0.0, step=19)])
    text = out.getvalue()
    assert "printed [bold] by a rank" in text
    for words in ("rank  step  steps/s  waiting  where", "in all_reduce SUM of w", "watched  lowest  on rank"):
        assert words in text, text
