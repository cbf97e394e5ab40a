"""Pictures of PyTorch programs by module: what a module owns is in its box, and a box has the module's name."""

import re

import pytest
import torch

from opscope import debug, viz
from opscope.run_report.report_data import collect
from opscope.run_report.report_page import _graph, report_text
from tests.torch_calls import published_programs

LABEL = re.compile(r"<text[^>]*>([^<]+)</text>")
OWNED = re.compile(r"running_|num_batches|mask|weight|bias|exp_avg|step$")


def labels(program):
    torch.manual_seed(0)
    run = debug.start(program)
    run.wait(300)
    return LABEL.findall(str(viz.draw(run, step=2)))


# spectral_norm, in the GAN, makes a weight in each call, from buffers of another module
OWNING = [program for program in published_programs.PROGRAMS if program is not published_programs.gan]


@pytest.mark.parametrize("program", OWNING, ids=lambda program: program.__name__)
def test_buffers_and_parameters_are_inside_the_boxes_of_their_modules(program):
    seen = labels(program)
    assert seen and not [label for label in seen if OWNED.search(label)]


@pytest.mark.parametrize(
    "program, modules",
    [
        (published_programs.unet, ["down1", "pool", "down2", "mid", "up", "up1", "out"]),
        (published_programs.gpt, ["wte", "wpe", "blocks", "ln_f", "head"]),
        (published_programs.gan, ["D.0", "D.2"]),
    ],
    ids=["unet", "gpt", "gan"],
)
def test_a_box_has_the_name_of_its_module(program, modules):
    seen = labels(program)
    assert not {*modules} - {*seen} and not [label for label in seen if label.isdigit()]


def finished(program):
    torch.manual_seed(3)
    run = debug.start(program)
    run.wait(300)
    return run


def diverging():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        loss = torch.log(model(torch.ones(2, 3)).exp() - step).mean()
        loss.backward()
        optimizer.step()
    return {name: value.clone() for name, value in model.state_dict().items()}


def test_clipped_gradients_are_drawn_with_the_backward_pass_only():
    run = finished(published_programs.gpt)
    forward = LABEL.findall(str(viz.draw(run)))
    assert "cross_entropy" in forward and not [label for label in forward if "clip" in label or "norm" in label]
    assert [label for label in LABEL.findall(str(viz.draw(run, backward=True))) if "clip" in label or "norm" in label]


def test_page_and_picture_show_the_last_ended_step_and_no_masked_score_as_a_fault():
    """The program copies its state after the loop: these calls are in no step."""
    run = finished(published_programs.gpt)
    page = report_text(collect(run))
    assert "Values of step 3" in re.sub(r"<[^>]+>", "", page) and "Gradient flow" in page
    assert "is the first value with" not in page and f"<dd>{torch.__version__}</dd>" in page
    assert "values of step 3" in LABEL.findall(str(viz.draw(run)))
    diverged = report_text(collect(finished(diverging)))
    assert "is the first value with NaN" in re.sub(r"<[^>]+>", "", diverged)


@pytest.mark.parametrize("program", [published_programs.resnet, published_programs.ema], ids=["resnet", "ema"])
def test_the_graph_of_a_report_is_by_module_where_operators_need_more_than_a_page(program):
    """The picture was up to 40 pages wide: a report showed its left part, which was empty."""
    run = finished(program)
    drawn = _graph(collect(run))
    modules = ["conv1", "layer1", "layer2", "fc"] if program is published_programs.resnet else ["model.0", "model.2"]
    assert not {*modules} - {*LABEL.findall(str(drawn))} and drawn.width < 1000


def test_a_box_of_a_member_of_a_sequential_has_the_name_of_the_net():
    def train():
        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(net.parameters(), 0.1)
        for _ in range(2):
            loss = net(torch.ones(2, 3)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    seen = LABEL.findall(str(_graph(collect(finished(train)))))
    assert {"net.0", "net.2"} < {*seen} and not {"0", "2"} & {*seen}


def test_a_box_with_members_of_two_nets_has_the_name_of_none():
    seen = LABEL.findall(str(_graph(collect(finished(published_programs.checkpointing)))))
    assert "a.0" not in seen and "b.0" not in seen and "b.2" in seen
