"""Child processes of a script: each leaves with its own status, and does nothing that belongs to the parent."""

import os
import signal

import pytest

from tests import forked

PROGRAM = """\
import atexit, multiprocessing, os, signal, subprocess, sys
from concurrent.futures import ProcessPoolExecutor
import paddle

def train(end=lambda: None):
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    optimizer = paddle.optimizer.SGD(0.1, parameters=[w])
    for _ in range(2):
        (w * w).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
    print(f"trained in {os.getpid()}", flush=True)
    end()
    return round(float(w[0]), 3)

def leave(): sys.exit(3)
def leave_with_words(): sys.exit("the child has ended")
def fail(): raise ValueError("of the child")
def interrupt(): raise KeyboardInterrupt
def stay(): pass

def forked(end):
    child = os.fork()
    if not child:
        atexit.register(print, f"last words of {os.getpid()}", flush=True)
        train(end)
    return child

if __name__ == "__main__":
    train()
    for end in (leave, leave_with_words, fail, interrupt, stay):
        child = forked(end)
        if not child:
            break
        print(end.__name__, child, os.waitpid(child, 0)[1], flush=True)
    else:
        for kind in ("fork", "spawn", "forkserver"):
            process = multiprocessing.get_context(kind).Process(target=train, args=(leave,))
            process.start()
            process.join()
            print(kind, process.pid, process.exitcode, flush=True)
        with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
            print("pool", [*pool.map(train, [stay])], flush=True)
        print("subprocess", 0, subprocess.run([sys.executable, "-c", "raise SystemExit(3)"]).returncode, flush=True)
        train()
        print(f"the end of {os.getpid()}")
"""
COMMANDS = {
    "run": ["run"],
    "debug": ["debug", "--batch"],
    "debug with a breakpoint": ["debug", "--batch", "-b", "op:no_such_op"],
    "check": ["check"],
    "report": ["report", "--out", "page.html"],
    "profile": ["profile"],
}
WAIT_STATUSES = {"leave": 3 << 8, "leave_with_words": 1 << 8, "fail": 1 << 8, "interrupt": signal.SIGINT, "stay": 0}
OTHERS = ("fork", "spawn", "forkserver", "subprocess")  # they call sys.exit(3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_children_leave_with_their_own_status(command, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = forked.python("-m", "opscope", *command, str(program), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    status = {words[0]: int(words[2]) for line in lines if len(words := line.split()) == 3 and words[2].isdigit()}
    assert {name: status[name] for name in WAIT_STATUSES} == WAIT_STATUSES
    assert {name: status[name] for name in OTHERS} == dict.fromkeys(OTHERS, 3)
    assert "pool [0.64]" in lines
    assert sum(line.startswith("last words of") for line in lines) == len(WAIT_STATUSES)
    assert done.stdout.count("the end of") == 1
    for line in done.stdout.partition("the end of")[2].splitlines()[1:]:  # what the command says of the script
        assert lines.count(line) == 1, f"a child has printed it, too: {line}"
    assert done.stderr.count("the child has ended") == 1
    assert done.stderr.count("ValueError: of the child") == 1
    assert "IndexError" not in done.stdout + done.stderr


THREAD = """\
import os, sys, threading, paddle

def train():
    print("sum", float((paddle.ones([2]) * 2.0).sum()), flush=True)

paddle.tanh(paddle.ones([2]))
if child := os.fork():
    print("status", os.waitpid(child, 0)[1])
else:
    thread = threading.Thread(target=train)
    thread.start()
    thread.join()
    sys.exit(3)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_a_breakpoint_does_not_stop_a_thread_of_a_child(tmp_path):
    """It stopped there for ever: nobody in the child continues it. Nor does the child's thread emit events."""
    program = tmp_path / "program.py"
    program.write_text(THREAD)
    debug = ("-m", "opscope", "debug", "--batch", "-b", "op:reduce_sum", str(program))
    done = forked.python(*debug, cwd=tmp_path, timeout=60.0)
    assert done.returncode == 0, done.stderr
    assert "sum 4.0" in done.stdout and "status 768" in done.stdout
    assert "beside this run" not in done.stdout
