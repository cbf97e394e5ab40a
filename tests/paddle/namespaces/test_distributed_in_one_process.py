"""paddle.distributed where there is one process."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import nn


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
