"""PyTorch, eager, on the CPU; variant: number of threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench import work


def make(mlp: work.Mlp, variant: str) -> Callable[[], Any]:
    """One training step."""
    import torch

    torch.set_num_threads(int(variant or 1))
    weights, biases, x, y = mlp.numbers()
    ws, bs = ([torch.tensor(a, requires_grad=True) for a in arrays] for arrays in (weights, biases))
    features, target = torch.tensor(x), torch.tensor(y)
    adam = torch.optim.Adam([*ws, *bs], work.RATE, (work.BETA1, work.BETA2), work.EPSILON)

    def step() -> Any:
        h = features
        for w, b in zip(ws, bs, strict=True):
            h = torch.relu(torch.addmm(b, h, w))
        loss = ((h - target) ** 2).mean()
        adam.zero_grad()
        loss.backward()
        adam.step()
        return loss.detach()

    return step
