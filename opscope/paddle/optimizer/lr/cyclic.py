"""Schedules that increase and decrease: cosines, triangles and one cycle."""

from __future__ import annotations

import math
from collections.abc import Callable

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.optimizer.lr.scheduler import LRScheduler, checked_rate, function, multiplier, positive


class CosineAnnealingDecay(LRScheduler):
    """Cosine schedule from learning_rate to eta_min in T_max epochs, and back.

    Source: Loshchilov & Hutter 2016, without restarts.
    """

    def __init__(
        self, learning_rate: float, T_max: int, eta_min: float = 0.0, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        positive(T_max=T_max)
        self.T_max, self.eta_min = T_max, finite_number(eta_min, "eta_min")
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return _cosine(self.base_lr, self.eta_min, self.last_epoch / self.T_max)


class CosineAnnealingWarmRestarts(LRScheduler):
    """Cosine schedule from learning_rate to eta_min, with restarts after T_0, T_0 * T_mult, ... epochs.

    Source: Loshchilov & Hutter 2016, equation 5.
    """

    def __init__(
        self,
        learning_rate: float,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        for name, value in (("T_0", T_0), ("T_mult", T_mult)):
            if not isinstance(value, int) or value < 1:
                raise ArgumentError(f"{name} must be a positive integer, but it is {value}", site=site())
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, finite_number(eta_min, "eta_min")
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        since, length = self.last_epoch, self.T_0
        if self.T_mult == 1:
            since %= length
        while since >= length:
            since, length = since - length, length * self.T_mult
        return _cosine(self.base_lr, self.eta_min, since / length)


class OneCycleLR(LRScheduler):
    """Schedule of one cycle: up from max_learning_rate / divide_factor in phase_pct of the steps, then down.

    three_phase: return to the initial rate as fast as it increased, then decrease to the end rate.
    Raises ArgumentError for a step after total_steps. Source: Smith & Topin 2017.
    """

    def __init__(
        self,
        max_learning_rate: float,
        total_steps: int,
        divide_factor: float = 25.0,
        end_learning_rate: float = 0.0001,
        phase_pct: float = 0.3,
        anneal_strategy: str = "cos",
        three_phase: bool = False,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        highest, self.total_steps = checked_rate(max_learning_rate), total_steps
        positive(total_steps=total_steps, divide_factor=divide_factor)
        if not 0 <= finite_number(phase_pct, "phase_pct") <= 1:
            raise ArgumentError(f"'phase_pct' must be between 0 and 1, but received {phase_pct}", site=site())
        if anneal_strategy not in ("cos", "linear"):
            raise ArgumentError(f"'anneal_strategy' must be one of 'cos' or 'linear', but received {anneal_strategy}")
        self._between = _cosine if anneal_strategy == "cos" else _line
        start, end, up = highest / divide_factor, checked_rate(end_learning_rate), phase_pct * total_steps - 1
        if three_phase and phase_pct >= 0.5:
            raise ArgumentError("When three_phase is True, 'phase_pct' must be less than 0.5", site=site())
        ends = [0.0, up, 2 * up, total_steps - 1] if three_phase else [0.0, up, total_steps - 1]
        rates = [start, highest, start, end] if three_phase else [start, highest, end]
        self._corners = list(zip(ends, rates, strict=True))
        super().__init__(start, last_epoch, verbose)

    def get_lr(self) -> float:
        now = self.last_epoch
        if now > self.total_steps:
            raise ArgumentError(f"step() was called {now} times, but total_steps is {self.total_steps}", site=site())
        upper = next((i for i, (end, _) in enumerate(self._corners) if i and now <= end), len(self._corners) - 1)
        (begin, low), (end, high) = self._corners[upper - 1 : upper + 1]
        return self._between(low, high, 1.0 if end == begin else (now - begin) / (end - begin))


class CyclicLR(LRScheduler):
    """Triangles between base_learning_rate and max_learning_rate, of step_size_up and step_size_down epochs.

    mode scales the height: `triangular` does not change it, `triangular2` halves it in each cycle, and `exp_range`
    multiplies it by exp_gamma^epoch. scale_fn replaces the mode; its argument is the number of the cycle, or the epoch
    with scale_mode="iterations". Source: Smith 2015.
    """

    def __init__(
        self,
        base_learning_rate: float,
        max_learning_rate: float,
        step_size_up: int,
        step_size_down: int | None = None,
        mode: str = "triangular",
        exp_gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        self.max_lr = checked_rate(max_learning_rate)
        down = step_size_up if step_size_down is None else step_size_down
        positive(step_size_up=step_size_up, step_size_down=down)
        if scale_mode not in ("cycle", "iterations"):
            raise ArgumentError(f"'scale_mode' must be one of 'cycle' or 'iterations', but received {scale_mode}")
        scales: dict[str, tuple[Callable[[float], float], str]] = {
            "triangular": (lambda cycle: 1.0, "cycle"),
            "triangular2": (lambda cycle: 0.5 ** (cycle - 1), "cycle"),
            "exp_range": (lambda epoch: exp_gamma**epoch, "iterations"),
        }
        finite_number(exp_gamma, "exp_gamma")
        if scale_fn is not None:
            self._scale, self._scale_mode = function(scale_fn, "scale_fn"), scale_mode
        elif isinstance(mode, str) and mode in scales:
            self._scale, self._scale_mode = scales[mode]
        else:
            raise ArgumentError(f"'mode' must be one of {', '.join(scales)}, but received {mode}", site=site())
        self._size, self._up = step_size_up + down, step_size_up / (step_size_up + down)
        super().__init__(base_learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        cycle = 1 + self.last_epoch // self._size
        part = 1.0 + self.last_epoch / self._size - cycle
        height = part / self._up if part <= self._up else (1 - part) / (1 - self._up)
        at = cycle if self._scale_mode == "cycle" else self.last_epoch
        scale = multiplier(self._scale(at), "scale_fn", at)
        return self.base_lr + (self.max_lr - self.base_lr) * height * scale


def _cosine(start: float, end: float, part: float) -> float:
    return end + (start - end) * (1 + math.cos(math.pi * part)) / 2


def _line(start: float, end: float, part: float) -> float:
    return start + (end - start) * part
