"""A page of the panel that is a test's own: it remembers what it was sent, and answers when told to."""

import threading
import time

from opscope import events as ev
from opscope.ui.widget import CREDITS, Panel
from tests.ui import fixture

HZ = 200.0  # so that tests need not wait
LONG = 60.0  # seconds until a test gives up


class Page:
    """A front end that remembers what it was sent and answers only when told to."""

    def __init__(self, monkeypatch, view="v1"):
        self.view = view
        self.got = []
        self.came = threading.Condition()
        self.beats = []
        monkeypatch.setattr(Panel, "send", lambda _panel, content, buffers=None: self._take(content, buffers))

    def _take(self, content, buffers):
        with self.came:
            (self.beats if content["kind"] == "beat" else self.got).append((content, buffers))
            self.came.notify_all()

    def wait(self, n, seconds=LONG):
        with self.came:
            assert self.came.wait_for(lambda: len(self.got) >= n, seconds), f"{len(self.got)} of {n} messages"
        return self.got[n - 1]

    def events(self, i=-1):
        content, buffers = self.got[i]
        return ev.from_wire(content["events"], buffers)

    def tell(self, panel, kind, **fields):
        hear(panel, {"kind": kind, "view": self.view, **fields})

    def ack(self, panel):
        self.tell(panel, "ack", n=self.got[-1][0]["n"])


def hear(panel, content):
    panel._handle_custom_msg(content, [])  # what ipywidgets calls for a message of the page


def quiet(page, seconds=0.1):
    n = len(page.got)
    time.sleep(seconds)
    return len(page.got) == n


def spend_credit(page, panel):
    """Push until no message may follow before the page has painted some."""
    for n in range(len(page.got) + 1, CREDITS + 1):
        panel.push([value(0, "spent")])
        page.wait(n)


def value(step, name="fc.out"):
    op = fixture.FORWARD[8]._replace(out=name)
    return fixture.seen(op, 8, step, fixture.np.full((2, 2), step, "float32"))
