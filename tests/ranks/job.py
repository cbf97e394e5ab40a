"""Jobs of ranks for tests: started like a user's, and always ended, whatever they do."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import NamedTuple

from tests.examples import ROOT

LIMIT = 180  # seconds: for a machine that others load, too


class Ended(NamedTuple):
    status: int
    out: str
    err: str


class RunningJob:
    """`python -m opscope launch`, in a session of its own. prefix: words before it; threads: of BLAS, None: unset."""

    def __init__(
        self,
        folder: Path,
        ranks: int,
        code: str,
        *arguments: str,
        options: tuple[str, ...] = (),
        piped: bool = False,
        prefix: tuple[str, ...] = (),
        threads: str | None = "1",
    ) -> None:
        script = folder / "train.py"
        script.write_text(textwrap.dedent(code), encoding="utf-8")
        command = [
            *prefix,
            sys.executable,
            "-m",
            "opscope",
            "launch",
            "-n",
            str(ranks),
            *options,
            str(script),
            *arguments,
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        if threads is not None:
            environment["OPENBLAS_NUM_THREADS"] = threads
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("w") as out, self.err.open("w") as err:  # files: a pipe would keep a reader waiting
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE if piped else subprocess.DEVNULL, stdout=out, stderr=err,
                env={**environment, "PYTHONUNBUFFERED": "1"}, start_new_session=True,
            )  # fmt: skip

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until the job has printed a text so often; a job that does not is killed, and its output shown."""
        deadline = time.monotonic() + LIMIT
        while (self.out.read_text() + self.err.read_text()).count(text) < times:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"no {text!r}:\n{self.out.read_text()}\n{self.err.read_text()}")
            time.sleep(0.05)

    def wait(self) -> Ended:
        """Wait for the end; a job that hangs is killed, and its output shown."""
        try:
            status = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the job hangs:\n{self.out.read_text()}\n{self.err.read_text()}") from None
        finally:
            self.kill()
            if self.process.stdin is not None:
                self.process.stdin.close()
        return Ended(status, self.out.read_text(), self.err.read_text())

    def kill(self) -> None:
        """Kill what is left of the job: its ranks lose their launcher, and end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
