"""Files made to take memory or time: each is refused, or read within a small multiple of its size."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import pickle
import random
import re
import shutil
import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope import events as ev
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.disk.compression import compress
from opscope.debug.disk.recording_reader import load as load_recording
from opscope.errors import ArgumentError, OpscopeError, RecordingError
from opscope.ir.serialize.program_json import from_bytes, to_data
from opscope.paddle import static
from opscope.paddle.saving import load
from opscope.paddle.static.inference import load_from_file, load_inference_model
from opscope.paddle.text.datasets import Imdb, UCIHousing
from opscope.paddle.vision.datasets import MNIST, Cifar10
from tests.fuzz.readers import model, recorded, static_mode

MULTIPLE = 24
SMALL = 8 << 20  # bytes


@contextlib.contextmanager
def memory(limit: int) -> Iterator[None]:
    """Raise AssertionError if more bytes are in use inside at any time."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield
        used = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert used <= limit, f"{used:,} bytes, and {limit:,} are allowed"


ONE = 1 << 20
TEXT = b"\x8d" + struct.pack("<Q", ONE) + b"a" * ONE  # a string of 1 MB
RAW = b"\x8e" + struct.pack("<Q", ONE) + b"a" * ONE  # bytes of 1 MB


def short(text: str) -> bytes:
    return b"\x8c" + bytes([len(text)]) + text.encode()


def name(module: str, function: str) -> bytes:
    return short(module) + short(function) + b"\x93"


DTYPE = name("numpy", "dtype") + short("u1") + b"\x85R"
RECONSTRUCT = name("numpy.core.multiarray", "_reconstruct") + name("numpy", "ndarray") + b"K\0\x85C\1b\x87R"
# memo 0: the raw bytes, 1: a dtype
ARRAY = RECONSTRUCT + b"(K\1J" + struct.pack("<i", ONE) + b"\x85h\1\x89h\0tb"

PICKLES: dict[str, bytes] = {
    "a string used as bytes a thousand times":
        TEXT + b"\x940](" + (name("_codecs", "encode") + b"h\0" + short("latin1") + b"\x86R") * 1000 + b"e.",
    "bytes used as an array a thousand times": RAW + b"\x940" + DTYPE + b"\x940](" + ARRAY * 1000 + b"e.",
    "an array used a thousand times": RAW + b"\x940" + DTYPE + b"\x940" + ARRAY + b"\x940](" + b"h\2" * 1000 + b"e.",
    "a name used a thousand times": TEXT + b"\x940](" + b"h\0h\0\x93" * 1000 + b"e.",
    "integers as keys with equal hashes":
        b"}(" + b"".join(b"\x8a\x20" + (k * (2**61 - 1)).to_bytes(32, "little") + b"N" for k in range(30_000)) + b"u.",
    "a dtype with a large state": b"(" + b"N" * ONE + b"t\x940" + (DTYPE + b"h\0b0") * 1000 + b"N.",
    "an integer of a megabyte": b"\x8b" + struct.pack("<i", ONE) + b"\x7f" * ONE + b".",
    "slices that are one array":
        RAW + b"\x940" + DTYPE + b"\x940" + ARRAY + b"\x940}("
        + b"".join(short(f"k{i}") + b"h\2" for i in range(1000)) + short("UnpackBigParamInfor@@")
        + b"}" + short("all") + b"}(" + short("OriginShape") + b"J" + struct.pack("<i", 1000 * ONE) + b"\x85"
        + short("slices") + b"](" + b"".join(short(f"k{i}") for i in range(1000)) + b"eussu.",
}  # fmt: skip


@pytest.mark.unmeasured
@pytest.mark.parametrize("as_numpy", [False, True])
@pytest.mark.parametrize("attack", PICKLES)
def test_a_pickle_takes_a_multiple_of_its_size(attack: str, as_numpy: bool):
    content = b"\x80\x04" + PICKLES[attack]
    with memory(SMALL + MULTIPLE * len(content)), contextlib.suppress(ArgumentError):
        load(io.BytesIO(content), return_numpy=as_numpy)


def test_the_attacks_use_what_files_may_use():
    """The pieces they are made of are understood: an array once, and bytes once."""
    content = b"\x80\x04" + RAW + b"\x940" + DTYPE + b"\x940" + ARRAY + b"."
    assert load(io.BytesIO(content), return_numpy=True).shape == (ONE,)
    content = b"\x80\x04" + name("_codecs", "encode") + TEXT + short("latin1") + b"\x86R."
    assert load(io.BytesIO(content)) == b"a" * ONE


