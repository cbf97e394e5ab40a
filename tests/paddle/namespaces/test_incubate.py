"""paddle.incubate: several functions in one call are what the functions are, one after the other."""

import numpy as np
import pytest

import opscope.paddle.nn.functional as F  # noqa: N812 (as programs write it)
from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle.incubate import nn as inn
from opscope.paddle.incubate.nn import functional as IF  # noqa: N812

rng = np.random.default_rng(2)


def tensor(*shape: int) -> paddle.Tensor:
    return paddle.to_tensor(rng.standard_normal(shape))


def close(a: paddle.Tensor, b: paddle.Tensor) -> None:
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6, atol=1e-9)


# --- parts ------------------------------------------------------------------------------------------


def test_linear():
    x, w, b = tensor(2, 3), tensor(3, 4), tensor(4)
    close(IF.fused_linear(x, w, b), x @ w + b)
    close(IF.fused_linear(x, w.T, b, transpose_weight=True), x @ w + b)
    close(IF.fused_matmul_bias(x.T, w, None, True), x @ w)
    close(IF.fused_linear_activation(x, w, b, activation="gelu"), F.gelu(x @ w + b))
    close(IF.fused_linear_activation(x, w, b), x @ w + b)
    with pytest.raises(UnsupportedError, match="'tanh'"):
        IF.fused_linear_activation(x, w, b, activation="tanh")


def test_dropout_and_norms():
    x, y, w, b = tensor(2, 3, 4), tensor(2, 3, 4), tensor(4), tensor(4)
    close(IF.fused_dropout_add(x, y, 0.3, training=False), x + y)
    close(IF.fused_dropout_add(x, y, 0.3, False, "downscale_in_infer"), x * 0.7 + y)
    kept = (IF.fused_dropout_add(x, y, 0.5) - y) / x
    assert set(np.round(kept.numpy().ravel(), 6)) == {0.0, 2.0}
    normed = IF.fused_bias_dropout_residual_layer_norm(x, y, b, w, b, 0.0)
    close(normed, F.layer_norm(y + x + b, [4], w, b))
    out, total = IF.fused_rms_norm(x, w, b, 1e-6, 2, bias=b, residual=y)
    close(total, x + b + y)
    close(out, total / paddle.sqrt((total**2).mean(-1, keepdim=True) + 1e-6) * w + b)
    close(IF.fused_rms_norm(x, paddle.ones([12], "float64"), None, 1e-6, 1)[0],
          x / paddle.sqrt((x**2).mean([1, 2], keepdim=True) + 1e-6))  # fmt: skip
    close(IF.fused_layer_norm(x, w, b, 1e-5, begin_norm_axis=2), F.layer_norm(x, [4], w, b))
    close(IF.fused_layer_norm(x, None, None, 1e-5, 0.5, bias=b, residual=y), x + b + y * 0.5)
    out, total = IF.fused_layer_norm(x, w, b, 1e-5, 0.5, 2, residual=y)
    close(total, x + y * 0.5)
    close(out, F.layer_norm(total, [4], w, b))
    for call in (IF.fused_rms_norm, IF.fused_layer_norm):
        with pytest.raises(UnsupportedError, match="int8"):
            call(x, w, b, 1e-5, begin_norm_axis=2, quant_scale=1)


def test_swiglu():
    x = tensor(2, 6)
    close(IF.swiglu(x), F.silu(x[:, :3]) * x[:, 3:])
    close(IF.swiglu(x, x * 2), F.silu(x) * x * 2)
    with pytest.raises(ValueError, match="two halves"):
        IF.swiglu(x[:, :3])


# --- rotary position embedding --------------------------------------------------------------------------


def turned(x: np.ndarray) -> np.ndarray:
    """Each pair as a complex number times e^(i position / 10000^(2 j / size))."""
    pairs = x[..., ::2] + 1j * x[..., 1::2]
    angles = np.arange(x.shape[1])[:, None] / 10000 ** (np.arange(0, x.shape[-1], 2) / x.shape[-1])
    pairs = pairs * np.exp(1j * angles)[None, :, None, :]
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)


