"""Events of a run, as a client gets them."""

from __future__ import annotations

import io
import json
from typing import Any

from opscope import events as ev
from opscope.dap.event_relay import EventRelay
from opscope.dap.messages import MessageWriter, Request


class Seen:
    """A relay, and what it has sent."""

    def __init__(self, *features: str) -> None:
        self.stream = io.BytesIO()
        self.writer = MessageWriter(self.stream)
        self.relay = EventRelay(
            self.writer, lambda: features, lambda event: {"reason": event.reason}, lambda: None, lambda event: None
        )

    @property
    def sent(self) -> list[tuple[str, Any]]:
        texts = [part.partition(b"\r\n\r\n")[2] for part in self.stream.getvalue().split(b"Content-Length: ")[1:]]
        messages = [json.loads(text) for text in texts]
        return [(m.get("event") or m["command"], m.get("body")) for m in messages]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.sent]


STOP = ev.Stopped(reason="step", op=1, op_type="tanh", name="h", step=3)


def test_a_stop_comes_after_the_response_to_the_request_that_led_to_it():
    seen = Seen()
    with seen.relay.holding():
        seen.relay([ev.Continued(step=1), STOP, ev.Warned(subject="h", text="text")])
        seen.writer.respond(Request(1, "next", {}))
    assert seen.names == ["output", "next", "stopped"]
    assert seen.sent[2][1] == {"allThreadsStopped": True, "reason": "step"}


def test_a_run_that_somebody_else_continues():
    seen = Seen()
    seen.relay([ev.Continued(step=1), STOP])
    assert seen.names == ["continued", "stopped"]


def test_progress_of_a_search():
    search = [ev.SearchProgressed(text="back to a breakpoint", done=n, total=4) for n in (1, 2)]
    search.append(ev.SearchProgressed(text="", done=0, total=0))
    seen = Seen("supportsProgressReporting")
    seen.relay([*search, *search])
    assert seen.names == ["progressStart", "progressUpdate", "progressEnd"] * 2
    bodies = [body for _, body in seen.sent]
    assert (bodies[0]["title"], bodies[0]["percentage"], bodies[1]["percentage"]) == (
        "back to a breakpoint",
        25.0,
        50.0,
    )
    assert len({body["progressId"] for body in bodies[:3]}) == 1 and bodies[3]["progressId"] != bodies[0]["progressId"]
    deaf = Seen()
    deaf.relay(search)
    assert deaf.names == []
