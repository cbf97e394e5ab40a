"""An edit of a part of a value writes that part, also in a replay where the rest of the value is another."""

import zlib

import numpy as np
import pytest

from opscope import debug
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.replay.edited_parts import part_of, with_part
from opscope.errors import RunError
from opscope.events import SetValue
from opscope.paddle import static
from tests.debug.replay.test_edits_last import LONG, Reader
from tests.debug.stops import alike

PARTS = {
    "an element": (1, 5.0, [7, 5, 7]),
    "the last element": (-1, 5.0, [7, 7, 5]),
    "a slice": (np.s_[:2], [5.0, 6.0], [5, 6, 7]),
    "a slice with a step": (np.s_[::2], 5.0, [5, 7, 5]),
    "a new axis": (np.s_[None, 2:], 5.0, [7, 7, 5]),
    "a list": ([0, 2], [5.0, 6.0], [5, 7, 6]),
    "a number of NumPy": (np.int64(1), 5.0, [7, 5, 7]),
    "a mask": (np.array([True, False, True]), 5.0, [5, 7, 5]),
    "indices, one of them twice": (np.array([2, 2]), [4.0, 5.0], [7, 7, 5]),
    "all": (..., [5.0, 6.0, 8.0], [5, 6, 8]),
    "all, as a slice": (np.s_[:], [5.0, 6.0, 8.0], [5, 6, 8]),
}


def edited(body, index, value, at=3, op="op:tanh", **options):
    """A run of a body, finished, where a part of `w` was set in step `at`."""
    run = debug.start(body, entry=True, **options)
    run.until_stopped(LONG)
    run.goto(at, op, timeout=LONG)
    run.set("w", value, index=index)
    run.cont()
    return run, run.wait(LONG)


@pytest.mark.parametrize("what", PARTS)
def test_a_branch_writes_only_the_part_that_was_set(what, tmp_path):
    index, value, expected = PARTS[what]
    run, _ = edited(Reader(), index, value, to=tmp_path / "live")
    run.save(tmp_path / "saved")
    kept = np.full(3, 0.5, "float32")
    kept[index] = value
    for past in (run, debug.open(tmp_path / "live"), debug.open(tmp_path / "saved")):
        found = past.branch(1, {"w": 7.0}, names=["w"])
        for step in (1, 2):
            assert found.edited["w"][step].tolist() == [7.0] * 3 and found.untouched["w"][step].tolist() == [0.5] * 3
        for step in (3, 4, 5):
            assert found.edited["w"][step].tolist() == expected and alike(found.untouched["w"][step], kept)
        past.goto(4)
        assert alike(past.value("w"), kept)


def test_the_results_of_a_branch_are_those_of_a_run_with_these_values():
    body = Reader()
    run, _ = edited(body, 1, 5.0)
    found = run.branch(1, {"w": 7.0}, names=[body.h.name, "u"])

    other = Reader()
    start = debug.start(other, entry=True)
    start.until_stopped(LONG)
    start.goto(1, "op:tanh", timeout=LONG)
    start.set("w", 7.0)
    start.goto(3, "op:tanh", timeout=LONG)
    start.set("w", [7.0, 5.0, 7.0])
    start.cont()
    start.wait(LONG)
    for name, of in ((body.h.name, other.h.name), ("u", "u")):
        for step in range(1, 6):
            assert alike(found.edited[name][step], start.values(of, range(step, step + 1))[step])


def test_two_parts_that_are_set_at_one_place_and_one_of_them_undone():
    body = Reader()
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.goto(3, "op:tanh", timeout=LONG)
    run.set("w", 5.0, index=0)
    run.set("w", 6.0, index=1)
    run.set("w", 9.0, index=1)
    assert run.undo() == "w[1] = 9.0"
    run.cont()
    run.wait(LONG)
    assert run.value("w").tolist() == [5.0, 6.0, 0.5]
    found = run.branch(1, {"w": 7.0}, names=["w"])
    assert found.edited["w"][3].tolist() == found.edited["w"][5].tolist() == [5.0, 6.0, 7.0]


