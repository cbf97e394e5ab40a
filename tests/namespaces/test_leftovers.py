"""Names that programs import from here and there; and those that are known and refused."""

import importlib

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning, UnsupportedError
from opscope.paddle import static


def test_names_under_paddles_modules():
    for path in (
        "nn.layer.transformer._convert_attention_mask",
        "nn.layer.transformer._convert_param_attr_to_list",
        "nn.layer.conv._ConvNd",
        "nn.layer.norm._BatchNormBase",
        "nn.decode.dynamic_decode",
        "utils.layers_utils.get_inputs_outputs_in_block",
        "common_ops_import.LayerHelper",
        "vision.transforms.transforms.Compose",
        "distributed.fleet.utils.recompute",
        "distributed.fleet.recompute.recompute",
        "device.cuda.Event",
        "device.current_stream",
    ):
        module, _, name = f"opscope.{path}".rpartition(".")
        assert hasattr(importlib.import_module(module), name), path
    assert isinstance(paddle.nn.Conv2D(1, 1, 1), importlib.import_module("opscope.paddle.nn.layer.conv")._ConvNd)
    assert issubclass(paddle.nn.BatchNorm2D, importlib.import_module("opscope.paddle.nn.layer.norm")._BatchNormBase)


def test_masks_are_converted():
    convert = importlib.import_module("opscope.paddle.nn.layer.transformer")._convert_attention_mask
    assert convert(None, "float32") is None
    for mask in ([True, False], [1, 0]):
        assert convert(paddle.to_tensor(mask), "float32").tolist() == [0, -1e9]
    floats = convert(paddle.to_tensor([0.5, -3.0], "float64"), "float32")
    assert floats.dtype is paddle.float32 and floats.tolist() == [0.5, -3.0]


def test_what_a_block_takes_and_writes():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, i = static.data("x", [1]), paddle.full([1], 0, "int64")
        static.nn.while_loop(lambda i, y: i < 3, lambda i, y: [i + 1, y + x], [i, paddle.ones([1])])
    body = main.block(2)
    read, written = paddle.utils.get_inputs_outputs_in_block(body)
    assert "x" in read and all(not body.has_var(n) for n in read | written)
    for given, words in ((main.block(0), "sub-block"), (main, "non-Block")):
        with pytest.raises(AssertionError, match=words):
            paddle.utils.get_inputs_outputs_in_block(given)


@pytest.mark.parametrize("name", ["audio", "onnx", "quantization", "hub"])
def test_namespaces_that_are_not_here(name: str):
    assert not hasattr(paddle, name)
    with pytest.raises(UnsupportedError, match=f"paddle.{name} is not supported"):
        getattr(paddle, name)
    with pytest.raises(ImportError):
        importlib.import_module(f"opscope.{name}")


REFUSED = [
    lambda: paddle.utils.download.get_weights_path_from_url("http://x"),
    lambda: paddle.utils.cpp_extension.load("x", []),
    lambda: paddle.callbacks.VisualDL("x"),
    lambda: paddle.incubate.autograd.enable_prim(),
]


def test_what_is_known_and_refused():
    for call in REFUSED:
        with pytest.raises(UnsupportedError, match="is not supported"):
            call()
    for call in (paddle.device.cuda.Stream, paddle.device.cuda.Event):
        with pytest.raises(ValueError, match="not supported in CPU-only"):
            call()


# --- ReduceLROnPlateau ----------------------------------------------------------------------------------


class Told:
    """What a callback needs of a model."""

    def __init__(self, rate) -> None:
        self._optimizer = paddle.optimizer.SGD(rate, parameters=[paddle.ones([1])])


def rates(callback, values, rate=1.0) -> list[float]:
    callback.set_model(Told(rate))
    callback.on_train_begin()
    found = []
    for value in values:
        callback.on_eval_end({"loss": [value], "acc": value})
        found.append(round(callback.model._optimizer.get_lr(), 6))
    return found


def test_the_rate_falls_where_nothing_gets_better(capsys):
    make = paddle.callbacks.ReduceLROnPlateau
    assert rates(make(patience=2), [3, 2, 2, 2, 2, 2, 1]) == [1, 1, 1, 0.1, 0.1, 0.01, 0.01]
    assert "Epoch 4: ReduceLROnPlateau reducing learning rate to 0.1" in capsys.readouterr().out
    assert rates(make("acc", 0.5, 1, 0), [1, 2, 2, 3, 2]) == [1, 1, 0.5, 0.5, 0.25]
    assert rates(make(patience=1, factor=0.5, cooldown=2, verbose=0), [1] * 6) == [1, 0.5, 0.5, 0.25, 0.25, 0.125]
    assert rates(make(patience=1, min_lr=0.3, verbose=0), [1] * 4) == [1, 0.3, 0.3, 0.3]
    assert rates(make(patience=1, mode="max", factor=0.5, verbose=0), [1, 2, 3]) == [1, 1, 1]
    assert rates(make(patience=1, min_delta=0.5, factor=0.5, verbose=0), [2, 1.8, 1.2]) == [1, 0.5, 0.5]
    assert capsys.readouterr().out == ""


def test_what_reduce_lr_cannot_do():
    make = paddle.callbacks.ReduceLROnPlateau
    for options, words in (({"factor": 1.0}, "factor >= 1.0"), ({"mode": "x"}, "mode should be")):
        with pytest.raises(ValueError, match=words):
            make(**options)
    with pytest.warns(OpscopeWarning, match="loss or metric name"):
        rates(make("f1"), [1])
    with pytest.warns(OpscopeWarning, match="be float"):
        rates(make(), [1], paddle.optimizer.lr.StepDecay(0.5, 1))


def test_in_training():
    model = paddle.Model(paddle.nn.Linear(2, 1))
    model.prepare(paddle.optimizer.SGD(0.5, parameters=model.parameters()), paddle.nn.MSELoss())
    data = paddle.io.TensorDataset([paddle.zeros([4, 2]), paddle.zeros([4, 1])])
    callback = paddle.callbacks.ReduceLROnPlateau(patience=1, factor=0.5, verbose=0, min_delta=10.0)
    model.fit(data, data, epochs=3, batch_size=4, verbose=0, callbacks=[callback])
    assert np.isclose(model._optimizer.get_lr(), 0.125)
