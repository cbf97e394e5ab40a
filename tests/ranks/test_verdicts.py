"""Which rank a watch names: the absent one, once it is certain, and nobody in a healthy job. Without clocks."""

from hypothesis import given
from hypothesis import strategies as st

from opscope.core.source import Site
from opscope.ranks.verdicts import FRESH, PATIENCE, AwaitedCall, Seen, judge, unknown_ranks

NOW = 100.0
LINE = Site("train.py", 9, "evaluate", "sleep(9)")


def call(number=5, seconds=1.2, group=0, members=(), text="all_reduce SUM of float32[3] in step 4"):
    return AwaitedCall(text, "train.py:7 in <module>: all_reduce(x)", group, number, members, seconds)


def seen(rank, call=None, *, count=4, age=0.05, **fields):
    counts = fields.pop("counts", {0: call.number if call is not None and call.group == 0 and call.number else count})
    return Seen(rank, 1000 + rank, NOW - age, call, counts, fields.pop("lines", ()), **fields)


def verdicts(*ranks, stopped=()):
    return judge(ranks, NOW, lambda pid: pid in stopped)


def test_a_late_rank_is_named_with_its_line_and_the_call_that_waits():
    (found,) = verdicts(seen(0, call()), seen(1, lines=[LINE]), seen(2, call()))
    assert (found.rank, found.kind, found.final) == (1, "late", False)
    assert found.text.splitlines() == [
        "rank 1 is late",
        "  at train.py:9 in evaluate: sleep(9)",
        "  ranks 0, 2 wait in all_reduce SUM of float32[3] in step 4 for 1.2 s: train.py:7 in <module>: all_reduce(x)",
    ]


def test_nobody_is_named_before_a_second_has_passed():
    assert not verdicts(seen(0, call(seconds=0.9)), seen(1, lines=[LINE]))
    assert not verdicts(seen(0, call(), age=PATIENCE), seen(1))  # the beat is old: the rank may have gone on


def test_a_rank_that_has_come_is_not_late():
    assert not verdicts(seen(0, call()), seen(1, count=5)) and not verdicts(seen(0, call()), seen(1, count=6))


def test_a_paused_rank_is_not_late():
    assert not verdicts(seen(0, call()), seen(1, paused="step 4, before matmul_v2"))
    (found,) = verdicts(seen(0, call()), seen(1, closed=NOW, paused="step 4"))  # but it may die
    assert found.kind == "dead"


def test_ranks_that_connect_have_longer():
    connecting = call(1, group=-1, seconds=2.0, text="connect to the other ranks")._replace(is_edge=True)
    assert not verdicts(seen(0, connecting), seen(1, age=1.5))
    assert verdicts(seen(0, connecting._replace(seconds=6.0)), seen(1, age=1.5))


def test_ranks_that_end_have_longer():
    ending = call(50, seconds=3.0, text="end of the program")._replace(is_edge=True)
    closing = seen(1, lines=[LINE], count=49)
    assert not verdicts(seen(0, ending), closing)
    (found,) = verdicts(seen(0, ending._replace(seconds=6.0)), closing)
    assert found.text.startswith("rank 1 is late\n  at train.py:9 in evaluate")


def test_silent_in_c():
    (found,) = verdicts(seen(0, call()), seen(1, age=1.5, lines=[LINE]))
    assert found.kind == "silent" and not found.final and "silent for 1.5 s: a C function" in found.text
    assert not verdicts(seen(0), seen(1, age=1.5))  # nobody waits


def test_a_stopped_rank_is_named_also_if_nobody_waits():
    (found,) = verdicts(seen(0), seen(1, age=1.5), stopped={1001})
    assert (found.kind, found.final) == ("stopped", True) and "pid 1001" in found.text
    (found,) = verdicts(seen(0, call()), seen(1, age=1.5), stopped={1001})
    assert "rank 0 waits in all_reduce" in found.text
    assert not verdicts(seen(0), seen(1, age=0.5), stopped={1001})  # a debugger stops it for a moment


