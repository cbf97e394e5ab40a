"""A plausible event stream: a small convnet trained for 60 steps whose learning rate is too high.

Numbers are made, not computed by opscope, so that the panel can be shown and tested on its own; the events
are those of `opscope.events`. `conv2.w`'s gradient grows until its activations overflow late in the run.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from opscope import events as ev

STEPS = 60
BREAKS_AT = 48
WATCHED = ("conv1.out", "conv2.out", "fc.w@GRAD")


class Op(NamedTuple):
    type: str
    inputs: tuple[str, ...]
    out: str
    shape: tuple[int, ...]


FORWARD = [
    Op("conv2d", ("image", "conv1.w"), "conv1.out", (16, 8, 28, 28)),
    Op("batch_norm", ("conv1.out", "bn1.scale"), "bn1.out", (16, 8, 28, 28)),
    Op("relu", ("bn1.out",), "relu1.out", (16, 8, 28, 28)),
    Op("pool2d", ("relu1.out",), "pool1.out", (16, 8, 14, 14)),
    Op("conv2d", ("pool1.out", "conv2.w"), "conv2.out", (16, 16, 14, 14)),
    Op("relu", ("conv2.out",), "relu2.out", (16, 16, 14, 14)),
    Op("pool2d", ("relu2.out",), "pool2.out", (16, 16, 7, 7)),
    Op("flatten", ("pool2.out",), "flat.out", (16, 784)),
    Op("matmul", ("flat.out", "fc.w"), "fc.out", (16, 10)),
    Op("add", ("fc.out", "fc.b"), "logits", (16, 10)),
    Op("softmax_with_cross_entropy", ("logits", "label"), "ce", (16, 1)),
    Op("mean", ("ce",), "loss", ()),
]
PARAMETERS = {"conv1.w": (8, 1, 5, 5), "bn1.scale": (8,), "conv2.w": (16, 8, 3, 3), "fc.w": (784, 10), "fc.b": (10,)}
SITES = {op.out: f"train.py:{12 + i} in net" for i, op in enumerate(FORWARD)}


def gradients() -> Iterator[Op]:
    """One gradient operator for each forward one, in reverse, and one for each parameter it reads."""
    shapes = {op.out: op.shape for op in FORWARD} | PARAMETERS
    for op in reversed(FORWARD):
        for name in op.inputs:
            if name in shapes:
                yield Op(f"{op.type}_grad", (f"{op.out}@GRAD",), f"{name}@GRAD", shapes[name])


def elements(op: Op, step: int, rng: np.random.Generator) -> np.ndarray:
    """The elements of one value at one step; drawn small, statistics do not need more."""
    shape = tuple(min(d, 32) for d in op.shape)
    t = step / STEPS
    if op.out.endswith("@GRAD"):
        depth = FORWARD_DEPTH.get(op.out.removesuffix("@GRAD"), 3)
        scale = 0.08 * math.exp(-1.2 * t) * 0.55**depth * (40**t if "conv2" in op.out else 1)
        a = rng.normal(0, scale, shape)
    elif op.out == "loss":
        a = np.array(2.3 * math.exp(-2.2 * t) + 0.05 + rng.normal(0, 0.04))
    elif op.out == "ce":
        a = np.abs(rng.normal(2.3 * math.exp(-2.2 * t), 0.4, shape))
    else:
        wave = np.sin(np.arange(math.prod(shape)).reshape(shape) / 9) if shape else np.zeros(())
        a = rng.normal(0.2 * t, 0.6 + 0.5 * t, shape) + wave * (1 + t)
    if op.type.startswith("relu") and not op.type.endswith("grad"):
        a = np.maximum(a - (4 * t if op.out == "relu1.out" else 0), 0)
    if step >= BREAKS_AT and op.out in BROKEN:
        flat = a.reshape(-1)
        k = max(1, int(flat.size * min(1.0, (step - BREAKS_AT + 1) / 10)))
        flat[rng.choice(flat.size, k, replace=False)] = math.nan
        if op.out == "conv2.out":
            flat[rng.choice(flat.size, flat.size // 20, replace=False)] = math.inf
            flat[rng.choice(flat.size, flat.size // 40, replace=False)] = -math.inf
    return a.astype(np.float32)


FORWARD_DEPTH = {name: len(FORWARD) - i for i, op in enumerate(FORWARD) for name in (op.out, *op.inputs)}
BROKEN = {"conv2.out", "relu2.out", "pool2.out", "flat.out", "fc.out", "logits", "ce", "loss", "conv2.w@GRAD"}


def seen(op: Op, index: int, step: int, a: np.ndarray) -> ev.ValueSeen:
    """Summary of `a` as the value that `op` made."""
    finite = a[np.isfinite(a)].astype(np.float64)
    some = finite.size > 0
    of = op.out.removesuffix("@GRAD") if op.out.endswith("@GRAD") else ""
    return ev.ValueSeen(
        name=op.out, op=index, op_type=op.type, role="backward" if of else "forward", step=step,
        shape=op.shape, dtype="float32",
        min=float(finite.min()) if some else None, max=float(finite.max()) if some else None,
        mean=float(finite.mean()) if some else None, std=float(finite.std()) if some else None,
        zeros=float((a == 0).mean()), nan=int(np.isnan(a).sum()), inf=int(np.isinf(a).sum()),
        grad_of=of, parameter=of in PARAMETERS, site=SITES.get(of or op.out, "train.py:31 in <module>"),
    )  # fmt: skip


def detail(op: Op, step: int, a: np.ndarray, side: int = 64, request: int = 0) -> ev.DetailSeen:
    """Histogram and thumbnail of `a`."""
    m = a.reshape(-1, a.shape[-1]) if a.ndim > 1 else a.reshape(1, -1)
    rs, cs = -(-m.shape[0] // side), -(-m.shape[1] // side)
    m = m[::rs, ::cs]
    finite = a[np.isfinite(a)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    with np.errstate(invalid="ignore"):
        q = 2 + np.nan_to_num((m - low) / ((high - low) or 1)).clip(0, 1) * 252
    q = np.where(np.isnan(m), 0, np.where(np.isposinf(m), 255, np.where(np.isneginf(m), 1, q.round())))
    counts = np.histogram(finite, bins=48, range=(low, high if high > low else low + 1))[0]
    return ev.DetailSeen(
        name=op.out, step=step, low=low, high=high, counts=tuple(int(c) for c in counts),
        rows=m.shape[0], cols=m.shape[1], row_stride=rs, col_stride=cs, pixels=q.astype(np.uint8).tobytes(),
        request=request,
    )  # fmt: skip


def dot() -> str:
    """The program as DOT, with the ids that `GraphDrawn` promises."""
    lines = ['digraph g { rankdir=TB; node [fontname="Helvetica", fontsize=11]; edge [arrowsize=0.6];']
    for i, op in enumerate(FORWARD):
        lines.append(f'o{i} [id="op-{i}", label="{op.type}", shape=box, style="rounded,filled", fillcolor="#dce9f7"];')
        lines.append(f'"{op.out}" [id="var-{op.out}", shape=ellipse, label="{op.out}\\n{list(op.shape)}"];')
        lines.append(f'o{i} -> "{op.out}";')
        for name in op.inputs:
            lines.append(f'"{name}" [id="var-{name}", shape=ellipse];')
            lines.append(f'"{name}" -> o{i};')
    return "\n".join([*lines, "}"])


def svg() -> str:
    """`dot()` laid out, or the smallest drawing with the same ids where there is no Graphviz."""
    import shutil
    import subprocess

    if shutil.which("dot"):
        done = subprocess.run(["dot", "-Tsvg"], input=dot(), text=True, capture_output=True, check=True)
        return done.stdout
    names = [f"op-{i}" for i in range(len(FORWARD))] + [f"var-{op.out}" for op in FORWARD]
    boxes = (f'<g id="{n}" class="node"><rect y="{30 * i}" width="90" height="20"/></g>' for i, n in enumerate(names))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 {30 * len(names)}">{"".join(boxes)}</svg>'


def stream(steps: int = STEPS, end: bool = True) -> Iterator[list[ev.Message]]:
    """The events of the run, one list for each step; `end` adds how it finished."""
    ops = [*FORWARD, *gradients()]
    rng = np.random.default_rng(7)
    yield [ev.RunStarted(title="convnet", place="cpu"), ev.GraphDrawn(program=1, svg=svg(), ops=len(FORWARD))]
    for step in range(1, steps + 1):
        events: list[ev.Message] = []
        loss: float | None = None
        for i, op in enumerate(ops):
            a = elements(op, step, rng)
            value = seen(op, i, step, a)
            events.append(value)
            loss = value.mean if op.out == "loss" else loss
            if op.out in WATCHED:
                events.append(detail(op, step, a))
        if step == BREAKS_AT:
            events.append(
                ev.Warned(subject="conv2.out", text="first NaN in step 48, made by conv2d from finite inputs")
            )
        accuracy = 0.1 + 0.85 * (1 - math.exp(-4 * step / STEPS)) if step < BREAKS_AT else 0.1
        seconds = 0.031 + 0.004 * math.sin(step)
        events.append(ev.StepFinished(step=step, seconds=seconds, names=("loss", "accuracy"), scalars=(loss, accuracy)))
        yield events
    if end:
        yield [ev.Terminated(reason="finished", steps=steps)]


def events(steps: int = STEPS) -> list[ev.Message]:
    """The whole stream as one list."""
    return list(_events(steps))


@functools.cache  # many tests look at all of it, and events are frozen
def _events(steps: int) -> tuple[ev.Message, ...]:
    return tuple(e for batch in stream(steps) for e in batch)
