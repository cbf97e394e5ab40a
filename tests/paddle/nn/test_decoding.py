"""Beam search, Viterbi, and losses over paths and very many classes; numbers from Paddle 2.6.2, and by hand."""

import itertools

import numpy as np
import pytest

import opscope.paddle.nn.functional as F  # noqa: N812 (as programs write it)
from opscope import paddle
from opscope.errors import OpscopeError, UnsupportedError
from opscope.paddle import nn, static

rng = np.random.default_rng(0)


# --- Viterbi ----------------------------------------------------------------------------------------


def best(potentials, transitions, length, tagged):
    """Of all sequences of tags."""
    found = []
    for path in itertools.product(range(potentials.shape[1]), repeat=length):
        score = sum(potentials[i, t] for i, t in enumerate(path))
        score += sum(transitions[a, b] for a, b in itertools.pairwise(path))
        found.append((score + (transitions[-1, path[0]] + transitions[-2, path[-1]] if tagged else 0), path))
    return max(found)


@pytest.mark.parametrize("tagged", [True, False])
def test_viterbi_finds_the_best_path(tagged):
    potentials, transitions, lengths = rng.random((3, 5, 4)), rng.random((4, 4)), [4, 3, 1]
    decoder = paddle.text.ViterbiDecoder(paddle.to_tensor(transitions), tagged)
    scores, paths = decoder(paddle.to_tensor(potentials), paddle.to_tensor(lengths))
    assert paths.shape == [3, 4] and paths.dtype is paddle.int64
    for i, length in enumerate(lengths):
        score, path = best(potentials[i], transitions, length, tagged)
        assert scores[i].item() == pytest.approx(score)
        assert paths[i].tolist() == [*path, *[0] * (4 - length)]


