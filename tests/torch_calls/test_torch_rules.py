"""Each rule on PyTorch's twin of a faulty program, and its mended twin, which is quiet."""

import re
import warnings

import pytest
import torch

from opscope.debug.rules import RULES
from tests.torch_calls.conftest import LONG
from tests.torch_calls.faulty_torch_programs import CASES
from tests.torch_calls.published_programs import PROGRAMS, autocast, resnet

# PyTorch itself raises for labels that are no classes.
WITHOUT_TWIN = {"labels-outside-classes"}
NAMES = [case.name for case in CASES]


def findings(begin, program, *args):
    def body():
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program(*args)

    run = begin(body)
    run.wait(LONG)
    return run.findings


def test_each_rule_has_a_twin():
    assert {rule for case in CASES for rule in case.rules} >= RULES.keys() - WITHOUT_TWIN
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_fault_is_found_on_its_line(begin, case):
    found = findings(begin, case.program, True)
    expected = [f for f in found.every if f.rule in case.rules]
    assert expected, found
    lines = {int(number) for f in expected for number in re.findall(r":(\d+) in", f.line)}
    assert not case.lines or lines & case.lines, found


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_mended_twin_is_quiet(begin, case):
    found = findings(begin, case.program, False)
    assert not len(found), found


@pytest.mark.thorough
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_published_program_has_no_finding(begin, program):
    found = findings(begin, program, 24)
    # one batch of autocast overflows on purpose; resnet learns random labels in steps of a tenth of its weights
    true = {autocast: {"nan-watch", "input-range", "not-finite"}, resnet: {"update-ratio"}}
    assert {f.rule for f in found.every} <= true.get(program, set()), found


def a_sum_in_place():
    model = torch.nn.Linear(3, 3)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        w = model(torch.ones(2, 3))
        w = w / (w - w)  # here
        out = torch.zeros(2, 3)
        out.index_add_(0, torch.tensor([0, 1]), w)
        opt.zero_grad()
        out.mean().backward()
        opt.step()


@pytest.mark.parametrize("index", [(0, 0), 1, slice(1, 3)], ids=str)
def test_a_write_to_a_part_is_the_first_place_with_inf(begin, index):
    """The finding named the operator that makes the tensor."""

    def body():
        net = torch.nn.Linear(3, 1)
        opt = torch.optim.SGD(net.parameters(), 0.1)
        for step in range(4):
            x = torch.randn(4, 3)
            if step == 2:
                x[index] = float("inf")
            opt.zero_grad()
            net(x).square().mean().backward()
            opt.step()

    run = begin(body)
    run.wait(LONG)
    found = [finding for finding in run.findings if finding.rule == "not-finite"]
    assert found and found[0].code.strip() == 'x[index] = float("inf")'


def test_the_first_nan_is_not_in_a_value_that_is_written_to_later(begin):
    """The value at the end of the step was taken for the result of `zeros`."""
    first = next(found for found in findings(begin, a_sum_in_place).every if found.rule == "not-finite")
    assert "# here" in str(first) and " = div(" in first.operator
    assert "div_" in first.evidence.split(" is the first value")[0]


@pytest.mark.parametrize("foreach", [False, True])
@pytest.mark.parametrize("optimizer", [torch.optim.Adam, torch.optim.RMSprop, torch.optim.Adagrad])
@pytest.mark.parametrize("has_real", [False, True])
def test_an_update_through_a_view_of_the_parameter_is_an_update(begin, optimizer, foreach, has_real):
    """PyTorch updates complex parameters as real numbers: "none had a gradient", "no optimizer has updated it"."""

    class Filter(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.spectrum = torch.nn.Parameter(torch.randn(5, dtype=torch.cfloat))
            self.scale = torch.nn.Parameter(torch.ones(3, 1)) if has_real else 1

        def forward(self, x):
            return (x * self.spectrum).abs() * self.scale

    def body():
        model = Filter()
        steps = optimizer(model.parameters(), 0.01, foreach=foreach)
        for _ in range(3):
            loss = (model(torch.randn(3, 5)) - 1).square().mean()
            steps.zero_grad()
            loss.backward()
            steps.step()

    found = findings(begin, body)
    assert not len(found), found


def normalized_after(layer, normalization, shape):
    model = torch.nn.Sequential(layer, normalization, torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.LazyLinear(3))
    images, labels = torch.rand(8, *shape), torch.arange(8) % 3
    model(images)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for _ in range(10):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(images), labels).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


@pytest.mark.parametrize("of", ["Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"])
def test_a_bias_before_a_batch_normalization_need_not_change(begin, of):
    """For a convolution, this was the error weights-unchanged: the normalization subtracts the bias again."""
    dims = 0 if of == "Linear" else int(of[-2])
    layer = getattr(torch.nn, of)
    made = (lambda: layer(2, 4)) if not dims else (lambda: layer(2, 4, 3))
    normalization = getattr(torch.nn, f"BatchNorm{max(dims, 1)}d")
    program = lambda: normalized_after(made(), normalization(4), (2,) + (5,) * dims)
    assert not [f for f in findings(begin, program).every if f.rule == "weights-unchanged"]
