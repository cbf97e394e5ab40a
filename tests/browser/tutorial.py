"""A tutorial in Lab, with cells of the test's own, and what a user reads off its panel."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Locator

from tests.browser.lab import Lab

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"

IN_SIGHT = "el => { const r = el.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight && r.width > 0; }"


def prepared(notebook: Path, folder: Path, more: Sequence[str], after: str, change: Callable[[str], str] = str) -> Path:
    """A copy without outputs, its sources changed, with more cells after the one that begins so."""
    content = json.loads(notebook.read_text("utf-8"))
    for cell in content["cells"]:
        cell["source"] = change("".join(cell["source"]))
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    at = next(i for i, cell in enumerate(content["cells"]) if cell["source"].startswith(after))
    content["cells"][at + 1 : at + 1] = [
        {
            "cell_type": "code",
            "id": f"test-{i}",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for i, source in enumerate(more)
    ]
    copied = folder / notebook.name
    copied.write_text(json.dumps(content), "utf-8")
    return copied


class Tutorial:
    """Cells are named by how they begin, for tools number their ids anew; `title` is that of the panel to look at."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.page = lab.page
        self.title = ""
        self.sources = [cell.source if cell.kind == "code" else "" for cell in lab.cells()]

    # --- cells

    def cell(self, beginning: str) -> int:
        """The index of the only code cell that begins so."""
        found = [i for i, source in enumerate(self.sources) if source.startswith(beginning)]
        assert len(found) == 1, f"{len(found)} cells begin with {beginning!r}"
        return found[0]

    def run(self, beginning: str, wait: bool = True) -> None:
        self.lab.run_cell(self.cell(beginning), wait)

    def run_to(self, beginning: str) -> None:
        """Run all code cells from the top to this one."""
        for i in range(self.cell(beginning) + 1):
            if self.sources[i]:
                self.lab.run_cell(i)

    def text(self, beginning: str) -> str:
        return self.lab.cells()[self.cell(beginning)].text

    def printed(self, beginning: str) -> str:
        """What a cell prints when it is run now."""
        self.run(beginning)
        return self.text(beginning).strip()

    def failures(self) -> list[str]:
        return [cell.error for cell in self.lab.cells() if cell.error] + self.lab.errors

    def interrupt(self) -> None:
        self.page.evaluate(f"{KERNEL}.interrupt()")
        self.lab.idle()

    def restart(self) -> None:
        self.page.evaluate(f"{KERNEL}.restart()")
        self.lab.idle()

    # --- the panel

    @property
    def panel(self) -> Locator:
        panels = self.page.locator(".opscope-panel")
        return (panels.filter(has=self.page.get_by_text(self.title, exact=True)) if self.title else panels).first

    def find(self, name: str) -> Locator:
        return self.panel.locator(f".opscope-{name}").first

    def read(self, name: str) -> str:
        return self.find(name).text_content() or ""

    def state(self) -> str:
        return self.read("state")

    def step(self) -> int:
        return int("".join(filter(str.isdigit, self.read("step"))) or 0)

    def becomes(self, what: Callable[[], bool], timeout: float = 60.0) -> float:
        """Wait until `what()` holds; returns how many seconds that took.

        Lab scrolls to a cell some time after it has run, and a panel out of sight is sent nothing: it is scrolled back.
        """
        start = looked = time.monotonic()
        while not what():
            assert time.monotonic() - start < timeout, self.description()
            if time.monotonic() - looked > 1.0:
                looked = time.monotonic()
                if self.panel.count() and not self.panel.evaluate(IN_SIGHT):
                    self.panel.scroll_into_view_if_needed()
            time.sleep(0.005)
        return time.monotonic() - start

    def description(self) -> str:
        banner, notes = (self.panel.locator(f".opscope-{name}").all_text_contents() for name in ("banner", "note"))
        state = f"state {self.state()!r}, step {self.step()}, {self.where()}; banner {banner}, notes {notes}"
        return f"{state}, in sight: {self.panel.evaluate(IN_SIGHT)}, failures {self.failures()}"

    def where(self) -> str:
        return f"{self.read('where')} {self.read('past')}"

    def takes(self, act: Callable[[], object], what: Callable[[], bool]) -> float:
        """Do something; returns how many seconds later `what()` holds."""
        start = time.monotonic()
        act()
        self.becomes(what)
        return time.monotonic() - start

    def click(self, name: str, state: str) -> float:
        """Click a button; returns how long it took until the panel showed the state."""
        return self.takes(self.find(name).click, lambda: self.state().startswith(state))

    def grows(self) -> None:
        before = self.step()
        self.becomes(lambda: self.step() > before + 3)

    def rests(self) -> None:
        """Wait until the step stays the same: the last messages of a run that was paused may still be on their way."""

        def stays() -> bool:
            before = self.step()
            time.sleep(0.7)
            return self.step() == before

        self.becomes(stays)

    # --- pictures

    def theme(self, name: str) -> None:
        """Light or Dark."""
        change = f"window.jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {name}'}})"
        self.page.evaluate(change)
        light = str(name == "Light").lower()
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")
        time.sleep(1.5)  # a theme arrives as a style sheet

    def picture(self, folder: Path, name: str) -> None:
        """Save the panel as it is, in both themes."""
        for theme, suffix in (("Dark", "-dark"), ("Light", "")):
            self.theme(theme)
            self.panel.evaluate("panel => panel.scrollIntoView({block: 'center'})")
            self.panel.screenshot(path=folder / f"{name}{suffix}.png")
