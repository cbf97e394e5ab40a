import sys

import numpy as np

from opscope import paddle
from pkg.model import build

paddle.enable_static()
paddle.seed(5)
loss = build(int(sys.argv[1]))
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
for step in range(3):
    batch = np.full((4, 3), step - 1, "float32")
    (value,) = exe.run(feed={"x": batch}, fetch_list=[loss])
print("value", value)
raise SystemExit(3)
