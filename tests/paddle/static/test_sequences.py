"""Sequences of different lengths: functions on rows and offsets, and how the LoD propagates.

Expected values are what Paddle 2.6.2 gave, or are made here sequence by sequence.
"""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import FeedError, OpscopeWarning
from opscope.paddle import base, static
from opscope.paddle.static.nn import sequence_lod as seq
from tests.laws import fake_cupy

ROWS = np.random.RandomState(0).randint(-9, 9, (6, 2)).astype("float32") / 4
LENGTHS = [2, 0, 3, 1]


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def tensor(rows, *lengths):
    return base.create_lod_tensor(np.asarray(rows), [list(level) for level in lengths], paddle.CPUPlace())


def fetched(outs, exe=None, **feed):
    outs = list(outs) if isinstance(outs, list | tuple) else [outs]
    return (exe or static.Executor()).run(feed=feed, fetch_list=outs, return_numpy=False)


def parts(rows=ROWS, lengths=LENGTHS):
    return np.split(rows, np.cumsum(lengths)[:-1])


@pytest.fixture
def x():
    made = static.data("x", [None, 2], "float32", lod_level=1)
    made.stop_gradient = False
    return made


FED = tensor(ROWS, LENGTHS)


@pytest.mark.parametrize(
    "kind, one",
    [
        ("sum", lambda p: p.sum(0)),
        ("average", lambda p: p.mean(0)),
        ("sqrt", lambda p: p.sum(0) / np.sqrt(len(p))),
        ("max", lambda p: p.max(0)),
        ("first", lambda p: p[0]),
        ("Last", lambda p: p[-1]),
    ],
)
def test_pooling(x, kind, one):
    """A row for each sequence, pad_value for an empty one; the gradient by differences is under the laws of ops."""
    pooled = seq.sequence_pool(x, kind, pad_value=2.5)
    (grad,) = static.gradients((pooled**3).sum(), [x])
    made, slope = fetched([pooled, grad], x=FED)
    wanted = np.array([one(p) if len(p) else np.full(2, 2.5) for p in parts()], "float32")
    np.testing.assert_allclose(np.array(made), wanted, rtol=1e-6)
    assert made.lod() == [] and slope.lod() == [[0, 2, 2, 5, 6]]
    step, base_ = 1e-2, np.array(slope)
    for at in ((0, 0), (3, 1)):
        moved = [ROWS.copy(), ROWS.copy()]
        for rows, by in zip(moved, (step, -step), strict=True):
            rows[at] += by
        up, down = (sum((one(p) ** 3).sum() for p in parts(rows.astype("float64")) if len(p)) for rows in moved)
        assert abs((up - down) / (2 * step) - base_[at]) < 5e-2


def test_the_largest_of_equals_is_the_first(x):
    (grad,) = static.gradients(seq.sequence_pool(x, "max").sum(), [x])
    (got,) = fetched(grad, x=tensor(np.ones((4, 2), "float32"), [2, 2]))
    assert np.array(got).tolist() == [[1, 1], [0, 0], [1, 1], [0, 0]]


def test_two_levels():
    """Pooling takes the inner one; what is left is the outer one, which pooling takes then."""
    x = static.data("x", [None, 2], "float32", lod_level=2)
    inner = seq.sequence_pool(x, "sum")
    made, last = fetched([inner, seq.sequence_pool(inner, "sum")], x=tensor(ROWS, [1, 2], [3, 1, 2]))
    assert made.recursive_sequence_lengths() == [[1, 2]] and last.lod() == []
    np.testing.assert_allclose(np.array(last), [ROWS[:3].sum(0), ROWS[3:].sum(0)], rtol=1e-6)
    with pytest.raises(FeedError, match="has 1 levels of LoD, but was declared with 2"):
        fetched(inner, x=FED)


def test_rows_in_other_places(x):
    y = static.data("y", [None, 1], "int64", lod_level=1)
    query = static.data("query", [None, 2], "float32")
    fed = {"x": FED, "y": tensor(np.arange(5).reshape(5, 1), [0, 2, 2, 1]), "query": ROWS[:4]}
    outs = {
        "reversed": (seq.sequence_reverse(x), [p[::-1] for p in parts()]),
        "joined": (seq.sequence_concat([x, x]), [q for p in parts() for q in (p, p)]),
        "each row": (seq.sequence_expand(query, y), [ROWS[[1, 1, 2, 2, 3]]]),
        "as": (seq.sequence_expand_as(query, y), [ROWS[[1, 1, 2, 2, 3]]]),
        "each sequence": (seq.sequence_expand(x, y), [ROWS[[2, 3, 4, 2, 3, 4, 5]]]),
        "near": (seq.sequence_enumerate(y, 2, pad_value=-1), [[[0, 1], [1, -1], [2, 3], [3, -1], [4, -1]]]),
    }
    made = dict(zip(outs, fetched([v for v, _ in outs.values()], **fed), strict=True))
    for name, (_, wanted) in outs.items():
        np.testing.assert_array_equal(np.array(made[name]), np.concatenate(wanted), name)
    lengths = {name: value.recursive_sequence_lengths() for name, value in made.items()}
    assert lengths == {
        "reversed": [LENGTHS], "joined": [[4, 0, 6, 2]], "each row": [], "as": [[0, 2, 2, 1]],
        "each sequence": [[0, 0, 3, 3, 1]], "near": [[0, 2, 2, 1]],
    }  # fmt: skip


