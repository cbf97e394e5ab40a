"""What `make test` runs again: each test that failed, and all cells of a notebook of which one did."""

import json
from pathlib import Path

from tests.failed import failed


def test_tests_are_named_and_notebooks_are_whole(tmp_path: Path):
    record = tmp_path / "lastfailed"
    names = ["tests/a.py::test_b[c::d e]", "notebooks/1.ipynb::Cell 3", "notebooks/1.ipynb::Cell 4", "tests/b.py"]
    record.write_text(json.dumps(dict.fromkeys(names, True)))
    assert failed(record) == ["tests/a.py::test_b[c::d e]", "notebooks/1.ipynb", "tests/b.py"]
    assert failed(tmp_path / "nothing") == []
