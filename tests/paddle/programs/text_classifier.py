"""An LSTM that says of short texts of different lengths whether a word comes twice; dygraph."""

import numpy as np
import paddle
from paddle import nn

rng = np.random.default_rng(4)


class Classifier(nn.Layer):
    def __init__(self, words, size):
        super().__init__()
        self.embedding = nn.Embedding(words, size)
        self.lstm = nn.LSTM(size, size, num_layers=2, direction="bidirect")
        self.out = nn.Linear(2 * size, 2)

    def forward(self, ids, lengths):
        states, (last, _) = self.lstm(self.embedding(ids), sequence_length=lengths)
        return self.out(paddle.concat([last[-2], last[-1]], axis=-1) + states.mean(axis=1))


model = Classifier(9, 8)
for parameter in model.parameters():
    parameter.set_value(rng.normal(0, 0.3, parameter.shape).astype("float32"))
optimizer = paddle.optimizer.Adam(0.05, parameters=model.parameters(), grad_clip=nn.ClipGradByGlobalNorm(1.0))
ids = rng.integers(0, 9, (24, 6))
lengths = rng.integers(3, 7, 24)
label = np.array([len(set(row[:n])) < n for row, n in zip(ids, lengths, strict=True)]).astype("int64")
losses = []
for _ in range(10):
    logits = model(paddle.to_tensor(ids), paddle.to_tensor(lengths))
    loss = nn.functional.cross_entropy(logits, paddle.to_tensor(label))
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    losses.append(float(loss))
assert losses[-1] < losses[0], losses
model.eval()
with paddle.no_grad():
    guess = model(paddle.to_tensor(ids), paddle.to_tensor(lengths)).argmax(axis=1).numpy()
results = {"losses": losses, "right": float((guess == label).mean())}
