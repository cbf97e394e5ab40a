"""Tags of sequences: conditional random fields and chunks. Numbers are what operators of Paddle 2.6.2 gave."""

import itertools

import numpy as np
import pytest

from opscope.paddle import fluid

L = fluid.layers

LENGTHS = [3, 1, 4]
R = np.random.RandomState(0)
WEIGHT = R.uniform(-1, 1, (5, 3)).astype("float32")
ROWS = R.uniform(-2, 2, (8, 3)).astype("float32")
TAGS = R.randint(0, 3, (8, 1))


def tensor(rows, lengths=LENGTHS):
    return fluid.create_lod_tensor(np.asarray(rows), [lengths], fluid.CPUPlace())


def score(rows, tags):
    """Of one sequence: starts, ends, and going from tag to tag."""
    inner = sum(WEIGHT[2 + a, b] for a, b in itertools.pairwise(tags))
    return WEIGHT[0, tags[0]] + WEIGHT[1, tags[-1]] + inner + sum(row[t] for row, t in zip(rows, tags, strict=True))


def every(rows):
    """The scores of all ways to tag one sequence."""
    return {tags: score(rows, tags) for tags in itertools.product(range(3), repeat=len(rows))}


@pytest.fixture
def field():
    """(cost, gradients of the rows and the weight, best tags, where the given ones are best)."""
    x = L.data("x", [3], dtype="float32", lod_level=1)
    y = L.data("y", [1], dtype="int64", lod_level=1)
    x.stop_gradient = False
    attr = fluid.ParamAttr(name="crfw", initializer=fluid.initializer.NumpyArrayInitializer(WEIGHT))
    cost = L.linear_chain_crf(x, y, attr)
    weight = fluid.default_main_program().global_block().var("crfw")
    grads = fluid.gradients(L.mean(cost), [x, weight])
    outs = [cost, *grads, L.crf_decoding(x, fluid.ParamAttr(name="crfw")), L.crf_decoding(x, attr, label=y)]
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    return exe.run(feed={"x": tensor(ROWS), "y": tensor(TAGS)}, fetch_list=outs, return_numpy=False)


def test_a_conditional_random_field(field):
    cost, slope, changes, path, right = field
    parts = np.split(ROWS, np.cumsum(LENGTHS)[:-1])
    given = np.split(TAGS[:, 0], np.cumsum(LENGTHS)[:-1])
    ways = [every(part) for part in parts]
    wanted = [np.log(sum(np.exp(list(w.values())))) - w[tuple(tags)] for w, tags in zip(ways, given, strict=True)]
    np.testing.assert_allclose(np.array(cost)[:, 0], wanted, rtol=1e-4)
    np.testing.assert_allclose(np.array(cost)[:, 0], [5.7007, 2.4271, 6.3888], atol=1e-3)
    np.testing.assert_allclose(np.array(slope)[:2], [[0.0211, -0.3192, 0.2981], [0.1037, 0.1738, -0.2775]], atol=1e-3)
    np.testing.assert_allclose(np.array(changes)[2], [0.0612, 0.2232, 0.3244], atol=1e-3)
    best = [tag for w in ways for tag in max(w, key=w.__getitem__)]
    assert np.array(path)[:, 0].tolist() == best == [2, 1, 2, 1, 0, 1, 0, 2]
    assert np.array(right)[:, 0].tolist() == [int(a == b) for a, b in zip(best, TAGS[:, 0], strict=True)]
    assert path.recursive_sequence_lengths() == right.recursive_sequence_lengths() == [LENGTHS]


def test_padded_sequences_with_lengths():
    x, y = L.data("x", [4, 3], dtype="float32"), L.data("y", [4], dtype="int64")
    length = L.data("length", [1], dtype="int64")
    attr = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(WEIGHT))
    cost = L.linear_chain_crf(x, y, attr, length)
    wide, tags = np.zeros((3, 4, 3), "float32"), np.zeros((3, 4), "int64")
    for i, (begin, size) in enumerate(zip([0, 3, 4], LENGTHS, strict=True)):
        wide[i, :size], tags[i, :size] = ROWS[begin : begin + size], TAGS[begin : begin + size, 0]
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    (got,) = exe.run(feed={"x": wide, "y": tags, "length": np.array([[3], [1], [4]])}, fetch_list=[cost])
    np.testing.assert_allclose(got[:, 0], [5.7007, 2.4271, 6.3888], atol=1e-3)


