"""paddle.amp.debugging: checks, counts of ops by precision, and the comparison of two runs."""

import csv

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, RunError, UnsupportedError, UsageError
from opscope.paddle import nn
from opscope.paddle.amp import accuracy_compare, debugging
from opscope.paddle.amp.debugging import DebugMode, TensorCheckerConfig

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's own word on log(0)


def checked(**options) -> None:
    debugging.enable_tensor_checker(TensorCheckerConfig(True, **options))


def bad() -> None:
    paddle.log(paddle.to_tensor([0.0]))


def test_a_checker_raises_until_it_is_off():
    checked()
    with pytest.raises(RunError, match="There are NAN or INF"):
        bad()
    debugging.disable_tensor_checker()
    bad()


@pytest.mark.parametrize(
    "options, raises",
    [
        ({"checked_op_list": ["log"]}, True),
        ({"checked_op_list": ["elementwise_add"]}, False),
        ({"skipped_op_list": ["log"]}, False),
        ({"skipped_op_list": ("elementwise_add",)}, True),
    ],
)
def test_chosen_operators(options, raises):
    checked(**options)
    if raises:
        with pytest.raises(RunError):
            bad()
    else:
        bad()


def test_operators_go_by_paddles_names():
    checked(checked_op_list=["elementwise_div"])
    with pytest.raises(RunError, match="op=divide"):
        paddle.to_tensor([1.0]) / paddle.to_tensor([0.0])


def test_debug_step_counts_calls():
    TensorCheckerConfig.current_step_id = 0
    config = TensorCheckerConfig(True, debug_step=[1, 3])
    found = []
    for _ in range(5):
        debugging.enable_tensor_checker(config)
        try:
            bad()
            found.append(False)
        except RunError:
            found.append(True)
    assert found == [False, True, True, False, False]


def test_a_config_that_is_off_checks_nothing():
    debugging.enable_tensor_checker(TensorCheckerConfig(False))
    bad()


def test_lines_go_to_files_and_are_compared(tmp_path):
    for name, dtype in (("full", "float32"), ("half", "float16")):
        checked(debug_mode=DebugMode.CHECK_ALL, output_dir=str(tmp_path / name))
        x = paddle.to_tensor([300.0, 2.0], dtype=dtype)
        x * x
        debugging.disable_tensor_checker()
    lines = (tmp_path / "full" / "worker_cpu").read_text().splitlines()
    assert lines[-1].startswith("[PRECISION] in [device=cpu, op=multiply, tensor=, dtype=fp32], numel=2")
    out = tmp_path / "out.csv"
    debugging.compare_accuracy(str(tmp_path / "full"), str(tmp_path / "half"), str(out))
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert rows[-1]["op_type"] == "multiply" and rows[-1]["infinite"] == "1"
    assert rows[-1]["fp32 max_value"] == "90000.0" and rows[-1]["fp16 (scale=1) num_inf"] == "1"
    with pytest.raises(UnsupportedError, match="CSV"):
        debugging.compare_accuracy(str(tmp_path / "full"), str(tmp_path / "half"), "a.xlsx")
    with pytest.raises(ModeError):
        debugging.compare_accuracy("a", "b", "c.csv", dump_all_tensors=True)


def test_lines_are_parsed():
    text = "[PRECISION] [ERROR] in [device=gpu:0, op=log, tensor=h, dtype=fp16], numel=2, num_nan=1, num_inf=0, num_zero=1, max=1.5e+00, min=nan, mean=nan"  # noqa: E501
    (info,) = accuracy_compare.parse_lines(["nothing", text])
    assert (info.op_type, info.tensor_name, info.dtype, info.numel, info.has_nan) == ("log", "h", "fp16", 2, 1)
    assert info.max_value == np.float32(1.5) and np.isnan(info.min_value) and info.key() == "log/h"
    assert accuracy_compare.parse_lines([text], ["exp"]) == []