def test_a_rank_whose_host_does_not_answer_is_cut_off():
    gone = {"host": "there", "unreached": NOW - 1.0, "age": 1.2}
    (found,) = verdicts(seen(0, call()), seen(1, lines=[LINE], **gone))
    assert (found.rank, found.kind, found.final, found.waiters) == (1, "cut off", True, (0,))
    assert found.text.splitlines() == [
        "rank 1 is cut off: its host there has acknowledged nothing for 1.2 s",
        "  at train.py:9 in evaluate: sleep(9)",
        "  rank 0 waits in all_reduce SUM of float32[3] in step 4 for 1.2 s: train.py:7 in <module>: all_reduce(x)",
    ]
    (found,) = verdicts(seen(0, call()), seen(1, call(), **gone))  # it had come: the data do not move
    assert "\n  the rank was in all_reduce SUM" in found.text and "\n  rank 0 waits in all_reduce SUM" in found.text
    assert not verdicts(seen(0), seen(1, **gone))  # not yet: the call that waits for it will soon be in the text
    assert verdicts(seen(0), seen(1, **{**gone, "age": 1.5}))
    assert not verdicts(seen(0, call()), seen(1, **{**gone, "age": 0.9}))


def test_a_silent_rank_on_a_host_that_answers_is_not_cut_off():
    there = {"host": "there", "age": 1.5}
    (found,) = verdicts(seen(0, call()), seen(1, **there), stopped={1001})  # a process of this machine with its number
    assert found.kind == "silent" and "a signal has stopped the process" in found.text and not found.final


def test_a_rank_is_not_late_while_it_may_be_silent():
    for age in (FRESH, 0.7, PATIENCE):
        assert not verdicts(seen(0, call()), seen(1, age=age))
        assert unknown_ranks([seen(0, call()), seen(1, age=age)], NOW) == {1}


def test_the_first_that_closes_is_dead_and_the_others_went_with_it():
    (found,) = verdicts(seen(0, closed=NOW), seen(1, closed=NOW - 1))
    assert (found.rank, found.kind, found.final) == (1, "dead", True)
    assert not verdicts(seen(0), seen(1, closed=NOW - 1, ended=""))  # an orderly end
    assert not verdicts(seen(0, closed=NOW), seen(1, closed=NOW - 1, ended="ValueError: x"))


def test_no_rank_of_several_that_close_together_is_blamed_alone():
    (found,) = verdicts(seen(0, closed=NOW - 1), seen(1, closed=NOW), seen(2, closed=NOW - 1))
    assert found.text == "ranks 0, 2 are dead: their processes have ended together"


def test_an_ended_rank_is_named_with_its_error():
    (found,) = verdicts(seen(0, call(group=1, members=(0, 1))), seen(1, ended="ValueError: x", lines=[LINE]))
    assert found.final and found.text.startswith("rank 1 has ended with ValueError: x at train.py:9 in evaluate\n")
    assert verdicts(seen(0, call()), seen(1, ended=""))[0].text.startswith("rank 1 has ended\n")


def test_ranks_that_wait_for_each_other():
    message = call(0, members=(0,), text="recv from rank 0")
    (found,) = verdicts(seen(0, call()), seen(1, message), seen(2, call()))
    assert (found.kind, found.final) == ("deadlock", True)
    assert found.text.startswith("ranks 0-2 wait for each other\n  ranks 0, 2 wait in all_reduce")
    assert "\n  rank 1 waits in recv from rank 0 for 1.2 s" in found.text


def test_a_rank_that_waits_for_a_late_one_is_not_named():
    pair = call(2, group=1, members=(1, 2), text="barrier in step 4")
    (found,) = verdicts(seen(0, call()), seen(1, pair, counts={0: 4, 1: 2}), seen(2, counts={0: 4, 1: 1}))
    assert (found.rank, found.kind) == (2, "late")
    assert "rank 0 waits in all_reduce" in found.text and "rank 1 waits in barrier" in found.text


@given(st.integers(2, 40), st.data())
def test_the_absent_one_of_many_is_named_and_nobody_else(size, data):
    bad = data.draw(st.integers(0, size - 1))
    age = data.draw(st.floats(0, 0.9 * FRESH))
    ranks = [seen(rank, None if rank == bad else call(seconds=3.0), age=age) for rank in range(size)]
    assert [found.rank for found in verdicts(*ranks)] == [bad]
    ranks[bad] = seen(bad, call(seconds=0.0))  # it is back
    assert not verdicts(*ranks)


@given(st.lists(st.tuples(st.floats(0, 0.99), st.floats(0, 0.99), st.integers(3, 6)), min_size=1, max_size=8))
def test_a_healthy_job_gets_no_verdict(ranks):
    """Ranks that stall for less than a second, with beats of different ages."""
    assert not verdicts(*(seen(i, call(n, seconds), age=age) for i, (seconds, age, n) in enumerate(ranks)))
