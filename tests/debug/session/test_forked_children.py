"""Processes that are forked while a run is in progress: they end by themselves, and hold nothing of the run."""

import os

import pytest

from tests import fresh

PROGRAM = """\
import multiprocessing, os, sys, threading
from pathlib import Path
from opscope import debug, paddle

events = []

def work(end):
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    optimizer = paddle.optimizer.SGD(0.1, parameters=[w])
    for _ in range(3):
        (w * w).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
    if end == "exit": sys.exit(3)
    if end == "raise": raise ValueError("of the child")

def fork(kind, end):
    if kind == "os":
        child = os.fork()
        if not child:
            work(end)
            return
        print("status", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    else:
        process = multiprocessing.get_context(kind).Process(target=work, args=(end,))
        process.start()
        process.join()
        print("status", process.exitcode, flush=True)

def in_body(kind, end):
    def body():
        work("")
        fork(kind, end)
        work("")
        return "done"
    run = debug.start(body, on_error=True, sinks=[events.extend], to=Path("recording"))
    print(run.wait(), run.steps, os.getpid(), flush=True)

def beside(kind, end):
    go = threading.Event()
    def body():
        work("")
        go.wait()
        return "done"
    run = debug.start(body, sinks=[events.extend], to=Path("recording"))
    while run.steps < 3: pass
    here = os.getpid()
    fork(kind, end)
    if os.getpid() != here:
        try:
            run.wait()
        except Exception as e:
            print(f"{type(e).__name__}: {e}".replace(str(here), "PARENT"), flush=True)
        return
    go.set()
    print(run.wait(), run.steps, os.getpid(), flush=True)

if __name__ == "__main__":
    print("program", os.getpid(), flush=True)
    globals()[sys.argv[1]](*sys.argv[2:])
"""


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize("end, status", [("exit", 3), ("raise", 1), ("return", 0)])
@pytest.mark.parametrize("kind", ["os", "fork"])
@pytest.mark.parametrize("where", ["in_body", "beside"])
def test_a_child_ends_with_its_own_status(where, kind, end, status, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    done = fresh.python("program.py", where, kind, end, cwd=tmp_path)
    lines = done.stdout.splitlines()
    program = lines[0].split()[1]
    assert done.returncode == 0, done.stderr
    assert f"status {status}" in lines
    steps = 6 if where == "in_body" else 3
    assert [line for line in lines if line.startswith("done")] == [f"done {steps} {program}"]
    refused = [line for line in lines if line.startswith("RunError")]
    expected = ["RunError: run runs in process PARENT, which has forked this process"]
    assert refused == (expected if (where, kind, end) == ("beside", "os", "return") else [])
