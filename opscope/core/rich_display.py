"""What a notebook shows of an object: HTML that `opscope.displays` makes."""

from __future__ import annotations

import importlib
from typing import ClassVar


class RichDisplay:
    """A class whose objects notebooks show as HTML. `_display` is the module of `opscope.displays` that makes it."""

    __slots__ = ()

    _display: ClassVar[str]

    def _repr_html_(self) -> str:
        display = importlib.import_module(f"opscope.displays.{self._display}")  # above the engine: loads on first use
        return display.html(self)