@pytest.mark.unmeasured
@pytest.mark.parametrize("piece", [b"]", b"}", b"]\x94", b")\x85", b"}\x94"], ids=repr)
def test_containers_take_what_python_needs_for_them(piece: bytes):
    content = b"\x80\x04](" + piece * 100_000 + b"e."
    with memory(250 * len(content)), contextlib.suppress(ArgumentError):
        load(io.BytesIO(content))


def test_shared_containers_stay_shared():
    shared: list[Any] = [1, (2, np.ones(2, "f"))]
    found = load(io.BytesIO(pickle.dumps([shared, shared, {"a": shared}], 4)))
    assert found[0] is found[1] and found[0] is found[2]["a"]


def test_tensors_that_share_an_array_in_the_file_are_separate():
    w = paddle.to_tensor(np.ones(1000, "f"))
    buffer = io.BytesIO()
    paddle.save({str(i): w for i in range(10)}, buffer)
    buffer.seek(0)
    found = load(buffer)
    found["0"][0] = 5.0
    assert [float(found[str(i)][0]) for i in range(10)] == [5.0] + [1.0] * 9


TENSORS = {
    "a number without end": b"\0" * 12 + b"\0" * 4 + struct.pack("<i", ONE) + b"\x08" + b"\xff" * ONE,
    "dims without end": b"\0" * 12 + b"\0" * 4 + struct.pack("<i", 2 + 2 * ONE) + b"\x08\5" + b"\x10\1" * ONE,
    "an empty array with a huge dim":
        b"\0" * 12 + b"\0" * 4 + struct.pack("<i", 14) + b"\x08\5\x10\0\x10" + b"\x80" * 8 + b"\x40",
    "a huge array": b"\0" * 12 + b"\0" * 4 + struct.pack("<i", 10) + b"\x08\5\x10" + b"\x80" * 6 + b"\x40",
    "a hundred dims": b"\0" * 12 + b"\0" * 4 + struct.pack("<i", 202) + b"\x08\5" + b"\x10\1" * 100 + b"\0" * 4,
    "levels without end": b"\0" * 4 + b"\xff" * 8,
}  # fmt: skip


@pytest.mark.parametrize("attack", TENSORS)
def test_tensors_that_are_none_are_refused(attack: str):
    with memory(SMALL), pytest.raises(ArgumentError, match="the file cannot be loaded"):
        load(io.BytesIO(TENSORS[attack]))


# --- programs -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    with static_mode():
        return to_data(model()[0])


def blocks_in_a_chain(data: dict[str, Any]) -> None:
    empty = {"forward": -1, "backward": -1, "vars": [], "ops": []}
    data["blocks"] = [data["blocks"][0], *({**empty, "parent": i} for i in range(5000))]


def an_attribute(value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["blocks"][0]["ops"][0]["notes"]["x"] = value

    return change


PROGRAMS: dict[str, Callable[[dict[str, Any]], None]] = {
    "a long key above many items": an_attribute({"dict": {"a" * ONE: [1] * 1000}}),
    "a long key in a long key": an_attribute({"dict": {"a" * ONE: {"dict": {"b" * ONE: {"dict": {"c": {}}}}}}}),
    "many items": an_attribute([1] * (ONE >> 3)),
    "blocks in a chain": blocks_in_a_chain,
    "a long name of an op": lambda data: data["blocks"][0]["ops"][0].update(op="a" * ONE),
}


@pytest.mark.parametrize("attack", PROGRAMS)
def test_a_program_takes_a_multiple_of_its_size(attack: str, program: dict[str, Any]):
    data = json.loads(json.dumps(program))
    PROGRAMS[attack](data)
    content = json.dumps(data).encode()
    with memory(SMALL + MULTIPLE * len(content)):
        try:
            from_bytes(content)
        except ArgumentError as e:
            assert len(str(e)) < 1000  # noqa: PT017 (both ends are right)


# --- recordings ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written") / "r"
    recorded(folder)
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "r"))


def read_all(folder: Path) -> list[str]:
    """Read what can be read of a recording; the problems."""
    try:
        opened = load_recording(folder)
    except RecordingError as e:
        return [str(e)]
    for i in range(len(opened.segments)):
        with contextlib.suppress(RecordingError):
            opened.segment(i).keyframe.values()
    return list(map(str, opened.problems))


