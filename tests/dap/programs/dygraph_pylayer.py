import numpy as np

from opscope import paddle
from opscope.paddle.autograd import PyLayer

paddle.seed(3)


class Double(PyLayer):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        return y

    @staticmethod
    def backward(ctx, dy):
        return dy * 2


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = paddle.nn.Linear(3, 4)

    def forward(self, batch):
        hidden = self.fc(batch)
        hidden = paddle.tanh(hidden)
        return Double.apply(hidden)


net = Net()
optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
rng = np.random.default_rng(0)


def train(steps):
    total = 0.0
    for i in range(steps):
        batch = paddle.to_tensor(rng.standard_normal((2, 3)).astype("float32"))
        loss = net(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        total += float(loss)
        print("step", i)
    return total


print("total", train(5))
