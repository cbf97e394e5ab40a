"""Each rule that writes an op for Paddle: what is read again computes the same, bit by bit."""

from __future__ import annotations

import os
import subprocess

import numpy as np
import pytest

from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY, Op
from opscope.paddle.model_files.paddle_operators import RULES
from opscope.paddle.model_files.read_program import read_program
from opscope.paddle.model_files.write_program import write_program
from opscope.runtime.executor import Executor
from opscope.runtime.instrument import instrumented
from tests.laws.cases import samples_of
from tests.laws.single_operator import one_operator

PADDLE = os.environ.get("OPSCOPE_PADDLE")
# runs each program by Paddle and compares
RUN = """
import pathlib, sys
import numpy as np
import paddle
paddle.enable_static()
exe = paddle.static.Executor(paddle.CPUPlace())
good = 0
files = sorted(pathlib.Path(sys.argv[1]).glob("*.pdmodel"))
for file in files:
    kept = np.load(str(file)[: -len("pdmodel")] + "npz")
    wanted = [kept[k] for k in sorted(kept) if k.startswith("out")]
    try:
        program = paddle.static.deserialize_program(file.read_bytes())
        ops = program.global_block().ops
        fetches = [program.global_block().var(o.input("X")[0]) for o in ops if o.type == "fetch"]
        found = exe.run(program, feed={k: kept[k] for k in kept if k.startswith("in")}, fetch_list=fetches)
        assert len(found) == len(wanted)
        for value, each in zip(found, wanted):
            assert value.dtype == each.dtype and value.shape == each.shape, (value.shape, each.shape)
            np.testing.assert_allclose(value, each, rtol=1e-4, atol=1e-5)
        good += 1
    except Exception as e:
        print(file.name, type(e).__name__, " ".join(str(e).split())[-300:])
print(good, "of", len(files))
"""
COMPOSED = {"hardswish"}  # read as operators that round otherwise


@pytest.mark.parametrize("op", [op for op in REGISTRY if op.name in RULES], ids=lambda op: op.name)
def test_each_rule_writes_what_the_op_computes(op: Op):
    """All samples that are not refused by name, and at least one."""
    written = 0
    for number, sample in enumerate(samples_of(op)):
        with instrumented(lower=False):  # by the kernels, as what is read below
            found = one_operator(op, sample)
        names = [v.name for v in found.fetches]
        try:
            content = write_program(found.program, list(found.feeds), names)
        except UnsupportedError:
            continue
        written += 1
        program, feeds, fetches = read_program(content)
        assert (feeds, fetches) == (list(found.feeds), names)
        with instrumented(lower=False):
            results = Executor().run(program, found.feeds, fetches)
        for got, wanted in zip(results, found.wanted, strict=True):
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), (number, sample.attrs)
            rtol = 1e-6 if op.name in COMPOSED else 0
            np.testing.assert_allclose(got, wanted, rtol=rtol, err_msg=f"{number}: {sample.attrs}")
    assert written


@pytest.mark.skipif(not PADDLE, reason="OPSCOPE_PADDLE names no Python with Paddle 2.6.2")
def test_paddle_computes_the_same(tmp_path):
    """All samples of all rules, in one process of Paddle."""
    count = 0
    for op in [op for op in REGISTRY if op.name in RULES]:
        for number, sample in enumerate(samples_of(op)):
            found = one_operator(op, sample)
            try:
                content = write_program(found.program, list(found.feeds), [v.name for v in found.fetches])
            except UnsupportedError:
                continue
            name = tmp_path / f"{op.name}.{number}"
            name.with_name(f"{name.name}.pdmodel").write_bytes(content)
            outs = {f"out{i}": v for i, v in enumerate(found.wanted)}
            np.savez(f"{name}.npz", **found.feeds, **outs)
            count += 1
    command = [str(PADDLE), "-W", "ignore", "-c", RUN, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert f"{count} of {count}" in done.stdout, done.stdout[-5000:] + done.stderr[-3000:]
