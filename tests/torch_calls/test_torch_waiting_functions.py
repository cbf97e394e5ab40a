"""Values of functions that wait while a function that they have called replaces tensors of theirs."""

import pytest
import torch

from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG


class Memory:
    def __init__(self):
        self.state = torch.zeros(2)

    def use(self):
        before = self.state + 5
        through(self)
        return before


def through(memory):
    replace(memory)


def replace(memory):
    for i in range(3):
        memory.state = torch.ones(2) * (i + 20)
        after(torch.ones(2))


def after(x):
    return x - 1


def fill(buffers):
    for i in range(3):
        buffers[0] = torch.ones(2) * (i + 10)
        after(torch.ones(2))


def elements():
    """The function that fills the list has been called by another one."""

    def through(buffers):
        fill(buffers)

    bank = [torch.zeros(2)]
    total = bank[0] + 7
    through(bank)
    return total


def attributes():
    return Memory().use()


def closure():
    weight, spare = torch.zeros(2), torch.ones(2) * 9

    def swap():
        """Replace the variable, without an operator."""
        nonlocal weight
        weight = spare

    def call_twice(function):
        after(torch.ones(2))
        function()
        after(torch.ones(2))

    call_twice(swap)
    return weight + 1


# the values at each subtraction
CASES = [(elements, "bank[0]", [10, 11, 12]), (attributes, "self.state", [20, 21, 22]), (closure, "weight", [0, 9])]


@pytest.mark.parametrize("is_past", [False, True], ids=["now", "past"])
@pytest.mark.parametrize("program, name, values", CASES, ids=[name for _, name, _ in CASES])
def test_the_values_of_waiting_functions_are_those_of_the_place(begin, program, name, values, is_past):
    run = begin(program, breakpoints=["op:sub"])
    found = []
    run.until_stopped(LONG)
    while run.state == "paused":
        if not is_past:
            found.append(run.value(name)[0])
        run.cont()
        run.until_stopped(LONG)
    if is_past:
        run.goto(1, "op:sub")
        for _ in values:
            found.append(run.value(name)[0])
            run.cont()
            run.until_stopped(LONG)
    assert found == values


def test_a_variable_of_a_function_that_has_returned_has_no_value_in_the_next_call(begin):
    """`local` of the first call is not the one of the second call, which has not assigned it yet."""

    def call(x):
        after(x)
        local = x * 2
        return after(local)

    def program():
        call(torch.ones(2))
        call(torch.ones(2) * 5)

    run = begin(program, breakpoints=["op:sub"])
    found = []
    run.until_stopped(LONG)
    while run.state == "paused":
        try:
            found.append(run.value("local")[0])
        except NotFound:
            found.append(None)
        run.cont()
        run.until_stopped(LONG)
    assert found == [None, 2, None, 10]
