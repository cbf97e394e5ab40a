"""The small namespaces: framework, device, utils, distributed, profiler, and paddle's own names of that kind."""

import io
import re

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, ModeError, RunError, UnsupportedError, UsageError
from opscope.paddle import nn
from opscope.paddle.framework import io_utils

# --- number types -------------------------------------------------------------------------------------------------


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


# --- printing: as Paddle 2.6.2 ------------------------------------------------------------------------------------


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


# --- random state -------------------------------------------------------------------------------------------------


def test_random_state_goes_round():
    state = paddle.get_rng_state()
    first = paddle.rand([3]).numpy()
    paddle.set_rng_state(state)
    np.testing.assert_array_equal(paddle.rand([3]).numpy(), first)
    paddle.set_cuda_rng_state(paddle.get_cuda_rng_state())
    for call, states in ((paddle.set_rng_state, []), (paddle.set_cuda_rng_state, [1])):
        with pytest.raises(ArgumentError, match="Length of state list"):
            call(states)


def test_programs_are_seeded():
    paddle.framework.random._manual_program_seed(7)
    assert paddle.static.default_main_program().random_seed == 7 == paddle.static.Program().random_seed
    paddle.framework.random._manual_program_seed(0)


# --- readers, shapes, switches ------------------------------------------------------------------------------------


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


# --- files --------------------------------------------------------------------------------------------------------


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


# --- devices ------------------------------------------------------------------------------------------------------


def test_devices_of_a_machine_without_a_gpu():
    if paddle.device.cuda.device_count():
        pytest.skip("this machine has a GPU")
    assert paddle.device.set_device("cpu") == paddle.CPUPlace() and paddle.device.get_device() == "cpu"
    assert paddle.device.get_available_device() == paddle.device.get_all_device_type() == ["cpu"]
    assert paddle.device.get_cudnn_version() is None and paddle.device.get_all_custom_device_type() == []
    paddle.device.cuda.empty_cache()
    with pytest.raises(RunError, match="not compiled with CUDA"):
        paddle.device.cuda.synchronize()
    with pytest.raises(UsageError, match="device should be gpu"):
        paddle.device.synchronize()
    cuda = paddle.device.cuda
    for ask in (
        cuda.get_device_capability, cuda.get_device_name, cuda.get_device_properties, cuda.memory_allocated,
        cuda.memory_reserved, cuda.current_stream,
    ):  # fmt: skip
        with pytest.raises(ArgumentError, match="not supported in CPU-only"):
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


# --- utils --------------------------------------------------------------------------------------------------------


def test_structures():
    utils = paddle.utils
    nest = {"b": [1, (2, 3)], "a": 4}
    assert utils.flatten(nest) == [4, 1, 2, 3]
    assert utils.pack_sequence_as(nest, [9, 8, 7, 6]) == {"b": [8, (7, 6)], "a": 9}
    assert list(utils.pack_sequence_as(nest, [9, 8, 7, 6])) == ["b", "a"]
    assert utils.map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)]) == [4, (6,)]
    assert utils.is_sequence({}) and not utils.is_sequence("a") and utils.to_sequence(3) == [3]
    with pytest.raises(ArgumentError, match="Structure had 2 elements, but flat_sequence had 1"):
        utils.pack_sequence_as([1, 2], [3])
    with pytest.raises(UsageError):
        utils.pack_sequence_as([1], 3)
    utils.assert_same_structure([1, (2,)], [3, (4,)]), utils.assert_same_structure([1], (2,), check_types=False)
    for first, second, error in (
        ([1], [1, 2], ArgumentError), ([1], (2,), UsageError), ([1, [2]], [[1], 2], ArgumentError),
        ({"a": 1}, {"b": 1}, ArgumentError),
    ):  # fmt: skip
        with pytest.raises(error):
            utils.assert_same_structure(first, second)


def test_dlpack_shares_memory():
    dlpack = paddle.utils.dlpack
    x = paddle.to_tensor([1.0, 2.0])
    y = dlpack.from_dlpack(dlpack.to_dlpack(x))
    np.testing.assert_array_equal(y.numpy(), [1, 2])
    assert np.shares_memory(x._value, y._value)
    np.testing.assert_array_equal(dlpack.from_dlpack(np.arange(3)).numpy(), [0, 1, 2])
    assert dlpack.DLDeviceType.kDLCPU == 1 and dlpack.DLDeviceType.kDLOneAPI == 14
    for call in (dlpack.to_dlpack, dlpack.from_dlpack):
        with pytest.raises(UsageError, match="must be"):
            call(3)


def test_optional_packages():
    assert paddle.utils.try_import("math").pi > 3
    with pytest.raises(ImportError, match="pip install nopeee"):
        paddle.utils.try_import("nopeee")
    with pytest.raises(ImportError, match=re.escape("my own words")):
        paddle.utils.try_import("nopeee", "my own words")


def test_deprecated():
    def old():
        return 3

    silent = paddle.utils.deprecated(update_to="paddle.new", since="2.0", reason="age")(old)
    assert silent() == 3 and 'Please use "paddle.new" instead.' in silent.__doc__ and "since 2.0" in silent.__doc__
    with pytest.warns(DeprecationWarning, match="is deprecated"):
        assert paddle.utils.deprecated(level=1)(lambda: 4)() == 4
    with pytest.raises(RunError, match="has been deprecated"):
        paddle.utils.deprecated(level=2)(lambda: 4)()
    with pytest.raises(ModeError, match="one of 0, 1, 2"):
        paddle.utils.deprecated(level=3)


