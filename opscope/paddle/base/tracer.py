"""The tracer from which old programs read the modes; there is a tracer where ops compute at once."""

from __future__ import annotations

from opscope.core import place as places
from opscope.core.state import mode
from opscope.paddle.base.dygraph.base import tracer


class Tracer:
    """Modes of dygraph by Paddle's names: `_has_grad` may be set, `_train_mode` is set by train_mode()."""

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
        """Functions without a state of their own train."""
        tracer.train_mode()

    def eval_mode(self) -> None:
        """They do not."""
        tracer.eval_mode()


_tracer = Tracer()


def _dygraph_tracer() -> Tracer | None:
    """The tracer in dygraph, None in static mode."""
    return None if mode.static else _tracer


__all__ = ["Tracer", "_dygraph_tracer"]
