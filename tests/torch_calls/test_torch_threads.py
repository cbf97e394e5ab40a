"""Threads of PyTorch's kernels: their number belongs to a thread, and changes the bits of FFT and of sums."""

import threading

import numpy as np
import pytest
import torch

from tests.torch_calls.conftest import LONG


def spectra(threads=None):
    """Train on spectra. Return the spectrum of each step."""
    if threads is not None:
        torch.set_num_threads(threads)
    torch.manual_seed(3)
    weight = torch.nn.Parameter(torch.ones(5))
    optimizer = torch.optim.SGD([weight], 0.1)
    found = []
    for _ in range(3):
        x = torch.randn(3, 8)
        spectrum = torch.fft.rfft(x)
        loss = (spectrum.abs() * weight).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found.append(spectrum.numpy().tobytes())
    return found


def in_new_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_a_run_computes_in_the_threads_that_the_program_has_set_before(begin):
    """The first call was made in PyTorch's default number of threads, as in each new thread."""
    plain = spectra()
    run = begin(spectra)
    assert run.wait(LONG) == plain
    assert [np.asarray(value).tobytes() for value in run.values("spectrum").values()] == plain


@pytest.mark.parametrize("reader", [lambda function: function(), in_new_thread], ids=["here", "in_new_thread"])
def test_steps_are_computed_again_in_the_threads_of_the_program(begin, reader):
    """They were computed in the threads of the reader: "the calls of step 1 now give other results than in the run"."""
    run = begin(lambda: spectra(2))
    plain = run.wait(LONG)
    assert torch.get_num_threads() == 1  # of this thread
    for step in (2, 3):
        run.goto(step)
        run.step_back()
        assert reader(lambda: np.asarray(run.value("spectrum"))).tobytes() == plain[step - 2]
    assert torch.get_num_threads() == 1
