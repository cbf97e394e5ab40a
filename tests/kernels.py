"""Kernels of tests, over sockets in folders of their own.

Over TCP, a kernel binds ports that its client has chosen: another process may have taken one in between, and the kernel
dies before its first reply. With a worker for each core, and browsers beside them, it has happened.
"""

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager


class SocketKernelManager(KernelManager):
    """Manager of one kernel that is reached over Unix domain sockets; their folder goes with it."""

    def __init__(self, **options: Any) -> None:
        folder = tempfile.mkdtemp(prefix="kernel-")  # short: the path of a socket has at most 107 bytes
        super().__init__(transport="ipc", ip=str(Path(folder, "socket")), **options)
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


def start_kernel() -> tuple[SocketKernelManager, BlockingKernelClient]:
    """Start a kernel in this environment; return it and a client when it is ready."""
    manager = SocketKernelManager(kernel_name="python3")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    return manager, client
