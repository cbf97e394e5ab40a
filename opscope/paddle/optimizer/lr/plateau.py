"""ReduceOnPlateau: reduces the learning rate if a metric has not improved for some time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.paddle.optimizer.lr.scheduler import LRScheduler, checked_rate


class ReduceOnPlateau(LRScheduler):
    """Multiply the learning rate by `factor` if the metric has not improved for more than `patience` steps.

    The metric is passed to `step`. The metric has improved if it is lower (mode "min") or higher ("max") than the best
    metric by `threshold`, which is relative ("rel") or absolute ("abs"). The `cooldown` steps after a reduction do not
    count. Changes below epsilon are not made.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/ReduceOnPlateau_en.html
    """

    keys: Sequence[str] = ("cooldown_counter", "best", "num_bad_epochs", "last_epoch", "last_lr")

    def __init__(
        self,
        learning_rate: float,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float = 0,
        epsilon: float = 1e-8,
        verbose: bool = False,
    ) -> None:
        if str(mode).lower() not in ("min", "max"):
            raise ArgumentError(f"mode {mode!r} is unknown", site=site(), fix="use 'min' or 'max'")
        if str(threshold_mode).lower() not in ("rel", "abs"):
            raise ArgumentError(f"threshold_mode {threshold_mode!r} is unknown", site=site(), fix="use 'rel' or 'abs'")
        given = {"factor": factor, "threshold": threshold, "min_lr": min_lr, "epsilon": epsilon}
        for name, value in (given | {"patience": patience, "cooldown": cooldown}).items():
            if finite_number(value, name) < 0:
                raise ArgumentError(f"{name} must be at least 0, but received {value}", site=site())
        if factor >= 1.0:
            raise ArgumentError(
                "factor should be less than 1.0, because the new learning rate is the old learning rate * factor.",
                facts={"factor": factor},
            )
        self.mode, self.threshold_mode = mode.lower(), threshold_mode.lower()
        self.factor, self.patience, self.threshold = factor, patience, threshold
        self.cooldown, self.min_lr, self.epsilon = cooldown, min_lr, epsilon
        self.cooldown_counter = self.num_bad_epochs = self.last_epoch = 0
        self.best: float | None = None
        self.base_lr = self.last_lr = checked_rate(learning_rate)
        self.verbose = verbose

    def get_lr(self) -> float:
        return self.last_lr

    def step(self, metrics: Any = None, epoch: int | None = None) -> None:  # type: ignore[override]
        """Report the metric: a number, or an array or Tensor of one number. Raises UsageError otherwise."""
        value = _number(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            return
        if self.best is None or self._better(value, self.best):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.num_bad_epochs > self.patience:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
            new = max(self.last_lr * self.factor, self.min_lr)
            if self.last_lr - new > self.epsilon:
                self.last_lr = new
                self._say()

    def _better(self, value: float, best: float) -> bool:
        sign = 1.0 if self.mode == "max" else -1.0
        if self.threshold_mode == "rel":
            return sign * value > sign * best * (1.0 + sign * self.threshold)
        return sign * value > sign * best + self.threshold


def _number(metrics: Any) -> float:
    if isinstance(metrics, int | float) or (hasattr(metrics, "__array__") and metrics.size == 1):
        return float(metrics if isinstance(metrics, int | float) else metrics.item())
    raise UsageError(
        "metrics must be 'int', 'float', 'np.float64', 'numpy.ndarray' or a 'paddle.Tensor' with one element, "
        f"but received {type(metrics)}", site=site(), fix="call scheduler.step(loss)",
    )  # fmt: skip