PARTS = ["recording.json", "plans/0001.json", "000001.jsonl", "000001.arrays"]


def to_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def to_device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def to_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def to_gigabyte(path: Path) -> None:
    os.truncate(path, 1 << 30)


HARM = {"pipe": to_pipe, "device": to_device, "directory": to_directory, "gigabyte": to_gigabyte}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("part", PARTS)
def test_parts_of_a_recording_are_regular_files_of_their_size(part: str, harm: str, folder: Path):
    HARM[harm](folder / part)
    with memory(64 << 20):
        problems = read_all(folder)
    assert any(problem.startswith(part) for problem in problems), problems


def rewrite(path: Path, change: Callable[[list[Any]], None]) -> None:
    lines = [decode_line(line) for line in path.read_bytes().splitlines(keepends=True)]
    change(lines)
    rest = b"".join(map(encode_line, lines[1:]))
    if path.suffix == ".jsonl":
        lines[0]["bytes"] = [path.with_suffix(".arrays").stat().st_size, len(rest)]
    path.write_bytes(encode_line(lines[0]) + rest)


def forge_arrays(folder: Path, content: bytes, keyframe: dict[str, Any], edits: list[Any] | None = None) -> None:
    """Make these the arrays of segment 1, with lines that agree."""
    (folder / "000001.arrays").write_bytes(content)

    def change(lines: list[Any]) -> None:
        lines[1]["keyframe"] = keyframe
        del lines[3:]
        lines[2].update(feeds={}, changed={}, kept={}, results=[], edits=edits or [])
        lines[0].update(lines=2, last_run=lines[0]["first_run"])

    rewrite(folder / "000001.jsonl", change)


def test_an_array_of_many_names_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("opscope.debug.disk.recording_reader.CACHE", 1000)  # in place of arrays above 64 MB
    content = random.Random(0).randbytes(ONE)
    entry = [0, ONE, zlib.crc32(content), "|u1", [1, 1, ONE]]
    keyframe = {str(i): [*entry, ([0, 1, 2], [1, 0, 2])[i % 2]] for i in range(100)}
    forge_arrays(folder, content, keyframe, [[0, "x", entry]] * 1000)
    with memory(MULTIPLE * ONE):
        segment = load_recording(folder).segment(0)
        assert len(segment.keyframe.values()) == 100 and len(segment.records[0].edits) == 1000


def test_compressed_arrays_do_not_become_large(folder: Path):
    """A frame of a few kilobytes can claim gigabytes of zeros: all of them together get a multiple of the file."""
    frame = b"".join(compress([bytes(8 << 20)]))
    crc, size = zlib.crc32(frame), len(frame)
    forge_arrays(folder, frame * 50, {str(i): [i * size, size, crc, "|u1", [8 << 20]] for i in range(50)})
    with memory(64 << 20):
        problems = read_all(folder)
    assert any("bytes of an array that has" in problem for problem in problems), problems


@pytest.mark.parametrize("claimed", [(8 << 20) - 1, (8 << 20) + 1])
def test_a_frame_of_another_size_is_damage(claimed: int, folder: Path):
    frame = b"".join(compress([bytes(8 << 20)]))
    forge_arrays(folder, frame, {"w": [0, len(frame), zlib.crc32(frame), "|u1", [claimed]]})
    assert any("the zstd frame does not have the" in problem for problem in read_all(folder))


def test_positions_of_random_states_outside_the_buffer_are_damage(folder: Path):
    """NumPy accepts them, and then reads outside of its memory."""
    state = np.array([0] * 10 + [4, 0, 0], "<u8")
    for word, value in ((10, 5), (11, 2), (12, 1 << 32)):
        other = state.copy()
        other[word] = value
        rewrite(folder / "000001.jsonl", lambda lines, other=other: lines[2].update(rng=other.tobytes().hex()))
        with pytest.raises(OpscopeError):
            debug.open(folder).goto(1)
    rewrite(folder / "000001.jsonl", lambda lines: lines[2].update(rng=state.tobytes().hex()))
    debug.open(folder).goto(1)