def test_padding_and_back(x):
    padded, lengths = seq.sequence_pad(x, paddle.assign(np.float32([7, 8])), maxlen=4)
    again = seq.sequence_unpad(padded, lengths)
    wide, count, back = fetched([padded, lengths, again], x=FED)
    assert np.array(wide).shape == (4, 4, 2) and np.array(count).tolist() == LENGTHS
    assert np.array(wide)[1].tolist() == [[7, 8]] * 4 and np.array(wide)[3, 1:].tolist() == [[7, 8]] * 3
    np.testing.assert_array_equal(np.array(back), ROWS)
    assert back.lod() == FED.lod() and wide.lod() == []
    with pytest.raises(ValueError, match="the padded length 4 is less than 5"):
        fetched(again, x=tensor(ROWS, [5, 1]))


def test_parts_and_other_widths(x):
    part = seq.sequence_slice(x, paddle.assign(np.array([[1], [0]])), paddle.assign(np.array([[2], [1]])))
    narrow = seq.sequence_reshape(x, 1)
    made, one = fetched([part, narrow], x=tensor(ROWS, [3, 3]))
    np.testing.assert_array_equal(np.array(made), ROWS[[1, 2, 3]])
    assert made.recursive_sequence_lengths() == [[2, 1]] and one.recursive_sequence_lengths() == [[6, 6]]
    with pytest.raises(IndexError, match="sequence 0 has 2 rows, so it has no 2 rows from row 1 on"):
        fetched(part, x=tensor(ROWS, [2, 4]))
    with pytest.raises(ValueError, match=r"can be divided by new_dim 4 .* the lengths are \[3, 3\]"):
        fetched(seq.sequence_reshape(x, 4), x=tensor(ROWS, [3, 3]))


def test_softmax_and_sums_at_places(x):
    column = static.data("column", [None, 1], "float32", lod_level=1)
    table = static.data("table", [None, 5], "float32")
    places = static.data("places", [None, 1], "int64", lod_level=1)
    outs = [seq.sequence_softmax(column), seq.sequence_scatter(table, places, column)]
    fed = {"column": tensor(ROWS[:, :1], [4, 2]), "places": tensor([[0], [1], [1], [2], [4], [0]], [4, 2])}
    soft, added = fetched(outs, table=np.ones((2, 5), "float32"), **fed)
    powers = [np.exp(p) / np.exp(p).sum() for p in (ROWS[:4, :1], ROWS[4:, :1])]
    np.testing.assert_allclose(np.array(soft), np.concatenate(powers), rtol=1e-5)
    v = ROWS[:, 0]
    wanted = [[1 + v[0], 1 + v[1] + v[2], 1 + v[3], 1, 1], [1 + v[5], 1, 1, 1, 1 + v[4]]]
    np.testing.assert_allclose(np.array(added), wanted, rtol=1e-6)
    with pytest.raises(ValueError, match="each row of the input"):
        seq.sequence_softmax(x)


@pytest.mark.parametrize("start, size", [(None, 3), (0, 2), (-2, 3)])
def test_convolution_sees_zeros_beside_a_sequence(x, start, size):
    weight = np.random.RandomState(1).rand(size * 2, 3).astype("float32")
    attr = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(weight))
    out = seq.sequence_conv(x, 3, size, padding_start=start, param_attr=attr, bias_attr=False)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    (made,) = fetched(out, exe, x=FED)
    first = -(size // 2) if start is None else start
    wanted = []
    for part in parts():
        wide = np.concatenate([np.zeros((3, 2)), part, np.zeros((3, 2))])
        wanted += [wide[3 + i + first :][:size].reshape(-1) @ weight for i in range(len(part))]
    np.testing.assert_allclose(np.array(made), wanted, rtol=1e-5, atol=1e-6)
    assert made.lod() == FED.lod()


def test_rows_look_ahead_within_their_sequence(x):
    """As Paddle 2.6.2 gave it."""
    weight = np.arange(6, dtype="float32").reshape(3, 2)
    out = static.nn.row_conv(x, 2, paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(weight)))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    rows = np.random.RandomState(0).rand(6, 2).astype("float32")
    (made,) = fetched(out, exe, x=tensor(rows, [3, 1, 2]))
    wanted = [[2.9001, 5.5793], [0.8473, 2.4826], [0, 0.6459], [0, 0.8918], [1.5835, 1.9701], [0, 0.5289]]
    np.testing.assert_allclose(np.array(made), wanted, atol=1e-4)
    assert made.recursive_sequence_lengths() == [[3, 1, 2]]


