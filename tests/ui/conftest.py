"""The browser that tests of pages share, and a panel with a page of the test's own."""

from __future__ import annotations

import pytest

from opscope.ui.widget import Panel
from tests.need import need
from tests.ui.pages import HZ, Page

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=need("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(monkeypatch):
    return Page(monkeypatch)


@pytest.fixture
def panel(page):
    panel = Panel("demo", max_hz=HZ)
    yield panel
    panel.close()
