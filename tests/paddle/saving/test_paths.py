"""Paths that lead nowhere, or to a folder: the error has a fix, and no name of a temporary file."""

from pathlib import Path

import numpy as np
import pytest

import opscope as paddle
from opscope.errors import OpscopeError
from opscope.paddle import static


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in ("nope.py", "notes.txt", "nets.pdmodel"):
        Path(name).touch()
    return tmp_path


def _net():
    paddle.enable_static()
    x = static.data("x", [None, 4], "float32")
    h = static.nn.fc(x, 3)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return x, h, exe


def test_a_missing_file_is_like_files_of_its_kind_only():
    with pytest.raises(FileNotFoundError) as e:
        paddle.load("nope.pdparams")
    assert "no .pdparams file" in e.value.fix and "nope.py" not in str(e.value).partition("fix")[2]
    paddle.save({"w": paddle.to_tensor(np.ones(2))}, "nap.pdparams")
    Path("nops.pdparams").mkdir()
    with pytest.raises(ValueError, match=r"nope\.pdparams") as e:
        paddle.load("nope.pdparams")
    assert e.value.fix in ("did you mean 'nap.pdparams'?", "the working directory has nap.pdparams")


def test_a_missing_model_names_those_that_there_are():
    with pytest.raises(FileNotFoundError) as e:
        static.load_inference_model("net", _net()[2])
    assert "did you mean 'nets.pdmodel'" in e.value.fix


@pytest.mark.parametrize("given", ["model", "state", "program"])
def test_saving_over_a_folder_names_it(given):
    x, h, exe = _net()
    for suffix in (".pdmodel", ".pdparams"):
        Path(f"m{suffix}").mkdir()
    save = {
        "model": lambda: static.save_inference_model("m", [x], [h], exe),
        "state": lambda: paddle.save({"a": 1}, "m.pdparams"),
        "program": lambda: static.save(static.default_main_program(), "m"),
    }[given]
    with pytest.raises(IsADirectoryError) as e:
        save()
    assert isinstance(e.value, OpscopeError) and "m.pd" in e.value.summary and "is a directory" in e.value.summary
    assert e.value.fix and ".part" not in str(e.value) and "save" in str(e.value)
    assert not list(Path().glob(".*"))
