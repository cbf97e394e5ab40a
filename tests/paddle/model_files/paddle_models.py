"""Makes the model files of these tests, with what Paddle computes: run it with a Python that has Paddle 2.6.2.

    $OPSCOPE_PADDLE tests/paddle/model_files/paddle_models.py FOLDER [NAME ...]

For each model: NAME.pdmodel, NAME.pdiparams, and NAME.npz with its inputs (in0, ...) and outputs (out0, ...). Without
names: the small models. models.zip has the files of all; that of the small ones lies beside this script.
"""

import sys
import zipfile
from pathlib import Path

import numpy as np
import paddle
from paddle import nn
from paddle.static import InputSpec

F = nn.functional


class Conv(nn.Layer):
    """What convolutional networks are made of, each once."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2D(1, 2, 3, padding=1, bias_attr=False), nn.BatchNorm2D(2), nn.ReLU(), nn.MaxPool2D(2)
        )
        self.depthwise = nn.Conv2D(2, 2, 3, groups=2, padding="SAME")
        self.fc = nn.Linear(2, 3)

    def forward(self, x):
        x = F.relu6(self.depthwise(self.body(x)))
        x = F.dropout(F.adaptive_avg_pool2d(x, 1), 0.5, training=self.training)
        return F.softmax(self.fc(paddle.flatten(x, 1)))


class Attention(nn.Layer):
    """A Transformer encoder of one layer on embeddings, and what models of text do around it."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(7, 4)
        layer = nn.TransformerEncoderLayer(4, 2, 4, dropout=0.1, activation="gelu")
        self.encoder = nn.TransformerEncoder(layer, 1)

    def forward(self, ids, mask):
        mask = (1.0 - mask.unsqueeze([1, 2])) * -1e4
        h = self.encoder(self.words(ids), mask)
        return paddle.tanh(h[:, 0]), paddle.argmax(h, axis=-1)


class BiLSTM(nn.Layer):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 2, direction="bidirect")

    def forward(self, x, lengths):
        out, (h, c) = self.rnn(x, sequence_length=lengths)
        return out, h, c


class Control(nn.Layer):
    """A loop and a condition that depend on the input."""

    def forward(self, x):
        i = paddle.zeros([1], "int64")
        while paddle.sum(x) < 100.0:
            x = x * 2.0
            i = i + 1
        if paddle.mean(x) > 10.0:  # noqa: SIM108 (it becomes a cond)
            y = x - 10.0
        else:
            y = x + 1.0
        return y, i


class Bert(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(100, 32), nn.Embedding(16, 32)
        self.norm, self.drop = nn.LayerNorm(32), nn.Dropout(0.1)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, activation="gelu"), 2)
        self.pooler = nn.Linear(32, 32)

    def forward(self, ids):
        places = paddle.cumsum(paddle.ones_like(ids), axis=-1) - 1
        mask = paddle.unsqueeze((ids == 0).astype("float32") * -1e4, [1, 2])
        h = self.encoder(self.drop(self.norm(self.words(ids) + self.places(places))), mask)
        return h, paddle.tanh(self.pooler(h[:, 0]))


def image(*shape):
    return [InputSpec([None, *shape], "float32")], [np.random.default_rng(0).normal(size=(2, *shape))]


def vision(name):
    return lambda: getattr(paddle.vision.models, name)()


IDS = np.array([[1, 2, 3, 0], [4, 5, 6, 2]], "int64")
MASK = np.array([[1, 1, 1, 0], [1, 1, 1, 1]], "float32")
TEXT = [InputSpec([None, 4], "int64"), InputSpec([None, 4], "float32")], [IDS, MASK]
SEQUENCES = (
    [InputSpec([None, 4, 3], "float32"), InputSpec([None], "int64")],
    [np.random.default_rng(1).normal(size=(2, 4, 3)), np.array([4, 2], "int64")],
)
SMALL = {
    "conv": (Conv, *image(1, 8, 8)),
    "attention": (Attention, *TEXT),
    "bilstm": (BiLSTM, *SEQUENCES),
    "control": (Control, [InputSpec([None, 3], "float32")], [np.array([[1.0, 2.0, 0.5]])]),
}
LARGE = {
    "lenet": (vision("LeNet"), *image(1, 28, 28)),
    "resnet18": (vision("resnet18"), *image(3, 64, 64)),
    "mobilenetv2": (vision("mobilenet_v2"), *image(3, 64, 64)),
    "bert": (Bert, [InputSpec([None, None], "int64")], [np.array([[5, 7, 9, 0, 0], [1, 2, 3, 4, 5]], "int64")]),
}


def make(folder, name):
    paddle.disable_static()
    paddle.seed(3)
    build, specs, inputs = (SMALL | LARGE)[name]
    net = build()
    net.eval()
    kinds = [str(s.dtype).rpartition(".")[2].lower() for s in specs]
    inputs = [x.astype({"fp32": "float32"}.get(k, k)) for x, k in zip(inputs, kinds)]  # noqa: B905 (Python 3.9)
    traced = paddle.jit.to_static(net, input_spec=specs)
    outs = traced(*map(paddle.to_tensor, inputs))
    outs = outs if isinstance(outs, (list, tuple)) else [outs]
    paddle.jit.save(traced, str(folder / name))
    arrays = {f"in{i}": x for i, x in enumerate(inputs)} | {f"out{i}": y.numpy() for i, y in enumerate(outs)}
    np.savez_compressed(folder / f"{name}.npz", **arrays)


def make_lod(folder):
    """A program on LoD, saved as Paddle 1.8 does: `__model__` and a file for each parameter."""
    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        words = paddle.static.data("words", [-1, 1], "int64", lod_level=1)
        h = paddle.static.nn.sequence_lod.sequence_pool(
            paddle.static.nn.embedding(words, [9, 4], is_sparse=True), "sum"
        )
        out = paddle.static.nn.fc(h, 3, activation="softmax")
    exe = paddle.static.Executor(paddle.CPUPlace())
    exe.run(startup)
    ids = np.array([[1], [2], [3], [4], [5]], "int64")
    given = paddle.base.create_lod_tensor(ids, [[2, 3]], paddle.CPUPlace())
    (value,) = exe.run(main, feed={"words": given}, fetch_list=[out])
    saved = paddle.static.serialize_program([words], [out], program=main)
    (folder / "lod").mkdir(exist_ok=True)
    (folder / "lod" / "__model__").write_bytes(saved)
    parameters = [v for v in main.list_vars() if v.persistable and v.name not in ("feed", "fetch")]
    paddle.static.save_vars(exe, str(folder / "lod"), main, parameters)
    np.savez_compressed(folder / "lod.npz", in0=ids, out0=value)


def pack(folder, names):
    """Put the files of models into one archive: the lines of their operators compress well."""
    with zipfile.ZipFile(folder / "models.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(p for p in folder.rglob("*") if p.is_file()):
            if file.relative_to(folder).parts[0].partition(".")[0] in names:
                archive.write(file, file.relative_to(folder))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    names = sys.argv[2:] or [*SMALL, "lod"]
    for name in names:
        make_lod(folder) if name == "lod" else make(folder, name)
    pack(folder, names)
