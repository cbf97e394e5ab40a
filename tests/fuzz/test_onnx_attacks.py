"""ONNX files made to take memory, time or other files: each is refused, or read within a multiple of its size."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opscope import onnx
from opscope.cli.onnx_script import fed_array
from opscope.errors import ArgumentError, MissingFile, UnsupportedError
from opscope.onnx.message_fields import require_fields
from tests.fuzz.test_attacks import SMALL, memory, to_gigabyte

proto = pytest.importorskip("onnx")
helper, from_array = proto.helper, proto.numpy_helper.from_array


def model(nodes: list[Any], initializers: Any = (), sparse: Any = (), **options: Any) -> bytes:
    x = helper.make_tensor_value_info("x", 1, [2])
    y = helper.make_tensor_value_info("y", 1, None)
    graph = helper.make_graph(nodes, "g", [x], [y], initializers, sparse_initializer=sparse)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("my", 1)]
    return helper.make_model(graph, opset_imports=opsets, **options).SerializeToString()


IDENTITY = [helper.make_node("Identity", ["w"], ["y"])]


def sparse(dims: list[int], places: Any = (0,), values: Any = (1.0,)) -> bytes:
    kept, at = from_array(np.array(values, "float32"), "w"), from_array(np.array(places), "places")
    return model(IDENTITY, sparse=[helper.make_sparse_tensor(kept, at, dims)])


@pytest.mark.parametrize(
    "content, message",
    [
        (sparse([2**31 - 1]), r"\[2147483647\] is too large to be dense: the file has 1 of 2,147,483,647 elements"),
        (sparse([2**62, 2**62]), "too large to be dense"),
        (sparse([-3]), r"\[-3\] is not a valid shape"),
        (sparse([1] * 70), "is not a valid shape"),
        (sparse([2**62, 0, 2**62], np.zeros(0, int), []), "is not a valid shape"),
        (sparse([2, 2], [[5, 5]]), r"an index is outside the shape \[2, 2\]"),
        (sparse([4], [-1]), r"an index is outside the shape \[4\]"),
        (sparse([2, 2], [[0, 0, 0]]), r"indices int64\[1, 3\] do not match 1 values of \[2, 2\]"),
        (sparse([4], [0, 1, 2], [1.0, 2.0]), r"indices int64\[3\] do not match 2 values"),
        (sparse([4], [0.5]), r"indices float64\[1\] do not match"),
    ],
)
def test_sparse_tensors_are_as_large_as_their_values_allow(content: bytes, message: str):
    with memory(SMALL), pytest.raises(ArgumentError, match=message):
        onnx.load(content)


def test_sparse_tensors_become_dense():
    found = onnx.load(sparse([2, 3], [[0, 1], [1, 2]], [5.0, 7.0])).weight("w")
    np.testing.assert_array_equal(found, [[0, 5, 0], [0, 0, 7]])


@pytest.mark.unmeasured
def test_functions_that_double_each_other_are_refused():
    """30 functions of two nodes are a billion nodes.

    Each node had the positions of all calls around `onnx.load`: in a process with a deep stack they were most of it.
    """
    depth, opsets = 30, [helper.make_opsetid("", 18), helper.make_opsetid("my", 1)]
    functions = [
        helper.make_function(
            "my", f"f{i}", ["a"], ["c"],
            [helper.make_node(f"f{i + 1}", [a], [b], domain="my") for a, b in ("ab", "bc")], opsets,
        )
        for i in range(depth)
    ]  # fmt: skip
    last = [helper.make_node("Relu", ["a"], ["c"])]
    functions.append(helper.make_function("my", f"f{depth}", ["a"], ["c"], last, opsets))
    content = model([helper.make_node("f0", ["x"], ["y"], domain="my")], functions=functions)

    def load(calls: int) -> None:
        if calls:
            load(calls - 1)
        else:
            onnx.load(content)

    for depth in (0, 200):
        with (
            memory(SMALL),
            pytest.raises(UnsupportedError, match="the model has more than 6,200 nodes, but the file has 62"),
        ):
            load(depth)


def test_values_of_one_name_get_numbers_in_a_row():
    """The search for a free number began anew for each: 4,000 took half a minute."""
    found = onnx.load(model([helper.make_node("Relu", ["x"], ["y"])] * 300))
    assert [o.outputs[0] for o in found.program.operators][:4] == ["y", "y_1", "y_2", "y_3"]
    assert len({o.outputs[0] for o in found.program.operators}) == 301  # the last one makes the output


def doubled(first: Any, times: int) -> list[Any]:
    chain = [helper.make_node("Concat", [f"a{i}"] * 2, [f"a{i + 1}"], axis=0) for i in range(times)]
    return [first, *chain, helper.make_node("Reshape", ["x", f"a{times}"], ["y"])]


@pytest.mark.parametrize("times", [10, 40])
@pytest.mark.parametrize("first", ["Shape", "Identity"])
def test_shapes_that_double_are_refused(first: str, times: int):
    """40 nodes make a shape of 2**40 elements, known or not."""
    ones = [] if first == "Shape" else [from_array(np.array([1]), "one")]
    content = model(doubled(helper.make_node(first, ["one" if ones else "x"], ["a0"]), times), ones)
    with memory(SMALL), pytest.raises(ArgumentError, match="elements of the shape, but at most 64"):
        onnx.load(content)


def test_a_node_has_as_many_outputs_as_its_attributes_say():
    with memory(SMALL), pytest.raises(UnsupportedError, match="num_outputs=10000000 with 1 outputs"):
        onnx.load(model([helper.make_node("Split", ["x"], ["y"], num_outputs=10**7)]))


def beside(location: str, offset: str = "0", dims: tuple[int, ...] = (2,)) -> bytes:
    tensor = proto.TensorProto(name="w", data_type=1, dims=dims, data_location=proto.TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=location)
    tensor.external_data.add(key="offset", value=offset)
    return model(IDENTITY, [tensor])


@pytest.mark.parametrize(
    "content, kind, message",
    [
        (beside("../secret"), ArgumentError, "the data is outside the folder of the model: '../secret'"),
        (beside("/etc/passwd"), ArgumentError, "the data is outside the folder"),
        (beside("link"), ArgumentError, "the data is outside the folder of the model: 'link'"),
        (beside("up/secret"), ArgumentError, "the data is outside the folder"),
        (beside("zero"), ArgumentError, "the data is outside the folder"),
        (beside(""), ArgumentError, "the data is outside the folder"),
        (beside("pipe"), ArgumentError, "'pipe' cannot be read: it is not a regular file"),
        (beside("circle"), ArgumentError, "'circle' cannot be read"),
        (beside("a\0b"), ArgumentError, "cannot be read: embedded null byte"),
        (beside("a" * 5000), ArgumentError, "cannot be read: File name too long"),
        (beside("\x1b[2J"), MissingFile, r"no such file: '\\x1b\[2J'"),
        (beside("data", "9" * 30), ArgumentError, "do not match the shape"),
        (beside("data", "9" * 10_000), ArgumentError, "is not a number"),
        (beside("data", "-8"), ArgumentError, "do not match the shape"),
        (beside("data", dims=(0, 2**62, 2**62)), ArgumentError, "is not a valid shape"),
    ],
)
def test_data_beside_a_model_lies_in_its_folder(content: bytes, kind: type[Exception], message: str, tmp_path: Path):
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "secret").write_bytes(bytes(8))
    (folder / "data").write_bytes(np.arange(2, dtype="float32").tobytes())
    for name, to in {"link": "../secret", "up": "..", "zero": "/dev/zero", "circle": "circle"}.items():
        (folder / name).symlink_to(to)
    os.mkfifo(folder / "pipe")
    file = folder / "a.onnx"
    file.write_bytes(content)
    with memory(SMALL), pytest.raises(kind, match=message) as refused:
        onnx.load(file)
    assert len(str(refused.value)) < 1000
    file.write_bytes(beside("data"))
    np.testing.assert_array_equal(onnx.load(file).weight("w"), [0, 1])


def to_pipe(path: Path) -> None:
    os.mkfifo(path)


def to_holes(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 30)


@pytest.mark.parametrize(
    "make, message",
    [
        (to_pipe, "it is not a regular file"),
        (Path.mkdir, "it is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "it is not a regular file"),
        (lambda path: path.symlink_to(path), "cannot be read"),
        (to_holes, "no field begins at byte 0"),
    ],
)
def test_models_are_regular_files(make: Callable[[Path], Any], message: str, tmp_path: Path):
    make(tmp_path / "a.onnx")
    with memory(SMALL), pytest.raises(ArgumentError, match=message):
        onnx.load(tmp_path / "a.onnx")


def test_names_do_not_steer_the_terminal():
    info = helper.make_tensor_value_info("x\x1b[2J", 1, [2])
    graph = helper.make_graph([], "g", [info], [info])
    found = onnx.load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]).SerializeToString())
    assert "\x1b" not in f"{found!r}{found.program}"


def npz(path: Path) -> None:
    with path.open("wb") as file:
        np.savez(file, a=np.ones(2), b=np.ones(2))


@pytest.mark.parametrize(
    "write, message",
    [
        (lambda path: path.write_bytes(b"hello"), "the file is not an array"),
        (lambda path: path.write_bytes(b""), "the file is not an array"),
        (lambda path: path.write_bytes(b"PK\3\4"), "the file is not an array"),
        (lambda path: np.save(path, np.array([{}], object)), "the file is not an array"),
        (npz, "the file contains several arrays"),
    ],
    ids=["text", "empty", "zip", "objects", "npz"],
)
def test_what_is_fed_to_a_model_is_an_array(write: Callable[[Path], Any], message: str, tmp_path: Path):
    path = tmp_path / "x.npy"
    write(path)
    with pytest.raises(ArgumentError, match=message):
        fed_array(f"x={path}")


def field(number: int, length: int) -> bytes:
    """The head of a field of so many bytes."""
    head = [number << 3 | 2]
    while length >= 0x80:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes([*head, length])


GIGABYTE = 1 << 30
VALID = model([helper.make_node("Relu", ["x"], ["y"])])
# What stands before a hole up to the end of a gigabyte. Of the fields of a model, 7 is its graph, 8 an opset, 6 a text.
HOLES = {
    "nothing": b"",
    "a model": VALID,
    "a graph": VALID + field(7, GIGABYTE - 200),
    "a node in a graph": VALID + field(7, GIGABYTE - 200) + field(1, GIGABYTE - 300),
    "a weight in a graph": VALID + field(7, GIGABYTE - 200) + field(5, GIGABYTE - 300),
    "an opset": VALID + field(8, GIGABYTE - 200),
    "a text": VALID + field(6, GIGABYTE - 200),
    "a field that ends beyond the file": VALID + field(7, 1 << 40),
    "a number without end": VALID + b"\xff" * 20,
}


@pytest.mark.parametrize("start", HOLES)
def test_a_model_with_holes_is_refused_before_it_is_read(start: str, tmp_path: Path):
    path = tmp_path / "holes.onnx"
    path.write_bytes(HOLES[start])
    to_gigabyte(path)
    with (
        memory(SMALL),
        pytest.raises(
            ArgumentError, match=r"holes\.onnx is not an ONNX model: (no field|a message|the file|the number)"
        ),
    ):
        onnx.load(path)


def test_large_models_of_all_kinds_of_fields_are_walked_over(tmp_path: Path):
    """Zeros are not a hole inside a weight."""
    weights = [from_array(np.zeros((1 << 19,), "float32"), "w"), from_array(np.ones((1 << 18,)), "v")]
    nodes = [helper.make_node("Relu", ["x"], ["y"], doc_string="a text " * 200_000), *IDENTITY[:0]]
    made = proto.load_from_string(model(nodes, weights, ir_version=8, producer_name="somebody"))
    made.graph.node[0].attribute.append(helper.make_attribute("numbers", [1.5] * 300_000))
    path = tmp_path / "large.onnx"
    proto.save(made, path)
    assert path.stat().st_size > 4 << 20
    with path.open("rb") as file:
        require_fields(file, path.stat().st_size, proto.ModelProto.DESCRIPTOR)
        assert file.tell() == path.stat().st_size
