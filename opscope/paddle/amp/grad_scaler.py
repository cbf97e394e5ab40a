"""GradScaler: scales losses, so that gradients in float16 do not become 0, and unscales the gradients for steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.checks.number_checks import positive_number
from opscope.core.described import Described
from opscope.core.source import site
from opscope.eager.optimizers.loss_scaling import note_scaled
from opscope.eager.selected_rows_tensor import SelectedRowsTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, RunError, UsageError
from opscope.ops.registry import REGISTRY

_COUNTS = ("incr_every_n_steps", "decr_every_n_nan_or_inf")


class GradScaler(Described):
    """Scaler of losses: it unscales gradients before a step, and skips steps with gradients that are not finite.

    The scale is multiplied by incr_ratio after incr_every_n_steps consecutive finite steps, and by decr_ratio after
    decr_every_n_nan_or_inf steps that are not finite. With enable=False, the scaler does nothing.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/amp/GradScaler_en.html
    """

    def __init__(
        self,
        enable: bool = True,
        init_loss_scaling: float = 2.0**16,
        incr_ratio: float = 2.0,
        decr_ratio: float = 0.5,
        incr_every_n_steps: int = 2000,
        decr_every_n_nan_or_inf: int = 1,
        use_dynamic_loss_scaling: bool = True,
    ) -> None:
        if incr_ratio <= 1.0:
            raise ArgumentError("The incr_ratio must be > 1.0.", facts={"incr_ratio": incr_ratio}, site=site())
        if not 0.0 < decr_ratio < 1.0:
            raise ArgumentError("The decr_ratio must be in (0, 1.0).", facts={"decr_ratio": decr_ratio}, site=site())
        self._enable, self._dynamic = enable, use_dynamic_loss_scaling
        self._scale = positive_number(init_loss_scaling, "init_loss_scaling")
        self._incr_ratio, self._decr_ratio = float(incr_ratio), float(decr_ratio)
        self._incr_every, self._decr_every = incr_every_n_steps, decr_every_n_nan_or_inf
        self._incr_count = self._decr_count = 0
        self._found: dict[int, bool] = {}  # optimizers whose gradients are unscaled, and whether any is not finite
        self._stepped: set[int] = set()

    def scale(self, var: Any) -> Any:
        """Return the loss times the scale, in float32."""
        if not isinstance(var, Tensor):
            raise ModeError(f"scale() needs a Tensor of dygraph mode, but received {type(var).__name__}", site=site())
        if not self._enable:
            return var
        if var.dtype.name == "float16":
            var = REGISTRY["cast"](var, dtype="float32")
        scaled = var * self._scale
        note_scaled(scaled)
        return scaled

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients by the scale, and check that all are finite; for gradient clipping before `step`.

        Raises RunError if the gradients were already unscaled since the last `update`.
        """
        if not self._enable:
            return
        key = id(optimizer)
        if key in self._stepped:
            raise RunError("unscale_() must be called before step(), not after it.", site=site())
        if key in self._found:
            raise RunError(
                "unscale_() has already been called on this optimizer since the last update().", site=site(),
                fix="call scaler.update() after each step",
            )  # fmt: skip
        finite = True
        for parameter in optimizer.parameters or []:
            if parameter.grad is not None:
                finite &= _unscale(parameter.grad, 1.0 / self._scale)
        self._found[key] = not finite

    def step(self, optimizer: Any) -> None:
        """Call optimizer.step() with unscaled gradients, or skip it if a gradient is not finite. Then call `update`."""
        if not self._enable or self._ready(optimizer):
            optimizer.step()

    def minimize(self, optimizer: Any, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        """Call optimizer.minimize(scaled_loss) with unscaled gradients if all are finite. Then call `update`."""
        if not self._enable:
            return optimizer.minimize(*args, **kwargs)
        made = optimizer.minimize(*args, **kwargs) if self._ready(optimizer) else (None, None)
        self.update()
        return made

    def _ready(self, optimizer: Any) -> bool:
        if id(optimizer) in self._stepped:
            raise RunError("step() has already been called since the last update().", site=site())
        if id(optimizer) not in self._found:
            self.unscale_(optimizer)
        if self._dynamic:
            self._stepped.add(id(optimizer))
            return not self._found[id(optimizer)]
        return not self._found.pop(id(optimizer))

    def update(self) -> None:
        """Count the step, and change the scale if necessary."""
        if not self._enable:
            return
        if self._dynamic and self._found:
            if any(self._found.values()):
                self._incr_count, self._decr_count = 0, self._decr_count + 1
                if self._decr_count == self._decr_every:
                    self._scale, self._decr_count = self._scale * self._decr_ratio, 0
            else:
                self._decr_count, self._incr_count = 0, self._incr_count + 1
                if self._incr_count == self._incr_every:
                    self._scale, self._incr_count = self._scale * self._incr_ratio, 0
        self._found.clear()
        self._stepped.clear()

    # --- what it is set to --------------------------------------------------------------------------

    def is_enable(self) -> bool:
        """Return True if the scaler is enabled."""
        return self._enable

    def is_use_dynamic_loss_scaling(self) -> bool:
        """Return True if the scale changes."""
        return self._dynamic

    def get_init_loss_scaling(self) -> float:
        """Return the current scale."""
        return self._scale

    def set_init_loss_scaling(self, new_init_loss_scaling: float) -> None:
        """Set the scale."""
        self._scale = positive_number(new_init_loss_scaling, "new_init_loss_scaling")

    def get_incr_ratio(self) -> float:
        """Return the factor by which the scale grows."""
        return self._incr_ratio

    def set_incr_ratio(self, new_incr_ratio: float) -> None:
        """Set the factor by which the scale grows. Raises ArgumentError unless it is above 1."""
        if new_incr_ratio <= 1.0:
            raise ArgumentError("The new_incr_ratio must be > 1.0.", facts={"given": new_incr_ratio}, site=site())
        self._incr_ratio = float(new_incr_ratio)

    def get_decr_ratio(self) -> float:
        """Return the factor by which the scale shrinks."""
        return self._decr_ratio

    def set_decr_ratio(self, new_decr_ratio: float) -> None:
        """Set the factor by which the scale shrinks. Raises ArgumentError unless it is between 0 and 1."""
        if not 0.0 < new_decr_ratio < 1.0:
            raise ArgumentError("The new_decr_ratio must be in (0, 1.0).", facts={"given": new_decr_ratio}, site=site())
        self._decr_ratio = float(new_decr_ratio)

    def get_incr_every_n_steps(self) -> int:
        """Return the number of finite steps after which the scale grows."""
        return self._incr_every

    def set_incr_every_n_steps(self, new_incr_every_n_steps: int) -> None:
        """Set the number of finite steps after which the scale grows."""
        self._incr_every = new_incr_every_n_steps

    def get_decr_every_n_nan_or_inf(self) -> int:
        """Return the number of steps that are not finite after which the scale shrinks."""
        return self._decr_every

    def set_decr_every_n_nan_or_inf(self, new_decr_every_n_nan_or_inf: int) -> None:
        """Set the number of steps that are not finite after which the scale shrinks."""
        self._decr_every = new_decr_every_n_nan_or_inf

    def state_dict(self) -> dict[str, Any]:
        """Return the state for `load_state_dict`; empty if the scaler is disabled."""
        if not self._enable:
            return {}
        return {
            "scale": np.array([self._scale], "float32"),
            "incr_ratio": self._incr_ratio,
            "decr_ratio": self._decr_ratio,
            "incr_every_n_steps": self._incr_every,
            "decr_every_n_nan_or_inf": self._decr_every,
            "incr_count": self._incr_count,
            "decr_count": self._decr_count,
            "use_dynamic_loss_scaling": self._dynamic,
        }

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Restore the result of `state_dict`. Raises RunError for an empty dict, and UsageError for other keys."""
        if not self._enable:
            return
        if not state_dict:
            raise RunError("The input state dict is empty, possibly because it was saved from a disabled GradScaler.")
        if missing := [name for name in self.state_dict() if name not in state_dict]:
            raise UsageError(
                f"the state dict has no entry {missing[0]!r}", site=site(), fix="pass the state_dict() of a GradScaler"
            )
        self._scale = float(np.asarray(state_dict["scale"]).item())
        self._incr_ratio, self._decr_ratio = state_dict["incr_ratio"], state_dict["decr_ratio"]
        self._incr_every, self._decr_every = (state_dict[name] for name in _COUNTS)
        self._incr_count, self._decr_count = state_dict["incr_count"], state_dict["decr_count"]
        self._dynamic = state_dict["use_dynamic_loss_scaling"]


AmpScaler = GradScaler


def _unscale(grad: Tensor, factor: float) -> bool:
    """Multiply a gradient, in float32 or a wider dtype. Return True if the gradient was finite."""
    if isinstance(grad, SelectedRowsTensor) and (rows := grad.selected) is not None:
        xp: Any = places.array_module(rows.values)
        grad.write_values(rows.values * rows.values.dtype.type(factor))
        return bool(xp.isfinite(rows.values).all())
    xp = places.array_module(grad._value)
    wide = grad._value.astype("float32") if grad._value.dtype.itemsize < 4 else grad._value
    grad._write(wide * factor)
    return bool(xp.isfinite(wide).all())
