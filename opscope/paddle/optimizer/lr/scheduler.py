"""LRScheduler: a learning rate that is a function of the number of steps."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.checks.number_checks import whole_number
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, OpscopeWarning, RunError, UsageError


class LRScheduler(Described):
    """Base of all schedules: a subclass defines `get_lr`, the rate at `last_epoch`.

    `last_epoch` counts the calls of `step`; the constructor makes the first call. `last_lr` is the rate that optimizers
    use. With verbose, each step prints its rate.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/LRScheduler_en.html
    """

    keys: Sequence[str] = ("last_epoch", "last_lr")  # what a state dict has

    def __init__(self, learning_rate: float = 0.1, last_epoch: int = -1, verbose: bool = False) -> None:
        self.base_lr = self.last_lr = checked_rate(learning_rate)
        self.last_epoch = whole_number(last_epoch, "last_epoch")
        self.verbose = verbose
        self.step()

    def __call__(self) -> float:
        """Return the current rate."""
        return self.last_lr

    def get_lr(self) -> float:
        """Return the rate at `last_epoch`."""
        raise NotImplementedError(f"{type(self).__name__} must define get_lr()")

    def step(self, epoch: int | None = None) -> None:
        """Move to the next epoch, or to `epoch`. Programs read the new rate at their next run."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self.last_lr = self.get_lr()
        require_number(self.last_lr, f"{type(self).__name__} at step {self.last_epoch}")
        self._say()

    def _say(self) -> None:
        if self.verbose:
            sys.stdout.write(f"Epoch {self.last_epoch}: {type(self).__name__} set learning rate to {self.last_lr}.\n")

    def state_keys(self) -> None:
        """Set self.keys, the names in the state dict; subclasses with more state override this method."""

    def state_dict(self) -> dict[str, Any]:
        """Return the state for `set_state_dict`: numbers by name."""
        self.state_keys()
        return {key: getattr(self, key) for key in self.keys}

    def set_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Restore the state that `state_dict` returned. Raises RunError for a missing name."""
        self.state_keys()
        if missing := [key for key in self.keys if key not in state_dict]:
            raise RunError(
                f"the state_dict of this scheduler must have an entry {missing[0]!r}",
                facts={"its entries": ", ".join(map(str, state_dict))},
                site=site(),
            )  # fmt: skip
        for key in self.keys:
            setattr(self, key, state_dict[key])
        if unused := [key for key in state_dict if key not in self.keys]:
            warn(
                OpscopeWarning(f"the state_dict has values that {type(self).__name__} does not use: {unused}"),
                stacklevel=2,
            )

    set_dict = set_state_dict


def require_number(rate: Any, what: str) -> None:
    """Raise UsageError for a learning rate that is not a number, and ArgumentError for NaN."""
    if _as_float(rate, f"{what}: the learning rate") != rate:
        raise ArgumentError(f"{what}: the learning rate is NaN", site=site(), fix="pass a number that is not negative")


def multiplier(value: Any, function: str, epoch: float) -> Any:
    """Return the number that the user's function returned. Raises UsageError, which names the call, otherwise."""
    _as_float(value, f"the result of {function}({epoch})")
    return value


def _as_float(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as e:
        fix = "the function lacks a return" if value is None else "return a number"
        raise UsageError(f"{what} must be a number, but is {value!r}", site=site(), fix=fix) from e


def checked_rate(value: Any) -> float:
    """Return a learning rate as a float. Raises UsageError for another type, ArgumentError for a negative number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UsageError(
            f"The type of learning rate must be float, but received {type(value)}", site=site(), fix="pass a number"
        )
    if value < 0 or value != value:
        raise ArgumentError(f"Invalid learning rate: {value}", site=site(), fix="pass a number that is not negative")
    return float(value)


def positive(**values: Any) -> None:
    """Raise UsageError for a value that is not a number, ArgumentError for a value that is not positive."""
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"The type of {name} must be a number, but received {type(value)}", site=site())
        if value <= 0:
            raise ArgumentError(f"{name} must be greater than 0, but received {value}", site=site())


def function(value: Any, name: str) -> Any:
    """Return the value if it can be called. Raises UsageError otherwise."""
    if not callable(value):
        raise UsageError(f"The type of '{name}' must be callable, but received {type(value)}", site=site())
    return value
