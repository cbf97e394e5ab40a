"""fluid's beam search beside Paddle 2.6.2's kernels, and arrays of tensors with a LoD."""

import json

import numpy as np
import pytest

from opscope.errors import ArgumentError, UsageError
from opscope.paddle import fluid
from tests.paddle.fluid.beam_search_reference import DTYPES, NUMBERS, SEARCHES, STEPS

L = fluid.layers
RESULTS = json.loads(NUMBERS.read_text())


def tensor(values, lod, dtype):
    lengths = [np.diff(level).tolist() for level in lod]
    return fluid.create_lod_tensor(np.array(values, dtype), lengths, fluid.CPUPlace())


def same_as_paddle(fetches, feed, wanted):
    found = fluid.Executor().run(feed=feed, fetch_list=list(fetches), return_numpy=False)
    for made, (values, lod) in zip(found, wanted, strict=True):
        assert made.lod() == lod
        np.testing.assert_allclose(np.array(made).reshape(-1), values, rtol=1e-6)


@pytest.mark.parametrize("case, wanted", list(zip(STEPS, RESULTS["steps"], strict=True)))
def test_a_step_is_paddles(case, wanted):
    columns = len(case["scores"][0])
    feed, given = {}, {"ids": None}
    for name, dtype in DTYPES.items():
        if case[name] is not None:
            given[name] = fluid.data(name, [None, columns if name in ("ids", "scores") else 1], dtype, lod_level=2)
            feed[name] = tensor(case[name], case["lod"], dtype)
    options = {k: case[k] for k in ("beam_size", "end_id", "is_accumulated")}
    found = L.beam_search(**given, **options, return_parent_idx=True)
    assert [v.shape for v in found] == [(-1, 1), (-1, 1), (-1,)]
    same_as_paddle(found, feed, wanted)


@pytest.mark.parametrize("case, wanted", list(zip(SEARCHES, RESULTS["searches"], strict=True)))
def test_sentences_are_paddles(case, wanted):
    arrays, feed = {"ids": None, "scores": None}, {}
    for k, lod in enumerate(case["lods"]):
        for what, dtype in (("ids", "int64"), ("scores", "float32")):
            element = fluid.data(f"{what}{k}", [None, 1], dtype, lod_level=2)
            arrays[what] = L.array_write(element, L.fill_constant([1], "int64", k), arrays[what])
            feed[f"{what}{k}"] = tensor(np.reshape(case[what][k], (-1, 1)), lod, dtype)
    same_as_paddle(L.beam_search_decode(**arrays, beam_size=2, end_id=0), feed, wanted)


def test_an_array_keeps_the_lod_of_each_element():
    x = fluid.data("x", [None, 1], "int64", lod_level=1)
    y = fluid.data("y", [None, 1], "int64", lod_level=1)
    zero, one = (L.fill_constant([1], "int64", k) for k in (0, 1))
    array = L.array_write(y, one, L.array_write(x, zero))
    feed = {"x": tensor([[1], [2], [3]], [[0, 2, 3]], "int64"), "y": tensor([[4]], [[0, 0, 1]], "int64")}
    made = fluid.Executor().run(feed=feed, fetch_list=[L.array_read(array, k) for k in (zero, one)], return_numpy=False)
    assert [m.lod() for m in made] == [[[0, 2, 3]], [[0, 0, 1]]]
    with pytest.raises(ArgumentError, match=r"the LoD of z has 0 levels, but the elements of .* have 1"):
        L.array_write(fluid.data("z", [None, 1], "int64"), one, array)


def test_errors_say_what_has_no_lod():
    ids, scores = fluid.data("ids", [None, 2], "int64"), fluid.data("scores", [None, 2])
    pre_ids, pre_scores = fluid.data("pre_ids", [None, 1], "int64"), fluid.data("pre_scores", [None, 1])
    with pytest.raises(ArgumentError, match=r"LoD of scores \(scores\) has 0 levels, so it has no level 0"):
        L.beam_search(pre_ids, pre_scores, ids, scores, beam_size=2, end_id=0)
    with pytest.raises(UsageError, match=r"Input\(ids\) of beam_search_decode must be an array"):
        L.beam_search_decode(pre_ids, pre_scores, beam_size=2, end_id=0)
    array = L.array_write(pre_ids, L.fill_constant([1], "int64", 0))
    with pytest.raises(ArgumentError, match="must have 2 levels, but it has 0"):
        L.beam_search_decode(array, array, beam_size=2, end_id=0)


def test_a_source_with_more_sentences_than_the_beam_is_refused():
    ids = fluid.data("ids", [None, 1], "int64", lod_level=2)
    scores = fluid.data("scores", [None, 1], lod_level=2)
    zero = L.fill_constant([1], "int64", 0)
    made = L.beam_search_decode(L.array_write(ids, zero), L.array_write(scores, zero), beam_size=1, end_id=0)
    lod = [[0, 1], [0, 2]]
    feed = {"ids": tensor([[3], [4]], lod, "int64"), "scores": tensor([[-1], [-2]], lod, "float32")}
    with pytest.raises(ArgumentError, match="source 0 has 2 candidates at its end, but beam_size is 1"):
        fluid.Executor().run(feed=feed, fetch_list=list(made), return_numpy=False)
