"""Pictures of what the examples of the how-to pages print: `make pictures` writes them into images/.

Each runs the first example of a page as a script, in a process of its own, and draws its output as a terminal; a long
one is cut. README and the gallery show them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from io import StringIO
from itertools import takewhile
from pathlib import Path

from rich.console import Console
from rich.text import Text

NOTEBOOKS = Path(__file__).resolve().parent
TITLES = {
    "find-a-nan": "run.why()",
    "check-a-backward": "opscope.debug.check(step)",
    "why-it-does-not-learn": "run.findings",
    "compare-two-runs": "debug.diff(a, b)",
    "profile": "opscope.profile(exe)",
}
"""Page -> title of its picture."""
WIDTH = 120  # characters of a line
LINES = 16  # of a picture
EMPHASIS = {
    r"^ *(cause|chain|first value|evidence|operator|line|try|different|at)\b[^:\s]*:?": "cyan",
    r"\b(WRONG|warning|error|NaN|nan|Inf|inf|wrong)\b": "bold red",
    r"[\w./-]+\.py:\d+": "yellow",
}
"""Pattern -> its style; a program that writes to a pipe uses no colors."""
TEMPLATE = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font: {char_height}px/{line_height}px Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
.{unique_id}-title {{ font: bold 18px sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
"""Rich's own template loads a font from the network."""


def output_of(page: str) -> str:
    """What the first example of a how-to page prints."""
    text = (NOTEBOOKS / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[:1]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "train.py").write_text(code, encoding="utf-8")
        command = [sys.executable, "train.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, encoding="utf-8")
    return done.stdout


def picture(title: str, text: str) -> str:
    """Text in a terminal, as SVG: its first `LINES` lines."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    lines = [*takewhile(lambda line: not line.startswith("* "), lines)]  # notes about the machine
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], "..."]
    cut = [line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in lines]
    styled = Text("\n".join([*cut, ""]))  # rich cuts the feet of the last line
    for pattern, style in EMPHASIS.items():
        styled.highlight_regex(re.compile(pattern, re.MULTILINE), style)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, legacy_windows=False)
    console.print(styled, no_wrap=True)
    return console.export_svg(title=title, code_format=TEMPLATE, unique_id="terminal")


def main() -> None:
    """Write the picture of each page."""
    for page, title in TITLES.items():
        svg = picture(title, output_of(page))
        (NOTEBOOKS / "images" / f"{page}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
