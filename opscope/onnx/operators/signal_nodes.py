"""Fourier transforms, windowed transforms over time, and mel weights."""

from __future__ import annotations

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, dtype_of, known_dims, operator, rank_of, run, shape_of


def _transformed(node: Node, x: Value, axis: int, size: int, inverse: bool, onesided: bool) -> Value:
    """Return the transform of x [..., 1 or 2], real or (real, imaginary), along an axis, with `size` values."""
    (parts,) = known_dims(x, [-1], node)
    if inverse and onesided:
        return run(
            "unsqueeze", run("fft_c2r", run("as_complex", x), axes=(axis,), forward=False, last_dim_size=size), axis=-1
        )
    if known_dims(x, [axis], node)[0] != size:
        x = run("fitted", x, axes=(axis,), sizes=(size,))
    if parts == 1:
        real = run("squeeze", x, axis=[-1])
        spectrum = run("complex", real, np.zeros((), dtype_of(x).dtype))
    else:
        spectrum = run("as_complex", x)
    out = run("as_real", run("fft_c2c", spectrum, axes=(axis,), forward=not inverse))
    if not onesided:
        return out
    index: list[tuple[int | None, int | None, None]] = [(None, None, None)] * rank_of(out)
    index[axis] = (0, size // 2 + 1, None)
    return run("getitem", out, index=tuple(index))


@operator("DFT", 17)
def dft(node: Node) -> Value:
    """Convert DFT: dft_length is an input, and since version 20 also the axis."""
    x = node.input()
    rank = rank_of(x)
    axis = int(node.attr("axis")) if node.version < 20 else node.ints(2, "the axis")[0] if node.has(2) else -2
    axis = axis_of(axis, rank, node)
    inverse, onesided = bool(node.attr("inverse")), bool(node.attr("onesided"))
    (size,) = known_dims(x, [axis], node)
    size = 2 * (size - 1) if inverse and onesided else size
    if node.has(1):
        size = node.ints(1, "dft_length")[0]
    return _transformed(node, x, axis, size, inverse, onesided)


@operator("STFT", 17)
def stft(node: Node) -> Value:
    """Convert STFT: transforms of the frames of a signal [batch, length, 1 or 2]: [batch, frames, frequencies, 2]."""
    x = node.input()
    step = node.ints(1, "frame_step")[0]
    window = node.optional(2)
    size = node.ints(3, "frame_length")[0] if node.has(3) else None if window is None else shape_of(window)[0]
    (length,) = known_dims(x, [1], node)
    if size is None or step < 1 or not 0 < size <= length:
        raise node.error(f"frame_length {size} or frame_step {step} is not valid for a signal of {length} values")
    node.limit(((length - size) // step + 1) * size, 1 << 22, "values of frames")
    place = np.arange((length - size) // step + 1)[:, None] * step + np.arange(size)[None]
    frames = run("gather", x, place, axis=1)
    if window is not None:
        frames = run("multiply", frames, run("reshape", window, shape=(1, 1, size, 1)))
    return _transformed(node, frames, 2, size, False, bool(node.attr("onesided")))


@operator("MelWeightMatrix", 17)
def mel_weights(node: Node) -> Value:
    """Convert MelWeightMatrix: weights [spectrogram bins, mel bins] of triangles of equal width on the mel scale."""
    bins, size, rate = (node.ints(i, w)[0] for i, w in enumerate(("num_mel_bins", "dft_length", "sample_rate")))
    low, high = (float(np.reshape(node.constant(i, "the frequencies"), ())) for i in (3, 4))
    rows = size // 2 + 1
    if bins < 1 or rows < 1:
        raise node.error(f"num_mel_bins {bins} or dft_length {size} is too small")
    node.limit(bins * rows, 1 << 22, "weights")
    mels = 2595 * np.log10(1 + np.array([low, high]) / 700)
    edges = mels[0] + np.arange(bins + 2) * (mels[1] - mels[0]) / (bins + 2)
    places = np.floor((size + 1) * 700 * (np.power(10.0, edges / 2595) - 1) / rate).astype(int)
    out = np.zeros((rows, bins))
    for i in range(bins):
        first, middle, last = places[i : i + 3]
        if middle == first:
            out[middle, i] = 1
        else:
            out[first : middle + 1, i] = (np.arange(first, middle + 1) - first) / (middle - first)
        if last > middle:
            out[middle:last, i] = (last - np.arange(middle, last)) / (last - middle)
    return out.astype(node.dtype_attr("output_datatype") or "float32")
