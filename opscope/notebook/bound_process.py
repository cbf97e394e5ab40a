"""`python -m opscope.notebook.bound_process MODULE ...`: run a module in a process that ends with its parent process.

Without this module, the controller of ipyparallel would continue to run after its kernel was killed.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
import time

INTERVAL = 0.5  # seconds


def end_with_parent() -> None:
    """End this process soon after its parent has ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(INTERVAL)
        if os.getpgrp() == os.getpid():  # with the processes that it has started
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, name="opscope-parent", daemon=True).start()


if __name__ == "__main__":
    end_with_parent()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
