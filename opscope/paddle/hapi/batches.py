"""Steps of paddle.Model for a batch: train, evaluate, predict."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.described import Described
from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.eager.autograd import no_grad
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ModeError, UnsupportedError, UsageError
from opscope.paddle.metric import Metric
from opscope.ranks.launched_processes import LAUNCHED, PADDLE, launched_processes, require_one_process


def as_list(value: Any) -> list[Any]:
    """Return a list, from a value, a list or tuple of values, or None."""
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


def _tensors(values: Any) -> list[Tensor]:
    return [v if isinstance(v, Tensor) else to_tensor(np.asarray(unmasked(v))) for v in as_list(values)]


class Batches(Described):
    """A network with its optimizer, loss and metrics."""

    def __init__(self, network: Any, inputs: Any = None, labels: Any = None) -> None:
        launched = launched_processes(os.environ)
        if PADDLE in launched or (launched and LAUNCHED in os.environ):  # no other launcher makes Model share the work
            require_one_process("Model")
        self.network = network
        self._inputs, self._labels = as_list(inputs), as_list(labels)
        self._loss: Any = None
        self._optimizer: Any = None
        self._metrics: list[Metric] = []
        self.stop_training = False
        self.mode = "train"

    def prepare(self, optimizer: Any = None, loss: Any = None, metrics: Any = None, amp_configs: Any = None) -> None:
        """Set optimizer, loss (a layer or function) and metrics. Raises UnsupportedError for amp_configs."""
        if not in_dynamic_mode():
            raise ModeError("Model works in dygraph mode only", site=site(), fix="call paddle.disable_static() first")
        if amp_configs is not None:
            raise UnsupportedError(
                "Model.prepare does not support amp_configs",
                site=site(),
                fix="call paddle.amp.auto_cast in a training loop of your own",
            )
        if loss is not None and not callable(loss):
            raise UsageError("'loss' must be a paddle.nn.Layer or another callable object.", site=site())
        for metric in as_list(metrics):
            if not isinstance(metric, Metric):
                raise ModeError(
                    f"each metric must be an instance of Metric, but received a {type(metric).__name__}", site=site()
                )
        self._optimizer, self._loss, self._metrics = optimizer, loss, as_list(metrics)

    def train_batch(self, inputs: Any, labels: Any = None, update: bool = True) -> Any:
        """Train with one batch. Return [losses], with metrics ([losses], [metrics]).

        update=False only accumulates gradients.
        """
        if self._optimizer is None or self._loss is None:
            raise ModeError("the model is not ready, please call `model.prepare()` first", site=site())
        self.network.train()
        outputs, losses, given = self._forward(inputs, labels if labels is not None else [])
        total = losses[0]
        for loss in losses[1:]:
            total = total + loss
        total.backward()
        if update:
            self._optimizer.step()
            self._optimizer.clear_grad()
        return self._result(losses, self._measured(outputs, given))

    def eval_batch(self, inputs: Any, labels: Any = None) -> Any:
        """Return the losses and metrics of one batch, in the form of train_batch."""
        self.network.eval()
        with no_grad():
            outputs, losses, given = self._forward(inputs, labels)
            return self._result(losses, self._measured(outputs, given))

    def predict_batch(self, inputs: Any) -> list[Any]:
        """Return the outputs for one batch, as arrays."""
        self.network.eval()
        with no_grad():
            return [out.numpy() for out in as_list(self.network(*_tensors(inputs)))]

    def _forward(self, inputs: Any, labels: Any) -> tuple[list[Any], list[Any], list[Tensor]]:
        outputs = as_list(self.network(*_tensors(inputs)))
        given = _tensors(labels)
        losses = as_list(self._loss(*outputs, *given)) if self._loss is not None and (given or labels == []) else []
        return outputs, losses, given

    def _measured(self, outputs: list[Any], labels: list[Tensor]) -> list[Any]:
        return [metric.update(*as_list(metric.compute(*outputs, *labels))) for metric in self._metrics]

    def _result(self, losses: list[Any], measured: list[Any]) -> Any:
        found = [loss.numpy() for loss in losses]
        return (found, measured) if self._metrics and losses else found if losses else measured

    def _divided(self, batch: Any, labelled: bool = True) -> tuple[list[Any], list[Any]]:
        """Return the inputs and the labels of a batch."""
        members = as_list(batch)
        if self._inputs:
            count = len(self._inputs)
        elif labelled and self._loss is not None and len(members) > 1:
            count = len(members) - (len(self._labels) or 1)
        else:
            count = len(members) - len(self._labels) if len(members) > len(self._labels) else len(members)
            if not labelled and not self._labels and len(members) > 1:
                count = len(members) - 1 if self._loss is not None else len(members)
        return members[:count], members[count:]

    def _names(self) -> list[str]:
        return ["loss"] * (self._loss is not None) + [n for metric in self._metrics for n in as_list(metric.name())]