@pytest.mark.parametrize(
    "scheme, types, excluded, wanted",
    [
        ("IOB", 3, None, (14, 12, 6)),
        ("IOE", 2, None, (15, 15, 12)),
        ("IOBES", 2, None, (16, 17, 9)),
        ("IOB", 3, [1], (11, 7, 4)),
    ],
)
def test_chunks(scheme, types, excluded, wanted):
    stream, tags = np.random.RandomState(5), {"IOB": 2, "IOE": 2, "IOBES": 4}[scheme]
    said = stream.randint(0, types * tags + 1, (20, 1))
    true = np.where(stream.rand(20, 1) < 0.6, said, stream.randint(0, types * tags + 1, (20, 1)))
    a, b = (L.data(n, [1], dtype="int64", lod_level=1) for n in "ab")
    outs = L.chunk_eval(a, b, scheme, types, excluded)
    lengths = [7, 1, 12]
    got = fluid.Executor().run(feed={"a": tensor(said, lengths), "b": tensor(true, lengths)}, fetch_list=list(outs))
    precision, recall, f1, found, there, both = (v.item() for v in got)
    assert (found, there, both) == wanted
    assert precision == pytest.approx(both / found) and recall == pytest.approx(both / there)
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))


def test_what_is_refused():
    a = L.data("a", [1], dtype="int64", lod_level=1)
    with pytest.raises(ValueError, match="Unknown chunk scheme BIO"):
        L.chunk_eval(a, a, "BIO", 2)
    x = L.data("x", [3], dtype="float32", lod_level=1)
    with pytest.raises(ValueError, match="the name of the parameter of linear_chain_crf"):
        L.crf_decoding(x, fluid.ParamAttr(name="none"))
    with pytest.raises(NotImplementedError, match="needs sequences with LoD"):
        L.crf_decoding(x, None, length=a)
    with pytest.raises(NotImplementedError, match="must be known when the program is built"):
        L.warpctc(x, a)


def sentences():
    stream = np.random.RandomState(3)
    for _ in range(12):
        words = stream.randint(0, 8, stream.randint(2, 6))
        yield words.tolist(), (words == 3).astype(int).tolist(), (words % 3).tolist()


def test_label_semantic_roles():
    """The chapter of the book: features, a recurrent net forwards and backwards, a field over it, and its chunks."""
    fluid.default_main_program().random_seed = fluid.default_startup_program().random_seed = 1
    word, mark, target = (fluid.data(n, [None, 1], "int64", lod_level=1) for n in ("word", "mark", "target"))
    parts = [L.embedding(word, [8, 6]), L.embedding(mark, [2, 3])]
    hidden = L.sums(input=[L.fc(input=v, size=8, act="tanh") for v in parts])
    lstm, _ = L.dynamic_lstm(hidden, 8, candidate_activation="relu", gate_activation="sigmoid")
    mixed = L.sums(input=[L.fc(input=hidden, size=8, act="tanh"), L.fc(input=lstm, size=8, act="tanh")])
    back, _ = L.dynamic_lstm(mixed, 8, candidate_activation="relu", is_reverse=True)
    feature = L.sums(input=[L.fc(input=mixed, size=3, act="tanh"), L.fc(input=back, size=3, act="tanh")])
    cost = L.mean(L.linear_chain_crf(feature, target, fluid.ParamAttr(name="crfw", learning_rate=0.1)))
    path = L.crf_decoding(feature, fluid.ParamAttr(name="crfw"))
    counts = L.chunk_eval(path, target, "plain", 3)
    rate = L.exponential_decay(learning_rate=0.1, decay_steps=100, decay_rate=0.5, staircase=True)
    fluid.optimizer.Adam(learning_rate=rate).minimize(cost)
    feeder = fluid.DataFeeder([word, mark, target], fluid.CPUPlace())
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    fed, costs, f1 = feeder.feed(sentences()), [], []
    for _ in range(10):
        value, *scores = exe.run(feed=fed, fetch_list=[cost, *counts])
        costs.append(value.item())
        f1.append(scores[2].item())
    assert costs[-1] < 0.5 * costs[0] and f1[-1] > f1[0], (costs, f1)
