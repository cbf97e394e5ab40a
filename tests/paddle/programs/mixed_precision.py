"""A training step in mixed precision: auto_cast, a scaled loss, an optimizer that skips what overflows."""

import numpy as np
import paddle

rng = np.random.default_rng(2)
model = paddle.nn.Sequential(
    paddle.nn.Linear(6, 16), paddle.nn.GELU(), paddle.nn.LayerNorm(16), paddle.nn.Linear(16, 1)
)
for parameter in model.parameters():
    parameter.set_value(rng.normal(0, 0.4, parameter.shape).astype("float32"))
optimizer = paddle.optimizer.AdamW(0.02, parameters=model.parameters(), weight_decay=0.01)
scaler = paddle.amp.GradScaler(init_loss_scaling=256.0)
x = rng.normal(0, 1, (32, 6)).astype("float32")
y = x[:, :1] * x[:, 1:2]
losses = []
for _ in range(15):
    with paddle.amp.auto_cast(level="O1"):
        loss = paddle.nn.functional.mse_loss(model(paddle.to_tensor(x)), paddle.to_tensor(y))
    scaled = scaler.scale(loss)
    scaled.backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.clear_grad()
    losses.append(float(loss))
assert losses[-1] < 0.8 * losses[0], losses
assert all(str(p.dtype).endswith("float32") for p in model.parameters())
results = {"losses": losses}