def test_gradients_are_compared_scaled():
    line = "[PRECISION] in [device=cpu, op=matmul_grad, tensor=w@GRAD, dtype={}], numel=1, num_zero=0, max={}, min=0, mean=0"  # noqa: E501
    full, half = accuracy_compare.parse_lines([line.format("fp32", 2.0), line.format("fp16", 16.0)])
    assert accuracy_compare.merge_tensor_info_list([full], [half], 8.0)[0].is_normal
    assert not accuracy_compare.merge_tensor_info_list([full], [half], 1.0)[0].is_normal


def test_check_numerics(capsys):
    stats, values = debugging.check_numerics(paddle.to_tensor([1.0, 0.0, 2.0]), "op", "name")
    assert stats.tolist() == [0, 0, 1] and values.tolist() == [2.0, 0.0, 1.0]
    broken = paddle.to_tensor([1.0, 0.0, float("nan")])
    with pytest.raises(RunError, match=r"num_nan=1, num_inf=0, num_zero=1\) in \[device=cpu, op=op, tensor=name"):
        debugging.check_numerics(broken, "op", "name")
    stats, values = debugging.check_numerics(broken, "op", "name", DebugMode.CHECK_NAN_INF)
    assert stats.tolist() == [1, 0, 1] and values.tolist()[:2] == [1.0, 0.0]
    with pytest.raises(UsageError):
        debugging.check_numerics(3, "op", "name")


def test_check_numerics_in_a_program():
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    stats, values = debugging.check_numerics(x, "op", "name", DebugMode.CHECK_NAN_INF)
    found = paddle.static.Executor().run(feed={"x": np.array([0, np.inf], "float32")}, fetch_list=[stats, values])
    assert found[0].tolist() == [0, 1, 1] and found[1].tolist()[0] == np.inf


def test_a_layer_is_checked_while_it_runs():
    class Layer(nn.Layer):
        @debugging.check_layer_numerics
        def forward(self, x):
            return paddle.log(x)

    layer = Layer()
    assert layer(paddle.ones([1])).item() == 0
    with pytest.raises(RunError, match="op=log"):
        layer(paddle.zeros([1]))
    bad()
    with pytest.raises(RuntimeError, match="must be a Tensor"):
        layer(3)
    with pytest.raises(RuntimeError, match="without positional arguments"):
        layer.forward()


def test_ops_are_counted_by_precision(capsys):
    with debugging.collect_operator_stats():
        a = paddle.ones([2, 2]) @ paddle.ones([2, 2])
        a + a.astype("float16").astype("float32")
        paddle.to_tensor([1, 2]) + 1
    table = capsys.readouterr().out
    rows = {
        line.split("|")[0].strip(): [int(n) for n in line.split("|")[1:]]
        for line in table.splitlines()
        if "  |" in line
    }
    assert rows == {
        "cast": [1, 0, 1, 0], "elementwise_add": [0, 0, 1, 0], "fill_constant": [0, 0, 2, 0],
        "matmul_v2": [0, 0, 1, 0], "scale": [0, 0, 0, 1],
    }  # fmt: skip
    assert "op count: 5" in table
    debugging.disable_operator_stats_collection()
    assert not capsys.readouterr().out
    paddle.enable_static()
    with pytest.raises(ModeError):
        debugging.enable_operator_stats_collection()


@pytest.mark.parametrize(
    "options, error",
    [
        ({"debug_step": 3}, ArgumentError), ({"debug_step": [5, 1]}, ModeError),
        ({"checked_op_list": "a"}, ArgumentError),
        ({"skipped_op_list": "a"}, ArgumentError), ({"debug_mode": 1}, ArgumentError),
        ({"stack_height_limit": "1"}, ArgumentError),
    ],
)  # fmt: skip
def test_refusals(options, error):
    with pytest.raises(error):
        TensorCheckerConfig(True, **options)