# where the line is that of several runs: a segment ends by the clock
SHARED = "has no value, but must have a value in each of the several runs"


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda lines: lines[3].update(feeds={"y": None}), f"has no value of x for run 1|y {SHARED}"),
        (lambda lines: lines[3].update(results=[[0, {"nowhere": None}]]), f"a function that does not|nowhere {SHARED}"),
        (lambda lines: lines[3].update(shapes={"nowhere": [[1], "<f4"]}), "has shapes of a value that does not exist"),
        (lambda lines: lines[2].update(ticks=[2**70]), "ticks is not a count"),
        (lambda lines: lines[2].update(run=-1), "run is not a count"),
    ],
)  # fmt: skip
def test_runs_that_lack_what_they_read_are_damage(change: Any, message: str, folder: Path):
    rewrite(folder / "000001.jsonl", change)
    opened = debug.open(folder)
    with pytest.raises(OpscopeError):
        opened.goto(1)
    assert re.search(message, str(opened.problems))


def test_an_operator_that_runs_twice_is_damage(folder: Path):
    rewrite(folder / "plans/0001.json", lambda lines: lines[0].update(operators=lines[0]["operators"] * 1000))
    opened = debug.open(folder)
    with pytest.raises(OpscopeError):
        opened.goto(1)
    assert "the same operator is listed twice in a run" in str(opened.problems)


def operators_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    return [operator for block in line["program"]["blocks"] for operator in block["ops"]]


def make_larger(lines: list[Any]) -> None:
    """The startup program makes a parameter of 24 GB, which is declared as [3, 3]."""
    made = next(operator for operator in operators_of(lines[0]) if operator["op"] == "uniform")
    made["attrs"]["shape"] = {"tuple": [3, 1 << 31]}


def count_more(lines: list[Any]) -> None:
    """A py_func counts inputs that no operator has."""
    for function in lines[0]["program"]["functions"]:
        function["inputs"] = 1 << 16


@pytest.mark.parametrize(
    "change, message",
    [
        (
            make_larger,
            r"plans/0001.*uniform computes fc_\d+.w_0 with the shape \[3, 2147483648\], "
            r"but the declared shape is \[3, 3\]",
        ),
        (count_more, "plans/0002.*has too many inputs"),
    ],
)
def test_stepping_takes_no_more_memory_than_the_program_declares(change: Any, message: str, folder: Path):
    part = re.match(r"plans/\d+", message)
    assert part is not None
    rewrite(folder / f"{part[0]}.json", change)
    with memory(4 << 20):
        opened = debug.open(folder)
        for step in (0, 1, 5):
            with contextlib.suppress(OpscopeError):
                opened.goto(step)
    assert re.search(message, str(opened.problems))


def test_titles_and_names_do_not_steer_the_terminal(folder: Path):
    rewrite(folder / "recording.json", lambda lines: lines[0].update(title="run\x1b[2J\x9b1m\u202e"))
    rewrite(folder / "plans/0001.json", lambda lines: lines[0].update(fetches=["x\x1b[2J"]))
    opened = debug.open(folder)
    with pytest.raises(OpscopeError) as error:
        opened.goto(2)
    for text in (repr(opened), opened.title, str(opened.problems), str(error.value)):
        assert not set("\x1b\x9b\u202e") & set(text) and text
    assert opened.title == r"run\x1b[2J\x9b1m\u202e"


# --- data sets ----------------------------------------------------------------------------------------


def tar_header(name: str, size: bytes, kind: bytes = b"0") -> bytes:
    header = bytearray(name.encode().ljust(100, b"\0") + bytes(24) + size.ljust(12, b"\0") + bytes(20) + kind)
    header += bytes(512 - len(header))
    header[148:156] = b"%06o\0 " % (sum(header) + 8 * 32)
    return bytes(header)


IDX = bytes((0, 0, 8, 3))
BATCH = "data_batch_1"
HUGE = b"\x80" + (1 << 62).to_bytes(11, "big")
TABLE = b"\xff" * ONE
DATA_SETS: dict[str, tuple[str, bytes]] = {
    "a gzip of nothing but zeros": ("MNIST", gzip.compress(IDX + b"\x7f\0\0\0" * 3 + bytes(64 * ONE))),
    "an image of 2**90 pixels": ("MNIST", IDX + b"\x7f\xff\xff\xff" * 3 + bytes(100)),
    "an archive of zeros in a gzip": ("Cifar10", gzip.compress(tar_header(BATCH, b"777777777") + bytes(64 * ONE))),
    "a file of 2**62 bytes in an archive": ("Cifar10", tar_header(BATCH, HUGE) + bytes(ONE)),
    "a file of 2**62 bytes that is not wanted": ("Cifar10", tar_header("readme", HUGE) + bytes(ONE)),
    "a sparse file in an archive": ("Cifar10", tar_header(BATCH, b"0", b"S") * 100 + bytes(1024)),
    "a header of digits in an archive": ("Imdb", tar_header("x", b"%o" % ONE, b"x") + b"1" * ONE),
    "headers of many lines": ("Imdb", (tar_header("x", b"%o" % 65536, b"x") + b"4 =\n" * 16384) * 16),
    "names of the terminal": ("Cifar10", tar_header(f"\x1b[2J{BATCH}", b"4") + b"\x80\2N." + bytes(508)),
    "a word of a megabyte": ("UCIHousing", TABLE),
}  # fmt: skip


