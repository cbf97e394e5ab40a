"""Sessions of `python -m opscope debug`: the program that is debugged, lines typed from a pipe, and at a terminal."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.examples import ROOT
from tests.forked import python

TRAIN = '''\
"""A small network with an operator of its own, which overflows in step 30."""

import numpy as np
import paddle

paddle.enable_static()
paddle.seed(7)
x = paddle.static.data("x", [8, 4], "float32")
label = paddle.static.data("label", [8, 1], "float32")
h = paddle.tanh(paddle.static.nn.fc(x, 6))
h = paddle.nn.functional.dropout(h, 0.2)
out = paddle.static.default_main_program().current_block().create_var(name="out", shape=h.shape, dtype="float32")
calls = []


def spread(values):
    calls.append(1)
    with np.errstate(over="ignore"):
        return np.asarray(values) * np.float32(np.inf if len(calls) == 30 else 1.5)


def spread_backward(values, out, d):
    return np.asarray(d) * np.float32(1.5)


np.seterr(all="ignore")
paddle.static.py_func(spread, h, out, backward_func=spread_backward)
score = paddle.static.nn.cond(paddle.mean(out) > 100, lambda: out * 0.0, lambda: paddle.static.nn.fc(out, 1))
loss = paddle.mean((score - label) * (score - label))
paddle.optimizer.SGD(0.05).minimize(loss)

exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
rng = np.random.default_rng(0)
for step in range(33):
    batch = rng.standard_normal((8, 4)).astype("float32")
    (value,) = exe.run(feed={"x": batch, "label": batch.sum(1, keepdims=True)}, fetch_list=[loss])
print("calls:", len(calls))
'''
PROMPT = "(opscope) "


def write(folder: Path, code: str) -> str:
    path = folder / "program.py"
    path.write_text(code)
    return str(path)


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache"), **more}


def piped(folder: Path, code: str, lines: str, *options: str, width: int = 100) -> subprocess.CompletedProcess[str]:
    """Debug a program with commands from a pipe."""
    return python(
        "-m", "opscope", "debug", *options, Path(write(folder, code)).name,
        cwd=folder, input=lines, COLUMNS=str(width), XDG_CACHE_HOME=str(folder / "cache"),
    )  # fmt: skip


def answers(output: str) -> list[tuple[str, str]]:
    """(what was typed, what was answered), from the output of a piped session; the first is of no line."""
    first, *rest = re.split(rf"^{re.escape(PROMPT)}", output, flags=re.MULTILINE)
    return [("", first), *((part.partition("\n")[0], part.partition("\n")[2]) for part in rest)]


class Terminal:
    """A program at a terminal of its own."""

    BOOT = (
        "import fcntl, runpy, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
        "runpy.run_module('opscope', run_name='__main__', alter_sys=True)"
    )

    def __init__(self, folder: Path, code: str, *options: str, rows: int = 40, columns: int = 100) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.BOOT, "debug", *options, Path(write(folder, code)).name],
            cwd=folder, start_new_session=True,
            env=environment(folder, TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1", COLUMNS=str(columns)),
            stdin=slave, stdout=slave, stderr=slave,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def press(self, keys: str) -> None:
        """Type, and wait until nothing moves any more: completion is asynchronous."""
        self.type(keys)
        while select.select([self.master], [], [], 0.9)[0]:
            self._read()

    def until(self, text: str, timeout: float = 60.0) -> str:
        """What is printed up to a text, without control codes; what comes behind it stays for the next call."""
        end = time.monotonic() + timeout
        while text not in self.seen:
            if not select.select([self.master], [], [], max(end - time.monotonic(), 0))[0]:
                raise AssertionError(f"{text!r} was not printed; but {self.seen!r}")
            try:
                self._read()
            except OSError as e:  # the other end is closed
                raise AssertionError(f"{text!r} was not printed; but {self.seen!r}") from e
        found, _, self.seen = self.seen.partition(text)
        return found + text

    def _read(self) -> None:
        self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", os.read(self.master, 65536).decode(errors="replace"))

    def ask(self, line: str) -> str:
        """Type a line at the prompt; the answer up to the next prompt."""
        self.type(f"{line}\r")
        self.until("\n")
        return self.until(PROMPT)

    def close(self) -> int:
        """Wait for the end; the exit status."""
        try:
            while True:
                try:
                    if not os.read(self.master, 65536):
                        break
                except OSError:
                    break
            return self.process.wait(60)
        finally:
            self.kill()

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self.master >= 0:
            os.close(self.master)
            self.master = -1
