"""The transformer: masks, weights, decoding step by step, and how its parts are made."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.paddle.nn.reference import filled, wave


@pytest.fixture(autouse=True)
def float64():
    paddle.set_default_dtype("float64")


def t(value):
    return paddle.to_tensor(value)


def test_masks_of_all_kinds_hide_the_same():
    net = filled(nn.MultiHeadAttention(4, 2, need_weights=True))
    x = t(wave(2, 3, 4))
    seen = np.tril(np.ones((3, 3), bool))
    outs = [net(x, attn_mask=t(m)) for m in (seen, seen.astype("int64"), np.where(seen, 0.0, -1e9))]
    for out, weights in outs:
        np.testing.assert_allclose(out.numpy(), outs[0][0].numpy())
        assert weights.shape == [2, 2, 3, 3] and not weights.numpy()[..., 0, 1:].any()
        np.testing.assert_allclose(weights.numpy().sum(-1), 1.0)


def test_attention_to_other_sizes():
    net = nn.MultiHeadAttention(4, 2, kdim=3, vdim=5)
    assert net(t(wave(2, 3, 4)), t(wave(2, 6, 3)), t(wave(2, 6, 5))).shape == [2, 3, 4]
    assert (net.k_proj.weight.shape, net.v_proj.weight.shape) == ([3, 4], [5, 4])
    with pytest.raises(ArgumentError, match="divisible by num_heads"):
        nn.MultiHeadAttention(5, 2)


def test_decoding_step_by_step():
    decoder = filled(nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0), 2, nn.LayerNorm(4)))
    target, memory = t(wave(2, 5, 4)), t(wave(2, 3, 4, start=1.0))
    mask = nn.Transformer(4, 2, 1, 1, 8).generate_square_subsequent_mask(5)
    assert mask.shape == [5, 5] and mask.numpy()[0, 1] == -np.inf and mask.numpy()[1, 0] == 0
    whole = decoder(target, memory, mask).numpy()
    cache, steps = decoder.gen_cache(memory), []
    for i in range(5):
        out, cache = decoder(target[:, i : i + 1], memory, cache=cache)
        steps.append(out.numpy())
    np.testing.assert_allclose(np.concatenate(steps, 1), whole, rtol=1e-6)
    own, other = decoder.gen_cache(memory, do_zip=True)
    assert len(own) == len(other) == 2 and own[0].k.shape == [2, 2, 0, 2] and other[0].k.shape == [2, 2, 3, 2]


def test_encoding_step_by_step():
    encoder = filled(nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), 2))
    x = t(wave(2, 4, 4))
    whole = encoder(x, t(np.tril(np.ones((4, 4), bool)))).numpy()
    cache, steps = encoder.gen_cache(x), []
    for i in range(4):
        out, cache = encoder(x[:, i : i + 1], cache=cache)
        steps.append(out.numpy())
    np.testing.assert_allclose(np.concatenate(steps, 1), whole, rtol=1e-6)


def test_caches_of_given_keys():
    net = filled(nn.MultiHeadAttention(4, 2))
    x, key = t(wave(2, 1, 4)), t(wave(2, 3, 4, start=1.0))
    kept = net.gen_cache(key, type=nn.MultiHeadAttention.StaticCache)
    out, same = net(x, key, key, cache=kept)
    assert same is kept
    np.testing.assert_allclose(out.numpy(), net(x, key, key).numpy())
    again = net.gen_cache(kept.k, kept.v)
    assert isinstance(again, nn.MultiHeadAttention.Cache) and net(x, cache=again)[1].k.shape == [2, 2, 4, 2]


def test_layers_are_made_alike_and_apart():
    layer = nn.TransformerEncoderLayer(4, 2, 8, 0.3, "gelu", normalize_before=True, weight_attr=paddle.ParamAttr("w"))
    encoder = nn.TransformerEncoder(layer, 2)
    first, second = encoder.layers
    assert first is layer and second is not layer and second.normalize_before and second.dropout1.p == 0.3
    assert first.self_attn.q_proj.weight.name == "w_0" and first.linear1.weight.name == "w_1"
    assert second.linear1.weight is not first.linear1.weight
    listed = nn.TransformerDecoderLayer(4, 2, 8, bias_attr=[False, None, None])
    assert listed.self_attn.q_proj.bias is None and listed.cross_attn.q_proj.bias is not None
    for attrs, names in ((["a", False], ("a", None)), (["a", "b", False], ("a", None))):
        net = nn.Transformer(4, 2, 1, 1, 8, bias_attr=[None if a == "a" else a for a in attrs])
        assert (net.encoder.layers[0].linear1.bias is None) == (names[1] is None)
    for call in (
        lambda: nn.TransformerEncoderLayer(4, 2, 8, activation="nothing"),
        lambda: nn.TransformerEncoderLayer(4, 2, 8, weight_attr=[None]),
        lambda: nn.Transformer(4, 2, 1, 1, 8, weight_attr=[None] * 4),
    ):
        with pytest.raises(ArgumentError):
            call()


def test_custom_parts():
    class Same(nn.Layer):
        def forward(self, src, mask):
            return src

    net = filled(nn.Transformer(4, 2, 1, 1, 8, dropout=0.0, custom_encoder=Same()))
    source, target = t(wave(2, 3, 4)), t(wave(2, 2, 4))
    np.testing.assert_array_equal(net(source, target).numpy(), net.decoder(target, source).numpy())
    assert len(nn.Transformer(4, 2, 2, 3, 8).decoder.layers) == 3


def test_dropout_in_training_only():
    paddle.seed(3)
    net = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.5)
    x = t(wave(2, 3, 4))
    assert not np.array_equal(net(x).numpy(), net(x).numpy())
    net.eval()
    np.testing.assert_array_equal(net(x).numpy(), net(x).numpy())


def test_scaled_dot_product_attention():
    q = t(wave(2, 3, 2, 4))
    mask = t(np.tril(np.ones((3, 3), bool)))
    np.testing.assert_allclose(
        F.scaled_dot_product_attention(q, q, q, mask).numpy(),
        F.scaled_dot_product_attention(q, q, q, is_causal=True).numpy(),
    )
    with pytest.raises(ArgumentError, match="not both"):
        F.scaled_dot_product_attention(q, q, q, mask, is_causal=True)
    paddle.enable_static()
    x = paddle.static.data("x", [-1, -1, 2, 4])
    with pytest.raises(ArgumentError, match="the lengths of the sequences must be known"):
        F.scaled_dot_product_attention(x, x, x, is_causal=True)


def test_code_that_replaces_forward_finds_the_parts_of_paddles_layers():
    """PaddleNLP writes the forward of these layers anew, for every model."""
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="silu")
    x = paddle.to_tensor(np.random.default_rng(3).standard_normal((2, 5, 8)).astype("float32"))
    q, k, v = layer.self_attn._prepare_qkv(x, x, x)
    assert q.shape == k.shape == v.shape == [2, 2, 5, 4]
    assert len(layer.self_attn._prepare_qkv(x, x, x, layer.gen_cache(x))) == 4
    mixed = layer.norm1(x + layer.dropout1(layer.self_attn(x, x, x)))
    hidden = layer.dropout(layer.activation(layer.linear1(mixed)))
    assert np.allclose(layer(x).numpy(), layer.norm2(mixed + layer.dropout2(layer.linear2(hidden))).numpy(), atol=1e-6)
    with pytest.raises(ArgumentError, match=r"should be the name of a function of nn.functional, but it is 'nothing'"):
        nn.TransformerEncoderLayer(8, 2, 16, activation="nothing")