@pytest.mark.parametrize("attack", DATA_SETS)
def test_files_of_data_sets_are_refused_within_their_size(attack: str, tmp_path: Path):
    reader, content = DATA_SETS[attack]
    (tmp_path / "file").write_bytes(content)
    found, error = None, ""
    with memory(SMALL + MULTIPLE * len(content)):
        try:
            found = len(READERS[reader](tmp_path / "file"))
        except ArgumentError as e:
            error = str(e)
    assert error or found == 0  # a sparse file is none that is wanted
    assert "\x1b" not in error and len(error) < 1000


# --- paths of every reader ----------------------------------------------------------------------------


def of_model(path: Path) -> Any:
    path.rename(path.with_name("model.pdmodel"))
    return load_inference_model(str(path.with_name("model")), None)


def of_variables(path: Path) -> Any:
    return static.load_program_state(str(path), [static.data("v", [1])])


READERS: dict[str, Callable[[Path], Any]] = {
    "paddle.load": lambda path: load(str(path)), "load_from_file": lambda path: load_from_file(str(path)),
    "load_inference_model": of_model, "load_program_state": of_variables,
    "Cifar10": lambda path: Cifar10(str(path), backend="cv2"), "Imdb": lambda path: Imdb(str(path)),
    "MNIST": lambda path: MNIST(str(path), str(path), backend="cv2"), "UCIHousing": lambda path: UCIHousing(str(path)),
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("harm", ["pipe", "device"])
def test_only_regular_files_are_read(reader: str, harm: str, tmp_path: Path):
    path = tmp_path / "file"
    path.touch()
    HARM[harm](path)
    with static_mode(), memory(SMALL), pytest.raises((ArgumentError, FileNotFoundError)):
        READERS[reader](path)


@pytest.mark.parametrize("start", [b"", b"\x80\x04", b"{", b"PK\3\4"])
@pytest.mark.parametrize("reader", ["paddle.load", "load_inference_model", "load_program_state"])
def test_holes_take_no_memory(reader: str, start: bytes, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(start)
    to_gigabyte(path)
    with static_mode(), memory(16 << 20), pytest.raises(ArgumentError) as error:
        READERS[reader](path)
    assert "file" in str(error.value) or "model" in str(error.value)


@pytest.mark.parametrize("content", [b"\x80\x04N", b"hello", b"\0\0\0\0", b"{}"])
def test_errors_name_the_file(content: bytes, tmp_path: Path):
    path = tmp_path / "weights.pdparams"
    path.write_bytes(content)
    with pytest.raises(ArgumentError, match=r"file .*weights\.pdparams"):
        load(str(path))


# --- messages -----------------------------------------------------------------------------------------


def test_errors_about_messages_are_short():
    for message in ({"kind": "x" * ONE}, {"kind": ["x"] * ONE}, {"kind": "Pause", "request": 1, "y" * ONE: 1}):
        with pytest.raises(ValueError) as error:  # noqa: PT011 (the length counts)
            ev.from_dict(message)
        assert len(str(error.value)) < 200


def test_a_buffer_is_used_once():
    event = {"kind": "DetailSeen", "name": {"buffer": 0}, "step": {"buffer": 0}}
    with pytest.raises(ValueError, match="there is no buffer 0"):
        ev.from_wire([event], [bytes(ONE)])


@pytest.mark.parametrize("line", ["[" * 100_000, '{"base64": 1}', '{"base64": "?"}', "1" * 5000, "nul"])
def test_lines_that_are_no_messages_are_value_errors(line: str):
    with pytest.raises(ValueError):  # noqa: PT011 (any: it is JSON's, or ours)
        ev.from_json(line)
