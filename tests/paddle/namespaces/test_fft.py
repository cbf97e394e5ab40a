"""paddle.fft against NumPy, eagerly and in programs. The laws of tests/laws hold for the ops and their gradients."""

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, OpscopeError
from opscope.paddle import static

rng = np.random.default_rng(3)
REAL = rng.standard_normal((4, 6))
WHOLE = REAL + 1j * rng.standard_normal((4, 6))
ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
MANY = ["fftn", "ifftn", "rfftn", "irfftn"]


def given(name: str) -> list[np.ndarray]:
    """What NumPy's function takes: of the inverse ones real numbers, of the half ones no complex ones."""
    return [REAL] if name in ("rfft", "ihfft", "rfftn", "rfft2") else [REAL, WHOLE]


@pytest.mark.parametrize("norm", ["backward", "forward", "ortho"])
@pytest.mark.parametrize("name", ONE)
def test_one_axis_as_numpy(name: str, norm: str):
    for x in given(name):
        for n in (None, 3, 6, 9):
            for axis in (0, -1):
                found = getattr(paddle.fft, name)(paddle.to_tensor(x), n, axis, norm).numpy()
                np.testing.assert_allclose(found, getattr(np.fft, name)(x, n, axis, norm), atol=1e-12)


@pytest.mark.parametrize("norm", ["backward", "forward", "ortho"])
@pytest.mark.parametrize("name", MANY)
def test_several_axes_as_numpy(name: str, norm: str):
    for x in given(name):
        for s, axes in ((None, None), ((3, 5), (0, 1)), ((3, 5), (1, 0)), (None, (1,)), (None, (-1, 0))):
            found = getattr(paddle.fft, name)(paddle.to_tensor(x), s, axes, norm).numpy()
            np.testing.assert_allclose(found, getattr(np.fft, name)(x, s, axes, norm), atol=1e-12)
    twice = getattr(paddle.fft, name[:-1] + "2")(paddle.to_tensor(given(name)[0]), norm=norm).numpy()
    np.testing.assert_allclose(twice, getattr(np.fft, name)(given(name)[0], norm=norm), atol=1e-12)


def test_the_transforms_of_symmetric_signals_are_each_others_inverse():
    x = paddle.to_tensor(REAL)
    for there, back in ((paddle.fft.ihfftn, paddle.fft.hfftn), (paddle.fft.ihfft2, paddle.fft.hfft2)):
        np.testing.assert_allclose(back(there(x)).numpy(), REAL, atol=1e-12)
        np.testing.assert_allclose(there(x).numpy(), np.fft.rfftn(REAL).conj() / REAL.size, atol=1e-12)


def test_dtypes_are_paddles():
    kinds = {
        "float32": ("complex64", "float32"), "float64": ("complex128", "float64"), "int64": ("complex64", "float32"),
    }  # fmt: skip
    for dtype, (whole, real) in kinds.items():
        x = paddle.to_tensor(REAL.astype(dtype))
        assert paddle.fft.fft(x).dtype.name == paddle.fft.rfft(x).dtype.name == whole
        assert paddle.fft.irfft(x).dtype.name == real


def test_frequencies():
    for n in (1, 5, 8):
        np.testing.assert_allclose(paddle.fft.fftfreq(n, 0.3).numpy(), np.fft.fftfreq(n, 0.3), rtol=1e-6)
        np.testing.assert_allclose(paddle.fft.rfftfreq(n, 0.3).numpy(), np.fft.rfftfreq(n, 0.3), rtol=1e-6)
    assert paddle.fft.fftfreq(4).dtype is paddle.float32
    assert paddle.fft.fftfreq(4, dtype="float64").dtype is paddle.float64
    for axes in (None, 1, (0,), [0, -1]):
        x = paddle.to_tensor(REAL)
        there = paddle.fft.fftshift(x, axes)
        np.testing.assert_array_equal(there.numpy(), np.fft.fftshift(REAL, axes))
        np.testing.assert_array_equal(paddle.fft.ifftshift(there, axes).numpy(), REAL)


