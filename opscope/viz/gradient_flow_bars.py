"""Bar chart of the magnitudes of all parameters' gradients, from first to last layer, on a logarithmic scale."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Mapping

from opscope.core.checks.argument_checks import require_attribute
from opscope.errors import NotFound
from opscope.events import Health, ValueSeen
from opscope.viz.program_graphs import SummarizedRun
from opscope.viz.svg import Svg

WIDTH, ROW, HEAD, NAMES, NUMBERS = 640, 22, 26, 200, 84  # pixels
FONT = "ui-monospace, Menlo, Consolas, monospace"
COLORS: Mapping[Health, str] = {"ok": "#2a78d0", "zeros": "#a66a00", "inf": "#d9430b", "nan": "#cc0a84"}
MAX_ROWS = 200


def gradient_flow(run: SummarizedRun, step: int | None = None) -> Svg:
    """Draw the root mean square of each parameter's gradient in a step, in the order of the forward pass.

    The picture shows layers that do not learn, and layers whose gradients explode.

    Args:
        run: a run or a recording.
        step: number of the step; None: the current place of the run. If no gradient exists at this place yet, the
            gradients that exist later in the step are shown. If the step is still in progress, the gradients of the
            previous step are shown. The picture shows the number of the step.

    Returns:
        The picture.

    Raises:
        NotFound: the step is no longer recorded, or has no gradients of parameters.

    Example:
        >>> from opscope import viz
        >>> viz.gradient_flow(run).startswith("<svg")                               # doctest: +SKIP
        True
    """
    require_attribute(run, "summaries", "gradient_flow takes a run or a recording", fix="call viz.gradient_flow(run)")
    found, remark = _gradients(run.summaries(step)), ""
    if not found and step is None and (here := run.here) is not None and (whole := here.step - (not here.past)) > 0:
        found = _gradients(run.summaries(whole))
        remark = ", later in that step" if here.past else f"; step {here.step} has no gradients yet"
    if not found:
        raise NotFound("no parameter has a gradient in this step", fix="call append_backward, backward or minimize")
    sizes = [_size(v) for v in found]
    logs = [math.log10(size) for size in sizes if size and math.isfinite(size)]
    low, high = (math.floor(min(logs) - 0.3), max(logs)) if logs else (0.0, 1.0)
    height = HEAD + ROW * len(found)
    label = f"gradients of {len(found)} parameters in step {found[0].step}{remark}"
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "width": str(WIDTH),
            "class": "opscope-flow-picture",
            "role": "img",
            "aria-label": label,
        },
    )
    _text(root, NAMES, HEAD / 2, label, "start")
    _text(root, WIDTH, HEAD / 2, "rms (log scale)", "end")
    room = WIDTH - NAMES - NUMBERS
    for n, (seen, size) in enumerate(zip(found, sizes, strict=True)):
        middle = HEAD + n * ROW + ROW / 2
        _text(root, NAMES - 8, middle, _short(parameter_title(seen)), "end")
        share = 1.0 if size is None else (math.log10(size) - low) / ((high - low) or 1.0) if size else 0.0
        bar = {"x": str(NAMES), "y": f"{middle - 6:.1f}", "width": f"{max(1.0, share * room):.1f}", "height": "12"}
        ET.SubElement(root, "rect", {**bar, "rx": "2", "fill": COLORS[seen.health]})
        _text(root, WIDTH, middle, "NaN/Inf" if size is None else f"{size:.3g}", "end")
    return Svg(ET.tostring(root, encoding="unicode"))


def _gradients(values: Mapping[str, ValueSeen]) -> list[ValueSeen]:
    found = [v for v in values.values() if v.grad_of and v.parameter]
    return sorted(found, key=lambda v: -v.op)[:MAX_ROWS]  # backward reaches the last layer first


def _size(seen: ValueSeen) -> float | None:
    """Return the root mean square of a gradient. Return None if an element is not finite."""
    if not seen.healthy or seen.mean is None or seen.std is None:
        return None
    return math.hypot(seen.mean, seen.std)


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:14]}…{name[-11:]}"


def _text(root: ET.Element, x: float, y: float, text: str, anchor: str) -> None:
    style = {"x": f"{x:.0f}", "y": f"{y + 4:.1f}", "text-anchor": anchor, "font-size": "12", "font-family": FONT}
    ET.SubElement(root, "text", style | {"fill": "currentColor"}).text = text


def parameter_title(gradient: ValueSeen) -> str:
    """Return the name of a gradient's parameter: the name in the user's code, or else the generated name."""
    return gradient.grad_of if gradient.title == gradient.name else gradient.title.removesuffix("@GRAD")