def test_rotary_pairs_are_turned_by_their_position():
    q, k = tensor(2, 5, 3, 4), tensor(2, 5, 3, 4)
    out_q, out_k, out_v = IF.fused_rotary_position_embedding(q, k)
    np.testing.assert_allclose(out_q.numpy(), turned(q.numpy()))
    np.testing.assert_allclose(out_k.numpy(), turned(k.numpy()))
    assert out_v is None


def test_rotary_halves_with_tables():
    q = tensor(2, 3, 2, 4)
    angles = np.arange(5)[:, None] * np.array([1.0, 0.1, 1.0, 0.1])
    sin, cos = paddle.to_tensor(np.sin(angles)), paddle.to_tensor(np.cos(angles)).reshape([1, 5, 1, 4])
    at = np.array([[4, 0, 2], [1, 1, 3]])
    out = IF.fused_rotary_position_embedding(
        q, sin=sin, cos=cos, position_ids=paddle.to_tensor(at), use_neox_rotary_style=False
    )[0].numpy()
    pairs = (q.numpy()[..., :2] + 1j * q.numpy()[..., 2:]) * np.exp(1j * angles[at][:, :, None, :2])
    np.testing.assert_allclose(out, np.concatenate([pairs.real, pairs.imag], axis=-1))


def test_rotary_refusals():
    q, table = tensor(1, 2, 1, 4), tensor(2, 4)
    for options, error in [
        ({"sin": table}, ValueError),
        ({"use_neox_rotary_style": False}, UnsupportedError),
        ({"position_ids": paddle.to_tensor([[0, 1]])}, UnsupportedError),
    ]:
        with pytest.raises(error):
            IF.fused_rotary_position_embedding(q, **options)
    with pytest.raises(ValueError, match="multiple of 2"):
        IF.fused_rotary_position_embedding(q[..., :3])


# --- blocks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [False, True])
def test_the_encoder_layer_is_that_of_nn(before: bool):
    paddle.seed(1)
    fused = inn.FusedTransformerEncoderLayer(8, 2, 16, 0.0, "gelu", normalize_before=before)
    plain = paddle.nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", normalize_before=before)
    attention, ffn = fused.fused_attn, fused.ffn
    attention.qkv_bias.set_value(rng.standard_normal((3, 2, 4)).astype("float32"))
    qkv = attention.qkv_weight.numpy().reshape(3, 8, 8)
    for i, layer in enumerate((plain.self_attn.q_proj, plain.self_attn.k_proj, plain.self_attn.v_proj)):
        layer.weight.set_value(qkv[i].T.copy())
        layer.bias.set_value(attention.qkv_bias[i].reshape([-1]))
    for layer, weight, bias in (
        (plain.self_attn.out_proj, attention.linear_weight, attention.linear_bias),
        (plain.linear1, ffn._linear1_weight, ffn._linear1_bias),
        (plain.linear2, ffn._linear2_weight, ffn._linear2_bias),
    ):
        layer.weight.set_value(weight)
        layer.bias.set_value(bias)
    x = tensor(3, 5, 8).astype("float32")
    mask = paddle.to_tensor(rng.random((5, 5)) < 0.7) | paddle.eye(5).astype("bool")
    np.testing.assert_allclose(fused(x).numpy(), plain(x).numpy(), atol=1e-5)
    np.testing.assert_allclose(fused(x, mask).numpy(), plain(x, mask).numpy(), atol=1e-5)


def test_attention_goes_on_from_a_cache():
    paddle.seed(1)
    layer = inn.FusedMultiHeadAttention(8, 2, 0.0, 0.0, transpose_qkv_wb=True)
    x = tensor(3, 4, 8).astype("float32")
    causal = paddle.tril(paddle.ones([4, 4])).astype("bool")
    whole = layer(x, attn_mask=causal)
    cache = paddle.zeros([2, 3, 2, 0, 4])
    for i in range(4):
        out, cache = layer(x[:, i : i + 1], cache=cache)
        np.testing.assert_allclose(out.numpy()[:, 0], whole.numpy()[:, i], atol=1e-5)
    assert cache.shape == [2, 3, 2, 4, 4]


