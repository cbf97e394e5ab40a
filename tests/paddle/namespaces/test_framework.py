"""paddle.framework, and what stands in paddle itself: number types, printing, random state, saving."""

import io

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, UnsupportedError, UsageError
from opscope.paddle import nn
from opscope.paddle.framework import io_utils


def test_finfo_and_iinfo_print_as_paddles():
    assert repr(paddle.finfo(paddle.float32)) == (
        "paddle.finfo(min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, resolution=1e-06, "
        "smallest_normal=1.17549e-38, tiny=1.17549e-38, bits=32, dtype=float32)"
    )
    assert repr(paddle.finfo("bfloat16")).startswith("paddle.finfo(min=-3.38953e+38, max=3.38953e+38, eps=0.0078125")
    assert repr(paddle.iinfo("int8")) == "paddle.iinfo(min=-128, max=127, bits=8, dtype=int8)"
    assert paddle.finfo("complex64").bits == 32 and paddle.iinfo(paddle.uint8).max == 255
    for call, given in ((paddle.finfo, "int32"), (paddle.iinfo, "float32"), (paddle.iinfo, "x")):
        with pytest.raises(ArgumentError, match="can only be"):
            call(given)


def test_float_types_that_numpy_has_not_are_names_that_compute_nothing():
    assert paddle.bfloat16.name == "bfloat16" and paddle.base.core.VarDesc.VarType.BF16 is paddle.bfloat16
    assert isinstance(paddle.float32, paddle.dtype) and paddle.bfloat16 != paddle.float16
    assert (paddle.float8_e4m3fn.itemsize, paddle.bfloat16.itemsize) == (1, 2) and paddle.float8_e5m2.kind == "f"
    for call in (
        lambda: paddle.ones([1], "bfloat16"),
        lambda: paddle.ones([1]).astype(paddle.bfloat16),
        lambda: paddle.zeros([1], paddle.float8_e5m2),
    ):
        with pytest.raises(UnsupportedError, match="NumPy has no such type"):
            call()


def printed(values) -> str:
    return repr(paddle.to_tensor(values)).partition("\n")[2]


def test_printoptions():
    paddle.set_printoptions(precision=3)
    assert printed([1.23456, 2e10]) == "       [1.235       , 20000000000.])"
    paddle.set_printoptions(sci_mode=True)
    assert printed([1.23456, 2e10]) == "       [1.235e+00, 2.000e+10])"
    paddle.set_printoptions(sci_mode=False, threshold=4, edgeitems=1, linewidth=20)
    assert printed([1.23456, 2e10, 3, 4, 5, 6.0]) == "       [1.235,\n        ...,\n        6.   ])"
    assert printed(np.ones((8, 8), "float32")) == "       [[1., ..., 1.],\n        ...,\n        [1., ..., 1.]])"
    for options in ({"precision": "a"}, {"sci_mode": 1}, {"edgeitems": True}):
        with pytest.raises(UsageError):
            paddle.set_printoptions(**options)


def test_random_state_goes_round():
    state = paddle.get_rng_state()
    first = paddle.rand([3]).numpy()
    paddle.set_rng_state(state)
    np.testing.assert_array_equal(paddle.rand([3]).numpy(), first)
    paddle.set_cuda_rng_state(paddle.get_cuda_rng_state())
    for call, states in ((paddle.set_rng_state, []), (paddle.set_cuda_rng_state, [1])):
        with pytest.raises(ArgumentError, match="The list of states must have"):
            call(states)


def test_programs_are_seeded():
    paddle.framework.random._manual_program_seed(7)
    assert paddle.static.default_main_program().random_seed == 7 == paddle.static.Program().random_seed
    paddle.framework.random._manual_program_seed(0)


def test_batch():
    def reader():
        yield from range(5)

    assert list(paddle.batch(reader, 2)()) == [[0, 1], [2, 3], [4]]
    assert list(paddle.batch(reader, batch_size=2, drop_last=True)()) == [[0, 1], [2, 3]]
    with pytest.raises(ArgumentError, match="batch_size should be a positive"):
        paddle.batch(reader, 0)


def test_check_shape():
    paddle.check_shape("anything", "op")  # dygraph looks itself
    paddle.enable_static()
    n, x = paddle.static.data("n", [1], "int64"), paddle.static.data("x", [1])
    paddle.check_shape([1, n], "op"), paddle.check_shape(n, "op")
    for shape, error in (("a", UsageError), ([1, "a"], UsageError), ([x], DTypeError), (x, DTypeError)):
        with pytest.raises(error, match="in op must be"):
            paddle.check_shape(shape, "op")


def test_what_is_done_already():
    paddle.disable_signal_handler()
    with paddle.LazyGuard():
        layer = nn.Linear(2, 2)
    assert layer.weight.initialize() is None and layer(paddle.ones([1, 2])).shape == [1, 2]


def test_saving_in_the_background(tmp_path):
    layer = nn.Linear(2, 2)
    before = layer.weight.numpy()
    paddle.async_save(layer.state_dict(), str(tmp_path / "a.pdparams"))
    layer.weight.set_value(np.zeros((2, 2), "float32"))
    paddle.async_save(layer.state_dict(), str(tmp_path / "b.pdparams"), sync_other_task=True)
    assert (tmp_path / "a.pdparams").exists()
    paddle.clear_async_save_task_queue()
    np.testing.assert_array_equal(paddle.load(str(tmp_path / "a.pdparams"))["weight"].numpy(), before)
    assert not paddle.load(str(tmp_path / "b.pdparams"))["weight"].numpy().any()
    (tmp_path / "file").write_text("")
    paddle.async_save({}, str(tmp_path / "file" / "c"))
    with pytest.raises(OSError, match="file"):
        paddle.clear_async_save_task_queue()
    paddle.clear_async_save_task_queue()


def test_the_old_names_of_save_and_load(tmp_path):
    layer = nn.Linear(2, 2)
    paddle.framework.io._legacy_save(layer.state_dict(), str(tmp_path / "a"))
    found = paddle.framework.io._legacy_load(str(tmp_path / "a"))
    np.testing.assert_array_equal(found["weight"], layer.weight.numpy())
    assert isinstance(found["weight"], np.ndarray)


def test_kinds_of_files_and_variables(tmp_path):
    with io_utils._open_file_buffer(str(tmp_path / "a"), "wb") as file:
        file.write(b"1")
    buffer = io.BytesIO()
    with io_utils._open_file_buffer(buffer, "wb") as file:
        assert file is buffer
    with pytest.raises(UsageError), io_utils._open_file_buffer(3, "wb"):
        pass
    assert paddle.framework.is_parameter(nn.Linear(1, 1).weight) and not io_utils.is_parameter(paddle.ones([1]))
    paddle.enable_static()
    x = paddle.static.data("x", [1, 2])
    w = paddle.static.create_parameter([2, 2], "float32")
    g = paddle.static.create_global_var([1], 0.0, "float32", persistable=True)
    assert [io_utils.is_belong_to_optimizer(v) for v in (x, w, g)] == [False, False, True]
    twin = io_utils._clone_var_in_block_(paddle.static.Program().global_block(), x)
    assert twin.persistable and twin.shape == (1, 2)
