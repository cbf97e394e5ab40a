"""The short-time Fourier transform of a signal, and its inverse.

Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/signal/stft_en.html
"""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, DTypeError, ModeError
from opscope.ops.elementwise.arithmetic import multiply
from opscope.ops.manipulation.reshape import squeeze, transpose, unsqueeze
from opscope.ops.public_functions import public
from opscope.paddle.fft.transforms import fft_c2c, fft_c2r, fft_r2c
from opscope.paddle.functions.fill import ones
from opscope.paddle.functions.reshape import tile
from opscope.paddle.nn.functional.vision import pad
from opscope.paddle.signal.frames import frame, overlap_add


def _demand(holds: bool, summary: str) -> None:
    """Raise an AssertionError if the condition is false, because Paddle uses assert here."""
    if not holds:
        raise ModeError(summary, site=site())


def _window(window: Any, win_length: int, n_fft: int, dtype: Any) -> Any:
    """Return the window [n_fft]. By default, the window consists of ones.

    If the given window is shorter, zeros are added at both ends.
    """
    if window is None:
        window = ones([win_length], dtype)
    _demand(
        len(window.shape) == 1 and window.shape[0] == win_length,
        f"window must have 1 dim and win_length = {win_length} elements, but it has the shape {list(window.shape)}.",
    )
    left = (n_fft - win_length) // 2
    return pad(window, [left, n_fft - win_length - left]) if win_length < n_fft else window


def _centered(x: Any, half: int, pad_mode: str) -> Any:
    _demand(pad_mode in ("constant", "reflect"), f'pad_mode should be "reflect" or "constant", but got "{pad_mode}".')
    return squeeze(pad(unsqueeze(x, axis=-1), [half, half], pad_mode, data_format="NLC"), axis=[-1])


def _lengths(n_fft: int, hop_length: int | None, win_length: int | None) -> tuple[int, int]:
    hop = int(n_fft // 4) if hop_length is None else hop_length
    window = n_fft if win_length is None else win_length
    _demand(0 < window <= n_fft, f"win_length should be in (0, n_fft({n_fft})], but got {window}.")
    return hop, window


@public
def stft(
    x: Any,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool = True,
    name: str | None = None,
) -> Any:
    """Return the spectra [..., n_fft (onesided: n_fft // 2 + 1), frames] of overlapping frames.

    The signal x is [T] or [N, T]. With center, the frames are centered at every hop_length-th value, and pad_mode fills
    the ends of x. Otherwise, the frames begin at these values. With normalized, the result is divided by the square
    root of n_fft. Raises ModeError (an AssertionError, as in Paddle) for lengths that do not fit.
    """
    rank = len(x.shape)
    _demand(rank in (1, 2), f"x should be a 1D or 2D real tensor, but the rank of x is {rank}")
    hop, length = _lengths(n_fft, hop_length, win_length)
    _demand(hop > 0, f"hop_length should be > 0, but got {hop}.")
    size = x.shape[-1]
    _demand(
        n_fft > 0 and (size == -1 or n_fft <= size), f"n_fft should be in (0, seq_length({size})], but got {n_fft}."
    )
    x = unsqueeze(x, axis=0) if rank == 1 else x
    window = _window(window, length, n_fft, x.dtype)
    x = _centered(x, n_fft // 2, pad_mode) if center else x
    pieces = multiply(transpose(frame(x, n_fft, hop), perm=[0, 2, 1]), window)
    whole, norm = pieces.dtype.kind == "c", "ortho" if normalized else "backward"
    _demand(not (whole and onesided), "onesided should be False when input or window is a complex Tensor.")
    out = fft_c2c(pieces, None, -1, norm, True) if whole else fft_r2c(pieces, None, -1, norm, True, onesided)
    out = transpose(out, perm=[0, 2, 1])
    return squeeze(out, axis=[0]) if rank == 1 else out


@public
def istft(
    x: Any,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool = True,
    length: int | None = None,
    return_complex: bool = False,
    name: str | None = None,
) -> Any:
    """Return the signal [T] or [N, T] whose stft with the same arguments is nearest to x. length is T, if T is known.

    Raises ArgumentError (a ValueError) if the windows do not cover the whole signal (NOLA). Source: Griffin & Lim 1984.
    """
    if x.dtype.kind != "c":
        raise DTypeError("istft: x must be one of ['complex64', 'complex128']", facts={"x": x.dtype.name}, site=site())
    rank = len(x.shape)
    _demand(rank in (2, 3), f"x should be a 2D or 3D complex tensor, but the rank of x is {rank}")
    hop, win_length = _lengths(n_fft, hop_length, win_length)
    _demand(0 < hop <= win_length, f"hop_length should be in (0, win_length({win_length})], but got {hop}.")
    _bins(x.shape[-2], n_fft, onesided)
    x = unsqueeze(x, axis=0) if rank == 2 else x
    window = _window(window, win_length, n_fft, "float32" if x.dtype.name == "complex64" else "float64")
    pieces = multiply(_pieces(x, n_fft, window, normalized, onesided, return_complex), window)
    out = overlap_add(transpose(pieces, perm=[0, 2, 1]), hop)
    envelope = overlap_add(
        transpose(tile(unsqueeze(multiply(window, window), axis=0), [x.shape[-1], 1]), perm=[1, 0]), hop
    )
    start = n_fft // 2 if center else 0
    stop = start + length if length is not None else -start or None
    out, envelope = out[:, start:stop], envelope[start:stop]
    _covered(envelope)
    out = out / envelope
    return out[0] if rank == 2 else out


def _bins(found: int, n_fft: int, onesided: bool) -> None:
    bins, words = (n_fft // 2 + 1, "n_fft // 2 + 1") if onesided else (n_fft, "n_fft")
    _demand(
        found in (-1, bins),
        f"fft_size should be equal to {words}({bins}) when onesided is {onesided}, but got {found}.",
    )


def _pieces(x: Any, n_fft: int, window: Any, normalized: bool, onesided: bool, whole: bool) -> Any:
    norm, x = "ortho" if normalized else "backward", transpose(x, perm=[0, 2, 1])
    if whole:
        _demand(not onesided, "onesided should be False when return_complex is True.")
        return fft_c2c(x, None, -1, norm, False)
    _demand(window.dtype.kind != "c", "Data type of window should not be complex when return_complex is False.")
    return fft_c2r(x if onesided else x[:, :, : n_fft // 2 + 1], n_fft, -1, norm, False)


def _covered(envelope: Any) -> None:
    """Raise ArgumentError for a position that no window covers. The values of a program are known only when it runs."""
    if not mode.static and float(abs(envelope).min()) < 1e-11:
        raise ArgumentError(
            "istft is not possible, because the windows do not cover the whole signal (the NOLA condition, see "
            "`scipy.signal.check_NOLA`).",
            site=site(), fix="pass a smaller hop_length, or a window without zeros",
        )  # fmt: skip
