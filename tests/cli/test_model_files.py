"""An ONNX model in the place of a script: what is wrong with its arguments is said without frames of opscope."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from opscope import debug
from opscope.errors import ArgumentError, FeedError
from tests.forked import python


def model(path: Path, names: tuple[str, ...] = ("x", "h", "y")) -> str:
    """Exp of Relu of an input [b, 3]."""
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["b", 3]) for n in (names[0], names[2])]
    nodes = [helper.make_node("Relu", [names[0]], [names[1]]), helper.make_node("Exp", [names[1]], [names[2]])]
    graph = helper.make_graph(nodes, "net", ends[:1], ends[1:])
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]), path)
    return str(path)


@pytest.mark.parametrize(
    "args, status, message",
    [
        (["run", "M", "--feed", "z=X"], 1, "FeedError: the model has no input 'z'\n"),
        (["run", "M", "--feed", "x=BAD"], 1, "FeedError: The fed Variable 'x'"),
        (["run", "M", "--feed", "x=nothing"], 2, "opscope run: --feed x=nothing: no such file"),
        (["run", "M", "--feed", "x=M"], 2, "the file is not an array"),
        (["run", "M", "--dim", "b=one"], 2, "opscope run: --dim b=one"),
        (["run", "M", "--dim", "bb=1"], 1, "ArgumentError: dims: no input of the model has a symbolic dim 'bb'"),
        (["run", "M", "--json"], 2, "--json is not an option of a model. Write options of opscope before"),
        (["profile", "M", "--feed", "x=BAD"], 1, "FeedError: The fed Variable 'x'"),
        (["report", "M", "--feed", "x=BAD"], 1, "FeedError: The fed Variable 'x'"),
        (["debug", "--no-stop", "M", "--feed", "x=BAD"], 1, "FeedError: The fed Variable 'x'"),
        (["diff", "M", "--against", "float16", "--feed", "z=X"], 2, "opscope diff: the model has no input 'z'"),
        (["diff", "M", "--against", "float16", "--feed", "x=BAD"], 2, "opscope diff: The fed Variable 'x'"),
        (["diff", "M", "--against", "float16", "--dim", "bb=1"], 2, "opscope diff: dims: no input"),
    ],
)
def test_wrong_arguments_are_said_in_a_line(tmp_path: Path, args: list[str], status: int, message: str):
    files = {"M": model(tmp_path / "m.onnx"), "X": str(tmp_path / "x.npy"), "BAD": str(tmp_path / "bad.npy")}
    np.save(files["X"], np.ones((2, 3), "float32"))
    np.save(files["BAD"], np.ones((2, 4), "float32"))
    given = [
        a.rpartition("=")[0] + "=" * ("=" in a) + files.get(a.rpartition("=")[2], a.rpartition("=")[2]) for a in args
    ]
    done = python("-m", "opscope", *given, cwd=tmp_path)
    assert done.returncode == status and message in done.stdout + done.stderr, done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_two_files_whose_inputs_have_other_names_are_paired_by_place(tmp_path: Path):
    a, b = model(tmp_path / "a.onnx"), model(tmp_path / "b.onnx", ("image", "first", "last"))
    assert debug.diff_models(a, b, {"x": np.ones((2, 3), "float32")}).compared == 2
    assert debug.diff_models(a, b, dims={"b": 2}).same
    with pytest.raises(FeedError, match="no input 'image'"):
        debug.diff_models(a, b, {"image": np.ones((2, 3), "float32")})


def test_files_without_a_common_value_are_no_two_forms_of_a_model(tmp_path: Path):
    a, b = model(tmp_path / "a.onnx"), str(tmp_path / "b.onnx")
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2, 3]) for n in ("p",)]
    graph = helper.make_graph([], "net", ends, ends)
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]), b)
    with pytest.raises(ArgumentError, match=r"no value of a\.onnx has a counterpart in b\.onnx"):
        debug.diff_models(a, b)
