"""The names of the elements of what a function returns: `out, (h, c) = lstm(x)`."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound
from opscope.names.program_names import static_names

nn, linalg = paddle.nn, paddle.linalg


def lstm(x, seen):
    out, (h, c) = nn.LSTM(4, 3)(x)
    seen.update(out=out, h=h, c=c)


def two_layers(x, seen):
    out, h = nn.GRU(4, 3, num_layers=2)(x)
    seen.update(out=out, h=h)


def both_directions(x, seen):
    out, (h, c) = nn.LSTM(4, 3, direction="bidirect")(x)
    seen.update(out=out, h=h, c=c)


def with_lengths(x, seen):
    out, h = nn.SimpleRNN(4, 3)(x, sequence_length=paddle.to_tensor(np.array([2, 3, 1])))
    seen.update(out=out, h=h)


def a_cell_over_time(x, seen):
    out, (h, c) = nn.RNN(nn.LSTMCell(4, 3))(x)
    seen.update(out=out, h=h, c=c)


def one_cell(x, seen):
    y, (h, c) = nn.LSTMCell(4, 3)(x[:, 0])
    seen.update(y=y, h=h, c=c)


def attention(x, seen):
    out, weights = nn.MultiHeadAttention(4, 2, need_weights=True)(x, x, x)
    seen.update(out=out, weights=weights)


def least_squares(x, seen):
    solution, residuals, rank, singular = linalg.lstsq(x[0], x[1])
    seen.update(solution=solution, residuals=residuals, rank=rank, singular=singular)


def factors(x, seen):
    u, s, v = linalg.svd(x[0])
    q, r = linalg.qr(x[0])
    seen.update(u=u, s=s, v=v, q=q, r=r)


def parts(x, seen):
    mantissa, exponent = paddle.frexp(x)
    rows, columns = paddle.meshgrid(x[0, 0], x[0, 1])
    top, where = paddle.topk(x, 2)
    low, high = paddle.split(x, 2)
    seen.update(
        mantissa=mantissa, exponent=exponent, rows=rows, columns=columns, top=top, where=where, low=low, high=high
    )


CASES = [lstm, two_layers, both_directions, with_lengths, a_cell_over_time, one_cell, attention, least_squares, factors]


@pytest.mark.parametrize("case", [*CASES, parts], ids=lambda case: case.__name__)
def test_a_name_means_its_own_element_or_nothing(case):
    """Where an element cannot be told, its name is unknown: another value would be worse."""
    paddle.disable_static()
    seen = {}

    def body():
        x = paddle.to_tensor(np.random.default_rng(0).normal(size=(4, 3, 4)).astype("float32"))
        case(x if case is not with_lengths else x[:3], seen)
        paddle.erf(x)

    run = debug.start(body)
    run.wait()
    run.goto(1, "op:erf")
    known = set()
    for name, tensor in seen.items():
        try:
            found = run.value(name)
        except NotFound:
            continue
        known.add(name)
        np.testing.assert_array_equal(found, tensor.numpy(), name)
    if case in (lstm, two_layers, both_directions):
        assert known == set(seen)


@pytest.mark.parametrize("case", [lstm, two_layers, both_directions, a_cell_over_time, attention])
def test_so_in_a_program(case):
    paddle.enable_static()
    seen = {}
    case(paddle.static.data("x", [4, 3, 4]), seen)
    names = static_names(paddle.static.default_main_program())
    found = {name: names.bindings[name][-1].value for name in seen if name in names.bindings}
    assert found == {name: seen[name].name for name in found}
    if case is not a_cell_over_time and case is not attention:
        assert found.keys() == seen.keys()