def test_which_operators_keep_the_lod(x):
    """As measured: most hand on that of their first input."""
    d = static.data("d", [None, 2], "float32")
    keep = [x + d, x * 2, paddle.tanh(x), static.nn.fc(x, 3), paddle.concat([x, d], 1), paddle.cast(x, "int64")]
    keep += [paddle.nn.functional.softmax(x), paddle.reshape(x, [-1, 2, 1]), x[:, 0:1], paddle.where(x > d, x, d)]
    lose = [
        paddle.concat([x, d], 0),
        d + x,
        paddle.matmul(x, d, transpose_y=True),
        paddle.mean(x),
        x[0:2],
        paddle.transpose(x, [1, 0]),
    ]
    exe = static.Executor()
    exe.run(static.default_startup_program())
    made = fetched([*keep, *lose], exe, x=FED, d=ROWS)
    assert [t.lod() for t in made] == [FED.lod()] * len(keep) + [[]] * len(lose)


def test_fetching_as_arrays(x):
    pooled, kept = seq.sequence_pool(x, "sum"), paddle.tanh(x)
    exe = static.Executor()
    assert exe.run(feed={"x": FED}, fetch_list=[pooled])[0].shape == (4, 2)
    with pytest.raises(RuntimeError, match="Some of your fetched tensors hold LoD information"):
        exe.run(feed={"x": FED}, fetch_list=[pooled, kept])
    (got,) = exe.run(feed={"x": ROWS}, fetch_list=[kept], use_prune=True)  # fed without LoD, it has none
    np.testing.assert_array_equal(got, np.tanh(ROWS))
    with pytest.raises(ValueError, match="x does not contain LoD information, because x was fed without"):
        exe.run(feed={"x": ROWS}, fetch_list=[pooled])


def test_fetching_as_arrays_from_a_gpu(x, monkeypatch):
    fake_cupy.install(monkeypatch)
    exe, kept = static.Executor(paddle.CUDAPlace(0)), paddle.tanh(x)
    (got,) = exe.run(feed={"x": ROWS}, fetch_list=[kept], use_prune=True)
    assert type(got) is np.ndarray
    np.testing.assert_allclose(got, np.tanh(ROWS), rtol=1e-6)


def test_an_input_need_not_say_that_it_has_a_lod():
    x = static.data("x", [None, 2], "float32")
    (made,) = fetched(seq.sequence_reverse(x), x=FED)
    assert made.lod() == FED.lod()


def test_what_has_no_lod_is_refused_when_the_program_is_built(x):
    with pytest.raises(ValueError, match=r"Input\(X\) of sequence_pool does not contain LoD information: mean"):
        seq.sequence_pool(paddle.mean(x, 0, keepdim=True), "sum")
    with pytest.raises(RuntimeError, match="but it is MIN"):
        seq.sequence_pool(x, "min")
    with pytest.raises(TypeError, match="data type of 'input' in sequence_pool"):
        seq.sequence_pool(paddle.cast(x, "int32"), "sum")
    paddle.disable_static()
    with pytest.raises(AssertionError, match="work only in static mode"):
        seq.sequence_pool(paddle.ones([2, 2]), "sum")


def test_runs_of_the_same_shapes_are_lowered_whatever_the_lengths(x):
    """The offsets are values: equal shapes with other lengths run on the same lowered plan."""
    pooled = seq.sequence_pool(paddle.tanh(x), "average")
    exe = static.Executor()
    for lengths in ([2, 3, 1], [1, 1, 4], [4, 0, 2], [6, 0, 0]):
        (made,) = fetched(pooled, exe, x=tensor(ROWS, lengths))
        wanted = [np.tanh(p).mean(0) if len(p) else np.zeros(2) for p in parts(lengths=lengths)]
        np.testing.assert_allclose(np.array(made), wanted, rtol=1e-5)
    assert exe.lowered == 1


def test_a_program_without_lod_has_nothing_of_it():
    x = static.data("x", [None, 2], "float32")
    made = paddle.tanh(x)
    exe = static.Executor()
    exe.run(feed={"x": FED}, fetch_list=[made])
    assert list(static.default_main_program().global_block().vars) == ["x", made.name]
    assert exe._cached_plan(static.default_main_program(), ("x",), (made.name,), False).lod_run is None


