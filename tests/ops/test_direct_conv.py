"""Convolution by compiled code: the sums of the definition, with the same bits however the work is cut."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope.core.machine_code import llvm_compiler
from opscope.ops.nn import direct_conv, lane_copy, product_sums
from opscope.ops.nn.conv2d import conv2d, conv2d_grad_input, conv2d_grad_weight
from opscope.ops.nn.product_sums import CHUNK, ProductSums

pytestmark = pytest.mark.skipif(not product_sums.is_compiled(np.dtype("float32")), reason="needs llvmlite")
TOLERANCE = {"float32": 3e-6, "float64": 1e-14}  # relative to the largest value
ATTRS = {"stride": 1, "padding": 0, "dilation": 1, "groups": 1}


@pytest.fixture(autouse=True)
def _of_any_size(monkeypatch):
    monkeypatch.setattr(direct_conv, "MIN_PRODUCTS", 0)


def values(*shape, dtype="float32", seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def computed(x, weight, attrs):
    """The operands of the three results, and these by compiled code; None for a gradient that it has not."""
    attrs = {**ATTRS, **attrs}
    conv = direct_conv.conv_shape(x, weight, attrs)
    assert conv is not None
    grad = values(len(x), conv.outs, *conv.sizes, dtype=x.dtype, seed=1)
    out, of_x, of_weight = (np.full(a.shape, 7, x.dtype) for a in (grad, x, weight))
    direct_conv.output(conv, x, weight, out)
    direct_conv.weight_gradient(conv, grad, x, of_weight)
    if conv.backwards is None:
        of_x = None
    else:
        direct_conv.input_gradient(conv, grad, weight, of_x)
    return [(conv2d, (x, weight)), (conv2d_grad_input, (grad, weight, x)), (conv2d_grad_weight, (grad, x, weight))], [
        out, of_x, of_weight,
    ]  # fmt: skip


@st.composite
def convolutions(draw):
    whole = st.integers
    kernel, dilation = draw(st.tuples(whole(1, 4), whole(1, 5))), draw(st.tuples(whole(1, 2), whole(1, 2)))
    pads = draw(st.tuples(*[whole(0, 3)] * 4))
    least = [max(dilation[i] * (kernel[i] - 1) + 1 - pads[2 * i] - pads[2 * i + 1], 1) for i in (0, 1)]
    dims = [least[0] + draw(whole(0, 9)), least[1] + draw(st.sampled_from([0, 1, 2, 3, 7, 14, 15, 30, 31, 32, 63]))]
    attrs = {"stride": draw(st.tuples(whole(1, 3), whole(1, 3))), "padding": list(pads), "dilation": dilation}
    dtype = draw(st.sampled_from(["float32", "float64"]))
    shape = (draw(whole(1, 3)), draw(whole(1, 20)), *dims)
    weight = (draw(st.sampled_from([1, 2, 4, 5, 8, 9, 17, 33])), shape[1], *kernel)
    return values(*shape, dtype=dtype), values(*weight, dtype=dtype, seed=2), attrs


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(convolutions())
def test_it_is_the_convolution(case):
    x, weight, attrs = case
    for (op, args), made in zip(*computed(x, weight, attrs), strict=True):
        if made is not None:
            wanted = op.kernel(np, *[a.astype("float64") for a in args], **attrs)
            limit = TOLERANCE[str(x.dtype)] * np.abs(wanted).max()
            np.testing.assert_allclose(made, wanted, rtol=0, atol=limit, err_msg=op.name)


CASES = [
    ((5, 6, 14, 14), (16, 6, 5, 5), {}),
    ((3, 40, 9, 32), (33, 40, 3, 3), {"padding": 1}),
    ((2, 3, 20, 21), (8, 3, 7, 7), {"stride": 2, "padding": 3}),
]


@pytest.mark.parametrize("shape, kernel, attrs", CASES)
def test_bits_do_not_depend_on_how_the_work_is_cut(shape, kernel, attrs, monkeypatch):
    x, weight = values(*shape), values(*kernel, seed=2)
    calls, wanted = computed(x, weight, attrs)
    for width in (16, 32, 64):
        monkeypatch.setattr(llvm_compiler, "vector_bytes", lambda width=width: width)
        monkeypatch.setattr(direct_conv, "CACHE", 1 << 12 if width == 32 else direct_conv.CACHE)
        direct_conv._correlation.cache_clear()
        direct_conv._weight_gradient.cache_clear()
        assert [None if a is None else a.tobytes() for a in computed(x, weight, attrs)[1]] == [
            None if a is None else a.tobytes() for a in wanted
        ]
    monkeypatch.undo()
    direct_conv._correlation.cache_clear()
    direct_conv._weight_gradient.cache_clear()
    image = conv2d.kernels["numpy"](np, x[1:2], weight, **attrs)  # of one image alone
    assert image.tobytes() == calls[0][0].kernels["numpy"](np, x, weight, **attrs)[1:2].tobytes()


def test_terms_are_summed_in_chunks_and_in_their_order():
    a, b = values(3, 2 * CHUNK + 5), values(2 * CHUNK + 5, 64, seed=1)
    terms = np.arange(a.shape[1])
    lanes = product_sums.lanes(a.dtype)
    sums = ProductSums(a.dtype, (np.arange(3) * a.shape[1], np.arange(3) * 64), (np.arange(0, 64, lanes),) * 2,
                       (terms, terms * 64), 1)  # fmt: skip
    out = np.full((3, 64), 7, "float32")
    sums.run(a, b, out, 1, (0, 0, 0))
    wanted = np.zeros((3, 64), "float32")
    for start in range(0, len(terms), CHUNK):
        part = np.zeros((3, 64), "float32")
        for k in terms[start : start + CHUNK]:  # products of 24 bits are exact in float64; so is all but one rounding
            part = (a[:, k, None].astype("float64") * b[k].astype("float64") + part).astype("float32")
        wanted = part if start == 0 else wanted + part
    np.testing.assert_allclose(out, wanted, rtol=1e-6, atol=1e-6)
    more = out.copy()
    sums.run(a, b, more, 1, (0, 0, 0), adds=2)
    assert not np.array_equal(more, out)
    np.testing.assert_allclose(more, 2 * out, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_no_number_stays_where_it_belongs(bad):
    """Lanes between two rows of positions see values of both; none of that reaches a result."""
    for place in [(0, 0, 0, 0), (0, 1, 3, 10), (0, 0, 6, 0)]:
        x, weight = values(2, 2, 7, 11), values(5, 2, 3, 3, seed=2)
        x[place] = bad
        with np.errstate(all="ignore"):
            for (op, args), made in zip(*computed(x, weight, {"padding": 1}), strict=True):
                wanted = op.kernel(np, *args, padding=1)
                np.testing.assert_array_equal(np.isfinite(made), np.isfinite(wanted), err_msg=op.name)


def test_floating_point_errors_are_raised_where_they_are_asked_for():
    x, weight = np.full((1, 2, 9, 9), 1e30, "float32"), np.full((4, 2, 3, 3), 1e30, "float32")
    with np.errstate(over="raise"), pytest.raises(FloatingPointError):
        conv2d(x, weight)


def test_operands_that_do_not_fit_are_not_read():
    with pytest.raises(ValueError, match=r"size|shape|mismatch"):
        conv2d.run((values(2, 3, 9, 9), values(4, 2, 3, 3)), {})
    with pytest.raises(ValueError, match=r"size|shape|reshape|broadcast"):
        conv2d_grad_weight.run((values(2, 4, 6, 6), values(2, 3, 9, 9), values(4, 3, 3, 3)), {})


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("width", [16, 32, 64])
@pytest.mark.parametrize("rows, columns", [(1, 16), (6, 784), (16, 100), (33, 17), (64, 32)])
def test_rows_become_lanes(rows, columns, width, dtype, monkeypatch):
    monkeypatch.setattr(llvm_compiler, "vector_bytes", lambda: width)
    source = values(3, rows, columns, dtype=dtype)
    lanes = product_sums.lanes(source.dtype)
    target = np.full((3, columns, -(-rows // (2 * lanes)) * 2 * lanes), 7, dtype)
    end = np.full(target.shape[2], 9, dtype)
    memory = np.concatenate([target.reshape(-1), end])  # nothing is written behind the last image
    made = memory[: target.size].reshape(target.shape)
    lane_copy.copy_transposed(source, made)
    np.testing.assert_array_equal(made[:, :, :rows], source.swapaxes(1, 2))
    np.testing.assert_array_equal(memory[target.size :], end)
