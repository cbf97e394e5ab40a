"""paddle.callbacks: listeners of the training, evaluation and prediction of a Model."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.checks.unsupported import unsupported_function
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, OpscopeWarning
from opscope.paddle.optimizer.lr import LRScheduler as Schedule
from opscope.paddle.optimizer.lr import ReduceOnPlateau

Logs = Mapping[str, Any] | None


class Callback(Described):
    """Base class of callbacks: derive a class, and override methods.

    `model` and `params` (batch_size, epochs, steps, verbose, metrics) are set before the first call. logs contains the
    values by name, the last `step`, and its `batch_size`.
    """

    def __init__(self) -> None:
        self.model: Any = None
        self.params: dict[str, Any] = {}

    def set_params(self, params: Mapping[str, Any]) -> None:
        self.params = dict(params)

    def set_model(self, model: Any) -> None:
        self.model = model

    def on_train_begin(self, logs: Logs = None) -> None: ...
    def on_train_end(self, logs: Logs = None) -> None: ...
    def on_eval_begin(self, logs: Logs = None) -> None: ...
    def on_eval_end(self, logs: Logs = None) -> None: ...
    def on_predict_begin(self, logs: Logs = None) -> None: ...
    def on_predict_end(self, logs: Logs = None) -> None: ...
    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None: ...
    def on_epoch_end(self, epoch: int, logs: Logs = None) -> None: ...
    def on_train_batch_begin(self, step: int, logs: Logs = None) -> None: ...
    def on_train_batch_end(self, step: int, logs: Logs = None) -> None: ...
    def on_eval_batch_begin(self, step: int, logs: Logs = None) -> None: ...
    def on_eval_batch_end(self, step: int, logs: Logs = None) -> None: ...
    def on_predict_batch_begin(self, step: int, logs: Logs = None) -> None: ...
    def on_predict_batch_end(self, step: int, logs: Logs = None) -> None: ...


class CallbackList(Described):
    """Several callbacks as a single callback."""

    def __init__(self, callbacks: Iterable[Callback]) -> None:
        self.callbacks = list(callbacks)

    def begin(self, model: Any, params: Mapping[str, Any]) -> None:
        """Set the model of all callbacks."""
        for callback in self.callbacks:
            callback.set_model(model)
            callback.set_params(params)

    def tell(self, what: str, *args: Any) -> None:
        """Call the method with a name on each callback."""
        for callback in self.callbacks:
            getattr(callback, what)(*args)


class ProgBarLogger(Callback):
    """Prints loss and metrics every log_freq batches: verbose 1 rewrites one line, 2 prints lines."""

    def __init__(self, log_freq: int = 1, verbose: int = 2) -> None:
        super().__init__()
        self.log_freq, self.verbose = log_freq, verbose
        self._since, self._seen, self._samples = 0.0, 0, 0
        self._total: int | None = None  # batches, where the loader knows

    def on_train_begin(self, logs: Logs = None) -> None:
        if self.verbose:
            self._print(
                "The loss value printed in the log is the current step, and the metric is the average value of "
                "previous steps."
            )

    def on_epoch_begin(self, epoch: int, logs: Logs = None) -> None:
        if self.verbose:
            self._print(f"Epoch {epoch + 1}/{self.params.get('epochs')}")
        self._started(self.params.get("steps"))

    def on_train_batch_end(self, step: int, logs: Logs = None) -> None:
        self._batch(step, logs, "train")

    def on_eval_begin(self, logs: Logs = None) -> None:
        self._begin("Eval begin...", logs)

    def on_eval_batch_end(self, step: int, logs: Logs = None) -> None:
        self._batch(step, logs, "eval")

    def on_eval_end(self, logs: Logs = None) -> None:
        if self.verbose:
            self._print(f"Eval samples: {self._samples}")

    def on_predict_begin(self, logs: Logs = None) -> None:
        self._begin("Predict begin...", logs)

    def on_predict_batch_end(self, step: int, logs: Logs = None) -> None:
        self._batch(step, logs, "predict")

    def on_predict_end(self, logs: Logs = None) -> None:
        if self.verbose:
            self._print(f"Predict samples: {self._samples}")

    def _begin(self, text: str, logs: Logs) -> None:
        if self.verbose:
            self._print(text)
        self._started((logs or {}).get("steps"))

    def _started(self, total: int | None) -> None:
        self._since, self._seen, self._samples, self._total = time.perf_counter(), 0, 0, total

    def _batch(self, step: int, logs: Logs, mode: str) -> None:
        self._seen += 1
        self._samples += (logs or {}).get("batch_size", 0)
        total = self._total
        last = total is not None and step + 1 == total
        if not self.verbose or not (last or (step + 1) % self.log_freq == 0):
            return
        words = [f"step {step + 1}/{total if total is not None else 'Unknown'}"]
        if self.verbose == 1 and total:
            done = int(30 * (step + 1) / total)
            words[0] += f" [{'=' * done}{'.' * (30 - done)}]"
        for name in self.params.get("metrics", ()) if mode != "predict" else ():
            if name in (logs or {}):
                values = np.asarray((logs or {})[name], dtype="float64").reshape(-1)
                words.append(f"{name}: " + " ".join(f"{v:.4f}" for v in values))
        words.append(f"{(time.perf_counter() - self._since) / self._seen * 1000:.0f}ms/step")
        rewrite = self.verbose == 1 and not last
        self._print(("\r" if self.verbose == 1 else "") + " - ".join(words), end="" if rewrite else "\n")

    def _print(self, text: str, end: str = "\n") -> None:
        sys.stdout.write(text + end)


class ModelCheckpoint(Callback):
    """Saves the model to <save_dir>/<epoch> every save_freq epochs, and to <save_dir>/final."""

    def __init__(self, save_freq: int = 1, save_dir: str | None = None) -> None:
        super().__init__()
        self.save_freq, self.save_dir = save_freq, save_dir

    def on_epoch_end(self, epoch: int, logs: Logs = None) -> None:
        if self.save_dir and epoch % self.save_freq == 0:
            self._save(str(epoch))

    def on_train_end(self, logs: Logs = None) -> None:
        if self.save_dir:
            self._save("final")

    def _save(self, name: str) -> None:
        path = str((Path(self.save_dir or "") / name).absolute())
        sys.stdout.write(f"save checkpoint at {path}\n")
        self.model.save(path)


class LRScheduler(Callback):
    """Steps the learning rate schedule of the optimizer after every batch, or every epoch."""

    def __init__(self, by_step: bool = True, by_epoch: bool = False) -> None:
        super().__init__()
        if by_step and by_epoch:
            raise ArgumentError("by_step and by_epoch must not both be True", site=site())
        self.by_step, self.by_epoch = by_step, by_epoch

    def _step(self) -> None:
        rate = getattr(getattr(self.model, "_optimizer", None), "_learning_rate", None)
        if isinstance(rate, Schedule) and not isinstance(rate, ReduceOnPlateau):
            rate.step()

    def on_train_batch_end(self, step: int, logs: Logs = None) -> None:
        if self.by_step:
            self._step()

    def on_epoch_end(self, epoch: int, logs: Logs = None) -> None:
        if self.by_epoch:
            self._step()


class EarlyStopping(Callback):
    """Ends the training after `patience` evaluations in which `monitor` did not improve by min_delta.

    mode is min, max or auto (max for a name with acc). The best model is saved as <save_dir>/best_model.
    """

    def __init__(
        self,
        monitor: str = "loss",
        mode: str = "auto",
        patience: int = 0,
        verbose: int = 1,
        min_delta: float = 0,
        baseline: float | None = None,
        save_best_model: bool = True,
    ) -> None:
        super().__init__()
        if mode not in ("auto", "min", "max"):
            raise ArgumentError(f"mode should be auto, min or max, but received {mode!r}", site=site())
        self.monitor, self.patience, self.verbose = monitor, patience, verbose
        self.min_delta, self.baseline, self.save_best_model = abs(min_delta), baseline, save_best_model
        self.sign = 1.0 if mode == "max" or (mode == "auto" and "acc" in monitor) else -1.0
        self.save_dir: str | None = None
        self.stopped_epoch = 0

    def on_train_begin(self, logs: Logs = None) -> None:
        self.wait_epoch = 0
        self.best_value = -self.sign * float("inf") if self.baseline is None else self.baseline

    def on_eval_end(self, logs: Logs = None) -> None:
        if not logs or self.monitor not in logs:
            warn(
                OpscopeWarning(
                    "monitor of EarlyStopping should be 'loss' or the name of a metric, but the logs have no "
                    "such value.",
                    site=site(),
                )
            )
            return
        value = float(np.asarray(logs[self.monitor]).reshape(-1)[0])
        if self.sign * (value - self.best_value) > self.min_delta:
            self.best_value, self.wait_epoch = value, 0
            if self.save_best_model and self.save_dir:
                self.model.save(str(Path(self.save_dir) / "best_model"))
        else:
            self.wait_epoch += 1
        if self.wait_epoch >= self.patience and self.wait_epoch:
            self.model.stop_training = True
            if self.verbose:
                sys.stdout.write(f"Epoch {self.stopped_epoch + 1}: Early stopping.\n")
        self.stopped_epoch += 1


class ReduceLROnPlateau(Callback):
    """Multiplies the learning rate by factor after `patience` evaluations without an improvement of `monitor`.

    An improvement is a change by at least min_delta; mode is min, max or auto (max for a name with acc). After a
    reduction, the callback waits for `cooldown` evaluations. The rate stays above min_lr. Raises ArgumentError (a
    ValueError) for a factor of 1 or more. Warns if the rate is not a number, and if monitor is not in the logs.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/callbacks/ReduceLROnPlateau_en.html
    """

    def __init__(
        self,
        monitor: str = "loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 1,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
    ) -> None:
        super().__init__()
        if factor >= 1.0:
            raise ArgumentError("factor of ReduceLROnPlateau must be less than 1.0.", site=site())
        if mode not in ("auto", "min", "max"):
            raise ArgumentError(f"mode should be auto, min or max, but received {mode!r}", site=site())
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.min_delta, self.cooldown, self.min_lr = min_delta, cooldown, min_lr
        self.sign = 1.0 if mode == "max" or (mode == "auto" and "acc" in monitor) else -1.0
        self.epoch = 0
        self._reset()

    def _reset(self) -> None:
        self.best, self.cooldown_counter, self.wait = -self.sign * float("inf"), 0, 0

    def on_train_begin(self, logs: Logs = None) -> None:
        self._reset()

    def in_cooldown(self) -> bool:
        """True during the evaluations after a reduction."""
        return self.cooldown_counter > 0

    def on_eval_end(self, logs: Logs = None) -> None:
        optimizer = self.model._optimizer
        if not logs or self.monitor not in logs:
            warn(
                OpscopeWarning(
                    "monitor of ReduceLROnPlateau should be 'loss' or the name of a metric, but the logs have no "
                    "such value.",
                    site=site(),
                )
            )
            return
        if isinstance(optimizer._learning_rate, Schedule):
            warn(
                OpscopeWarning(
                    "ReduceLROnPlateau changes nothing, because the learning rate of the optimizer is a "
                    "schedule, not a float.",
                    site=site(),
                )
            )
            return
        value = float(np.asarray(logs[self.monitor]).reshape(-1)[0])
        if self.in_cooldown():
            self.cooldown_counter, self.wait = self.cooldown_counter - 1, 0
        if self.sign * (value - self.best) > self.min_delta:
            self.best, self.wait = value, 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(optimizer)
        self.epoch += 1

    def _reduce(self, optimizer: Any) -> None:
        old = optimizer.get_lr()
        if old <= self.min_lr:
            return
        optimizer.set_lr(max(old * self.factor, self.min_lr))
        self.cooldown_counter, self.wait = self.cooldown, 0
        if self.verbose:
            rate = optimizer.get_lr()
            sys.stdout.write(f"\nEpoch {self.epoch + 1}: ReduceLROnPlateau reducing learning rate to {rate}.\n")


VisualDL = unsupported_function("VisualDL", "opscope does not use the package visualdl", "write a Callback")
WandbCallback = unsupported_function("WandbCallback", "opscope sends no data to other services", "write a Callback")

__all__ = [
    "Callback",
    "CallbackList",
    "EarlyStopping",
    "LRScheduler",
    "ModelCheckpoint",
    "ProgBarLogger",
    "ReduceLROnPlateau",
    "VisualDL",
    "WandbCallback",
]
