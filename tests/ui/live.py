"""A panel in a browser whose kernel is the test: real messages go in, commands come out."""

from __future__ import annotations

import base64
import json
import pathlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from opscope import events as ev
from opscope.ui.described_values import DescribedValues
from opscope.ui.event_fold import Fold
from opscope.ui.page import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HTML = """<!doctype html><meta charset="utf-8"><style>
:root{{color-scheme:light dark}}body{{margin:0;padding:16px;background:#eef0f3}}
@media (prefers-color-scheme:dark){{body{{background:#0d0f13}}}}
{css}</style><body class="opscope-page"><div id="root"></div>
<script type="module">
const module = await import("data:text/javascript;base64,{code}");
const listeners = new Set();
window.sent = [];
window.model = {{
  on: (_, listener) => listeners.add(listener), off: (_, listener) => listeners.delete(listener),
  send: (content) => window.sent.push(content),
}};
window.hearWhole = (message, views) => {{ for (const listener of listeners) listener(message, views); }};
window.hear = (message, buffers) => {{
  const views = buffers.map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  for (const listener of listeners) listener(message, views);
}};
const [views, el] = [module.default(), document.getElementById("root")];
let life = new AbortController();
const render = () => views.render({{ model: window.model, el, signal: life.signal }});
window.drawAnew = () => {{ el.replaceChildren(); life.abort(); life = new AbortController(); render(); }};
render();
</script>"""


NO_COMMANDS = {"render", "attach", "show", "ack", "detach", "WatchDetail", "FetchDetail", "FetchSlice"}


class LivePanel:
    """The panel as a view of a run that is going on. `problems` collects what the page complained about."""

    def __init__(self, browser: Browser, folder: pathlib.Path, width: int = 1100, scheme: str = "light") -> None:
        code = base64.b64encode((STATIC / "panel.js").read_bytes()).decode("ascii")
        file = folder / "live.html"
        file.write_text(HTML.format(code=code, css=(STATIC / "panel.css").read_text("utf-8")), "utf-8")
        self.problems: list[str] = []
        self._context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # pyright: ignore[reportArgumentType]
        self.page: Page = self._context.new_page()
        self.page.on("pageerror", lambda e: self.problems.append(str(e)))
        self.page.on("console", lambda m: self.problems.append(m.text) if m.type == "error" else None)
        self.page.goto(file.as_uri())
        self.page.wait_for_function("window.sent?.some(m => m.kind === 'attach')")
        self._n = 0
        self._heard = 0
        self.push([], "snapshot")

    def push(self, events: Iterable[ev.Message], kind: str = "batch") -> None:
        """Send events as the kernel does, folded, and wait until they are painted."""
        fold = Fold()
        for event in events:
            fold.add(event)
        self._n += 1
        if kind == "snapshot":
            self._described = DescribedValues()
        content, buffers = fold.message(kind, self._n, described=self._described)
        self.page.evaluate(
            "([message, buffers]) => window.hear(message, buffers)",
            [json.loads(json.dumps({**content, "ack": True})), [base64.b64encode(b).decode("ascii") for b in buffers]],
        )
        self.page.wait_for_function("n => window.sent.some(m => m.kind === 'ack' && m.n === n)", arg=self._n)

    def commands(self, *kinds: str) -> list[dict[str, Any]]:
        """The commands sent since the last call, those of the given kinds, or all but looks at values."""
        self.settle()
        sent: list[dict[str, Any]] = self.page.evaluate("window.sent")
        new, self._heard = sent[self._heard :], len(sent)
        wanted = [m for m in new if m["kind"] not in NO_COMMANDS]
        return [m for m in wanted if not kinds or m["kind"] in kinds]

    def answer(self, command: dict[str, Any], ok: bool = True, text: str = "") -> None:
        """Answer a command."""
        self.push([ev.Response(request=command["request"], ok=ok, text=text)])

    def settle(self) -> None:
        """Let the page paint twice."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def close(self) -> None:
        """End the page."""
        self._context.close()
