"""Profiles of programs of PyTorch: by operator, module and line, in forward, backward and the optimizer."""

import importlib
import json
import os
import subprocess
import sys

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode, _get_current_dispatch_mode_stack

import opscope
from opscope.debug.profile import profile as profile_module
from opscope.debug.profile import roofline
from tests.torch_calls.torch_programs import NETS, OPTIMIZERS, Cube, train, train_to_nan

_optimizers = importlib.import_module("torch.optim.optimizer")
LIMITS = roofline.MachineLimits(10e9, 100e9)


@pytest.fixture(autouse=True)
def no_measurement(monkeypatch):
    monkeypatch.setattr(profile_module, "limits", lambda place, dtype: LIMITS)
    monkeypatch.setattr(profile_module, "measure_again", lambda place, dtype: LIMITS)


@pytest.mark.parametrize("net, optimizer", [("lenet", "loop"), ("lstm", "fused"), ("transformer", "foreach")])
def test_a_profiled_training_is_bit_identical(net, optimizer):
    assert {net} <= NETS.keys() and {optimizer} <= OPTIMIZERS.keys()
    plain = train(net, optimizer, 5)
    with opscope.profile() as seen:
        profiled = train(net, optimizer, 5)
    assert profiled[0] == plain[0]
    assert all(torch.equal(profiled[1][name], value) for name, value in plain[1].items())
    assert seen.rows and not _get_current_dispatch_mode_stack()


def test_rows_have_the_phase_the_module_and_the_line():
    with opscope.profile() as seen:
        train_to_nan(5)
    rows = {(row.op, row.role): row for row in seen.rows}
    norm = rows["native_batch_norm", "forward"]
    backward = rows["native_batch_norm_backward", "backward"]
    assert norm.layer == backward.layer == "bn" and norm.calls == 1 and norm.runs == 5
    assert norm.site == backward.site and "torch_programs.py" in norm.site and "in forward" in norm.site
    assert {row.layer for row in seen.rows if row.op == "addmm"} == {"fc1", "fc2"}
    product = next(row for row in seen.rows if row.op == "addmm" and row.layer == "fc1")
    assert product.flops == 2 * 8 * 3 * 4 and product.bytes == 4 * (8 * 3 + 3 * 4 + 4 + 8 * 4)
    assert {row.site.partition(" in ")[2] for row in seen.rows if row.role == "optimize"} == {"train_to_nan"}
    assert {row.op for row in seen.by("role")} == {"forward", "backward", "optimize", "python"}
    assert all(row.bytes == 0 for row in seen.rows if row.op in ("t", "detach", "view", "_unsafe_view"))
    assert sum(row.share for row in seen.rows) == pytest.approx(1.0)


def test_the_users_backward_has_its_own_line():
    with opscope.profile() as seen:
        Cube.apply(torch.ones(2, requires_grad=True)).sum().backward()
    own = [row.site for row in seen.rows if row.op == "mul" and row.role == "backward"]
    assert own and all("in backward" in site for site in own)


class Plain(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("opened, closed", [(0, 9), (2, 4), (1, 12), (5, 6)])
def test_a_mode_of_the_program_may_begin_and_end_anywhere(opened, closed):
    """The mode of the profile is entered and left between steps, below or above one of the program's."""
    w = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([w], 0.1)
    mode = Plain()
    with opscope.profile() as seen:
        for step in range(16):
            if step == opened:
                mode.__enter__()
            w.exp().sum().backward()
            optimizer.step()
            if step == closed:
                assert _get_current_dispatch_mode_stack()[-1] is mode
                mode.__exit__(None, None, None)
    assert "exp" in {row.op for row in seen.rows}
    assert seen._eager.steps == 16
    assert not _get_current_dispatch_mode_stack() and not _optimizers._global_optimizer_post_hooks


SCRIPT = """
import torch
w = torch.nn.Parameter(torch.ones(3))
optimizer = torch.optim.SGD([w], lr=0.1)
for _ in range(6):
    loss = w.exp().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def test_the_command_line_profiles_a_script_that_imports_torch_itself(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(SCRIPT, "utf-8")
    command = [sys.executable, "-m", "opscope", "profile", "--json", str(script)]
    made = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ})
    assert made.returncode == 0, made.stderr
    rows = json.loads(made.stdout)["rows"]
    exp = next(row for row in rows if row["op"] == "exp")
    assert exp["site"].partition(" in ")[0].endswith("train.py:6") and exp["runs"] == 6
    assert {row["role"] for row in rows} == {"forward", "backward", "optimize", "python"}
