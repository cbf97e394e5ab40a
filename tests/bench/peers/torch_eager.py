"""PyTorch, eager. Variant: number of threads, and "+fused" for Adam as one kernel (the default is op by op)."""

from __future__ import annotations

from typing import Any

from tests.bench.work import BETA1, BETA2, EPSILON, RATE, Loop, Step, Work


def make(work: Work, variant: str) -> Step:
    """One step."""
    import torch

    threads, _, fused = variant.partition("+")
    torch.set_num_threads(int(threads or 1))
    if isinstance(work, Loop):
        return work.torch()

    def tensors(arrays: dict[str, Any], **how: bool) -> dict[str, Any]:
        return {name: torch.tensor(a, device=work.device, **how) for name, a in arrays.items()}

    p, feed = tensors(work.params(), requires_grad=work.trains), tensors(work.feed())
    if not work.trains:
        return torch.inference_mode()(lambda: work.torch(p, feed))
    adam = torch.optim.Adam(p.values(), RATE, (BETA1, BETA2), EPSILON, fused=True if fused else None)

    def step() -> Any:
        loss = work.torch(p, feed)
        adam.zero_grad()
        loss.backward()
        adam.step()
        return loss.detach().cpu()  # waits for the GPU

    return step
