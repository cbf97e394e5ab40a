"""HTML file that shows a recorded run in the panel, without a network or a kernel."""

from __future__ import annotations

import base64
import pathlib
import re
from collections.abc import Iterable

from opscope.events import Event, Message, to_json

STATIC = pathlib.Path(__file__).parent / "static"


def page(events: Iterable[Message], title: str = "run", theme: str = "auto") -> str:
    """Return the page as text. A slider selects any recorded step.

    `theme` is auto (as in the reader's system), light or dark. Commands in `events` are omitted. The page loads no
    other file, because it contains the code, the style and the events.
    """
    import jinja2  # imported here: only this function needs it

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string(themed((STATIC / "page.html").read_text("utf-8"), theme))
    bundle = (STATIC / "panel.js").read_bytes()
    css = (STATIC / "panel.css").read_text("utf-8")
    return template.render(
        title=f"{title} · opscope",
        css=_raw(themed(css, theme)),
        lines=_raw("\n".join(_line(e) for e in events if isinstance(e, Event))),
        bundle=base64.b64encode(bundle).decode("ascii"),
    )


def themed(css: str, theme: str) -> str:
    """Choose when the CSS rules for dark systems apply: on dark systems (auto), never (light) or always (dark)."""
    if theme == "auto":
        return css
    css = re.sub(r"color-scheme: ?light dark", f"color-scheme: {theme}", css)
    return re.sub(r"\(prefers-color-scheme: ?dark\)", "(min-width: 0)" if theme == "dark" else "(max-width: 0)", css)


def _line(event: Message) -> str:
    """Return an event as JSON without `<`, so that it cannot end the script element around it."""
    return to_json(event).replace("<", "\\u003c")


def _raw(text: str) -> str:
    from markupsafe import Markup

    return Markup(text)
