"""Element-wise addition by a py_func that refuses unequal shapes with an AssertionError of its own."""

import numpy as np
import paddle

paddle.enable_static()


def add(a, b):
    a, b = np.array(a), np.array(b)
    if a.shape != b.shape:
        raise AssertionError(f"{a.shape} and {b.shape} cannot be added")
    return a + b


main, startup = paddle.static.Program(), paddle.static.Program()
with paddle.static.program_guard(main, startup):
    a = paddle.static.data(name="a", shape=[2, 3], dtype="int32")
    b = paddle.static.data(name="b", shape=[None, 3], dtype="int32")
    total = main.current_block().create_var(name="total", dtype="int32", shape=[3, 1])  # not what comes
    assert paddle.static.py_func(func=add, x=[a, b], out=total) is total

exe = paddle.static.Executor(paddle.CPUPlace())
exe.run(startup)
ones = np.ones((2, 3), "int32")
(result,) = exe.run(main, feed={"a": ones, "b": ones * 2}, fetch_list=[total.name])
assert result.dtype == np.int32 and (result == 3).all()
try:
    exe.run(main, feed={"a": ones, "b": np.ones((4, 3), "int32")}, fetch_list=[total])
except AssertionError as e:
    message = str(e)
assert message == "(2, 3) and (4, 3) cannot be added"
(result,) = exe.run(main, feed={"a": ones, "b": ones}, fetch_list=[total])
assert (result == 2).all()
