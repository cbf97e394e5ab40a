"""paddle.Model: a network with its loss, optimizer and metrics, and loops for training, evaluation and prediction."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, OpscopeWarning
from opscope.paddle import jit
from opscope.paddle.hapi.batches import Batches, as_list
from opscope.paddle.hapi.callbacks import CallbackList, LRScheduler, ModelCheckpoint, ProgBarLogger
from opscope.paddle.hapi.summary import summary
from opscope.paddle.io import DataLoader
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.saving import load as load_file
from opscope.paddle.saving import save as save_file


class Model(Batches):
    """A network with its optimizer, loss and metrics, in dygraph.

    `inputs` and `labels` (InputSpecs) divide a batch. Without them, if prepare was called with a loss, the last member
    of a batch is the label.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/Model_en.html
    """

    # --- all batches --------------------------------------------------------------------------------

    def fit(
        self,
        train_data: Any = None,
        eval_data: Any = None,
        batch_size: int = 1,
        epochs: int = 1,
        eval_freq: int = 1,
        log_freq: int = 10,
        save_dir: str | None = None,
        save_freq: int = 1,
        verbose: int = 2,
        drop_last: bool = False,
        shuffle: bool = True,
        num_workers: int = 0,
        callbacks: Any = None,
        accumulate_grad_batches: int = 1,
        num_iters: int | None = None,
    ) -> None:
        """Train for some epochs (or num_iters batches), and evaluate after the first epoch and every eval_freq epochs.

        Data are a Dataset or a DataLoader. verbose: 0 prints nothing, 1 a progress bar, 2 lines.
        """
        if train_data is None:
            raise ModeError("fit needs train_data.", site=site())
        loader = _loader(train_data, batch_size, shuffle, drop_last, num_workers)
        tested = None if eval_data is None else _loader(eval_data, batch_size, False, False, num_workers)
        steps = _steps(loader)
        params = {"batch_size": batch_size, "epochs": epochs, "steps": steps}
        told = self._callbacks(callbacks, verbose, log_freq, save_dir, save_freq, params)
        self.stop_training, done = False, 0
        told.tell("on_train_begin", {})
        logs: dict[str, Any] = {}
        for epoch in range(epochs):
            told.tell("on_epoch_begin", epoch, {})
            left = None if num_iters is None else num_iters - done
            logs = self._epoch(loader, told, "train", steps, accumulate_grad_batches, left)
            done += logs.get("step", -1) + 1
            told.tell("on_epoch_end", epoch, logs)
            if tested is not None and epoch % eval_freq == 0:
                self._evaluated(tested, told)
            if self.stop_training or (num_iters is not None and done >= num_iters):
                break
        told.tell("on_train_end", logs)

    def evaluate(
        self,
        eval_data: Any,
        batch_size: int = 1,
        log_freq: int = 10,
        verbose: int = 2,
        num_workers: int = 0,
        callbacks: Any = None,
        num_iters: int | None = None,
    ) -> dict[str, Any]:
        """Return {"loss": [of the last batch], and the metrics over all batches}."""
        loader = _loader(eval_data, batch_size, False, False, num_workers)
        params = {"batch_size": batch_size, "epochs": None, "steps": _steps(loader)}
        told = self._callbacks(callbacks, verbose, log_freq, None, 1, params)
        return self._evaluated(loader, told, num_iters)

    def _evaluated(self, loader: Any, told: CallbackList, limit: int | None = None) -> dict[str, Any]:
        told.tell("on_eval_begin", {"steps": _steps(loader), "metrics": self._names()})
        logs = self._epoch(loader, told, "eval", _steps(loader), 1, limit)
        told.tell("on_eval_end", logs)
        return {name: logs[name] for name in self._names() if name in logs}

    def predict(
        self,
        test_data: Any,
        batch_size: int = 1,
        num_workers: int = 0,
        stack_outputs: bool = False,
        verbose: int = 1,
        callbacks: Any = None,
    ) -> list[Any]:
        """Return for each output a list of its arrays, one for each batch; stack_outputs concatenates the arrays."""
        loader = _loader(test_data, batch_size, False, False, num_workers)
        params = {"batch_size": batch_size, "epochs": None, "steps": _steps(loader)}
        told = self._callbacks(callbacks, verbose, 1, None, 1, params)
        told.tell("on_predict_begin", {"steps": params["steps"]})
        outputs: list[list[Any]] = []
        logs: dict[str, Any] = {}
        for step, batch in enumerate(loader):
            told.tell("on_predict_batch_begin", step, logs)
            inputs = self._divided(batch, labelled=False)[0]
            outputs.append(self.predict_batch(inputs))
            logs.update(step=step, batch_size=len(inputs[0]))
            told.tell("on_predict_batch_end", step, logs)
        told.tell("on_predict_end", logs)
        by_output = [list(each) for each in zip(*outputs, strict=True)]
        return [np.vstack(each) for each in by_output] if stack_outputs else by_output

    def _epoch(
        self, loader: Iterable[Any], told: CallbackList, mode: str, steps: int | None, every: int, limit: int | None
    ) -> dict[str, Any]:
        self.mode = mode
        for metric in self._metrics:
            metric.reset()
        logs: dict[str, Any] = {}
        for step, batch in enumerate(_first(loader, limit)):
            told.tell(f"on_{mode}_batch_begin", step, logs)
            inputs, labels = self._divided(batch)
            if mode == "train":
                update = (step + 1) % every == 0 or step + 1 == steps
                found = self.train_batch(inputs, labels, update)
            else:
                found = self.eval_batch(inputs, labels)
            if self._loss is not None:
                losses = found[0] if self._metrics else found
                logs["loss"] = [float(np.asarray(v).reshape(-1)[0]) for v in losses]
            for metric in self._metrics:
                names, values = as_list(metric.name()), as_list(metric.accumulate())
                logs.update(zip(names, values, strict=True))
            logs.update(step=step, batch_size=len(inputs[0]))
            told.tell(f"on_{mode}_batch_end", step, logs)
        return logs

    def _callbacks(
        self, given: Any, verbose: int, log_freq: int, save_dir: str | None, save_freq: int, params: Mapping[str, Any]
    ) -> CallbackList:
        members = as_list(given)
        if verbose and not any(isinstance(c, ProgBarLogger) for c in members):
            members.insert(0, ProgBarLogger(log_freq, verbose))
        if save_dir is not None and not any(isinstance(c, ModelCheckpoint) for c in members):
            members.append(ModelCheckpoint(save_freq, save_dir))
        if params["epochs"] is not None and not any(isinstance(c, LRScheduler) for c in members):
            members.append(LRScheduler())
        for callback in members:
            if hasattr(callback, "save_dir") and callback.save_dir is None:
                callback.save_dir = save_dir
        told = CallbackList(members)
        told.begin(self, {**params, "verbose": verbose, "metrics": self._names()})
        return told

    # --- values -------------------------------------------------------------------------------------

    def parameters(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Return the parameters of the network."""
        return self.network.parameters(*args, **kwargs)

    def save(self, path: str, training: bool = True) -> None:
        """Write the values to <path>.pdparams and .pdopt.

        With training=False, write an inference model, as jit.save.
        """
        if not training:
            jit.save(self.network, path, self._inputs or None)
            return
        save_file(self.network.state_dict(), f"{path}.pdparams")
        if self._optimizer is not None:
            save_file(self._optimizer.state_dict(), f"{path}.pdopt")

    def load(self, path: str, skip_mismatch: bool = False, reset_optimizer: bool = False) -> None:
        """Set the values that `save` has written to files.

        Raises ArgumentError for values that do not match; skip_mismatch warns instead.
        """
        state = load_file(f"{path.removesuffix('.pdparams')}.pdparams")
        wrong: list[str] = []
        for name, own in self.network.state_dict().items():
            found = state.get(name)
            if found is None or list(np.shape(found)) != list(own.shape):
                wrong.append(f"{name} is {'missing' if found is None else f'of shape {list(np.shape(found))}'}")
                state[name] = own
        if wrong and not skip_mismatch:
            raise ArgumentError(f"the values in {path} do not match the network: {'; '.join(wrong)}", site=site())
        if wrong:
            warnings.warn(OpscopeWarning(f"these parameters keep their values: {'; '.join(wrong)}"), stacklevel=2)
        self.network.set_state_dict(state)
        states = Path(f"{path.removesuffix('.pdparams')}.pdopt")
        if self._optimizer is not None and not reset_optimizer and states.exists():
            self._optimizer.set_state_dict(load_file(str(states)))

    def summary(self, input_size: Any = None, dtype: Any = None) -> dict[str, int]:
        """Summarize the network with paddle.summary."""
        size = input_size if input_size is not None else [tuple(s.shape) for s in self._inputs] or None
        if size is None:
            raise ModeError("summary needs input_size, because the Model was created without inputs", site=site())
        return summary(self.network, size, dtype)


def _loader(data: Any, batch_size: int, shuffle: bool, drop_last: bool, workers: int) -> Any:
    if isinstance(data, Dataset):
        return DataLoader(data, batch_size=batch_size, shuffle=shuffle, drop_last=drop_last, num_workers=workers)
    return data


def _steps(loader: Any) -> int | None:
    try:
        return len(loader)
    except TypeError:
        return None


def _first(batches: Iterable[Any], limit: int | None) -> Iterator[Any]:
    for count, batch in enumerate(batches):
        if limit is not None and count >= limit:
            return
        yield batch


__all__: Sequence[str] = ["Model"]
