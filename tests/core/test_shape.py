"""Shape arithmetic against NumPy's, also with dims hidden. Runs with hypothesis, over a fixed set without."""

import math

import numpy as np
import pytest

from opscope.core import shape as dims
from opscope.errors import ShapeError

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

# No deadline: a laptop may sleep. Derandomized: the suite says the same today and tomorrow.
law = settings(derandomize=True, max_examples=200)
sizes = st.integers(0, 4)
shapes = st.lists(sizes, max_size=4).map(tuple)

pytestmark = pytest.mark.unmeasured  # shape rules call these functions in most tests


def hide(draw, shape):
    return tuple(None if draw(st.booleans()) else d for d in shape)


@law
@given(st.data(), st.lists(shapes, min_size=1, max_size=3))
def test_broadcast_is_numpys(data, given_shapes):
    try:
        wanted = np.broadcast_shapes(*given_shapes)
    except ValueError:
        with pytest.raises(ShapeError, match="Broadcast dimension mismatch"):
            dims.broadcast(*given_shapes)
        return
    assert dims.broadcast(*given_shapes) == wanted
    hidden = [hide(data.draw, s) for s in given_shapes]
    assert dims.refines(wanted, dims.broadcast(*hidden))


@law
@given(st.data(), shapes, st.booleans())
def test_reduce_is_numpys(data, shape, keepdim):
    rank = len(shape)
    axes = (
        data.draw(st.none() | st.lists(st.integers(-rank, rank - 1), min_size=1, unique_by=lambda a: a % rank))
        if rank
        else None
    )
    axis = axes if axes is None else tuple(axes)
    wanted = np.zeros(shape).sum(axis=axis, keepdims=keepdim).shape
    assert dims.reduce(shape, axis, keepdim) == wanted
    assert dims.refines(wanted, dims.reduce(hide(data.draw, shape), axis, keepdim))


@law
@given(st.data(), st.lists(st.integers(1, 4), max_size=4).map(tuple))
def test_reshape_is_numpys(data, shape):
    total = math.prod(shape)
    divisors = [d for d in range(1, total + 1) if total % d == 0]
    first = data.draw(st.sampled_from(divisors))
    wanted = data.draw(st.sampled_from([(first, -1), (-1, first), (-1,), (first, total // first), (1, -1, first)]))
    real = np.zeros(shape).reshape(wanted).shape
    assert dims.reshape(shape, wanted) == real
    assert dims.refines(real, dims.reshape(hide(data.draw, shape), wanted))


@law
@given(st.data(), st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
def test_a_zero_copies_the_dim(data, shape):
    position = data.draw(st.integers(0, len(shape) - 1))
    wanted = tuple(0 if i == position else -1 if i == (position + 1) % len(shape) else d for i, d in enumerate(shape))
    if len(shape) == 1:
        wanted = (0,)
    assert dims.reshape(shape, wanted) == shape
    assert dims.refines(shape, dims.reshape(hide(data.draw, shape), wanted))


@law
@given(shapes, shapes)
def test_unify_is_what_both_say(a, b):
    both = dims.unify(a, b)
    assert (both is None) == (a != b)
    assert dims.unify(a, (None,) * len(a)) == a


@law
@given(shapes)
def test_product_is_the_size(shape):
    assert dims.product(shape) == math.prod(shape)
    assert dims.product((*shape, None)) == (0 if 0 in shape else None)
    assert dims.add(*shape) == sum(shape)
    assert dims.add(*shape, None) is None


def test_reshape_says_why_not():
    with pytest.raises(ShapeError, match="only one dim may be -1"):
        dims.reshape((2, 3), (-1, -1))
    with pytest.raises(ShapeError, match="cannot be divided into"):
        dims.reshape((2, 3), (4, -1))
    with pytest.raises(ShapeError, match=r"6 elements, .* has 8"):
        dims.reshape((2, 3), (2, 4))


def test_axes_are_named_when_out_of_range():
    with pytest.raises(ShapeError, match="axis 2 is out of range for rank 2"):
        dims.axis_of(2, 2)
    assert dims.axes_of(None, 2) == dims.axes_of((), 2) == (0, 1)
    assert dims.axes_of([-1, 0], 3) == (0, 2)


def test_text():
    assert dims.text((None, -1, 3)) == "[?, ?, 3]"