def test_versions_and_the_check(capsys):
    paddle.utils.require_version("2.0", "2.6.2")
    for call in (("99.0",), ("2.0", "2.1")):
        with pytest.raises(RunError, match="VersionError"):
            paddle.utils.require_version(*call)
    with pytest.raises(UsageError):
        paddle.utils.require_version(2)
    with pytest.raises(ArgumentError):
        paddle.utils.require_version("2.x")
    paddle.utils.run_check()
    assert "PaddlePaddle is installed successfully!" in capsys.readouterr().out


# --- one process --------------------------------------------------------------------------------------------------


def test_distributed():
    paddle.distributed.init_parallel_env()
    assert (paddle.distributed.get_rank(), paddle.distributed.get_world_size()) == (0, 1)
    assert not paddle.distributed.is_initialized() and paddle.distributed.ParallelEnv().rank == 0
    layer = nn.Linear(2, 2)
    parallel = paddle.DataParallel(layer)
    x = paddle.ones([1, 2])
    with parallel.no_sync():
        np.testing.assert_array_equal(parallel(x).numpy(), layer(x).numpy())
    assert (
        parallel.state_dict().keys() == layer.state_dict().keys()
        and paddle.distributed.DataParallel is paddle.DataParallel
    )
    with pytest.raises(UnsupportedError, match="one process"):
        paddle.DataParallel(layer, group=3)


def test_distributed_files(tmp_path):
    paddle.enable_static()
    x = paddle.static.data("x", [None, 2])
    out = paddle.static.nn.fc(x, 1)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    paddle.distributed.io.save_persistables(exe, str(tmp_path / "p"))
    assert any((tmp_path / "p").iterdir())
    paddle.fluid.io.save_inference_model(str(tmp_path / "m"), ["x"], [out], exe)
    program, feeds, fetches = paddle.distributed.io.load_inference_model_distributed(str(tmp_path / "m"), exe)
    ones = np.ones((1, 2), "float32")
    assert feeds == ["x"] and exe.run(program, feed={"x": ones}, fetch_list=fetches) == exe.run(
        feed={"x": ones}, fetch_list=[out]
    )


# --- profiler -----------------------------------------------------------------------------------------------------


def test_profiler(tmp_path, capsys):
    profiler = paddle.profiler
    paddle.enable_static()
    x = paddle.static.data("x", [2, 2])
    out = paddle.tanh(x)
    exe = paddle.static.Executor()
    with profiler.Profiler(on_trace_ready=profiler.export_chrome_tracing(str(tmp_path), "w")) as seen:
        for _ in range(4):
            exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[out])
            seen.step(num_samples=2)
    seen.summary()
    assert "tanh" in capsys.readouterr().out and "samples/s" in seen.step_info() and seen.step_info() == ""
    assert (tmp_path / "w.paddle_trace.json").exists()
    with profiler.RecordEvent("part") as part:
        pass
    assert part.seconds >= 0 and profiler.ProfilerTarget.CPU.name == "CPU"
    only_steps = profiler.Profiler(timer_only=True)
    assert only_steps.step_info() == ""
    for call in (only_steps.stop, only_steps.step):
        with pytest.raises(RunError, match="before start"):
            call()
    with pytest.raises(UnsupportedError, match="json"):
        only_steps.export("x")
    seen.summary(sorted_by=profiler.SortedKeys.GPUTotal, op_detail=True, thread_sep=False, time_unit="us")
    assert "tanh" in capsys.readouterr().out
    for refused in ({"sorted_by": profiler.SortedKeys.CPUMax}, {"thread_sep": True}, {"op_detail": False}):
        with pytest.raises(UnsupportedError, match=next(iter(refused))):
            seen.summary(**refused)
    with pytest.raises(ArgumentError, match="time_unit"):
        seen.summary(time_unit="h")


def test_a_schedule_says_which_steps_are_profiled(tmp_path):
    profiler = paddle.profiler
    paddle.enable_static()
    out = paddle.tanh(paddle.static.data("x", [2, 2]))
    exe = paddle.static.Executor()
    handed = []

    def steps(scheduler, count=8):
        handed.clear()
        with profiler.Profiler(
            scheduler=scheduler, on_trace_ready=lambda p: handed.append((p.step_num, len(p.profile.timed)))
        ) as prof:
            for _ in range(count):
                exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[out])
                prof.step()
        return list(handed)

    assert steps(None) == [(8, 8)]
    assert steps((2, 5)) == [(5, 3)]
    assert steps((0, 1)) == [(1, 1)]
    assert steps((6, 20)) == [(8, 2)]  # stop() comes first
    assert steps(profiler.make_scheduler(closed=1, ready=1, record=2)) == [(4, 2), (8, 2)]
    assert steps(profiler.make_scheduler(closed=0, ready=1, record=1, repeat=2, skip_first=1)) == [(3, 1), (5, 1)]
    assert steps(lambda step: profiler.ProfilerState.RECORD_AND_RETURN, 2) == [(1, 1), (2, 1), (2, 0)]
    for wrong in ({"closed": -1, "ready": 0, "record": 1}, {"closed": 0, "ready": 0, "record": 0}):
        with pytest.raises(AssertionError, match="Invalid profiler scheduler"):
            profiler.make_scheduler(**wrong)
    with pytest.raises(AssertionError, match="not behind"):
        profiler.Profiler(scheduler=(3, 3))
    with pytest.raises(UsageError, match="scheduler"):
        profiler.Profiler(scheduler="always")


def test_steps_without_numbers_of_samples_are_counted():
    with paddle.profiler.Profiler(timer_only=True) as prof:
        prof.step()
        assert "batch_cost: " in prof.step_info() and prof.step_info("images") == ""
        prof.step(num_samples=4)
        assert prof.step_info("images").endswith("images/s")