def test_gradients_reach_every_parameter():
    layers = [inn.FusedLinear(4, 3), inn.FusedLinear(4, 3, transpose_weight=True), inn.FusedFeedForward(4, 8)]
    layers += [inn.FusedMultiHeadAttention(4, 2, normalize_before=True)]
    for layer in layers:
        (layer(tensor(2, 3, 4).astype("float32")) ** 2).sum().backward()
        assert all(p.grad is not None for p in layer.parameters())
    norm = inn.FusedBiasDropoutResidualLayerNorm(4)
    (norm(paddle.ones([2, 4]), paddle.ones([2, 4])) ** 2).sum().backward()
    assert len(norm.parameters()) == 3
    layer = inn.FusedDropoutAdd(0.5)
    layer.eval()
    assert layer(paddle.ones([2]), paddle.ones([2])).tolist() == [2, 2] and "p=0.5" in repr(layer)


REFUSED = [
    (lambda: inn.FusedMultiHeadAttention(8, 3), AssertionError, "divisible"),
    (lambda: inn.FusedMultiHeadAttention(0, 3), AssertionError, "greater than 0"),
    (lambda: inn.FusedMultiHeadAttention(8, 2, need_weights=True), AssertionError, "need_weight"),
    (lambda: inn.FusedMultiHeadAttention(8, 2, kdim=4), UnsupportedError, "other sizes"),
    (lambda: inn.FusedMultiHeadAttention(8, 2, nranks=2, ring_id=0), UnsupportedError, "several processes"),
    (lambda: inn.FusedMultiHeadAttention(8, 2)(tensor(1, 2, 8), tensor(1, 2, 8)), UnsupportedError, "self-attention"),
    (lambda: inn.FusedMultiHeadAttention(8, 2)(tensor(2, 8)), ValueError, "x must have rank 3"),
    (lambda: inn.FusedFeedForward(8, 2)(tensor(1, 2, 8), cache=1), UnsupportedError, "earlier positions"),
    (lambda: IF.fused_feedforward(tensor(1), tensor(1), tensor(1), ring_id=0), UnsupportedError, "ring_id"),
    (lambda: IF.fused_multi_head_attention(tensor(1, 2, 8), tensor(3, 2, 4, 7), tensor(8, 8)), AssertionError, "qkv"),
    (lambda: IF.fused_multi_head_attention(tensor(1, 2, 8), tensor(8, 24), tensor(8, 8), transpose_qkv_wb=True),
     AssertionError, "num_heads"),
    (lambda: IF.fused_multi_head_attention(tensor(1, 2, 8), tensor(3, 2, 4, 8), tensor(8, 8),
                                           mode="downscale_in_infer"), UnsupportedError, "fused_multi"),
    (lambda: IF.masked_multihead_attention(tensor(1)), UnsupportedError, "is not supported"),
    (lambda: inn.FusedMultiTransformer(8, 2, 4), UnsupportedError, "is not supported"),
]  # fmt: skip


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words):
            call()


# --- the rest ---------------------------------------------------------------------------------------


def test_softmax_of_masked_scores():
    x, mask = tensor(2, 3, 4, 4), tensor(2, 1, 4, 4)
    close(paddle.incubate.softmax_mask_fuse(x, mask), F.softmax(x + mask))
    lower = paddle.incubate.softmax_mask_fuse_upper_triangle(x).numpy()
    e = np.exp(x.numpy()) * np.tri(4)
    np.testing.assert_allclose(lower, e / e.sum(-1, keepdims=True))
    with pytest.raises(ValueError, match="rank 4"):
        paddle.incubate.softmax_mask_fuse_upper_triangle(x[0])


def test_identity_loss():
    x = paddle.to_tensor([1.0, 3.0])
    identity = paddle.incubate.identity_loss
    assert identity(x).tolist() == [1, 3] and identity(x, 2).tolist() == [1, 3]
    assert identity(x, "SUM").item() == identity(x, 0).item() == 4
    assert identity(x, "mean").item() == identity(x, 1).item() == 2
    for bad in ("median", 7):
        with pytest.raises((ValueError, RuntimeError)):
            identity(x, bad)
