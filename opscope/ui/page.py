"""One HTML file that shows a recorded run in the same panel, without a network or a kernel."""

from __future__ import annotations

import base64
import pathlib
from collections.abc import Iterable

from opscope.events import Event, Message, to_json

STATIC = pathlib.Path(__file__).parent / "static"


def page(events: Iterable[Message], title: str = "run") -> str:
    """The whole page as text; a slider goes back to any step that was recorded.

    Commands among `events` are left out. The page loads nothing: code, style and events are inside.
    """
    import jinja2  # only pages need it

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string((STATIC / "page.html").read_text("utf-8"))
    bundle = (STATIC / "panel.js").read_bytes()
    css = (STATIC / "panel.css").read_text("utf-8")
    return template.render(
        title=f"{title} · opscope",
        css=_raw(css),
        lines=_raw("\n".join(_line(e) for e in events if isinstance(e, Event))),
        bundle=base64.b64encode(bundle).decode("ascii"),
    )


def _line(event: Message) -> str:
    """JSON that cannot end the script element it stands in: `<` only ever occurs inside strings."""
    return to_json(event).replace("<", "\\u003c")


def _raw(text: str) -> str:
    from markupsafe import Markup

    return Markup(text)
