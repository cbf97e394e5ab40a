"""paddle.base.trainer_factory: FetchHandlerMonitor, which reads values while other threads run programs."""

from __future__ import annotations

import threading
from contextvars import copy_context
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.place import to_host
from opscope.core.strict import warn
from opscope.errors import OpscopeWarning, RunError
from opscope.ir.program.program import Variable
from opscope.paddle.base.executor import FetchHandler
from opscope.runtime.scope import Scope


class FetchHandlerMonitor(Described):
    """A thread that passes the values of the handler's Variables to the handler.

    This happens every period_secs, from `start` to `stop`. The values are copies. A value is None if it is not in the
    scope, which has only persistable values. Raises RunError for sequences of several lengths. An error of the handler
    ends the thread, as in any thread.
    """

    def __init__(self, scope: Scope, handler: FetchHandler) -> None:
        self.fetch_instance = handler
        self.fetch_thread = threading.Thread(
            target=copy_context().run,
            args=(self.handler_launch_func, scope, handler),
            daemon=True,
            name="opscope-fetch",
        )
        self._ended = threading.Event()

    @property
    def running(self) -> bool:
        """True between `start` and `stop`."""
        return self.fetch_thread.is_alive() and not self._ended.is_set()

    def handler_launch_func(self, scope: Scope, handler: FetchHandler) -> None:
        """Run the handler in the thread."""
        keys: dict[str, str] = {}
        for key, variable in handler.var_dict.items():
            if isinstance(variable, Variable):
                keys[variable.name] = key
            else:
                warn(OpscopeWarning(f"the value of {key} is not a Variable", fix="pass Variables in var_dict"))
        while not self._ended.wait(handler.period_secs):
            handler.handler({key: _value(scope, name) for name, key in keys.items()})

    def start(self) -> None:
        """Start the thread. A monitor can be started only once."""
        self.fetch_thread.start()

    def stop(self) -> None:
        """Stop the thread. A running call of the handler is completed."""
        self._ended.set()


def _value(scope: Scope, name: str) -> Any:
    found = scope.find_var(name)
    if found is None or not found.get_tensor()._is_initialized():
        return None
    if found.get_tensor().lod():
        raise RunError(
            "A fetched tensor has LoD information, so it cannot be converted completely to a NumPy array.",
            facts={"variable": name}, fix="fetch a variable without LoD",
        )  # fmt: skip
    return np.array(to_host(scope.snapshot(name)))
