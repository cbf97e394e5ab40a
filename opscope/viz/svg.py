"""A drawing as text that is also a picture."""

from __future__ import annotations


class Svg(str):
    """SVG text that a notebook shows as the picture: in the page, where it follows the theme and has its tooltips."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)
