"""Values of formats that NumPy lacks, such as bfloat16: exact numbers under their true dtype, wherever one looks."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn

from opscope import debug
from opscope.core.formats.narrow_arrays import STORED, WideArray, narrowed, widened
from opscope.debug.nan_guard import guarding
from opscope.errors import ArgumentError, OpscopeError
from tests.torch_calls.conftest import LONG
from tests.torch_calls.kinds_of_tensors import float8 as float8_once
from tests.torch_calls.kinds_of_tensors import thrice
from tests.torch_calls.published_programs import autocast
from tests.torch_calls.test_torch_replay import kept_and_computed_again, records, seeded
from tests.torch_calls.torch_programs import NARROW

REAL = [str(dtype).removeprefix("torch.") for dtype in NARROW]


def train(steps=5, factor=1.0):
    """A net of bfloat16: its log of a negative number makes NaN in step 4."""
    torch.manual_seed(0)
    half = {"dtype": torch.bfloat16}
    net = nn.Sequential(nn.Linear(4, 8, **half), nn.ReLU(), nn.Linear(8, 1, **half))
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    losses = []
    for step in range(1, steps + 1):
        x = torch.ones(5, 4, dtype=torch.bfloat16) * step * factor
        hidden = net(x)
        shift = 40.0 if step < 4 else -40.0
        loss = torch.log(hidden + shift).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def float8():
    return thrice(float8_once)


def is_narrow(value):
    return getattr(value, "format", "") in STORED


def bits(tensor):
    return tensor.view(torch.int16 if tensor.element_size() == 2 else torch.uint8).numpy()


def stored(tensor, name):
    return bits(tensor).view(STORED[name])


@pytest.mark.parametrize("name", REAL)
def test_every_number_of_a_format_is_that_of_pytorch(name):
    dtype = getattr(torch, name)
    size = STORED[name].itemsize
    codes = np.arange(256**size, dtype=f"u{size}")
    found = widened(codes.view(STORED[name]))
    wanted = torch.from_numpy(codes.view("i2") if size == 2 else codes).view(dtype).float().numpy()
    real = ~np.isnan(wanted)
    assert np.array_equal(np.isnan(found), ~real) and found[real].tobytes() == wanted[real].tobytes()
    assert found.format == name and type(np.abs(found)) is np.ndarray


@pytest.mark.parametrize("name", REAL)
def test_numbers_are_rounded_as_pytorch_does(name):
    dtype = getattr(torch, name)
    size = STORED[name].itemsize
    known = np.asarray(widened(np.arange(256**size, dtype=f"u{size}").view(STORED[name])))
    finite = np.unique(known[np.isfinite(known) & (known > 0)])
    steps = (finite[1:].astype("f8") + finite[:-1]) / 2
    some = np.random.default_rng(0).uniform(finite[0], min(finite[-1], 1e4), 10_000)
    given = np.concatenate([finite, steps, some]).astype("f4")
    given = given if "e8m0" in name else np.concatenate([given, -given, np.float32([0.0])])
    assert np.array_equal(narrowed(given, STORED[name]), stored(torch.from_numpy(given).to(dtype), name))


def test_a_number_that_a_format_lacks_is_refused():
    with pytest.raises(ArgumentError, match="float8_e4m3fn cannot represent 1000"):
        narrowed([1.0, 1000.0], STORED["float8_e4m3fn"])
    with pytest.raises(ArgumentError, match="float8_e8m0fnu cannot represent -1"):
        narrowed(-1.0, STORED["float8_e8m0fnu"])
    assert np.isinf(widened(narrowed([1e6], STORED["float8_e5m2"])))[0]


@pytest.mark.filterwarnings("ignore:ComplexHalf")
def test_complex_halves_are_shown():
    x = torch.complex(torch.tensor([[1.5, -0.0], [3e-6, 7.0]]), torch.tensor([[2.0, 65504.0], [-1.0, 0.1]]))
    half = x.to(torch.complex32)
    memory = half.view(torch.int32).numpy().view(STORED["complex32"])
    found = widened(memory.T)
    assert found.dtype == np.complex64 and found.format == "complex32"
    assert found.tobytes() == half.to(torch.complex64).numpy().T.copy().tobytes()
    assert np.array_equal(
        narrowed(found, STORED["complex32"]).T, half.view(torch.int32).numpy().view(STORED["complex32"])
    )


def test_a_value_has_its_true_dtype_and_exact_numbers(begin):
    run = begin(train, breakpoints=["op:log"])
    run.until_stopped(LONG)
    shown = run.value("hidden")
    assert type(shown) is WideArray and shown.format == "bfloat16" and shown.dtype == np.float32
    assert "format='bfloat16'" in repr(shown) and "bfloat16[5, 1]" in repr(run.look("hidden"))
    assert run.evaluate("hidden.dtype") == "bfloat16"
    assert run.evaluate("(hidden + 1).dtype") == "float32"  # computed here, in float32
    run.cont()
    run.until_stopped(LONG)
    assert "bfloat16" in str(run.locals()["hidden"])
    run.goto(1, "op:log")
    assert np.array_equal(run.value("hidden"), shown) and "bfloat16[5, 1]" in str(run.locals()["hidden"])
    assert run.locals()["hidden"].value.dtype.name == "bfloat16"
    run.stop()


@pytest.mark.parametrize("program", [train, float8, autocast], ids=lambda program: program.__name__)
def test_values_computed_again_are_those_that_were_kept(begin, program):
    run = kept_and_computed_again(begin, seeded(program))
    assert any(is_narrow(value) for record in records(run) for place in record.places for _, value in place.values)
    steps = [record.condensed for record in records(run) if record.condensed is not None]
    last = steps[-1].structure
    stored = {form.op.name for form in last.calls if form.means != "repeat"}
    assert stored <= {"randn"} and len(last.calls) > 9, stored


def test_nan_is_watched_and_explained(begin):
    run = begin(train, entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    run.cont()
    here = run.until_stopped(LONG)
    assert here.step == 4 and np.isnan(run.value("out0")).all() and run.value("out0").format == "bfloat16"
    assert "log of a negative number" in str(run.why())
    run.stop()


def test_a_guard_raises_where_a_result_is_not_finite():
    with pytest.raises(OpscopeError, match="log made 5 NaN") as caught, guarding():
        train()
    assert "bfloat16[5, 1]" in str(caught.value)


def test_a_condition_reads_the_numbers(begin):
    run = begin(train)
    run.breakpoint("op:log", "hidden.mean() < -0.9")
    run.until_stopped(LONG)
    assert run.value("hidden").mean() < -0.9
    run.stop()


def test_a_value_that_is_set_is_rounded(begin):
    run = begin(train, breakpoints=["op:relu"])
    run.until_stopped(LONG)
    run.set("in0", 0.3)
    rounded = torch.tensor(0.3, dtype=torch.bfloat16).float().item()
    assert set(run.value("in0").ravel().tolist()) == {rounded} != {0.3}
    run.set("in0", 7.123, (1, 2))
    assert run.value("in0")[1, 2] == 7.125
    run.undo()
    assert run.value("in0")[1, 2] == rounded
    run.next()
    made = next(name for name in run.names() if name.startswith("relu"))
    assert set(run.value(made).ravel().tolist()) == {rounded}  # what the program has computed of it
    run.stop()


def test_a_branch_computes_what_a_run_with_the_value_does(begin):
    name = "net.0.bias"
    run = begin(lambda: train(3))
    run.wait(LONG)
    found = run.branch(2, {name: 0.3}, names=["loss"])
    changed = begin(lambda: train(3), entry=True)
    changed.until_stopped(LONG)
    changed.goto(2)
    changed.until_stopped(LONG)
    changed.set(name, 0.3)
    changed.cont()
    losses = changed.wait(LONG)
    assert [float(found.edited["loss"][step]) for step in (2, 3)] == losses[1:] != train(3)[1:]


def test_a_recording_has_the_same_values(begin, tmp_path):
    run = begin(train, to=str(tmp_path / "rec"))
    losses = run.wait(LONG)
    kept = {step: shown(run, step) for step in range(1, 6)}
    found = debug.open(str(tmp_path / "rec"))
    assert {step: shown(found, step) for step in range(1, 6)} == kept
    assert np.array_equal(list(found.values("loss").values()), losses, equal_nan=True)
    assert found.values("loss")[1].format == "bfloat16" and str(found.why()) == str(run.why())


def shown(run, step):
    run.goto(step, "op:log")
    names = [name for name in run.names() if name.startswith(("hidden", "net", "relu"))]
    return {name: (run.value(name).format, run.value(name).tobytes()) for name in names if known(run, name)}


def known(run, name):
    try:
        return run.value(name) is not None
    except OpscopeError:
        return False


LOOK = """
import sys
from opscope import debug
found = debug.open(sys.argv[1])
print(sorted(found.values("loss").items()))
found.goto(1, "op:log")
print(repr(found.value("hidden")))
assert "torch" not in sys.modules
"""


def test_another_process_reads_kept_values_without_pytorch(begin, tmp_path):
    begin(train, to=str(tmp_path / "rec")).wait(LONG)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", LOOK, str(tmp_path / "rec")]
    made = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert made.returncode == 0, made.stderr
    assert "3.6875" in made.stdout and made.stdout.count("bfloat16") == 6, made.stdout


def test_rounding_is_measured_in_units_of_the_format(begin):
    run = begin(lambda: train(3))
    run.wait(LONG)
    found = [risk for risk in run.risk(2) if risk.dtype != "bfloat16"]
    assert not found


def test_an_array_of_a_format_is_pickled():
    array = widened(narrowed([1.5, 2.0], STORED["bfloat16"]))
    again = pickle.loads(pickle.dumps(array))
    assert again.format == "bfloat16" and np.array_equal(again, array) and not hasattr(again + 0, "format")


def test_a_difference_of_two_runs_names_the_format(begin):
    runs = []
    for factor in (1.0, 1.0078125):
        runs.append(begin(lambda by=factor: train(2, by)))
        runs[-1].wait(LONG)
    text = str(debug.diff(*runs))
    assert "bfloat16[5, 4]" in text and "ulp" not in text, text
