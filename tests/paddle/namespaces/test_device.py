"""paddle.device: devices and places."""

import pytest

from opscope import paddle
from opscope.errors import ArgumentError, RunError, UnsupportedError, UsageError


def test_devices_of_a_machine_without_a_gpu():
    if paddle.device.cuda.device_count():
        pytest.skip("this machine has a GPU")
    assert paddle.device.set_device("cpu") == paddle.CPUPlace() and paddle.device.get_device() == "cpu"
    assert paddle.device.get_available_device() == paddle.device.get_all_device_type() == ["cpu"]
    assert paddle.device.get_cudnn_version() is None and paddle.device.get_all_custom_device_type() == []
    paddle.device.cuda.empty_cache()
    with pytest.raises(RunError, match="not compiled with CUDA"):
        paddle.device.cuda.synchronize()
    with pytest.raises(UsageError, match="works only for a GPU"):
        paddle.device.synchronize()
    cuda = paddle.device.cuda
    for ask in (
        cuda.get_device_capability, cuda.get_device_name, cuda.get_device_properties, cuda.memory_allocated,
        cuda.memory_reserved, cuda.current_stream,
    ):  # fmt: skip
        with pytest.raises(ArgumentError, match="needs a GPU"):
            ask()


def test_what_is_not_compiled_in():
    asked = [
        getattr(paddle.device, n) for n in dir(paddle.device) if n.startswith("is_compiled_with_") and "cuda" not in n
    ]
    assert len(asked) == 6 and not any(f("npu") if "custom" in f.__name__ else f() for f in asked)
    assert paddle.is_compiled_with_xpu() is False is paddle.is_compiled_with_rocm()


@pytest.mark.parametrize(
    "place, args", [("CUDAPinnedPlace", ()), ("XPUPlace", (0,)), ("IPUPlace", ()), ("CustomPlace", ("npu", 0))]
)
def test_places_that_there_are_not(place, args):
    spellings = [
        getattr(space, place) for space in (paddle, paddle.device, paddle.framework, paddle.base, paddle.base.core)
    ]
    assert len(set(spellings)) == 1
    with pytest.raises(UnsupportedError, match="not supported"):
        spellings[0](*args)
    assert not isinstance(paddle.CPUPlace(), spellings[0])
