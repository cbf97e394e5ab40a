"""The training loop: a few epochs of Adam, with a test after each. The loop does not import the debugger."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from opscope import paddle
from opscope.demo.digits import Digits
from opscope.demo.model import Classifier

EPOCHS = 12

# The tapped values (see opscope.debug.taps.selector): layers by name, outputs of some kinds of operators, parameters,
# and the gradients of parameters.
TAPS = (
    *("image", "conv*.tmp_0", "norm?.tmp_0", "op:py_func", "pooled", "op:pylayer", "dropout", "logits", "loss"),
    *("*.w_0", "*.w_0@GRAD", "*.b_0@GRAD"),
)


@dataclass
class Progress:
    """The progress of the training."""

    epochs: int
    steps: int  # in an epoch
    epoch: int = 1
    step: int = 0
    losses: list[float] = field(default_factory=list[float])
    accuracies: list[float] = field(default_factory=list[float])
    began: float = field(default_factory=time.perf_counter)

    @property
    def done(self) -> int:
        """The number of finished steps in all epochs."""
        return len(self.losses)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began

    @property
    def pace(self) -> float:
        """Seconds per step."""
        return self.seconds / max(self.done, 1)

    @property
    def accuracy(self) -> float | None:
        """The test accuracy after the latest epoch, in [0, 1]; None before the first."""
        return self.accuracies[-1] if self.accuracies else None


def train(net: Classifier, digits: Digits, progress: Progress, place: str = "cpu", seed: int = 0) -> float:
    """Train from scratch. Returns the test accuracy, in [0, 1]; the same seed gives the same result, bit for bit."""
    paddle.seed(seed)
    exe = paddle.static.Executor(place)
    exe.run(net.startup)
    for epoch in range(progress.epochs):
        progress.epoch, progress.step = epoch + 1, 0
        for image, label in digits.batches(seed + epoch):
            loss, _ = exe.run(net.main, feed={"image": image, "label": label}, fetch_list=[net.loss, net.accuracy])
            progress.step += 1
            progress.losses.append(float(loss))
        progress.accuracies.append(evaluate(exe, net, digits))
    return progress.accuracies[-1]


def evaluate(exe: paddle.static.Executor, net: Classifier, digits: Digits) -> float:
    """The test accuracy, in [0, 1]."""
    image, label = digits.test
    (accuracy,) = exe.run(net.test, feed={"image": image, "label": label}, fetch_list=[net.accuracy])
    return float(accuracy)
