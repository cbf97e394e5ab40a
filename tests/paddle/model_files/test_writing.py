"""Model files in Paddle's format: read back here, and by Paddle 2.6.2 where OPSCOPE_PADDLE names its Python."""

import os
import subprocess

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle import nn, static
from opscope.paddle.model_files.schema import VAR_TYPES, parse_program

F = nn.functional
PADDLE = os.environ.get("OPSCOPE_PADDLE")
# loads each model by Paddle, runs it and compares
READ = """
import sys
import numpy as np
import paddle
for name in sys.argv[1:]:
    kept = np.load(name + ".npz")
    inputs = [kept[k] for k in sorted(kept) if k.startswith("in")]
    outputs = [kept[k] for k in sorted(kept) if k.startswith("out")]
    paddle.enable_static()
    exe = paddle.static.Executor(paddle.CPUPlace())
    program, feeds, fetches = paddle.static.load_inference_model(name, exe)
    by_program = exe.run(program, feed=dict(zip(feeds, inputs)), fetch_list=fetches)
    paddle.disable_static()
    found = paddle.jit.load(name)(*map(paddle.to_tensor, inputs))
    by_layer = [v.numpy() for v in (found if isinstance(found, (list, tuple)) else [found])]
    for many in (by_program, by_layer):
        for value, wanted in zip(many, outputs):
            assert value.dtype == wanted.dtype and value.shape == wanted.shape, (name, value.shape, wanted.shape)
            np.testing.assert_allclose(value, wanted, rtol=1e-5, atol=1e-6)
    print("same", name)
"""


class Conv(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2D(1, 2, 3, padding=1), nn.BatchNorm2D(2), nn.ReLU6(), nn.MaxPool2D(2))
        self.depthwise = nn.Conv2D(2, 2, 3, groups=2, padding="SAME")
        self.fc = nn.Linear(2, 3)

    def forward(self, x):
        x = F.adaptive_avg_pool2d(F.leaky_relu(self.depthwise(self.body(x))), 1)
        return F.softmax(self.fc(F.dropout(paddle.flatten(x, 1), training=self.training)))


class Attention(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(7, 4)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 4, activation="gelu"), 1)

    def forward(self, ids, mask):
        h = self.encoder(self.words(ids), (1.0 - mask.unsqueeze([1, 2])) * -1e4)
        return paddle.tanh(h[:, 0]), paddle.argmax(h, axis=-1), h[:, 1:3, ::2].sum(axis=1)


class BiLSTM(nn.Layer):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 2, direction="bidirect")

    def forward(self, x, lengths):
        out, (h, c) = self.rnn(x, sequence_length=lengths)
        return out, h, c


class Control(nn.Layer):
    """A condition in a loop, and one behind it; each reads values of outside."""

    def forward(self, x):
        def body(v, i):
            grown = static.nn.cond(i > 1, lambda: v * 2.0, lambda: v + paddle.mean(x))
            return [grown, i + 1]

        last, count = static.nn.while_loop(
            lambda v, i: paddle.sum(v) < 100.0, body, [x * 1.0, paddle.zeros([1], "int64")]
        )
        return static.nn.cond(paddle.mean(last) > 1e3, lambda: last - 10.0, lambda: last + x), count


IDS, MASK = np.array([[1, 2, 3, 0], [4, 5, 6, 2]]), np.array([[1, 1, 1, 0], [1, 1, 1, 1]], "float32")
RNG = np.random.default_rng(0)
MODELS = {
    "conv": (Conv, [RNG.normal(size=(2, 1, 8, 8)).astype("float32")]),
    "attention": (Attention, [IDS, MASK]),
    "bilstm": (BiLSTM, [RNG.normal(size=(2, 4, 3)).astype("float32"), np.array([4, 2])]),
    "control": (Control, [np.array([[1.0, 2.0, 0.5]], "float32")]),
}


def saved(folder, name):
    """Save a model; returns its outputs."""
    paddle.disable_static()
    paddle.seed(3)
    build, inputs = MODELS[name]
    net = build()
    net.eval()
    specs = [static.InputSpec([None, *x.shape[1:]], str(x.dtype)) for x in inputs]
    traced = paddle.jit.to_static(net, input_spec=specs)
    found = traced(*map(paddle.to_tensor, inputs))
    outputs = [v.numpy() for v in (found if isinstance(found, list | tuple) else [found])]
    paddle.jit.save(traced, str(folder / name), format="paddle")
    arrays = {f"in{i}": x for i, x in enumerate(inputs)} | {f"out{i}": y for i, y in enumerate(outputs)}
    np.savez(folder / f"{name}.npz", **arrays)
    return outputs


@pytest.mark.parametrize("name", MODELS)
def test_what_is_written_is_read_back(name, tmp_path):
    outputs = saved(tmp_path, name)
    inputs = MODELS[name][1]
    loaded = paddle.jit.load(str(tmp_path / name))
    found = loaded(*map(paddle.to_tensor, inputs))
    for value, wanted in zip(found if isinstance(found, list) else [found], outputs, strict=True):
        np.testing.assert_allclose(value.numpy(), wanted, rtol=1e-6, atol=1e-7)
    paddle.enable_static()
    exe = static.Executor()
    program, feeds, fetches = static.load_inference_model(str(tmp_path / name), exe)
    again = exe.run(program, dict(zip(feeds, inputs, strict=True)), fetches)
    for value, wanted in zip(again, outputs, strict=True):
        np.testing.assert_allclose(value, wanted, rtol=1e-6, atol=1e-7)


def test_the_file_declares_what_its_operators_use(tmp_path):
    saved(tmp_path, "control")
    desc = parse_program((tmp_path / "control.pdmodel").read_bytes())
    assert len(desc.blocks) == 6  # a loop with a condition in it, and a condition
    for index, block in enumerate(desc.blocks):
        known = set[str]()
        at = index
        while at >= 0:
            known.update(v.name for v in desc.blocks[at].vars)
            at = desc.blocks[at].parent_idx
        assert len({v.name for v in block.vars}) == len(block.vars)
        used = {n for o in block.ops for slots in (o.inputs, o.outputs) for s in slots for n in s.arguments}
        assert used <= known
    kinds = {v.name: v.type.type for v in desc.blocks[0].vars}
    assert kinds["feed"] == VAR_TYPES["FEED_MINIBATCH"] and kinds["fetch"] == VAR_TYPES["FETCH_LIST"]


@pytest.mark.skipif(not PADDLE, reason="OPSCOPE_PADDLE names no Python with Paddle 2.6.2")
def test_paddle_computes_the_same_of_the_files(tmp_path):
    for name in MODELS:
        saved(tmp_path, name)
    command = [str(PADDLE), "-W", "ignore", "-c", READ, *(str(tmp_path / name) for name in MODELS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert done.stdout.count("same ") == len(MODELS), done.stderr[-3000:]


def test_an_operator_that_paddle_does_not_have_is_named():
    paddle.enable_static()
    x = static.data("x", [2, 3], "float32")
    out = paddle.logcumsumexp(x, axis=0)
    with pytest.raises(UnsupportedError, match="logcumsumexp"):
        static.serialize_program([x], [out], format="paddle")
    with pytest.raises(ArgumentError, match="unknown format"):
        static.serialize_program([x], [out], format="onnx")