def test_functions_of_py_func_see_the_lod(x):
    seen = []

    def forward(a, b):
        seen.append([a.lod(), b.lod()])
        return np.array(a) + np.array(b)

    def backward(a, b, dout):
        seen.append([a.lod(), b.lod()])
        return np.array(dout), None

    d = static.data("d", [None, 2], "float32")
    out = static.default_main_program().current_block().create_var("out", [-1, 2], "float32")
    static.nn.py_func(forward, [paddle.tanh(x), d], out, backward, skip_vars_in_backward_input=out)
    (grad,) = static.gradients(out.sum(), [x])
    exe = static.Executor()
    for _ in range(3):
        fetched([out, grad], exe, x=FED, d=ROWS)
    assert seen == [[FED.lod(), []]] * 6
    seen.clear()
    assert exe.run(feed={"x": ROWS, "d": ROWS}, fetch_list=[out])[0].shape == (6, 2)
    assert seen == [[[], []]] * 2


def test_a_session_reads_offsets_and_sets_others(x):
    """They are a value of the program like any other."""
    pooled = seq.sequence_pool(x, "sum")
    exe = static.Executor()
    run = debug.start(lambda: exe.run(feed={"x": FED}, fetch_list=[pooled]), entry=True)
    assert run.until_stopped(60).reason == "entry"
    assert run.value("x@LOD_0").tolist() == [0, 2, 2, 5, 6]
    run.set("x@LOD_0", np.array([0, 1, 6, 6, 6]))
    run.cont()
    (got,) = run.wait(60)
    np.testing.assert_allclose(got, [ROWS[0], ROWS[1:].sum(0), [0, 0], [0, 0]], rtol=1e-6)


def test_a_saved_program_takes_tensors_with_lod(x, tmp_path):
    pooled = seq.sequence_pool(static.nn.fc(x, 3), "max")
    exe = static.Executor()
    exe.run(static.default_startup_program())
    (before,) = exe.run(feed={"x": FED}, fetch_list=[pooled])
    with pytest.warns(OpscopeWarning, match="opscope's own format"):
        static.save_inference_model(str(tmp_path / "m"), [x], [pooled], exe)
    program, names, outs = static.load_inference_model(str(tmp_path / "m"), exe)
    (after,) = exe.run(program, feed={"x": FED}, fetch_list=outs)
    assert names == ["x"]
    np.testing.assert_array_equal(before, after)


def test_a_predictor_takes_offsets(x, tmp_path):
    twice = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(2 * np.eye(2, dtype="float32")))
    rows = static.nn.fc(x, 2, weight_attr=twice, bias_attr=False)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    fetches = [seq.sequence_pool(rows, "sum"), rows]
    static.save_inference_model(str(tmp_path / "m"), [x], fetches, exe, format="opscope")
    paddle.disable_static()
    files = [str(tmp_path / f"m{end}") for end in (".pdmodel", ".pdiparams")]
    predictor = paddle.inference.create_predictor(paddle.inference.Config(*files))
    given = predictor.get_input_handle("x")
    given.copy_from_cpu(ROWS)
    given.set_lod([[0, 4, 6]])
    predictor.run()
    sums, rows = (predictor.get_output_handle(n) for n in predictor.get_output_names())
    np.testing.assert_allclose(sums.copy_to_cpu(), [2 * ROWS[:4].sum(0), 2 * ROWS[4:].sum(0)], rtol=1e-6)
    assert (given.lod(), sums.lod(), rows.lod()) == ([[0, 4, 6]], [], [[0, 4, 6]])
    given.set_lod([[0, 4]])
    with pytest.raises(ValueError, match="The provided LoD is invalid"):
        predictor.run()


def test_feeders_take_sequences_of_sequences():
    a = static.data("a", [None, 1], "int64", lod_level=1)
    b = static.data("b", [None, 2], "float32", lod_level=2)
    rows = [([1, 2, 3], [[(1, 2)], [(3, 4), (5, 6)]]), (np.array([4]), [[(7, 8)]])]
    fed = base.DataFeeder([a, b]).feed(rows)
    assert all(isinstance(v, DenseTensor) for v in fed.values())
    assert fed["a"].lod() == [[0, 3, 4]] and np.array(fed["a"]).tolist() == [[1], [2], [3], [4]]
    assert fed["b"].recursive_sequence_lengths() == [[2, 1], [1, 2, 1]]
    np.testing.assert_array_equal(np.array(fed["b"]), np.arange(1, 9).reshape(4, 2))
