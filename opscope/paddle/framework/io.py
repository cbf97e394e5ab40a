"""paddle.framework.io: save and load, at once or in the background."""

from __future__ import annotations

import io
import threading
from typing import Any

from opscope.paddle.nn import parameter as _parameter
from opscope.paddle.saving import load, save
from opscope.paddle.saving.to_file import opened

EagerParamBase = _parameter.Parameter  # programs patch it by this path
_queue: list[threading.Thread] = []
_failed: list[BaseException] = []


def async_save(obj: Any, path: Any, protocol: int = 4, sync_other_task: bool = False, **configs: Any) -> None:
    """Save in a thread. The values are copied now, so they may change after the call.

    If sync_other_task is True, wait for earlier files. If a file cannot be written, clear_async_save_task_queue raises
    the error.
    """
    if sync_other_task:
        clear_async_save_task_queue()
    content = io.BytesIO()
    save(obj, content, protocol, **configs)

    def write() -> None:
        try:
            with opened(path) as file:
                file.write(content.getvalue())
        except OSError as e:
            _failed.append(e)

    thread = threading.Thread(target=write, name=f"save {path}")
    _queue[:] = [*(t for t in _queue if t.is_alive()), thread]
    thread.start()


def clear_async_save_task_queue() -> None:
    """Wait until all files of async_save are written. Raises the error if a file could not be written."""
    while _queue:
        _queue.pop(0).join()
    if _failed:
        error = _failed.pop(0)
        _failed.clear()
        raise error


def _legacy_save(obj: Any, path: Any, protocol: int = 2) -> None:
    save(obj, path, protocol)


def _legacy_load(path: Any, **configs: Any) -> Any:
    return load(path, return_numpy=True, **configs)


__all__ = ["_legacy_load", "_legacy_save", "async_save", "clear_async_save_task_queue", "load", "save"]
