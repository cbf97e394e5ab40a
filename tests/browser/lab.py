"""One notebook in a real JupyterLab, in a headless Chromium: what a user would see, for tests to look at.

    with Lab(Path("notebooks/01_tour.ipynb"), theme="dark") as lab:
        lab.run_all()
        assert not [cell for cell in lab.cells() if cell.error]
        lab.page.click("text=step")

Directories, port, token and processes are the `with` block's own and end with it, so many can run side by side.
OPSCOPE_KERNEL=/other/environment/bin/python runs the kernel, and only that, in another environment.
OPSCOPE_JUPYTER=notebook opens it in Notebook 7 instead, where that is installed.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

from playwright.sync_api import Page, sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = ("/usr/lib/chromium/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

CHROMIUM_FLAGS = ("--disable-gpu", "--disable-quic", "--disable-component-update")  # playwright adds twenty of its own

SERVERS = {  # module, options, page
    "lab": ("jupyterlab", "LabApp", "lab/tree/{}?reset&token={}"),
    "notebook": ("notebook", "JupyterNotebookApp", "notebooks/{}?token={}"),
}
# not python3: which of several of that name is started depends on the environment
KERNEL = {"name": "tested", "display_name": "Python 3", "language": "python"}

# expose_app_in_browser gives `window.jupyterapp`: Lab is asked for its state, instead of guessing it from the DOM
PANEL = "window.jupyterapp?.shell.currentWidget"
IDLE = f"""() => {{
  const session = {PANEL}?.sessionContext, kernel = session?.session?.kernel;
  return session?.isReady && kernel?.status === 'idle' && kernel.connectionStatus === 'connected'
      && {PANEL}.content.widgets.length > 0 && !window.opscopeRunning; }}"""
# a kernel is idle between two cells too, so the command's own promise says when a run is over
RUN = f"""([command, cell]) => {{
  const notebook = {PANEL}.content;
  if (cell !== null) notebook.activeCellIndex = cell;
  window.opscopeRunning = true;
  window.jupyterapp.commands.execute(command).finally(() => {{ window.opscopeRunning = false; }});
  return true; }}"""
# how many cells have ended, as soon as that is more than before, or when all is over
LEFT = f"""before => {{
  const ended = {PANEL}?.content?.widgets.filter(cell => cell.model.executionCount).length ?? 0;
  return ({IDLE})() ? {{over: true, ended}} : ended !== before && {{over: false, ended}}; }}"""
# without a dialog about changes that are not saved, and with the kernel of the tests, whatever the notebook names
OPEN = f"""async ([path, name]) => {{
  const before = {PANEL};
  await before.sessionContext.shutdown();
  before.dispose();
  const opened = await window.jupyterapp.commands.execute('docmanager:open', {{path, kernel: {{name}}}});
  await opened.context.ready; }}"""
CELLS = f"""() => {PANEL}.content.widgets.map(cell => ({{
  kind: cell.model.type, source: cell.model.sharedModel.getSource(), count: cell.model.executionCount ?? null,
  outputs: cell.model.outputs?.toJSON() ?? [], shown: cell.outputArea?.node.innerText ?? '' }}))"""


def chromium() -> Path | None:
    """Return the Chromium to drive, or None: playwright's own download is not relied upon."""
    found = [shutil.which(command) for command in (*COMMANDS, *PLACES)]  # which() takes paths too
    return next((Path(path) for path in found if path), None)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell after a run. `text` is what it printed and returned, `shown` what its output looks like as text."""

    kind: Literal["code", "markdown", "raw"]
    source: str
    status: Literal["ok", "error", "not run"]
    text: str
    shown: str
    error: str | None
    mimetypes: tuple[str, ...]
    html: tuple[str, ...]


@dataclass
class Lab:
    """A notebook, open in JupyterLab. `errors` collects what the page's console complains about from then on.

    `timeout` is that of a step of the page and of a single cell. Coverage measures kernels, as all processes that tests
    start, unless `measured` is false: measured, a cell takes several times as long.
    """

    notebook: Path
    theme: Literal["light", "dark"] = "light"
    timeout: float = 120.0
    scale: float = 1.0  # pixels of a picture to a pixel of the page
    measured: bool = True
    errors: list[str] = field(default_factory=list[str])
    page: Page = field(init=False)
    opened: Path = field(init=False)  # the copy that Lab reads and saves
    _started: ExitStack = field(init=False, default_factory=ExitStack)

    def __enter__(self) -> Self:
        with ExitStack() as started:  # ends what has been started if the rest fails to start
            home = Path(started.enter_context(tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True)))
            copied = self.opened = _furnish(home, self.notebook, self.theme)
            address, token = _serve(home, started, self.timeout, self.measured)
            self.page = self._browse(started)
            self.page.goto(f"{address}/{_server()[2].format(urllib.parse.quote(copied.name), token)}")
            self.idle()
            self.errors.clear()  # shortcuts of Notebook 7.6 read settings that are still on their way
            self._started = started.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._started.close()

    def _browse(self, started: ExitStack) -> Page:
        if (path := chromium()) is None:
            raise FileNotFoundError(f"no Chromium: none of {', '.join(COMMANDS)} is on PATH")
        playwright = started.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=[*CHROMIUM_FLAGS], chromium_sandbox=False)
        started.callback(browser.close)
        page = browser.new_page(
            viewport={"width": 1400, "height": 1000}, color_scheme=self.theme, device_scale_factor=self.scale
        )
        page.set_default_timeout(self.timeout * 1000)
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def idle(self) -> None:
        """Wait until the kernel is ready and what was started has run.

        A limit for all cells together would be one for the machine: here each cell may take `timeout`.
        Raises playwright's TimeoutError.
        """
        state: dict[str, Any] = {"over": False, "ended": -1}
        while not state["over"]:
            state = self.page.wait_for_function(LEFT, arg=state["ended"], polling=50).json_value()

    def open(self, name: str) -> None:
        """Open another notebook of the folder in the place of this one, whose kernel ends."""
        self.page.evaluate(OPEN, [name, KERNEL["name"]])
        self.idle()

    def run_all(self, wait: bool = True) -> None:
        """Run all cells; Jupyter stops at the first that fails, and the rest remain "not run"."""
        self.page.evaluate(RUN, ["notebook:run-all-cells", None])
        if wait:
            self.idle()

    def run_cell(self, i: int, wait: bool = True) -> None:
        """Run the cell with index `i`, of all cells."""
        self.page.evaluate(RUN, ["notebook:run-cell", i])
        if wait:
            self.idle()

    def cells(self) -> list[Cell]:
        """Every cell of the notebook, as it is now."""
        return [_cell(**raw) for raw in self.page.evaluate(CELLS)]

    def shot(self, path: Path, selector: str | None = None) -> None:
        """Save a picture (PNG) of the page, or of the first element that a CSS selector finds."""
        if selector is None:
            self.page.screenshot(path=path)
            return
        found, size = self.page.locator(selector).first, self.page.viewport_size
        box = found.bounding_box()
        assert box and size, f"{selector} is not visible"
        # Lab scrolls a panel, not the page, so what is taller than the panel would be cut off
        self.page.set_viewport_size({"width": size["width"], "height": max(size["height"], int(box["height"]) + 300)})
        found.screenshot(path=path)
        self.page.set_viewport_size(size)


def _cell(
    kind: Literal["code", "markdown", "raw"], source: str, count: int | None, outputs: list[Any], shown: str
) -> Cell:
    texts = [output["text"] if "text" in output else output.get("data", {}).get("text/plain", "") for output in outputs]
    errors = [f"{output['ename']}: {output['evalue']}" for output in outputs if output["output_type"] == "error"]
    status = "error" if errors else "ok" if count or kind != "code" or not source.strip() else "not run"
    return Cell(
        kind=kind,
        source=source,
        status=status,
        text="".join("".join(text) for text in texts),
        shown=shown,
        error=errors[0] if errors else None,
        mimetypes=tuple(mimetype for output in outputs for mimetype in output.get("data", ())),
        html=tuple("".join(output.get("data", {}).get("text/html", "")) for output in outputs),
    )


def _furnish(home: Path, notebook: Path, theme: str) -> Path:
    """Lay out a server's home: the notebook, which is a copy, its neighbours, which are links, and Lab's settings."""
    root = home / "root"
    root.mkdir()
    for neighbour in notebook.resolve().parent.iterdir():
        if neighbour.name != notebook.name and not neighbour.name.startswith("."):
            (root / neighbour.name).symlink_to(neighbour)
    kernel = home / "jupyter_data_dir" / "kernels" / KERNEL["name"] / "kernel.json"
    kernel.parent.mkdir(parents=True)
    python = os.path.abspath(os.environ.get("OPSCOPE_KERNEL", sys.executable))
    argv = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    kernel.write_text(json.dumps({"argv": argv, **KERNEL}))
    content = json.loads(notebook.read_text(encoding="utf-8"))
    # without it, or with a kernel that is not here, Lab asks which one to use, and waits for ever
    content["metadata"]["kernelspec"] = KERNEL
    copied = root / notebook.name
    copied.write_text(json.dumps(content), encoding="utf-8")
    settings: dict[str, dict[str, Any]] = {
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "apputils-extension/themes": {"theme": "JupyterLab Dark" if theme == "dark" else "JupyterLab Light"},
        "docmanager-extension/plugin": {"autosave": False},
        "notebook-extension/tracker": {"windowingMode": "none"},  # cells out of view are in the DOM too
    }
    for plugin, values in settings.items():
        path = home / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    return copied


def _serve(home: Path, started: ExitStack, timeout: float, measured: bool) -> tuple[str, str]:
    """Start JupyterLab of this interpreter's environment; return its address and token."""
    token, port = secrets.token_hex(16), _free_port()
    log = started.enter_context((home / "server.log").open("w+"))
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": home / "root",
        "ServerApp.terminals_enabled": False,
        f"{_server()[1]}.expose_app_in_browser": True,
    }
    command = [sys.executable, "-m", _server()[0], "--no-browser", "--allow-root"]
    command += [f"--{name}={value}" for name, value in options.items()]
    # a session of its own: the terminal's Ctrl-C ends pytest, and pytest ends the server
    server = subprocess.Popen(
        command,
        env=_environment(home, token, measured),
        stdout=log,
        stderr=log,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    started.callback(_end, server)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + timeout
    while not _answers(f"{address}/api/status?token={token}"):
        if server.poll() is not None or time.monotonic() > deadline:
            log.seek(0)
            raise RuntimeError(f"JupyterLab did not start:\n{log.read()[-3000:]}")
        time.sleep(0.05)
    return address, token


def _server() -> tuple[str, str, str]:
    return SERVERS[os.environ.get("OPSCOPE_JUPYTER", "lab")]


def _environment(home: Path, token: str, measured: bool) -> dict[str, str]:
    """Nothing of the user's Jupyter, and this interpreter's programs first on PATH."""
    unwanted = ("JUPYTER", "IPYTHON") if measured else ("JUPYTER", "IPYTHON", "COVERAGE_PROCESS")
    own = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    own["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", os.defpath)])
    places = {
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "JUPYTER_RUNTIME_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
        "IPYTHONDIR",
    }
    own |= {place: str(home / place.lower()) for place in places}
    return own | {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings"), "JUPYTER_TOKEN": token}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _answers(url: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(url, timeout=2):
        return True
    return False


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server, which ends its kernels when it is asked to; killed, it leaves them to notice by themselves."""
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
