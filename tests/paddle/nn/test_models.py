"""Whole models that learn, in dygraph and as programs; a few seconds."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import nn, static

WORDS, LENGTH = 12, 7


def sentences(count: int, seed: int) -> tuple[Any, Any, Any]:
    """(words, lengths, whether word 3 comes before word 5): what a bag of words cannot tell."""
    rng = np.random.default_rng(seed)
    words = rng.integers(6, WORDS, (count, LENGTH))
    lengths = rng.integers(4, LENGTH + 1, count)
    label = rng.integers(0, 2, count)
    for row, length, first in zip(words, lengths, label, strict=True):
        a, b = sorted(rng.choice(length, 2, replace=False))
        row[a], row[b] = (3, 5) if first else (5, 3)
        row[length:] = 0
    return words, lengths, label


class Classifier(nn.Layer):
    """Words to a class: embedding, LSTM in both directions, the last states."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(WORDS, 8, padding_idx=0)
        self.lstm = nn.LSTM(8, 12, direction="bidirect")
        self.out = nn.Linear(24, 2)

    def forward(self, words: Any, lengths: Any) -> Any:
        _, (hidden, _) = self.lstm(self.embedding(words), sequence_length=lengths)
        return self.out(paddle.concat([hidden[0], hidden[1]], axis=-1))


class Sorter(nn.Layer):
    """A transformer encoder that says for each number how many in its row are smaller."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(20, 16)
        layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, normalize_before=True)
        self.encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(16))
        self.out = nn.Linear(16, 5)

    def forward(self, x: Any) -> Any:
        return self.out(self.encoder(self.embedding(x)))


def train(model: Any, batches: Any, steps: int, rate: float) -> list[float]:
    optimizer = paddle.optimizer.Adam(rate, parameters=model.parameters())
    losses = []
    for step in range(steps):
        *given, label = batches(step)
        loss = nn.CrossEntropyLoss()(model(*map(paddle.to_tensor, given)), paddle.to_tensor(label))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    return losses


def test_an_lstm_classifies_text():
    paddle.seed(1)
    model = Classifier()
    losses = train(model, lambda step: sentences(32, step), 120, 0.02)
    assert np.mean(losses[-10:]) < 0.25 < 0.6 < losses[0]
    words, lengths, label = sentences(200, 999)
    model.eval()
    guess = model(paddle.to_tensor(words), paddle.to_tensor(lengths)).numpy().argmax(-1)
    assert (guess == label).mean() > 0.9
    assert not model.embedding.weight.numpy()[0].any(), "the padding's row stays zero"


def ranks(step: int) -> tuple[Any, Any]:
    x = np.stack([np.random.default_rng([step, i]).permutation(20)[:5] for i in range(32)])
    return x, (x[:, None, :] < x[:, :, None]).sum(-1)


def test_a_transformer_encoder_ranks():
    paddle.seed(2)
    model = Sorter()
    losses = train(model, ranks, 150, 0.01)
    assert np.mean(losses[-10:]) < 0.6 < 1.4 < np.mean(losses[:5])
    x, label = ranks(10_000)
    assert (model(paddle.to_tensor(x)).numpy().argmax(-1) == label).mean() > 0.7


def test_a_convolutional_network_as_a_program():
    """The same class in static mode: batch norm's statistics move in the scope, the test program reads them."""
    paddle.enable_static()
    paddle.seed(3)
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        image, label = static.data("image", [-1, 1, 8, 8]), static.data("label", [-1, 1], "int64")
        net = nn.Sequential(
            nn.Conv2D(1, 4, 3, padding=1), nn.BatchNorm2D(4), nn.ReLU(), nn.MaxPool2D(2), nn.Flatten(),
            nn.Linear(64, 2),
        )  # fmt: skip
        logits = net(image)
        loss = nn.functional.cross_entropy(logits, label)
        net.eval()
        paddle.optimizer.Adam(0.02).minimize(loss)
        test = main.clone(for_test=True)
    exe = static.Executor()
    exe.run(startup)
    rng = np.random.default_rng(0)

    def batch(count: int) -> dict[str, Any]:
        label = rng.integers(0, 2, (count, 1))
        image = rng.normal(size=(count, 1, 8, 8)).astype("float32")
        image[:, 0, :4] += 2.0 * label[:, :, None]
        return {"image": image, "label": label}

    losses = [exe.run(main, feed=batch(16), fetch_list=[loss])[0].item() for _ in range(40)]
    assert np.mean(losses[-5:]) < 0.15 < np.mean(losses[:3])
    feed = batch(64)
    guess = exe.run(test, feed=feed, fetch_list=[logits])[0].argmax(-1)
    assert (guess == feed["label"][:, 0]).mean() > 0.9
    moved = np.asarray(static.global_scope().find_var(net[1]._mean.name).get_tensor())
    assert np.abs(moved).max() > 0.01