def test_viterbi_refuses():
    p, t, n = paddle.ones([2, 3, 4]), paddle.ones([4, 4]), paddle.to_tensor([3, 2])
    for arguments, words in (
        ((p, t[:3, :3], n), "number of tags"), ((p, t, n[:1]), "batch size"), ((p, t, n + 1), "lengths must be 0 to 3"),
        ((p[0], t, n), "potentials"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            paddle.text.viterbi_decode(*arguments)
    with pytest.raises(UnsupportedError, match="does not download data"):
        paddle.text.Imdb()


# --- beam search ------------------------------------------------------------------------------------


def test_gather_tree():
    ids = paddle.to_tensor([[[2, 2], [6, 1]], [[3, 9], [6, 1]], [[0, 1], [9, 0]]])
    parents = paddle.to_tensor([[[0, 0], [1, 1]], [[1, 0], [1, 0]], [[0, 0], [0, 1]]])
    assert F.gather_tree(ids, parents).tolist() == [[[2, 2], [1, 6]], [[3, 3], [6, 1]], [[0, 1], [9, 0]]]
    with pytest.raises(ValueError, match="must be same"):
        F.gather_tree(ids, parents[:2])


class Chain(nn.Layer):
    """A cell whose logits depend on the last token alone; its state counts steps."""

    def __init__(self, logits: np.ndarray) -> None:
        super().__init__()
        self.logits = paddle.to_tensor(logits)

    def forward(self, inputs, states):
        return paddle.gather(self.logits, inputs), states + 1


@pytest.mark.parametrize("seed", range(4))
def test_a_wide_beam_finds_the_most_probable_sequences(seed):
    """With as many beams as there are sequences: start 0, end 3, up to 3 steps."""
    logits = np.random.default_rng(seed).standard_normal((4, 4)) * 2
    logp = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    every = []
    for path in itertools.product(range(4), repeat=3):
        cut = path[: path.index(3) + 1] if 3 in path else path
        full = (*cut, *[3] * (3 - len(cut)))
        every.append((sum(logp[a, b] for a, b in itertools.pairwise((0, *cut))), full))
    every = sorted(set(every), reverse=True)[:6]
    decoder = nn.BeamSearchDecoder(Chain(logits), 0, 3, 40)
    ids, states, lengths = nn.dynamic_decode(decoder, paddle.zeros([2, 1]), max_step_num=2, return_length=True)
    assert ids.shape == [2, 3, 40]
    for row in (0, 1):
        assert [tuple(ids[row, :, k].tolist()) for k in range(6)] == [path for _, path in every]
        np.testing.assert_allclose(states.log_probs[row, :6].numpy(), [score for score, _ in every], rtol=1e-5)
        assert lengths[row, :6].tolist() == [(*p, 3).index(3) + (3 in p) for _, p in every]
    assert states.cell_states.shape == [2, 40, 1] and states.cell_states.numpy().max() == 3


def test_a_search_ends_when_all_beams_have():
    logits = np.full((4, 4), -9.0)
    logits[:, 3] = 9.0
    decoder = nn.BeamSearchDecoder(Chain(logits), 0, 3, 1)
    ids, states = nn.dynamic_decode(decoder, paddle.zeros([2, 1]), 10, output_time_major=True)
    assert ids.tolist() == [[[3], [3]]] and states.finished.all().item()


def test_a_search_as_in_paddle():
    """The tokens and scores that Paddle 2.6.2 finds with these weights."""
    cell = nn.GRUCell(3, 4)
    for i, p in enumerate(cell.parameters()):
        p.set_value(np.sin(np.arange(p.size) * (i + 1.0)).reshape(p.shape).astype("float32"))
    table = paddle.to_tensor(np.cos(np.arange(15.0)).reshape(5, 3).astype("float32"))
    out = paddle.to_tensor((3 * np.sin(np.arange(20.0) ** 2)).reshape(4, 5).astype("float32"))
    decoder = nn.BeamSearchDecoder(cell, 0, 1, 3, lambda t: F.embedding(t, table), lambda h: h @ out)
    start = paddle.to_tensor(np.cos(np.arange(8.0)).reshape(2, 4).astype("float32"))
    ids, states, lengths = nn.dynamic_decode(decoder, start, 4, return_length=True)
    assert ids.tolist() == SEARCHED["ids"] and lengths.tolist() == SEARCHED["lengths"]
    np.testing.assert_allclose(states.log_probs.numpy(), SEARCHED["log_probs"], rtol=1e-4)


@pytest.mark.parametrize("batch", [None, 2])
def test_a_search_in_a_program_finds_the_same(batch):
    paddle.enable_static()
    cell, table, out = nn.GRUCell(3, 4), static.data("table", [5, 3]), static.data("out", [4, 5])
    decoder = nn.BeamSearchDecoder(cell, 0, 1, 3, lambda t: F.embedding(t, table), lambda h: h @ out)
    start = static.data("start", [batch, 4])
    ids, states, lengths = nn.dynamic_decode(decoder, start, 4, return_length=True)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    for i, p in enumerate(cell.parameters()):
        p.set_value(np.sin(np.arange(np.prod(p.shape)) * (i + 1.0)).reshape(p.shape).astype("float32"))
    feed = {
        "table": np.cos(np.arange(15.0)).reshape(5, 3).astype("float32"),
        "out": (3 * np.sin(np.arange(20.0) ** 2)).reshape(4, 5).astype("float32"),
        "start": np.cos(np.arange(8.0)).reshape(2, 4).astype("float32"),
    }
    for _ in range(3):
        found = exe.run(feed=feed, fetch_list=[ids, lengths, states.log_probs])
        assert found[0].tolist() == SEARCHED["ids"] and found[1].tolist() == SEARCHED["lengths"]
        np.testing.assert_allclose(found[2], SEARCHED["log_probs"], rtol=1e-4)


SEARCHED = {
    "ids": [
        [[3, 0, 0], [1, 3, 0], [1, 1, 3], [1, 1, 1], [1, 1, 1]],
        [[2, 2, 2], [2, 2, 2], [2, 2, 3], [3, 2, 4], [4, 3, 2]],
    ],
    "lengths": [[2, 3, 4], [5, 5, 5]],
    "log_probs": [[-0.7137776, -2.0625367, -3.1024806], [-2.1927595, -2.2056379, -2.293329]],
}


class Countdown(nn.decode.Decoder):
    """Sequences that finish when their number has come down to 0."""

    def initialize(self, inits):
        return inits, inits * 10, inits <= 0

    def step(self, time, inputs, states, **kwargs):
        return {"seen": inputs}, states + 1, inputs - kwargs.get("by", 1), inputs - kwargs.get("by", 1) <= 0


def test_a_decoder_of_ones_own():
    start = paddle.to_tensor([3, 1])
    outputs, states, lengths = nn.dynamic_decode(Countdown(), start, return_length=True)
    assert outputs["seen"].tolist() == [[3, 2, 1], [1, 0, -1]]
    assert states.tolist() == [33, 13] and lengths.tolist() == [2, 0]
    _, states = nn.dynamic_decode(Countdown(), start, impute_finished=True)
    assert states.tolist() == [32, 10]  # what has finished stays as it was before its last step, as in Paddle
    outputs, _ = nn.dynamic_decode(Countdown(), start, output_time_major=True, by=3)
    assert outputs["seen"].tolist() == [[3, 1]]


def test_tiles_for_beams():
    x = paddle.to_tensor([[1, 2], [3, 4]])
    assert nn.BeamSearchDecoder.tile_beam_merge_with_batch(x, 2).tolist() == [[1, 2], [1, 2], [3, 4], [3, 4]]


@pytest.mark.parametrize("impute", [False, True])
def test_a_decoder_of_ones_own_in_a_program(impute):
    paddle.enable_static()
    outputs, states, lengths = nn.dynamic_decode(
        Countdown(),
        static.data("x", [2], "int64"),
        5,
        output_time_major=True,
        impute_finished=impute,
        return_length=True,
    )
    assert not outputs["seen"].is_tensor_array
    exe = static.Executor()
    for begin, seen, ends, length in (
        ([3, 1], [[3, 1], [2, 0], [1, -1]], [32, 10] if impute else [33, 13], [2, 0]),
        ([9, 9], [[9 - i] * 2 for i in range(6)], [96, 96], [6, 6]),
    ):
        found = exe.run(feed={"x": np.array(begin)}, fetch_list=[outputs["seen"], states, lengths])
        assert [f.tolist() for f in found] == [seen, ends, length]


# --- a tree of classes --------------------------------------------------------------------------------


def test_hsigmoid_is_a_distribution():
    """The probabilities of all classes are 1 together, so nothing is added for short ways, as Paddle does."""
    for classes in (2, 5, 8):
        x, w, b = (paddle.to_tensor(rng.standard_normal(s)) for s in ((1, 3), (classes - 1, 3), (classes - 1, 1)))
        losses = [F.hsigmoid_loss(x, paddle.to_tensor([[c]]), classes, w, b).item() for c in range(classes)]
        assert np.exp(-np.array(losses)).sum() == pytest.approx(1.0)


def test_hsigmoid_of_ones_own_tree():
    x, w = paddle.to_tensor([[1.0, 2.0]]), paddle.to_tensor([[0.5, 0.5], [1.0, -1.0]])
    table, code = paddle.to_tensor([[0, 1, -1]]), paddle.to_tensor([[1, 0, -1]])
    found = F.hsigmoid_loss(x, paddle.to_tensor([0]), 3, w, None, table, code)
    assert found.item() == pytest.approx(np.log1p(np.exp(-1.5)) + np.log1p(np.exp(-1.0)), rel=1e-5)
    layer = nn.HSigmoidLoss(2, 3, is_custom=True)
    assert [p.shape for p in layer.parameters()] == [[3, 2], [3, 1]]
    layer(x, paddle.to_tensor([0]), table, code).backward()
    assert layer.weight.grad[2].tolist() == [0, 0]
    with pytest.raises(ValueError, match="path_table and a path_code"):
        layer(x, paddle.to_tensor([0]))


def test_hsigmoid_gradient():
    layer = nn.HSigmoidLoss(3, 6)
    x = paddle.to_tensor(rng.standard_normal((4, 3)).astype("float32"), stop_gradient=False)
    label = paddle.to_tensor([[0], [5], [2], [3]])
    layer(x, label).sum().backward()
    d = rng.standard_normal((4, 3)).astype("float32")
    up, down = (layer(paddle.to_tensor(x.numpy() + h * d), label).sum().item() for h in (1e-2, -1e-2))
    assert (x.grad.numpy() * d).sum() == pytest.approx((up - down) / 2e-2, rel=1e-2)


# --- transducers ----------------------------------------------------------------------------------------


def by_hand(logp, labels, blank):
    """Over all orders of T blanks, the last one at the end, and the labels."""
    total, frames = -np.inf, logp.shape[0]
    for where in itertools.combinations(range(frames - 1 + len(labels)), len(labels)):
        t = u = 0
        score = 0.0
        for i in range(frames - 1 + len(labels)):
            score += logp[t, u, labels[u]] if i in where else logp[t, u, blank]
            t, u = (t, u + 1) if i in where else (t + 1, u)
        total = np.logaddexp(total, score + logp[t, u, blank])
    return -total


@pytest.mark.parametrize("blank", [0, 2])
def test_rnnt_is_over_all_ways(blank):
    logits = rng.standard_normal((2, 4, 4, 5))
    logp = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    labels = np.array([[1, 3, 4], [4, 1, 0]], "int32")
    arguments = [paddle.to_tensor(v) for v in (logp, labels, np.int32([4, 3]), np.int32([3, 2]))]
    found = F.rnnt_loss(*arguments, blank=blank, reduction="none")
    expected = [by_hand(logp[0], labels[0], blank), by_hand(logp[1, :3], labels[1, :2], blank)]
    np.testing.assert_allclose(found.numpy(), expected)
    assert F.rnnt_loss(*arguments, blank=blank).item() == pytest.approx(np.mean(expected))
    assert nn.RNNTLoss(blank, reduction="sum")(*arguments).item() == pytest.approx(np.sum(expected))


def test_rnnt_gradients():
    logp = rng.standard_normal((2, 4, 3, 5))
    rest = [paddle.to_tensor(v) for v in (np.int32([[1, 3], [4, 2]]), np.int32([4, 3]), np.int32([2, 1]))]
    x = paddle.to_tensor(logp, stop_gradient=False)
    F.rnnt_loss(x, *rest, fastemit_lambda=0.0).backward()
    d = rng.standard_normal(logp.shape)
    up, down = (F.rnnt_loss(paddle.to_tensor(logp + h * d), *rest).item() for h in (1e-5, -1e-5))
    plain = x.grad.numpy().copy()
    assert (plain * d).sum() == pytest.approx((up - down) / 2e-5, rel=1e-6)
    assert not plain[1, 3].any() and not plain[1, :, 2].any()  # behind the ends
    x.clear_gradient()
    F.rnnt_loss(x, *rest, fastemit_lambda=0.5).backward()
    fast = x.grad.numpy()
    np.testing.assert_allclose(fast[..., 0], plain[..., 0])
    np.testing.assert_allclose(fast[..., 1:], 1.5 * plain[..., 1:])


def test_rnnt_in_a_program():
    logp = rng.standard_normal((2, 3, 3, 4)).astype("float32")
    rest = [np.int32([[1, 3], [2, 2]]), np.int32([3, 3]), np.int32([2, 1])]
    eager = F.rnnt_loss(*map(paddle.to_tensor, (logp, *rest))).item()
    paddle.enable_static()
    names = ["x", "label", "frames", "labels"]
    data = [static.data(n, [-1, *v.shape[1:]], str(v.dtype)) for n, v in zip(names, (logp, *rest), strict=True)]
    feed = dict(zip(names, (logp, *rest), strict=True))
    found = static.Executor().run(feed=feed, fetch_list=[F.rnnt_loss(*data)])[0]
    assert found == pytest.approx(eager, rel=1e-6)


# --- very many classes ----------------------------------------------------------------------------------


def test_margins():
    logits, label = rng.uniform(-0.9, 0.9, (4, 6)), np.array([0, 3, 5, 2])
    x = paddle.to_tensor(logits, stop_gradient=False)
    angle = np.arccos(logits[np.arange(4), label])
    for m1, m2, m3, scale in ((1.0, 0.5, 0.0, 64.0), (1.35, 0.0, 0.2, 10.0)):
        moved = logits.copy()
        moved[np.arange(4), label] = np.cos(m1 * angle + m2) - m3
        moved *= scale
        logp = moved - np.log(np.exp(moved).sum(1, keepdims=True))
        loss, softmax = F.margin_cross_entropy(
            x, paddle.to_tensor(label[:, None]), m1, m2, m3, scale, return_softmax=True, reduction=None
        )
        np.testing.assert_allclose(loss.numpy()[:, 0], -logp[np.arange(4), label], rtol=1e-9)
        np.testing.assert_allclose(softmax.numpy(), np.exp(logp), rtol=1e-9, atol=1e-12)
    plain = F.margin_cross_entropy(x, paddle.to_tensor(label), 1.0, 0.0, 0.0, 1.0)
    assert plain.item() == pytest.approx(F.cross_entropy(x, paddle.to_tensor(label)).item())
    F.margin_cross_entropy(x, paddle.to_tensor(label), scale=5.0, reduction="sum").backward()
    d = rng.standard_normal(logits.shape)
    up, down = (
        F.margin_cross_entropy(paddle.to_tensor(logits + h * d), paddle.to_tensor(label), scale=5.0, reduction="sum")
        for h in (1e-6, -1e-6)
    )
    assert (x.grad.numpy() * d).sum() == pytest.approx((up - down).item() / 2e-6, rel=1e-6)


def test_some_of_the_classes():
    label = paddle.to_tensor([1, 5, 5, 9])
    for count, least in ((2, 3), (6, 6), (20, 20)):
        remapped, sampled = F.class_center_sample(label, 20, count)
        assert sampled.tolist()[:3] == [1, 5, 9] and len(set(sampled.tolist())) == len(sampled) == least
        assert [sampled[i].item() for i in remapped.tolist()] == label.tolist()
    drawn = {tuple(F.class_center_sample(label, 20, 4)[1].tolist()) for _ in range(60)}
    assert len(drawn) > 10


REFUSED = [
    (lambda x: F.hsigmoid_loss(x, x, 1, x), ValueError, "num_classes must be at least 2"),
    (lambda x: F.hsigmoid_loss(x, x, 3, x, None, x), ValueError, "must both be passed"),
    (lambda x: nn.HSigmoidLoss(3, 1), ValueError, "with the default tree, num_classes"),
    (lambda x: F.rnnt_loss(x, x, x, x, reduction="x"), ValueError, "reduction"),
    (lambda x: F.rnnt_loss(x, x, x, x), ValueError, r"input must have the shape \[N, T"),
    (lambda x: F.rnnt_loss(paddle.ones([1, 2, 3, 4]), paddle.ones([1, 3]), x, x), ValueError, "label must be"),
    (lambda x: F.margin_cross_entropy(x, x, reduction="x"), AssertionError, "reduction"),
    (lambda x: F.margin_cross_entropy(x, x, group=object()), UnsupportedError, "one process"),
    (lambda x: F.class_center_sample(paddle.to_tensor([25]), 20, 3), ValueError, "labels must be 0 to 19"),
    (lambda x: F.class_center_sample(paddle.to_tensor([2]), 20, 30), ValueError, "less than or equal to 20"),
    (lambda x: F.sparse_attention(x, x, x, x, x), UnsupportedError, "is not supported"),
]


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words) as caught:
            call(paddle.ones([2, 3]))
        assert isinstance(caught.value, OpscopeError)
