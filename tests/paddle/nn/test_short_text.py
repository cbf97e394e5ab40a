"""The text of a layer in IPython and at the prompt: short for any model, and the same each time."""

from opscope.paddle import nn


def short(layer):
    parts = []
    layer._repr_pretty_(type("Printer", (), {"text": lambda self, text: parts.append(text)})(), False)
    return "".join(parts)


def test_a_small_layer_has_its_repr():
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    assert short(net) == repr(net)


def test_equal_layers_of_a_large_one_are_folded():
    net = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32), 12)
    lines = short(net).splitlines()
    assert len(lines) <= 40 < repr(net).count("\n")
    assert lines[:4] == [
        "TransformerEncoder(",
        "  (layers): LayerList(",
        "    (0-11): 12 x TransformerEncoderLayer(",
        "      (self_attn): MultiHeadAttention(",
    ]
    assert lines[-1] == ")" and short(net) == "\n".join(lines)


def test_layers_that_differ_are_cut_at_a_level_that_fits():
    blocks = [nn.Sequential(*[nn.Linear(2, 2 + i) for i in range(5)], nn.ReLU()) for _ in range(3)]
    widths = [nn.Sequential(nn.Linear(2, i + 2), nn.ReLU()) for i in range(20)]
    text = short(nn.Sequential(nn.Sequential(*blocks), nn.Sequential(*widths)))
    assert text.splitlines() == [
        "Sequential(",
        "  (0): Sequential(",
        "    (0-2): 3 x Sequential(... 6 layers)",
        "  )",
        "  (1): Sequential(",
        *[f"    ({i}): Sequential(... 2 layers)" for i in range(20)],
        "  )",
        ")",
    ]


def test_very_many_layers_that_differ_end_with_their_number():
    lines = short(nn.Sequential(*[nn.Linear(2, i + 2) for i in range(300)])).splitlines()
    assert len(lines) == 40 and lines[-2] == "  ... and 263 more: print() shows all"


def test_a_text_of_the_users_stays():
    class Mine(nn.Layer):
        def __repr__(self):
            return "mine"

    assert short(Mine()) == "mine"
    assert "(0-59): 60 x mine" in short(nn.Sequential(*[Mine() for _ in range(60)]))
