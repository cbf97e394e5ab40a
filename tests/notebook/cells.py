"""Cells in a real kernel: what they show, and answers to what they ask."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any


def texts(message: dict[str, Any]) -> str:
    """What a message shows."""
    content = message["content"]
    return content.get("text") or content.get("data", {}).get("text/plain") or "".join(content.get("traceback", []))


def output(client: Any, code: str, typed: Iterable[str] = ()) -> str:
    """Run a cell; what it showed, without colors. `typed` are the answers to what it asks."""
    found: list[str] = []
    answers = iter(typed)
    client.execute_interactive(
        code,
        timeout=60,
        allow_stdin=True,
        output_hook=lambda message: found.append(texts(message)),
        stdin_hook=lambda message: client.input(next(answers)),
    )
    return re.sub(r"\x1b\[[0-9;]*m", "", "".join(found))
