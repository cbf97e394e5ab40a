"""SVG text that a notebook shows as a picture."""

from __future__ import annotations


class Svg(str):
    """SVG text. A notebook inserts it into the page, where it follows the theme and has tooltips."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<a drawing: {len(self):,} characters of SVG, for print() or a file>"

    def _repr_html_(self) -> str:
        return str(self)
