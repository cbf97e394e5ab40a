"""A fresh interpreter: for what a process can do only once, like deciding what `import paddle` means."""

import os
import subprocess
import sys
from pathlib import Path

from tests.examples import ROOT


def python(
    *args: str, path: tuple[Path, ...] = (), cwd: Path | None = None, input: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the interpreter; opscope, and what is on `path` before it, can be imported."""
    env = {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, env=env, cwd=cwd, input=input)
