"""A training step of PyTorch that is watched, over the plain step: opscope's states, and the tools of others.

python -m tests.bench.torch_watchers [--seconds 1] [--turns 3]

It needs torch; TorchLens is measured where it is installed. Blocks of plain and watched steps take turns in one thread,
each step by the time of its thread.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import math
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from opscope import debug, profile
from opscope.debug.nan_guard import guarding

torch: Any = importlib.import_module("torch")
nn: Any = torch.nn

WARM = 2  # steps of a block that do not count: another kind of block ran before
Step = Callable[[], Any]
Watched = Callable[[Callable[[], list[float]]], list[float]]  # makes a block of steps, and returns their seconds


def mlp() -> tuple[Any, Any, Callable[[Any, Any], Any]]:
    """Eight layers of 64, a batch of 64."""
    net = nn.Sequential(*[layer for _ in range(8) for layer in (nn.Linear(64, 64), nn.ReLU())])
    return net, (torch.randn(64, 64), torch.randn(64, 64)), nn.functional.mse_loss


def lenet() -> tuple[Any, Any, Callable[[Any, Any], Any]]:
    """LeNet with BatchNorm and dropout, a batch of 32."""
    net = nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.BatchNorm2d(6), nn.ReLU(inplace=True), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.BatchNorm2d(16), nn.ReLU(inplace=True), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip
    return net, (torch.randn(32, 1, 28, 28), torch.randint(0, 10, (32,))), nn.functional.cross_entropy


def transformer() -> tuple[Any, Any, Callable[[Any, Any], Any]]:
    """Two TransformerEncoderLayers of width 64, 8 sequences of 32."""
    layer = nn.TransformerEncoderLayer(64, 4, 256, batch_first=True)
    net = nn.Sequential(nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), nn.Linear(64, 64))
    return net, (torch.randn(8, 32, 64), torch.randn(8, 32, 64)), nn.functional.mse_loss


NETS = {"MLP 8x64": mlp, "LeNet b32": lenet, "Transformer": transformer}


def stepper(name: str) -> tuple[Step, Step]:
    """Return a training step of a net with Adam's default loop, and its forward pass alone."""
    torch.manual_seed(0)
    net, (x, y), loss_of = NETS[name]()
    optimizer = torch.optim.Adam(net.parameters(), foreach=False)

    def step() -> None:
        optimizer.zero_grad()
        loss_of(net(x), y).backward()
        optimizer.step()

    return step, lambda: net(x)


@contextmanager
def _debug_mode() -> Iterator[None]:
    mode: Any = importlib.import_module("torch.utils._debug_mode").DebugMode
    with mode():
        yield


def _in_run(**options: Any) -> Watched:
    def block(body: Callable[[], list[float]]) -> list[float]:
        run = debug.start(body, **options)
        return run.wait(600)

    return block


def _watching(body: Callable[[], list[float]]) -> list[float]:
    run = debug.Run(body)
    run.watch("nan")
    run.start()
    return run.wait(600)


def _inside(around: Callable[[], AbstractContextManager[Any]]) -> Watched:
    def block(body: Callable[[], list[float]]) -> list[float]:
        with around():
            return body()

    return block


STATES: dict[str, Watched] = {
    "plain, again": _inside(nullcontext),
    "opscope, watched": _in_run(record=False),
    "opscope, watched, statistics at 20 Hz": _in_run(record=False, taps=["*"], hz=20.0),
    "opscope, recorded": _in_run(),
    "opscope, recorded, statistics at 20 Hz": _in_run(taps=["*"], hz=20.0),
    "opscope, recorded, watch nan": _watching,
    "opscope, NaN guard of pytest": _inside(guarding),
    "opscope.profile, a sample of the steps": _inside(profile),
    "torch.autograd.detect_anomaly, backward pass only": _inside(lambda: torch.autograd.detect_anomaly(check_nan=True)),
    "torch DebugMode, a line of text for each operator": _inside(_debug_mode),
}


def ratio(step: Step, watched: Watched, seconds: float, turns: int) -> float:
    """Return the median time of a watched step over that of a plain step, of blocks by turns."""
    found: list[float] = []
    plain_steps = max(8, math.ceil(seconds / 2 / max(_time(step), 1e-4)))

    def block() -> list[float]:
        return [_time(step) for _ in range(plain_steps)][WARM:]

    for _ in range(turns):
        before, inside, after = block(), watched(block), block()
        found.append(statistics.median(inside) / statistics.median([*before, *after]))
    return statistics.median(found)


def _time(step: Step) -> float:
    began = time.thread_time()
    step()
    return time.thread_time() - began


def lens_ratio(name: str, turns: int) -> float:
    """Return the time of TorchLens's trace of a forward pass over that of the forward pass."""
    lens: Any = importlib.import_module("torchlens")
    torch.manual_seed(0)
    net, (x, _), _ = NETS[name]()
    net.eval()
    plain, traced = lambda: net(x), lambda: lens.trace(net, x)
    for each in (plain, traced):
        each()
    return statistics.median(
        [_time(traced) / statistics.median([_time(plain) for _ in range(9)]) for _ in range(max(turns, 3))]
    )


def rows(seconds: float, turns: int) -> Iterator[str]:
    """Measure all and yield the lines of a table in Markdown, each when it is measured."""
    torch.set_num_threads(1)
    yield f"| times a plain step | {' | '.join(NETS)} |"
    yield f"|---|{'---|' * len(NETS)}"
    for state, watched in STATES.items():
        cells = [f"{ratio(stepper(name)[0], watched, seconds, turns):.2f}" for name in NETS]
        yield f"| {state} | {' | '.join(cells)} |"
    if importlib.util.find_spec("torchlens"):
        cells = [f"{lens_ratio(name, turns):.0f}" for name in NETS]
        yield f"| TorchLens, a forward pass, over a plain forward pass | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    for row in rows(options.seconds, options.turns):
        print(row, flush=True)
