"""SVG text that a notebook displays as a picture, and that can be saved as a picture."""

from __future__ import annotations

import os
import re
from pathlib import Path

from opscope.errors import ArgumentError, RunError

PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'
_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) [\d.]+"')
FORMATS = (".svg", ".png", ".pdf", ".dot")


class Svg(str):
    """SVG text of a picture. A notebook inserts the text into the page, so the picture uses the page's theme.

    `dot` is the DOT text of the same picture; "" for a picture that DOT cannot describe, such as a chart or a heat map.
    """

    __slots__ = ("dot",)

    dot: str

    def __new__(cls, text: str, dot: str = "") -> Svg:
        """Make SVG text with its DOT text."""
        made = super().__new__(cls, text)
        made.dot = dot
        return made

    def __reduce__(self) -> tuple[type[Svg], tuple[str, str]]:
        return type(self), (str(self), self.dot)

    @property
    def width(self) -> float:
        """The width for which the picture was laid out, in points."""
        found = _VIEW_BOX.search(self)
        return float(found[1]) if found else 0.0

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file. The suffix of the path determines the format: .svg, .png, .pdf or .dot.

        Graphviz' program `dot` makes the PNG and PDF files, with its own fonts. Raises ArgumentError for another
        suffix, or if a chart or heat map is saved with another suffix than .svg. Raises MissingEngine if `dot` is
        missing, or RunError if the file cannot be written.

        >>> from opscope.viz import Graph, GraphNode, draw
        >>> draw(Graph((GraphNode("op-0", "relu"),))).save("/tmp/relu.svg")
        """
        target = Path(path)
        ending = target.suffix.lower()
        if ending not in FORMATS:
            raise ArgumentError(f"a picture cannot have the ending {ending!r}", fix=f"use one of {', '.join(FORMATS)}")
        if ending != ".svg" and not self.dot:
            raise ArgumentError(f"a chart or a heat map cannot be saved as {ending}", fix="save it as .svg")
        if ending == ".svg":
            content = (PROLOG + str(self)).encode()
        elif ending == ".dot":
            content = self.dot.encode()
        else:
            from opscope.viz.engines import converted  # imported here: it runs a program

            content = converted(self.dot, ending[1:])
        try:
            target.write_bytes(content)
        except OSError as e:
            raise RunError(f"{target} cannot be written: {e.strerror}", fix="choose another place") from e

    def __repr__(self) -> str:
        return f"<a drawing: {len(self):,} characters of SVG, for print() or save('graph.svg')>"

    def _repr_html_(self) -> str:
        return str(self)
