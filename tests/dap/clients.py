"""Debug clients for tests: `DebugClient` of npm's @vscode/debugadapter-testsupport, in one node process."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any

from tests.examples import ROOT
from tests.need import need

PATIENCE = 120.0  # seconds; a hundred times what anything takes
EXTENSION = ROOT / "opscope" / "dap" / "vscode"


class Refused(Exception):
    """The adapter has answered a request with an error."""


class Bridge:
    """The node process; its clients run in it."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [need("node"), "bridge.cjs", str(EXTENSION)],
            cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._ids = itertools.count(1)
        self._answers: dict[int, queue.SimpleQueue[dict[str, Any]]] = {}
        self.clients: dict[str, Client] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            if "id" in message:
                self._answers[message["id"]].put(message)
            else:
                self.clients[message["client"]].take(message)

    def order(self, **order: Any) -> Any:
        """Send an order and wait for its result."""
        number = next(self._ids)
        self._answers[number] = queue.SimpleQueue()
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": number, **order}) + "\n")
        self.process.stdin.flush()
        answer = self._answers[number].get(timeout=PATIENCE)
        del self._answers[number]
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def close(self) -> None:
        with self.process:  # closes its streams
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait(PATIENCE)
            self._reader.join(PATIENCE)


class Client:
    """One client. A name of a request is a method: `client.stackTrace(threadId=1)`."""

    def __init__(self, bridge: Bridge, name: str) -> None:
        self.bridge = bridge
        self.name = name
        self.messages: list[dict[str, Any]] = []  # events, and responses that nobody waits for
        self.exit: int | None = None
        self.errors = ""
        self._changed = threading.Condition()
        self._read = 0
        bridge.clients[name] = self

    def take(self, message: dict[str, Any]) -> None:
        with self._changed:
            if "message" in message:
                self.messages.append(message["message"])
            self.errors += message.get("stderr", "")
            self.exit = message.get("exit", self.exit)
            self._changed.notify_all()

    def __getattr__(self, command: str) -> Any:
        return lambda **arguments: self.bridge.order(do="request", client=self.name, command=command, args=arguments)

    def begin(self, configuration: dict[str, Any], **features: bool) -> None:
        """Start the adapter, or connect to it; initialize and launch or attach."""
        self.bridge.order(do="start", client=self.name, configuration=configuration)
        self.initialize(adapterID="opscope", pathFormat="path", linesStartAt1=True, columnsStartAt1=True, **features)
        kind = configuration.get("request", "launch")
        self.bridge.order(do="request", client=self.name, command=kind, args=configuration)
        self.event("initialized")

    def raw(self, text: str) -> None:
        self.bridge.order(do="raw", client=self.name, text=text)

    def event(self, name: str) -> dict[str, Any]:
        """The next event of a name; events before it are passed over."""
        return self.message(lambda message: message.get("event") == name).get("body", {})

    def message(self, wanted: Any) -> dict[str, Any]:
        """The next message that passes a test."""
        with self._changed:
            while True:
                for at in range(self._read, len(self.messages)):
                    if wanted(self.messages[at]):
                        self._read = at + 1
                        return self.messages[at]
                if not self._changed.wait(PATIENCE):
                    raise TimeoutError(f"{self.name}: {self.messages[self._read :]}\n{self.errors}")

    def stopped(self, command: str = "", **arguments: Any) -> dict[str, Any]:
        """Send a request that moves the program; the stop that it leads to, with the stack as `frames`."""
        if command:
            getattr(self, command)(threadId=1, **arguments)
        found = self.event("stopped")
        return {**found, "frames": self.stackTrace(threadId=1)["stackFrames"]}

    def scope(self, name: str, frame: int = 0) -> int:
        """The reference of a scope of a frame of the stack."""
        frames = self.stackTrace(threadId=1)["stackFrames"]
        scopes = {s["name"]: s["variablesReference"] for s in self.scopes(frameId=frames[frame]["id"])["scopes"]}
        return scopes[name]

    def values(self, reference: int, **part: Any) -> dict[str, Any]:
        """The children of a reference by name."""
        return {v["name"]: v for v in self.variables(variablesReference=reference, **part)["variables"]}

    def output(self, category: str) -> str:
        """What was printed so far."""
        bodies = [m["body"] for m in self.messages if m.get("event") == "output"]
        return "".join(body["output"] for body in bodies if body["category"] == category)

    def end(self) -> int:
        """Disconnect; the exit status of the adapter."""
        self.disconnect()
        with self._changed:
            while self.exit is None:
                assert self._changed.wait(PATIENCE), f"the adapter of {self.name} does not end"
        return self.exit
