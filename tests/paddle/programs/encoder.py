"""A Transformer encoder that learns to copy what lies two places back; padding is masked; dygraph."""

import numpy as np
import paddle
from paddle import nn

rng = np.random.default_rng(8)
WORDS, LENGTH, SIZE = 6, 7, 16


class Model(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, SIZE)
        self.places = nn.Embedding(LENGTH, SIZE)
        layer = nn.TransformerEncoderLayer(SIZE, 4, 32, dropout=0.0, activation="gelu", normalize_before=True)
        self.encoder = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(SIZE))
        self.out = nn.Linear(SIZE, WORDS)

    def forward(self, ids, mask):
        hidden = self.words(ids) + self.places(paddle.arange(ids.shape[1]))
        return self.out(self.encoder(hidden, mask))


model = Model()
for parameter in model.parameters():
    parameter.set_value(rng.normal(0, 0.2, parameter.shape).astype("float32"))
rate = paddle.optimizer.lr.NoamDecay(d_model=SIZE, warmup_steps=10, learning_rate=0.5)
optimizer = paddle.optimizer.AdamW(rate, parameters=model.parameters())
ids = rng.integers(1, WORDS, (16, LENGTH))
ids[:, -1] = 0  # padding
target = np.roll(ids, 2, axis=1)
mask = np.where(ids == 0, -1e9, 0.0).astype("float32")[:, None, None, :]
losses = []
for _ in range(10):
    logits = model(paddle.to_tensor(ids), paddle.to_tensor(mask))
    loss = nn.functional.cross_entropy(logits, paddle.to_tensor(target), ignore_index=0)
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    rate.step()
    losses.append(float(loss))
assert losses[-1] < losses[0], losses
results = {"losses": losses, "rate": float(optimizer.get_lr())}
