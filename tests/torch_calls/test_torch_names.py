"""Law of the names of PyTorch programs: a name has the value of the variable of the function that owns it, or none."""

import numpy as np
import pytest
import torch

from tests.names.frame_reference import compared
from tests.torch_calls import name_programs, published_programs
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_frames import FrameTensors

# The share of the names with a value at their places, of 32 to 115,538 names. The others are names of values that a
# former step has made, and of data that no operator has used so far.
SHARES = {
    "gpt": 0.85, "unet": 0.9, "resnet": 0.84, "lstm": 0.7, "gan": 0.6, "vae": 0.92, "accumulation": 0.93,
    "ema": 0.81, "checkpointing": 0.9, "autocast": 0.9, "lbfgs": 0.98, "function": 0.88,
    "global_data": 0.75, "global_of_a_callback": 0.75, "shadowed": 0.75,
}  # fmt: skip
QUICK = (*name_programs.PROGRAMS, published_programs.function, published_programs.vae)
THOROUGH = [program for program in published_programs.PROGRAMS if program not in QUICK]


def seeded(program):
    def body():
        torch.manual_seed(3)
        return program()

    return body


def same_bits(value, right):
    return value.dtype == right.dtype and np.array_equal(value, right, equal_nan=True)


def names_answered(run, program):
    """The names that mean something else than in the user's functions, and the share of names that have a value."""
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    with FrameTensors({name for record in records for name in record.names.bindings}) as notes:
        seeded(program)()
    return compared(records, notes.places, same_bits)


@pytest.mark.parametrize(
    "program",
    [*QUICK, *(pytest.param(program, marks=pytest.mark.thorough) for program in THOROUGH)],
    ids=lambda program: program.__name__,
)
def test_a_name_has_the_value_of_its_variable_or_none(begin, program):
    """Names of a step that was condensed were those of what the search for its loss had read before: 3,612 of 7,922."""
    run = begin(seeded(program))
    run.wait(LONG)
    wrong, share = names_answered(run, program)
    assert not wrong
    assert share > SHARES[program.__name__]


def looked_up():
    batch = TABLE[CHOSEN]
    return torch.log(batch - 9)


TABLE, CHOSEN = torch.arange(6.0).reshape(3, 2), torch.tensor([0, 2])


def test_causes_have_the_names_of_tensors_of_the_module(begin):
    """They were `index_0.x`."""
    run = begin(looked_up)
    run.wait(LONG)
    assert "index of TABLE[0, 0] = 0" in str(run.why())
