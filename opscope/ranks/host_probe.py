"""HostProbe: checks if the host of a silent rank can still be reached through the network.

The operating system of a host acknowledges each message for a rank, even if the rank itself does not respond.
"""

from __future__ import annotations

import array
import contextlib
import importlib
import socket

from opscope.ranks.verdicts import Seen

_SILENCE = 0.3  # seconds, after which the host of a rank is probed
_PROBE = b"{}\n"


class HostProbe:
    """Sends empty messages to a silent rank on another host.

    A message is sent only after the host has acknowledged the previous message.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._sent: float | None = None  # when the message was sent that the host has not acknowledged

    def look(self, seen: Seen, now: float) -> None:
        """Set `seen.unreached` to the time since which the host of a rank has acknowledged no message.

        If the host has acknowledged the last message, set `seen.unreached` to None and send the next message.
        """
        if now - seen.heard < _SILENCE or not seen.is_there:
            self._sent = seen.unreached = None
            return
        if self._sent is not None and self._unacknowledged():
            seen.unreached = self._sent
            return
        self._sent = seen.unreached = None
        with contextlib.suppress(OSError):
            self._connection.send(_PROBE)
            self._sent = now

    def _unacknowledged(self) -> int:
        """Return the number of bytes that the other host has not acknowledged.

        Return 0 if the operating system does not count these bytes.
        """
        count = array.array("i", [0])
        with contextlib.suppress(OSError, ImportError):  # Windows has no such modules
            control, numbers = importlib.import_module("fcntl"), importlib.import_module("termios")
            control.ioctl(self._connection, numbers.TIOCOUTQ, count)
        return count[0]
