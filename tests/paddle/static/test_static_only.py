"""Calls that act on programs are refused in dygraph mode, where they would silently do nothing of use; as in Paddle."""

import pytest

from opscope import paddle
from opscope.errors import ModeError
from opscope.paddle import static

CALLS = {
    "data": lambda program, path: static.data("x", [1]),
    "Executor.run": lambda program, path: static.Executor().run(program),
    "save": lambda program, path: static.save(program, path),
    "load": lambda program, path: static.load(program, path),
    "deserialize_persistables": lambda program, path: static.deserialize_persistables(program, b""),
    "set_program_state": lambda program, path: static.set_program_state(program, {}),
}


@pytest.mark.parametrize("name", CALLS)
def test_refused_in_dygraph_mode(name, tmp_path):
    paddle.disable_static()
    with pytest.raises(ModeError, match=rf"'{name}\(\)' is only supported in static graph mode") as refused:
        CALLS[name](static.Program(), str(tmp_path / "model"))
    assert refused.value.fix == "call paddle.enable_static() first" and "test_static_only.py" in str(refused.value)
    assert not list(tmp_path.iterdir())
