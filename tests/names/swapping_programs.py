"""Programs whose functions rebind variables of other functions, with `nonlocal` and `global`."""

from opscope import paddle
from tests.names.function_programs import numbers

F = paddle.nn.functional
kept = None


def swapped_by_another():
    x = numbers(2, 3)
    weight, spare = F.relu(x), F.gelu(x)

    def swap():
        nonlocal weight, spare
        weight, spare = spare, weight

    a = weight + 1
    swap()
    b = paddle.exp(x)
    swap()
    c = weight * spare
    return a + b + c


def swapped_further_in():
    x = numbers(2, 3)
    weight, spare = F.relu(x), F.gelu(x)

    def swap():
        nonlocal weight
        weight = spare

    def twice(function):
        h = paddle.exp(x)
        function()
        return h * 2 + paddle.tanh(h)

    y = twice(swap)
    return y + weight


def updated():
    """The inner function executes operators, so that its calls are seen."""
    x = numbers(2, 3)
    total = F.relu(x)

    def add(y):
        nonlocal total
        total = total + y
        return total * 2

    for k in range(3):
        z = add(F.gelu(x * (k + 1)))
    return z + total


def dropped():
    x = numbers(2, 3)
    h = F.relu(x)

    def drop():
        nonlocal h
        h = None

    y = h + 1
    drop()
    z = paddle.exp(y)
    return z * 2


def set_kept(value):
    global kept
    kept = value


def globally():
    global kept
    x = numbers(2, 3)
    kept = F.relu(x)
    y = F.gelu(kept)
    set_kept(y)
    z = paddle.exp(x)
    set_kept(z)
    return kept + y


EAGER = [swapped_by_another, swapped_further_in, updated, dropped, globally]
