"""The tracer from which old programs read the modes. There is a tracer if ops compute at once."""

from __future__ import annotations

from opscope.core import place as places
from opscope.core.state import mode
from opscope.paddle.base.dygraph.base import tracer


class Tracer:
    """Modes of dygraph by Paddle's names. `_has_grad` may be set. train_mode() sets `_train_mode`."""

    @property
    def _has_grad(self) -> bool:
        return mode.grad

    @_has_grad.setter
    def _has_grad(self, value: bool) -> None:
        mode.grad = bool(value)

    @property
    def _train_mode(self) -> bool:
        return tracer.training

    @property
    def _expected_place(self) -> places.Place:
        return places.current()

    @_expected_place.setter
    def _expected_place(self, place: object) -> None:
        places.set_current(places.as_place(place))

    def train_mode(self) -> None:
        """Set the training mode of functions without a separate state."""
        tracer.train_mode()

    def eval_mode(self) -> None:
        """Set the evaluation mode of these functions."""
        tracer.eval_mode()


_tracer = Tracer()


def _dygraph_tracer() -> Tracer | None:
    """Return the tracer in dygraph, and None in static mode."""
    return None if mode.static else _tracer


__all__ = ["Tracer", "_dygraph_tracer"]
