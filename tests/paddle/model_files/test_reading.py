"""Model files that Paddle 2.6.2 has written: read by every loader, with the outputs that Paddle computed."""

import zipfile
from pathlib import Path

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import OpscopeError, UnsupportedError
from opscope.paddle import fluid, inference, static
from opscope.paddle.model_files.read_program import read_program
from opscope.paddle.model_files.schema import ATTR_TYPES, program_desc_class

MODELS = ("conv", "attention", "bilstm", "control")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("models")
    with zipfile.ZipFile(Path(__file__).with_name("models.zip")) as archive:
        archive.extractall(made)
    return made


def recorded(folder, name):
    """The inputs and outputs of a model, as Paddle had them."""
    with np.load(folder / f"{name}.npz") as kept:
        count = sum(key.startswith("in") for key in kept)
        return [kept[f"in{i}"] for i in range(count)], [kept[f"out{i}"] for i in range(len(kept) - count)]


def same(found, wanted):
    for value, expected in zip(found, wanted, strict=True):
        value = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
        assert value.dtype == expected.dtype and value.shape == expected.shape
        np.testing.assert_allclose(value, expected, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("name", MODELS)
def test_each_loader_gives_paddles_outputs(folder, name):
    inputs, outputs = recorded(folder, name)
    paddle.disable_static()
    found = paddle.jit.load(str(folder / name))(*map(paddle.to_tensor, inputs))
    same(found if isinstance(found, list) else [found], outputs)

    paddle.enable_static()
    exe = static.Executor()
    program, feeds, fetches = static.load_inference_model(str(folder / name), exe)
    for _ in range(2):  # the second run is lowered
        same(exe.run(program, dict(zip(feeds, inputs, strict=True)), fetches), outputs)

    config, values = inference.Config(), folder / f"{name}.pdiparams"
    contents = (folder / f"{name}.pdmodel").read_bytes(), values.read_bytes() if values.exists() else b""
    config.set_model_buffer(contents[0], len(contents[0]), contents[1], len(contents[1]))
    same(inference.create_predictor(config).run(inputs), outputs)


def test_a_folder_of_paddle_1_8_with_sequences_of_different_lengths(folder):
    (ids,), outputs = recorded(folder, "lod")
    paddle.enable_static()
    exe = static.Executor()
    program, feeds, fetches = fluid.io.load_inference_model(str(folder / "lod"), exe)
    given = DenseTensor(ids)
    given.set_recursive_sequence_lengths([[2, 3]])
    same(exe.run(program, {feeds[0]: given}, fetches), outputs)


def test_operators_have_the_lines_and_layers_that_the_files_name(folder):
    paddle.enable_static()
    program, *_ = static.load_inference_model(str(folder / "conv"), static.Executor())
    paths = {o.type: o.layer_path for o in program.operators}
    assert paths["conv2d"] == "body.0" and paths["batch_norm"] == "body.1" and paths["matmul_v2"] == "fc"
    program = read_program((folder / "lod" / "__model__").read_bytes()).program
    line = next(o.site for o in program.operators if o.type == "softmax")
    assert Path(line.filename).name == "paddle_models.py"
    assert line.code == 'out = paddle.static.nn.fc(h, 3, activation="softmax")'


def test_a_loaded_model_trains(folder):
    paddle.disable_static()
    (x,), _ = recorded(folder, "conv")
    layer = paddle.jit.load(str(folder / "conv"))
    layer.train()
    optimizer = paddle.optimizer.SGD(0.5, parameters=layer.parameters())
    losses = []
    for _ in range(5):
        loss = -paddle.mean(paddle.log(layer(paddle.to_tensor(x))[:, 0]))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    assert losses[-1] < losses[0]


def test_paddle_load_gives_the_values_by_the_names_of_the_layer(folder):
    found = paddle.load(str(folder / "conv"))
    assert tuple(found["fc.weight"].shape) == (2, 3) and len(found) == 9


def changed(folder, name, change):
    desc = program_desc_class().FromString((folder / f"{name}.pdmodel").read_bytes())
    change(desc)
    return desc.SerializeToString()


def op(desc, type_):
    return next(o for o in desc.blocks[0].ops if o.type == type_)


def attr(operator, name):
    return next(a for a in operator.attrs if a.name == name)


DAMAGES = {
    "a variable that is not declared": ("conv", lambda d: op(d, "relu").inputs[0].arguments.__setitem__(0, "none")),
    "endless dims": ("conv", lambda d: d.blocks[0].vars[0].type.lod_tensor.tensor.dims.extend([2**40, 2**40])),
    "many dims": ("conv", lambda d: d.blocks[0].vars[0].type.lod_tensor.tensor.dims.extend([1] * 40)),
    "a dim below -1": ("conv", lambda d: d.blocks[0].vars[0].type.lod_tensor.tensor.dims.append(-5)),
    "no blocks": ("conv", lambda d: d.ClearField("blocks")),
    "a variable twice": ("conv", lambda d: d.blocks[0].vars.append(d.blocks[0].vars[0])),
    "an operator that there is not": ("conv", lambda d: setattr(op(d, "relu"), "type", "relu_of_another_world")),
    "a missing slot": ("conv", lambda d: op(d, "conv2d").ClearField("inputs")),
    "a block that there is not": ("control", lambda d: setattr(attr(op(d, "while"), "sub_block"), "block_idx", 99)),
    "an own block": ("control", lambda d: setattr(attr(op(d, "while"), "sub_block"), "block_idx", 0)),
    "a column that is a list": ("conv", lambda d: setattr(attr(op(d, "feed"), "col"), "type", ATTR_TYPES["INTS"])),
    "two feeds of a column": ("attention", lambda d: [setattr(attr(o, "col"), "i", 0) for o in d.blocks[0].ops[:2]]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused(folder, damage):
    name, change = DAMAGES[damage]
    with pytest.raises(OpscopeError):
        read_program(changed(folder, name, change))


def test_operators_that_cannot_be_read_are_named(folder):
    content = changed(folder, "control", lambda d: setattr(op(d, "select_input"), "type", "select_output"))
    with pytest.raises(UnsupportedError, match="select_output"):
        read_program(content)


@pytest.mark.parametrize("name", ["op_callstack", "op_namescope", "op_device"])
def test_notes_of_another_type_are_read_as_text(folder, name):
    def change(desc):
        relu = op(desc, "relu")
        for former in [a for a in relu.attrs if a.name == name]:
            relu.attrs.remove(former)
        relu.attrs.add(name=name, type=ATTR_TYPES["INTS"], ints=[1, 2])

    program, *_ = read_program(changed(folder, "conv", change))
    relu = next(o for o in program.operators if o.type == "relu")
    assert isinstance(relu.namescope, str) and isinstance(relu.device, str)