@pytest.mark.parametrize("name, x", [("fft", REAL), ("ifft", WHOLE), ("rfft", REAL), ("irfft", WHOLE), ("hfft", WHOLE)])
def test_gradients_agree_with_differences(name: str, x: np.ndarray):
    """Through cropping and filling up: the laws see the ops alone."""
    weights = rng.standard_normal((4, 5))

    def loss(t: paddle.Tensor) -> paddle.Tensor:
        out = paddle.abs(getattr(paddle.fft, name)(t, 8))[:, :5]
        return (out * out * paddle.to_tensor(weights)).sum()

    t = paddle.to_tensor(x, stop_gradient=False)
    loss(t).backward()
    d = rng.standard_normal(x.shape) + (1j * rng.standard_normal(x.shape) if x.dtype.kind == "c" else 0)
    up, down = (loss(paddle.to_tensor(x + h * d)).item() for h in (1e-5, -1e-5))
    assert np.sum(np.conj(t.grad.numpy()) * d).real == pytest.approx((up - down) / 2e-5, rel=1e-7)


def test_in_a_program_with_an_unknown_size():
    paddle.enable_static()
    x = static.data("x", [-1, 6], "float64")
    x.stop_gradient = False
    out = paddle.fft.rfftn(x, name="spectrum")
    back = paddle.fft.irfftn(out)
    grad = static.gradients([paddle.abs(out).sum()], [x])[0]
    assert out.shape == (-1, 4) and out.dtype is paddle.complex128 and out.name.startswith("spectrum")
    found = static.Executor().run(feed={"x": REAL}, fetch_list=[out, back, grad])
    np.testing.assert_allclose(found[0], np.fft.rfftn(REAL))
    np.testing.assert_allclose(found[1], REAL)
    assert found[2].shape == REAL.shape


REFUSED: list[Any] = [
    (lambda x: paddle.fft.fft(x, norm="none"), "Unexpected norm: none"),
    (lambda x: paddle.fft.fft(x, 0), "should be positive"),
    (lambda x: paddle.fft.fft(x, 2.5), "should be an integer"),
    (lambda x: paddle.fft.fft(x, axis=2), r"should be in range \[-2, 2\)"),
    (lambda x: paddle.fft.fft(x, axis="a"), "should be an integer"),
    (lambda x: paddle.fft.fftn(x, s=3), "should be a sequence of integers"),
    (lambda x: paddle.fft.fftn(x, s=(2, 2, 2)), "should not be larger than the rank"),
    (lambda x: paddle.fft.fftn(x, s=(2, -1)), "contain the invalid value"),
    (lambda x: paddle.fft.fftn(x, axes=(0, 1, 1)), "should not be larger than the rank"),
    (lambda x: paddle.fft.fftn(x, axes=(5,)), "contain the invalid value"),
    (lambda x: paddle.fft.fftn(x, axes=0), "should be a sequence"),
    (lambda x: paddle.fft.fftn(x, axes=()), "axes is empty"),
    (lambda x: paddle.fft.fftn(x, s=(2, 2), axes=(0,)), "must be equal"),
    (lambda x: paddle.fft.fft2(x[0]), "should be at least 2"),
    (lambda x: paddle.fft.fft2(x, axes=(0,)), "sequence of 2 integers"),
    (lambda x: paddle.fft.fft2(x, s=(1,)), "sequence of 2 integers"),
    (lambda x: paddle.fft.irfft(x[:, :1]), r"Invalid number of data points \(0\)"),
    (lambda x: paddle.fft.fftfreq(0), "should not be 0"),
    (lambda x: paddle.fft.rfftfreq(2, 0.0), "should not be 0"),
]


def test_what_cannot_be_is_refused():
    for call, words in REFUSED:
        with pytest.raises(ValueError, match=words) as caught:
            call(paddle.to_tensor(REAL))
        assert isinstance(caught.value, OpscopeError)

    def test_complex_numbers_have_no_half():
        with pytest.raises(RuntimeError, match="in fft_r2c"):
            paddle.fft.rfft(paddle.to_tensor(WHOLE))
        assert issubclass(ArgumentError, ValueError)
