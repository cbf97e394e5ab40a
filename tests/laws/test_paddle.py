"""Ops beside Paddle 2.6.2 itself, where OPSCOPE_PADDLE names its Python: in each dtype the same dtypes and values.

What Paddle computes opscope must compute; where Paddle has no kernel for a dtype, opscope may have one.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.cli.api.surface import surface
from opscope.ops.registry import Op, Sample
from tests.laws.cases import OPS
from tests.laws.own import samples_of
from tests.laws.test_dtypes import DTYPES, TOLERANCE, turned

PADDLE = os.environ.get("OPSCOPE_PADDLE", "")
SCRIPT = Path(__file__).parents[1] / "paddle" / "answers.py"
pytestmark = pytest.mark.skipif(not PADDLE, reason="OPSCOPE_PADDLE names no Python with Paddle 2.6.2")


def named() -> list[tuple[str, Any, Op]]:
    """(Paddle's name, opscope's function, the op) of public functions that have an op's name."""
    ops = {op.name: op for op in OPS if not op.random}
    found: dict[str, tuple[str, Any, Op]] = {}
    for entry in surface():
        space, _, last = entry.name.rpartition(".")
        if (
            entry.supported
            and space in ("paddle", "paddle.nn.functional")
            and last in ops
            and entry.kind in ("op", "function")
        ):
            found.setdefault(last, (entry.name, entry.value, ops[last]))
    return list(found.values())


def calls(op: Op, sample: Sample, dtype: str) -> list[Any]:
    args = [turned(a, dtype) for a in sample.args]
    return [args] if op.variadic and not op.inputs else args


def written(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {"dtype": value.dtype.name, "shape": list(value.shape), "data": value.ravel().tolist()}
    return [written(v) for v in value] if isinstance(value, list | tuple) else value


def tensors(value: Any) -> Any:
    return [tensors(v) for v in value] if isinstance(value, list) else paddle.to_tensor(value)


def plain(sample: Sample) -> bool:
    """True where the arguments are arrays that JSON can say."""
    kinds = [a.dtype.kind for a in sample.args if isinstance(a, np.ndarray)]
    simple = all(isinstance(v, int | float | str | list | tuple | None) for v in sample.attrs.values())
    return simple and "c" not in kinds and len(kinds) == len(sample.args) > 0


# Where the two differ, and why.
DIFFERENT = {
    "divide": "of whole numbers a float32, as with `/`; Paddle's function drops the fraction, its operator does not",
    "mean": "of whole numbers a float32; Paddle drops the fraction",
    "as_strided": "Paddle's numpy() reads the memory in its own order",
    "atan2": "Paddle does not broadcast, and says nothing",
    "avg_pool3d": "a last window with nothing of x in it is left out",
    "topk": "of equal values the first ones; Paddle takes any",
    "trace": "with axis1 > axis2 Paddle turns the offset around",
}
# Attributes are float32 in Paddle, whatever x is.
ATTRIBUTES = 1e-6


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, str], list[tuple[Any, Sample, Any]]]:
    """What Paddle said, by op and dtype; it is asked once."""
    asked = [
        (name, function, op, dtype, sample)
        for name, function, op in named()
        for dtype in DTYPES
        for sample in samples_of(op)
        if plain(sample)
    ]
    lines = json.dumps([[n, written(calls(op, s, d)), s.attrs] for n, _, op, d, s in asked])
    done = subprocess.run([PADDLE, str(SCRIPT)], input=lines, capture_output=True, text=True, check=True, timeout=300)
    found: dict[tuple[str, str], list[tuple[Any, Sample, Any]]] = {}
    for (_, function, op, dtype, sample), said in zip(asked, json.loads(done.stdout), strict=True):
        found.setdefault((op.name, dtype), []).append((function, sample, said))
    return found


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_paddle_computes_comes_out_here(answers: Any, dtype: str):
    wrong, compared = [], set()
    for _, _, op in named():
        for function, sample, said in answers.get((op.name, dtype), []):
            if isinstance(said, str):
                continue
            compared.add(op.name)
            if problem := difference(op, function, sample, dtype, said):
                wrong.append(f"{op.name}{sample.attrs}: {problem}")
    assert len(compared) > (20 if dtype in ("bool", "uint8", "int8", "int16", "float16") else 60)
    unexpected = [w for w in wrong if w.partition("{")[0] not in DIFFERENT]
    assert not unexpected, "\n".join(unexpected)


def difference(op: Op, function: Any, sample: Sample, dtype: str, said: list[Any]) -> str:
    try:
        with np.errstate(all="ignore"):
            made = function(*map(tensors, calls(op, sample, dtype)), **sample.attrs)
    except Exception as e:  # noqa: BLE001 (any is a difference)
        return f"here {type(e).__name__}: {str(e).splitlines()[0]}"
    found = [m.numpy() for m in (made if isinstance(made, list | tuple) else [made])]
    theirs = [np.array(a["data"], a["dtype"]).reshape(a["shape"]) for a in said]
    if [(a.dtype, a.shape) for a in found] != [(a.dtype, a.shape) for a in theirs]:
        return f"{[(a.dtype.name, a.shape) for a in found]}, Paddle {[(a.dtype.name, a.shape) for a in theirs]}"
    coarse = max(TOLERANCE.get(d, 0.0) for d in (dtype, found[0].dtype.name))
    coarse = max(coarse, ATTRIBUTES)
    close = [np.allclose(a, b, coarse, coarse, equal_nan=True) for a, b in zip(found, theirs, strict=True)]
    return "" if all(close) else f"{found}, Paddle {theirs}"
