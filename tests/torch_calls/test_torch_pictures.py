"""Pictures of PyTorch programs by module: what a module owns is in its box, and a box has the module's name."""

import re

import pytest
import torch

from opscope import debug, viz
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
