"""Print and Assert: their output, how often they print, and that values and gradients pass."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, NotFound, UsageError
from opscope.paddle import static
from opscope.paddle.static.nn.control_flow import Assert
from tests.paddle.static.programs import data

X = np.array([0.5, -1.0, 2.0])


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def printed(capsys, fetch, times=1):
    exe = static.Executor()
    capsys.readouterr()
    for _ in range(times):
        found = exe.run(feed={"x": X}, fetch_list=list(fetch))
    return capsys.readouterr().out, found


def test_the_lines_are_paddles_and_the_value_passes(capsys):
    y = static.Print(data(), message="MSG")
    text, (got,) = printed(capsys, [y])
    assert text == (
        "Variable: x\n  - message: MSG\n  - lod: {}\n  - place: Place(cpu)\n  - shape: [3]\n  - layout: NCHW\n"
        "  - dtype: float64\n  - data: [0.5 -1 2]\n"
    )
    assert np.array_equal(got, X) and y.name == "print_0.tmp_0"


def test_fields_can_be_left_out_and_elements_counted(capsys):
    off = dict.fromkeys(("type", "shape", "layout", "lod", "name"), False)
    static.Print(data(), summarize=2, **{f"print_tensor_{k}": v for k, v in off.items()})
    assert printed(capsys, [])[0] == "  - place: Place(cpu)\n  - data: [0.5 -1]\n"


@pytest.mark.parametrize("phase, forward, backward", [("both", 1, 1), ("forward", 1, 0), ("BACKWARD", 0, 1)])
def test_phases_and_the_gradient_that_passes(capsys, phase, forward, backward):
    x = data()
    y = static.Print(x, print_phase=phase)
    (grad,) = static.gradients([y * y], [x])
    text, (got,) = printed(capsys, [grad])
    np.testing.assert_allclose(got, 2 * X)
    assert text.count("Variable: x\n") == forward and text.count("Variable: print_0.tmp_0@GRAD\n") == backward


def test_first_n_counts_runs_per_phase_also_when_they_are_lowered(capsys):
    x = data()
    (grad,) = static.gradients([static.Print(x, first_n=2) * 3], [x])
    text, _ = printed(capsys, [grad], times=5)
    assert text.count("Variable: x\n") == 2 and text.count("@GRAD\n") == 2


def test_what_cannot_be_printed_is_refused():
    with pytest.raises(UsageError, match=r"The type of 'input' in paddle.static.Print must be"):
        static.Print(3)
    with pytest.raises(NotFound, match=r"Value ABC is not in enum container \[BOTH ,BACKWARD ,FORWARD\]"):
        static.Print(data(), print_phase="abc")


def test_assert_stops_the_run_and_shows_the_data():
    x = data()
    Assert((x.sum() < 2).reshape([1]), [x], summarize=2)
    exe = static.Executor()
    exe.run(feed={"x": X})
    with pytest.raises(
        ArgumentError, match=r"(?s)must be true, but received false.*x +\[2 2 \.\.\.\].*test_print"
    ) as e:
        exe.run(feed={"x": X * 0 + 2})
    assert isinstance(e.value, ValueError)


def test_assert_takes_a_bool_variable():
    with pytest.raises(UsageError, match=r"The type of 'cond' in static.nn.control_flow.Assert"):
        Assert(True)
    with pytest.raises(DTypeError):
        Assert(data())
    with pytest.raises(UsageError, match="The type of '%Data' in operator assert should be one of"):
        Assert(data("y").sum() > 0, [3])


def test_programs_that_print_and_keep_arrays_are_read_again(capsys):
    from opscope.ir.control_flow.tensor_array import array_read, create_array

    x = data()
    array = create_array("float64", [x, static.Print(x)])
    out = array_read(array, paddle.full([1], 1, "int64"))
    program = static.default_main_program()
    again = static.Program.parse_from_string(program.desc.serialize_to_string())
    assert str(again) == str(program)
    got = static.Executor().run(again, feed={"x": X}, fetch_list=[out.name])[0]
    assert np.array_equal(got, X) and "Variable: x\n" in capsys.readouterr().out


def test_assert_takes_one_element():
    Assert(paddle.ones([1, 2], "bool"))
    with pytest.raises(ArgumentError, match=r"The numel of Input\(Condition\) should be 1, but received 2"):
        static.Executor().run()
