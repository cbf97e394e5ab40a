"""Names under Paddle's modules, and names that are refused."""

import importlib

import pytest

from opscope import paddle
from opscope.errors import UnsupportedError


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


@pytest.mark.parametrize("name", ["audio", "quantization", "hub"])
def test_namespaces_that_are_not_here(name: str):
    assert not hasattr(paddle, name)
    with pytest.raises(UnsupportedError, match=f"paddle.{name} is not supported"):
        getattr(paddle, name)
    with pytest.raises(ImportError):
        importlib.import_module(f"opscope.paddle.{name}")


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
        with pytest.raises(ValueError, match="needs a GPU"):
            call()
