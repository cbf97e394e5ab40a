"""An interpreter that has imported opscope already: a fork of one that waits. For what commands do once they run.

A start costs one or two seconds of processor time, a fork some hundredths. `tests.fresh` is for what depends on the
start: what is imported, and when; the environment variables that Python, NumPy and opscope read then.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.examples import ROOT

BOOT = "import tests.forked; tests.forked.serve()()"
READ_AT_START = ("PYTHON", "OPSCOPE_", "FLAGS_", "OPENBLAS_", "OMP_", "LD_")


def python(
    *args: str, cwd: Path | None = None, input: str | None = None, timeout: float = 120.0, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `python *args`, with opscope imported before; opscope can be imported, as in `tests.fresh`."""
    if read := [name for name in environment if name.startswith(READ_AT_START)]:
        raise ValueError(f"{read[0]} is read when Python starts: use tests.fresh")
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name, stream) for stream in ("stdin", "stdout", "stderr")]
        files[0].write_text(input or "")
        env = {**os.environ, **environment, "PYTHONPATH": str(ROOT)}  # a program may start itself again
        request = {"args": args, "cwd": str(cwd or Path.cwd()), "environment": env, "files": [*map(str, files)]}
        status = _server().run(request, timeout)
        return subprocess.CompletedProcess([*args], status, files[1].read_text(), files[2].read_text())


class Server:
    """The interpreter that waits."""

    def __init__(self) -> None:
        one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # a fork has only the thread that forks
        env = {**os.environ, **one_thread, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", BOOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT
        )
        atexit.register(self.close)

    def run(self, request: dict[str, Any], timeout: float) -> int:
        """The exit status of a fork; killed, and so negative, if it takes longer than `timeout` seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        timer = threading.Timer(timeout, os.kill, (int(self._line()), signal.SIGKILL))
        timer.start()
        try:
            return int(self._line())
        finally:
            timer.cancel()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        """End it: its input has an end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


_server = cache(Server)


def serve() -> Callable[[], object]:
    """Fork for each request on the standard input, and return in the fork: what it is to run."""
    import numpy as np

    import opscope.cli.subcommands
    import opscope.debug
    import opscope.paddle

    opscope.cli.subcommands.load_subcommands()
    assert len(os.listdir("/proc/self/task")) == 1, "threads would be missing in a fork"
    gc.freeze()
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w", buffering=1)
    for line in requests:
        fork = os.fork()
        if not fork:
            requests.close()
            answers.close()
            np.random.seed()  # noqa: NPY002 (the state that the fork has is that of all forks)
            return _become(json.loads(line))
        print(fork, file=answers)
        print(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), file=answers)
    return lambda: None


def _become(request: dict[str, Any]) -> Callable[[], object]:
    for fd, (path, flags) in enumerate(
        zip(request["files"], (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2), strict=True)
    ):
        opened = os.open(path, flags)
        os.dup2(opened, fd)
        os.close(opened)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    main = sys.modules["__main__"] = ModuleType("__main__")
    option, *rest = request["args"]
    sys.orig_argv = [sys.executable, *request["args"]]
    sys.path[0] = "" if option == "-c" else request["cwd"]
    if option == "-c":
        sys.argv = ["-c", *rest[1:]]
        return lambda: exec(compile(rest[0], "<string>", "exec"), main.__dict__)
    if option == "-m":
        sys.argv = ["-m", *rest[1:]]
        return lambda: runpy._run_module_as_main(rest[0])  # type: ignore[attr-defined]
    sys.argv, sys.path[0] = [option, *rest], str(Path(option).parent.resolve())
    return lambda: runpy.run_path(option, run_name="__main__")
