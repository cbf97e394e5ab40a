"""DisplayedWidget: a widget that opens its comm when it is displayed.

Messages of the widget arrive even while a cell runs.
"""

from __future__ import annotations

from typing import Any

import anywidget


class DisplayedWidget(anywidget.AnyWidget):
    """A widget that has no comm until a page displays the widget. A closed widget does not open again."""

    _closed = False

    def open(self) -> None:
        """Do nothing, because ipywidgets calls this method for every new widget.

        The property `model_id` opens the widget.
        """

    @property
    def model_id(self) -> str | None:
        """The id by which a page finds the widget. Reading the id opens the widget."""
        if self.comm is None and not self._closed:
            super().open()
            _route_comm_to_subshell(self)
        return super().model_id


def _route_comm_to_subshell(panel: Any) -> None:
    """Make it possible that a click on the page is handled while a cell runs.

    ipykernel 7.4 passes the messages of a comm to the shell that last sent a message on this comm. This is the busy
    main shell, not the subshell that the front end requested. This private hook restores the behavior of 7.0 to 7.3.
    """
    comm = getattr(panel, "comm", None)
    if comm is not None and hasattr(comm, "_reply_subshell_for"):
        comm._reply_subshell_for = None