def test_a_part_of_a_value_that_the_program_computes_is_undone_to_the_bit():
    body = Reader()
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.goto(2, "op:square", timeout=LONG)
    name = body.h.name
    before = {n: np.copy(run.value(n)) for n in run.names() if isinstance(run.value(n), np.ndarray)}
    run.set(name, 0.25, index=(1, 2))
    run.set(name, 0.75, index=(0, slice(2)))
    changed = run.value(name)
    assert changed[1, 2] == 0.25 and (changed[0, :2] == 0.75).all()
    run.step_back(1)
    run.next()
    assert alike(run.value(name), changed)
    assert run.undo() == "h[0, :2] = 0.75" and run.undo() == "h[1, 2] = 0.25"  # as the code calls it
    run.set(name, [0.1, 0.2], index=(0, slice(2)))
    assert run.undo() == "h[0, :2] = float32 [2]"
    assert all(alike(run.value(n), before[n]) for n in before)
    run.stop()


def test_a_part_that_is_set_calls_no_function_again():
    """The replay compares inputs by identity: what an edit makes of one array is one array."""
    calls = []

    class Called(Reader):
        def define(self, x):
            fetched = super().define(x)
            out = self.main.current_block().create_var(name="out", shape=[4, 3], dtype="float32")
            w = self.main.global_block().var("w")
            static.py_func(lambda x, w: calls.append(1) or np.array(x) * np.array(w), [x, w], out)
            return fetched

    run, _ = edited(Called(), 1, 5.0)
    made = len(calls)
    found = run.branch(3, {"x": 1.0}, names=["w"], until=3)
    assert found.edited["w"][3].tolist() == [0.5, 5.0, 0.5] and len(calls) == made + 1
    run.branch(3, {"u": 1.0}, until=3)  # the function reads neither
    assert len(calls) == made + 1


def test_recordings_made_before_parts_were_kept_open(tmp_path):
    run, _ = edited(Reader(), 1, 5.0, to=tmp_path / "r")
    run.stop()
    whole = np.array([0.5, 5.0, 0.5], "float32")
    changed = 0
    for path in tmp_path.glob("r/*.jsonl"):
        lines = [decode_line(line) for line in path.read_bytes().splitlines(keepends=True)]
        arrays = path.with_suffix(".arrays")
        for line in lines[2:]:
            for edit in line["edits"]:
                offset, content = arrays.stat().st_size, whole.tobytes()
                arrays.write_bytes(arrays.read_bytes() + content)
                edit[2:] = [[offset, len(content), zlib.crc32(content), "<f4", [3]]]
                changed += 1
        rest = b"".join(map(encode_line, lines[1:]))
        lines[0]["bytes"] = [arrays.stat().st_size, len(rest)]
        path.write_bytes(encode_line(lines[0]) + rest)
    assert changed == 1
    past = debug.open(tmp_path / "r")
    past.goto(4)
    assert past.value("w").tolist() == whole.tolist()
    assert past.branch(1, {"w": 7.0}, names=["w"]).edited["w"][3].tolist() == whole.tolist()


def test_what_the_panel_sets_is_a_part_and_the_diff_names_it(tmp_path):
    run = debug.start(Reader(), entry=True)
    run.until_stopped(LONG)
    run.goto(3, "op:tanh", timeout=LONG)
    assert run.ask(SetValue, LONG, target="w[1]", value="5").ok
    run.cont()
    run.wait(LONG)
    assert run.branch(1, {"w": 7.0}, names=["w"]).edited["w"][4].tolist() == [7.0, 5.0, 7.0]
    other = debug.start(Reader())
    other.wait(LONG)
    assert "w[1] was set by hand" in str(debug.diff(run, other))


@pytest.mark.parametrize(
    "part, values, value, why",
    [
        ((3,), 1.0, np.zeros(3), r"w\[3\] was set by hand, but w has shape \[3\] in this replay"),
        ((slice(3),), np.ones(3), np.zeros(2), r"the part has shape \[2\], but had \[3\] before"),
        (np.ones(3, bool), np.ones(3), np.zeros(2), r"the shape was \[3\] before"),
        ((0,), 1.0, object(), r"w is not an array in this replay"),
    ],
)
def test_a_part_that_the_value_of_a_replay_has_not(part, values, value, why):
    with pytest.raises(RunError, match=why):
        with_part(value, part, np.asarray(values), "w")


def test_an_index_becomes_a_part_that_takes_no_more_than_the_variable():
    part = part_of([0] * 1000, (3, 2))
    assert part.tolist() == [[True, True], [False, False], [False, False]]
    assert part_of((), (3,)) is ... and part_of((...,), (3,)) is ...
    assert part_of((np.int32(1), slice(np.int64(2))), (3, 4)) == (1, slice(None, 2, None))
