"""State saved in one process goes on in another; where OPSCOPE_PADDLE is set, also between opscope and Paddle."""

import json
import os
import subprocess

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from tests.fresh import python

PADDLE = os.environ.get("OPSCOPE_PADDLE")
WAYS = [("opscope", "opscope"), ("opscope", "paddle"), ("paddle", "opscope")]
ways = [
    pytest.param(
        *way, marks=[] if set(way) == {"opscope"} or PADDLE else pytest.mark.skip(reason="OPSCOPE_PADDLE is not set")
    )
    for way in WAYS
]

STATIC = """
import json, sys
import numpy as np
import paddle
paddle.enable_static()
what, folder = sys.argv[1:]
x = paddle.static.data("x", [4, 3])
w = paddle.static.create_parameter([3, 2], "float32", name="w", default_initializer=paddle.nn.initializer.Constant(0.5))
loss = paddle.mean(paddle.tanh(paddle.matmul(x, w)))
model = paddle.static.default_main_program().clone(for_test=True)
paddle.optimizer.Adam(0.1).minimize(loss)
exe = paddle.static.Executor(paddle.CPUPlace())
exe.run(paddle.static.default_startup_program())
feed = {"x": np.linspace(-1, 2, 12, dtype="float32").reshape(4, 3)}
step = lambda: float(exe.run(feed=feed, fetch_list=[loss])[0])
if what == "save":
    step()
    paddle.static.save(paddle.static.default_main_program(), folder + "/state")
else:
    paddle.static.load(paddle.static.default_main_program(), folder + "/state", exe)
print(json.dumps([step() for _ in range(3)]))
"""

DYGRAPH = """
import json, sys
import numpy as np
import paddle
what, folder = sys.argv[1:]
model = paddle.nn.Linear(3, 2)
with paddle.no_grad():
    for p in model.parameters():
        p.set_value(np.linspace(-1, 1, p.size, dtype="float32").reshape(p.shape))
rate = paddle.optimizer.lr.StepDecay(0.1, step_size=2)
optimizer = paddle.optimizer.Momentum(rate, 0.9, parameters=model.parameters())
x = paddle.to_tensor(np.linspace(-1, 2, 12, dtype="float32").reshape(4, 3))

def step():
    loss = (model(x) ** 2).mean()
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    rate.step()
    return float(loss)

if what == "save":
    step()
    paddle.save(model.state_dict(), folder + "/model.pdparams")
    paddle.save(optimizer.state_dict(), folder + "/model.pdopt")
else:
    model.set_state_dict(paddle.load(folder + "/model.pdparams"))
    optimizer.set_state_dict(paddle.load(folder + "/model.pdopt"))
print(json.dumps([step() for _ in range(3)]))
"""


def told(who, text, what, folder):
    if who == "opscope":
        done = python("-c", f"import opscope; opscope.as_paddle()\n{text}", what, str(folder))
    else:
        command = [str(PADDLE), "-W", "ignore", "-c", text, what, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("text", [STATIC, DYGRAPH], ids=["static", "dygraph"])
@pytest.mark.parametrize("writer, reader", ways)
def test_training_goes_on_where_it_was(text, writer, reader, tmp_path):
    went_on = told(writer, text, "save", tmp_path)
    np.testing.assert_allclose(told(reader, text, "load", tmp_path), went_on, rtol=1e-5)


class TestFiles:
    @pytest.fixture
    def exe(self):
        paddle.enable_static()
        x = static.data("x", [None, 3], "float32")
        w = static.create_parameter([3, 2], "float32", name="w")
        paddle.optimizer.Adam(0.1).minimize(paddle.mean(paddle.matmul(x, w)))
        exe = static.Executor()
        exe.run(static.default_startup_program())
        return exe

    def test_save_writes_three_files(self, exe, tmp_path):
        static.save(static.default_main_program(), str(tmp_path / "deep" / "prefix"))
        assert sorted(p.name for p in (tmp_path / "deep").iterdir()) == [
            "prefix.opscope.json",
            "prefix.pdopt",
            "prefix.pdparams",
        ]

    def test_state_is_arrays_by_name(self, exe, tmp_path):
        static.save(static.default_main_program(), str(tmp_path / "prefix"))
        state = static.load_program_state(str(tmp_path / "prefix"))
        assert {"w", "learning_rate_0", "w_moment1_0", "w_moment2_0", "w_beta1_pow_acc_0"} <= state.keys()
        assert all(type(v) is np.ndarray for v in state.values()) and state["w"].shape == (3, 2)

    def test_state_is_set_by_name(self, exe):
        static.set_program_state(static.default_main_program(), {"w": np.full((3, 2), 5, "float32")})
        assert (np.array(static.global_scope().find_var("w").get_tensor()) == 5).all()

    def test_a_wrong_shape_is_an_assertion_error_that_names_it(self, exe):
        with pytest.raises(AssertionError, match=r"the parameter .*w.* of the program has the shape"):
            static.set_program_state(static.default_main_program(), {"w": np.zeros((2, 2), "float32")})

    def test_what_is_not_there(self, exe, tmp_path):
        with pytest.raises(FileNotFoundError, match=r"nope.pdparams"):
            static.load(static.default_main_program(), str(tmp_path / "nope"), exe)

    @pytest.mark.parametrize("path", ["", "folder/"])
    def test_a_path_without_a_name(self, exe, path):
        with pytest.raises(AssertionError, match="model_path must have the form dirname/filename"):
            static.save(static.default_main_program(), path)

    def test_the_mode_of_state_dict(self, exe):
        program = static.default_main_program()
        assert set(program.state_dict("param")) == {"w"} and "w_moment1_0" in program.state_dict("opt")
        with pytest.raises(ValueError, match="`mode` string should be 'param', 'opt' or 'all', but received zz"):
            program.state_dict("zz")
