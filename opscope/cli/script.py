"""Execution of a file, a module (-m) or the standard input (-) as `__main__`. Its `import paddle` imports opscope."""

from __future__ import annotations

import argparse
import importlib.util
import linecache
import os
import runpy
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import spawn
from types import FrameType, ModuleType, TracebackType
from typing import Any, Protocol, TypeVar

from opscope.as_paddle import as_paddle
from opscope.core.exit_status import INTERRUPTED, status_of
from opscope.core.forked_child import call_program
from opscope.core.source import PACKAGE, Site
from opscope.core.tracebacks import FULL, user_part

V = TypeVar("V")
STDIN = "-"
_STDIN_FILE = "<stdin>"


class ScriptExecution(Protocol):
    """A run that executes a script: its thread, and the error that has ended the script."""

    thread: threading.Thread

    @property
    def error(self) -> BaseException | None: ...


class Script:
    """A Python program with its arguments.

    `status` is the exit status: the argument with which the program calls `sys.exit`; 130 after Ctrl-C.
    """

    def __init__(self, path: str, args: Sequence[str], is_module: bool = False) -> None:
        self.path = path
        self.is_module = is_module
        self.status = 0
        as_paddle()
        _tell_spawned_processes()
        sys.argv = [path, *args]
        if not sys.flags.safe_path:  # as in Python: the folder of the script, not of a link to it
            sys.path[0] = os.getcwd() if is_module or path == STDIN else os.path.dirname(os.path.realpath(path))
        self._file = _STDIN_FILE if path == STDIN else os.path.abspath(path)

    def run(self) -> None:
        """Run the program in this thread. An uncaught error is shown without the frames of opscope.

        If the program forks this process, `run` returns only in this process, not in the child process. The docstring
        of `call_program` explains the reason.
        """
        self.hide_own_frames()
        call_program(self._execute)

    def _execute(self) -> None:
        if self.is_module:
            self._file = module_file(self.path) or self._file
            runpy.run_module(self.path, run_name="__main__", alter_sys=True)
        elif self.path == STDIN:
            _run_text(sys.stdin.read())
        else:
            runpy.run_path(self.path, run_name="__main__")

    def hide_own_frames(self) -> None:
        """Show an uncaught error as `traceback` does, unless the program has set its own `sys.excepthook`."""
        if sys.excepthook is sys.__excepthook__:
            sys.excepthook = self._show_error

    def _show_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.stderr.write(self.traceback(error.with_traceback(trace)))

    def body(self) -> None:
        """Run the script in a worker thread. `sys.exit()` ends only the script."""
        try:
            self.run()
        except SystemExit as e:
            self.status = status_of(e)
        except KeyboardInterrupt:
            self.status = INTERRUPTED
            raise

    def where(self, run: ScriptExecution) -> list[Site]:
        """Return the script's current lines in a run, outermost first. Return [] before and after the script."""
        return [Site(f.f_code.co_filename, f.f_lineno, f.f_code.co_name) for f in self._frames(run)]

    def values(self, run: ScriptExecution, kind: type[V]) -> dict[str, V]:
        """Return a dict of the script's variables at the current place whose values have the type `kind`."""
        found: dict[str, V] = {}
        for frame in self._frames(run):
            for names in (frame.f_globals, frame.f_locals):
                found |= {n: v for n, v in list(names.items()) if isinstance(v, kind)}
        return found

    def _frames(self, run: ScriptExecution) -> list[FrameType]:
        """Return the frames of the script, outermost first.

        After an error, return the frames in the traceback. Otherwise, return the frames of the script's thread.
        """
        trace = None if run.error is None else run.error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        frame = sys._current_frames().get(run.thread.ident or 0) if trace is None else trace.tb_frame
        found: list[FrameType] = []
        while frame is not None:
            file = frame.f_code.co_filename
            if not file.startswith((PACKAGE, "<frozen")):
                found.append(frame)
            frame = frame.f_back
        start = next((i for i in range(len(found) - 1, -1, -1) if self._is_script(found[i].f_code.co_filename)), -1)
        return found[start::-1] if start >= 0 else []

    def traceback(self, error: BaseException) -> str:
        """Return the traceback of an error, with only the frames of the script."""
        whole = traceback.TracebackException.from_exception(error)
        part: traceback.TracebackException | None = whole
        of: BaseException | None = error
        while part is not None and of is not None and not FULL:
            frames = traceback.extract_tb(user_part(of))
            start = next((i for i, frame in enumerate(frames) if self._is_script(frame.filename)), 0)
            frames = [f for f in frames[start:] if start or not f.filename.startswith((PACKAGE, "<frozen"))]
            if isinstance(of, SyntaxError) and self._is_script(of.filename or ""):  # no line of it has run
                frames = []
            part.stack = traceback.StackSummary.from_list(frames)
            part, of = (part.__cause__, of.__cause__) if part.__cause__ else (part.__context__, of.__context__)
        return "".join(line for line in whole.format() if whole.stack or not line.startswith("Traceback"))

    def _is_script(self, filename: str) -> bool:
        return filename == self._file or os.path.abspath(filename) == self._file


class _AsPaddle:
    """Calls `as_paddle` in the process that unpickles it."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return as_paddle, ()


def _tell_spawned_processes() -> None:
    """Make `import paddle` import opscope in processes spawned by `multiprocessing`, which import the script again.

    Such a process unpickles a dict before it imports the script. opscope adds a value to this dict, and the unpickling
    of this value calls `as_paddle`.
    """
    own: Callable[[str], dict[str, Any]] = spawn.get_preparation_data
    if own.__module__ != __name__:

        def get_preparation_data(name: str) -> dict[str, Any]:
            return {**own(name), "opscope": _AsPaddle()}

        spawn.get_preparation_data = get_preparation_data


def _run_text(text: str) -> None:
    """Run a text as the module `__main__`. Tracebacks show the lines of the text."""
    linecache.cache[_STDIN_FILE] = len(text), None, text.splitlines(keepends=True), _STDIN_FILE
    module = ModuleType("__main__")
    names: dict[str, Any] = module.__dict__
    names["__builtins__"] = __builtins__
    former, sys.modules["__main__"] = sys.modules["__main__"], module
    try:
        exec(compile(text, _STDIN_FILE, "exec"), names)
    finally:
        sys.modules["__main__"] = former


def module_file(name: str) -> str | None:
    """Return the file of a module, or of the `__main__` module of a package. Return None if there is no such file."""
    try:
        found = importlib.util.find_spec(name)
        if found is not None and found.submodule_search_locations is not None:
            found = importlib.util.find_spec(f"{name}.__main__")
    except (ImportError, ValueError):
        return None
    return None if found is None or found.origin is None else found.origin


def add_script_argument(parser: argparse.ArgumentParser) -> None:
    """Add the program and its arguments to the parser of a subcommand."""
    parser.add_argument(
        "-m", dest="is_module", action="store_true", help="SCRIPT is the name of a module, as with python -m"
    )
    parser.add_argument("script", help="the Python file, a module (-m), an .onnx model, or - for the standard input")
    rest = parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments for the script")
    rest.required = False  # argparse would require them
    parser.set_defaults(own_options=frozenset(parser._option_string_actions))  # pyright: ignore[reportPrivateUsage]
