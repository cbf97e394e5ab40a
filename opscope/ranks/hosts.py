"""Hosts: the machines of a job from an Open MPI host file, and the address of the launcher for their ranks."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from opscope.errors import UsageError

# variables that ranks on other hosts get from the launcher: Open MPI passes on its own ones only
_PASSED_ON = ("OPSCOPE_", "PADDLE", "FLAGS", "PYTHON")
# the hierarchical collectives of Open MPI 5.0 may end a job with one rank on a host by a segmentation fault
NO_HIERARCHY = {"OMPI_MCA_coll": "^han"}
_FIX = "write one line for each host, for example: node1 slots=2"
_ANY_PORT = 9  # no packet is sent there: connecting a datagram socket only looks for the route


class Hosts(NamedTuple):
    """A host file, and the launcher's address in the network of the hosts."""

    file: str
    address: str

    def options(self, variables: Iterable[str], threads: Iterable[str]) -> list[str]:
        """Return the options of mpiexec: the host file, and the environment variables that the hosts receive."""
        chosen = [name for name in variables if name.startswith(_PASSED_ON) or name in threads]
        return ["--hostfile", self.file, *(word for name in sorted(chosen) for word in ("-x", name))]


def read_hosts(file: str, address: str | None = None) -> Hosts:
    """Read a host file, in which each line describes a host: `node1 slots=2`. # begins a comment.

    address: the address at which the launcher listens; None: the address of this machine in the network of the first
    other host.

    Raises:
        UsageError: the file cannot be read or contains no host, or the address of a host is not known.
    """
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as e:
        reason = e.strerror if isinstance(e, OSError) else "it is not text"
        raise UsageError(f"the host file {file} cannot be read: {reason}", fix=_FIX) from None
    names = [words[0] for line in text.splitlines() if (words := line.partition("#")[0].split())]
    if not names:
        raise UsageError(f"the host file {file} contains no host", fix=_FIX)
    return Hosts(os.path.abspath(file), address or _own_address(names))


def _own_address(hosts: Iterable[str]) -> str:
    """Return the address at which the hosts can reach this machine: loopback if all hosts are this machine."""
    own = "127.0.0.1"
    for host in hosts:
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
                route.connect((host.rpartition("@")[2], _ANY_PORT))
                own, (there, _) = route.getsockname()[0], route.getpeername()
        except OSError as e:
            raise UsageError(
                f"the address of the host {host} is unknown: {e.strerror or e}",
                fix="--listen ADDRESS: the address at which the hosts reach this machine",
            ) from None
        if own != there:  # another machine
            return own
    return own
