"""paddle.signal: piece by piece, and back to the signal. The laws of tests/laws hold for the ops."""

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static

rng = np.random.default_rng(5)
SIGNAL = rng.standard_normal((2, 50))
WINDOW = np.hanning(10) + 0.1


def by_hand(x: np.ndarray, n: int, hop: int, window: np.ndarray) -> np.ndarray:
    """stft of x [T] with its ends mirrored, piece by piece."""
    x = np.pad(x, n // 2, mode="reflect")
    missing = n - len(window)
    w = np.pad(window, (missing // 2, missing - missing // 2))
    return np.stack([np.fft.rfft(x[i : i + n] * w) for i in range(0, len(x) - n + 1, hop)], axis=-1)


@pytest.mark.parametrize("hop, window", [(4, np.ones(16)), (3, WINDOW), (7, np.ones(16))])
def test_stft_is_the_transform_of_each_piece(hop: int, window: np.ndarray):
    found = paddle.signal.stft(paddle.to_tensor(SIGNAL), 16, hop, len(window), paddle.to_tensor(window)).numpy()
    np.testing.assert_allclose(found, [by_hand(x, 16, hop, window) for x in SIGNAL], atol=1e-12)
    one = paddle.signal.stft(paddle.to_tensor(SIGNAL[0]), 16, hop, len(window), paddle.to_tensor(window)).numpy()
    np.testing.assert_array_equal(one, found[0])


@pytest.mark.parametrize("n_fft", [16, 15])
@pytest.mark.parametrize(
    "options", [{}, {"normalized": True}, {"onesided": False}, {"center": False}, {"hop_length": 3}, {"win_length": 10}]
)
def test_istft_gives_the_signal_back(n_fft: int, options: dict):
    """Paddle 2.6.2 fails for odd n_fft: it makes n_fft - 1 values of a half."""
    spectra = paddle.signal.stft(paddle.to_tensor(SIGNAL), n_fft, **options)
    found = paddle.signal.istft(spectra, n_fft, **options).numpy()
    size = min(found.shape[1], 50)
    assert size > 40
    np.testing.assert_allclose(found[:, :size], SIGNAL[:, :size], atol=1e-12)
    short = paddle.signal.istft(spectra, n_fft, length=30, **options).numpy()
    np.testing.assert_allclose(short, SIGNAL[:, :30], atol=1e-12)


def test_complex_signals():
    x, window = SIGNAL + 1j * SIGNAL[::-1], paddle.to_tensor(WINDOW)
    spectra = paddle.signal.stft(paddle.to_tensor(x), 16, 4, 10, window, onesided=False)
    back = paddle.signal.istft(spectra, 16, 4, 10, window, onesided=False, return_complex=True, length=45)
    np.testing.assert_allclose(back.numpy(), x[:, :45], atol=1e-12)
    whole = paddle.signal.stft(paddle.to_tensor(SIGNAL), 16, 4, 10, window.astype("complex128"), onesided=False)
    half = paddle.signal.stft(paddle.to_tensor(SIGNAL), 16, 4, 10, window)
    np.testing.assert_allclose(whole[:, :9].numpy(), half.numpy(), atol=1e-12)


def test_gradients_agree_with_differences():
    def loss(t: paddle.Tensor) -> paddle.Tensor:
        out = paddle.signal.stft(t, 16, 5)
        return (paddle.signal.istft(out * out, 16, 5) ** 2).sum()

    t = paddle.to_tensor(SIGNAL, stop_gradient=False)
    loss(t).backward()
    d = rng.standard_normal(SIGNAL.shape)
    up, down = (loss(paddle.to_tensor(SIGNAL + h * d)).item() for h in (1e-5, -1e-5))
    assert np.sum(t.grad.numpy() * d) == pytest.approx((up - down) / 2e-5, rel=1e-6)


def test_pieces_and_their_sum():
    x = paddle.arange(7)
    assert paddle.signal.frame(x, 3, 2, axis=0).tolist() == [[0, 1, 2], [2, 3, 4], [4, 5, 6]]
    assert paddle.signal.frame(x, 3, 2).tolist() == [[0, 2, 4], [1, 3, 5], [2, 4, 6]]
    assert paddle.signal.overlap_add(paddle.signal.frame(x, 3, 2), 2).tolist() == [0, 1, 4, 3, 8, 5, 6]


def test_pieces_that_leave_gaps():
    assert paddle.signal.overlap_add(paddle.ones([2, 2]), 3, axis=0).tolist() == [1, 1, 0, 1, 1]
    assert paddle.signal.frame(paddle.arange(8), 2, 3).tolist() == [[0, 3, 6], [1, 4, 7]]


def test_in_a_program():
    paddle.enable_static()
    x = static.data("x", [-1, 50], "float64")
    spectra = paddle.signal.stft(x, 16)
    assert spectra.shape == (-1, 9, 13)
    found = static.Executor().run(feed={"x": SIGNAL}, fetch_list=[spectra, paddle.signal.istft(spectra, 16)])
    np.testing.assert_allclose(found[1], SIGNAL[:, :48], atol=1e-12)
    assert found[0].shape == (2, 9, 13)


SPECTRA = np.fft.rfft(SIGNAL.reshape(2, 5, 10)).transpose(0, 2, 1)


REFUSED: list[Any] = [
    (lambda x, s: paddle.signal.stft(x[None], 8), AssertionError, "1D or 2D"),
    (lambda x, s: paddle.signal.stft(x, 51), AssertionError, "n_fft should be in"),
    (lambda x, s: paddle.signal.stft(x, 8, 0), AssertionError, "hop_length should be > 0"),
    (lambda x, s: paddle.signal.stft(x, 8, win_length=9), AssertionError, "win_length should be in"),
    (lambda x, s: paddle.signal.stft(x, 8, window=paddle.ones([7])), AssertionError, "window must have 1 dim"),
    (lambda x, s: paddle.signal.stft(x, 8, pad_mode="replicate"), AssertionError, "pad_mode should be"),
    (lambda x, s: paddle.signal.stft(x.astype("complex128"), 8), AssertionError, "onesided should be False"),
    (lambda x, s: paddle.signal.istft(x, 8), TypeError, "complex64"),
    (lambda x, s: paddle.signal.istft(s[None], 10), AssertionError, "2D or 3D"),
    (lambda x, s: paddle.signal.istft(s, 12), AssertionError, "fft_size should be equal"),
    (lambda x, s: paddle.signal.istft(s, 10, 11), AssertionError, "hop_length should be in"),
    (lambda x, s: paddle.signal.istft(s, 10, return_complex=True), AssertionError, "onesided should be False"),
    (lambda x, s: paddle.signal.istft(s, 10, window=paddle.zeros([10], "float64")), ValueError, "NOLA"),
    (lambda x, s: paddle.signal.frame(x, 51, 1), ValueError, "should be at most the length"),
    (lambda x, s: paddle.signal.frame(x, 0, 1), ValueError, "Unexpected frame_length"),
    (lambda x, s: paddle.signal.frame(x, 5, 1, axis=1), ValueError, "Unexpected axis"),
    (lambda x, s: paddle.signal.overlap_add(x, 0), ValueError, "Unexpected hop_length"),
]


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words):
            call(paddle.to_tensor(SIGNAL), paddle.to_tensor(SPECTRA))
