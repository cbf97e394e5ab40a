"""RichDisplay: the base of classes whose objects Jupyter shows as HTML.

The package `opscope.displays` makes the HTML.
"""

from __future__ import annotations

import importlib
from typing import ClassVar


class RichDisplay:
    """Base of classes whose objects Jupyter shows as HTML. `opscope.displays.<_display>_display` creates the HTML."""

    __slots__ = ()

    _display: ClassVar[str]

    def _repr_html_(self) -> str:
        name = f"opscope.displays.{self._display}_display"
        return importlib.import_module(name).html(self)  # at first use: displays are a layer above
