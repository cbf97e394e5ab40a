"""Training a large table by the rows that a batch reads: gradients as rows, SGD and lazy Adam."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.bench.goals import speed
from tests.bench.work import BETA1, BETA2, EPSILON, RATE, STATIC, TORCH, Loop, Step, normal

BATCHES = 8  # that take turns, so that it is not always the same rows that are in the cache


@dataclass(frozen=True)
class TableTraining(Loop):
    """`batch` examples of `fields` ids each; the sum of an example's rows of the table should be its target."""

    optimizer: str
    rows: int
    width: int
    batch: int = 512
    fields: int = 26

    @property
    def name(self) -> str:
        return f"sparse embedding {self.rows:,}x{self.width}, {self.optimizer}"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", *TORCH, *STATIC)

    def small(self) -> TableTraining:
        return replace(self, rows=500, batch=8)

    def _table(self) -> Any:
        return normal(np.random.default_rng(0), self.rows, self.width, scale=0.1)

    def _batches(self) -> list[tuple[Any, Any]]:
        rng = np.random.default_rng(1)
        ids = (rng.integers(0, self.rows, (self.batch, self.fields)) for _ in range(BATCHES))
        return [(each, normal(rng, self.batch, self.width)) for each in ids]

    def paddle(self, paddle: Any) -> Step:
        paddle.enable_static()
        static = paddle.static
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup):
            ids = static.data("ids", [-1, self.fields], "int64")
            y = static.data("y", [-1, self.width], "float32")
            table = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(self._table()))
            rows = static.nn.embedding(ids, [self.rows, self.width], is_sparse=True, param_attr=table)
            loss = paddle.mean(paddle.square(paddle.sum(rows, axis=1) - y))
            if self.optimizer == "SGD":
                paddle.optimizer.SGD(RATE).minimize(loss)
            else:
                paddle.optimizer.Adam(RATE, BETA1, BETA2, EPSILON, lazy_mode=True).minimize(loss)
        exe, feeds = static.Executor(paddle.CPUPlace()), [{"ids": i, "y": y} for i, y in self._batches()]
        exe.run(startup)
        turn = [0]

        def step() -> Any:
            turn[0] += 1
            return exe.run(main, feed=feeds[turn[0] % BATCHES], fetch_list=[loss])[0]

        return step

    def torch(self) -> Step:
        import torch

        table = torch.tensor(self._table(), requires_grad=True)
        batches = [(torch.tensor(ids), torch.tensor(y)) for ids, y in self._batches()]
        if self.optimizer == "SGD":
            optimizer: Any = torch.optim.SGD([table], RATE)
        else:
            optimizer = torch.optim.SparseAdam([table], RATE, (BETA1, BETA2), EPSILON)
        turn = [0]

        def step() -> Any:
            turn[0] += 1
            ids, y = batches[turn[0] % BATCHES]
            rows = torch.nn.functional.embedding(ids, table, sparse=True)
            loss = torch.nn.functional.mse_loss(rows.sum(1), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            return loss.detach()

        return step


WORKS = [TableTraining(optimizer, 1_000_000, 9, goals=(speed(1.0),)) for optimizer in ("SGD", "lazy Adam")]
