"""The live table of ranks: rates over a window, the spread of watched numbers, and how a terminal shows them."""

import io

import numpy as np
import pytest
from rich.console import Console

from opscope import ranks
from opscope.cli.rank_screen import RankScreen
from opscope.core.source import Site
from opscope.errors import UsageError
from opscope.ranks import beats
from opscope.ranks.beat_watch import take_beat
from opscope.ranks.job_state import STATE
from opscope.ranks.rank_table import RankTable, spreads
from opscope.ranks.verdicts import AwaitedCall, Seen

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


def test_the_spread_names_the_ranks_of_the_lowest_and_the_highest():
    seen = [Seen(rank, 1, 0.0, values={"loss": value}) for rank, value in enumerate((3.0, 1.0, 5.0))]
    seen[1].values = {**seen[1].values, "rate": 0.5}
    loss, rate = spreads(seen)
    assert loss == ("loss", 1.0, 1, 3.0, 5.0, 2) and rate == ("rate", 0.5, 1, 0.5, 0.5, 1)


def test_watched_numbers_go_with_the_beat(monkeypatch):
    monkeypatch.setattr(STATE, "values", {})
    monkeypatch.setattr(STATE, "step", 4)
    ranks.watch("loss", np.float32(0.5))
    ranks.watch("rows", 32)
    seen = Seen(0, 1, 0.0)
    take_beat(seen, {**beats._report(), "counts": []}, 1.0)
    assert seen.values == {"loss": 0.5, "rows": 32.0} and seen.step == 4
    with pytest.raises(UsageError, match="watch"):
        ranks.watch("loss", np.ones(3))


def test_a_terminal_shows_the_table_below_what_ranks_print():
    out = io.StringIO()
    with RankScreen(Console(file=out, width=100)) as screen:
        screen.write("printed [bold] by a rank")
        screen.update([Seen(0, 1, 0.0, CALL, step=20, values={"loss": 0.25}), Seen(1, 1, 0.0, step=19)])
    text = out.getvalue()
    assert "printed [bold] by a rank" in text
    for words in ("rank  step  steps/s  waiting  where", "in all_reduce SUM of w", "watched  lowest  on rank"):
        assert words in text, text
