"""The browser that tests of pages share."""

from __future__ import annotations

import pytest

from tests.need import need

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=need("chromium"), args=FLAGS)
        yield browser
        browser.close()
