"""The readers of untrusted data: valid inputs, how they are changed, how they are read, and the documented errors."""

from __future__ import annotations

import atexit
import contextlib
import gzip
import io
import itertools
import json
import pickle
import shutil
import struct
import tarfile
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from opscope import debug, onnx, paddle
from opscope import events as ev
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.debuggee import AttachedRun
from opscope.dap.messages import MessageWriter, RequestReader
from opscope.dap.request_registry import HANDLERS
from opscope.dap.requests import load_requests
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.disk.recording_reader import load as load_recording
from opscope.debug.eager.eager_record import EagerRecord
from opscope.errors import ArgumentError, OpscopeError, RecordingError
from opscope.ir.serialize.program_json import from_bytes, to_bytes
from opscope.paddle import static
from opscope.paddle.functions.assign import assign
from opscope.paddle.model_files.read_program import read_program
from opscope.paddle.model_files.schema import program_desc_class
from opscope.paddle.saving import load, save
from opscope.paddle.saving.tensors import Rows, written
from opscope.paddle.static.inference import deserialize_program, load_inference_model, serialize_program
from opscope.paddle.text.datasets import Imdb, UCIHousing
from opscope.paddle.vision.datasets import MNIST, Cifar10
from opscope.ui.widget import Panel
from tests.fuzz.mutations import changed_bytes, changed_data, changed_json
from tests.onnx_models import nets


class Reader(NamedTuple):
    """One way of reading. `make` makes an input, `read` reads it, `errors` are those that `read` documents.

    `size` is the number of bytes of an input.
    """

    make: Callable[[Random], Any]
    read: Callable[[Any], object]
    errors: tuple[type[Exception], ...]
    size: Callable[[Any], int] = len


@contextlib.contextmanager
def static_mode() -> Iterator[None]:
    before = paddle.in_dynamic_mode()
    paddle.enable_static()
    try:
        yield
    finally:
        if before:
            paddle.disable_static()


def saved(value: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    save(value, buffer, **options)
    return buffer.getvalue()


def pickles() -> Reader:
    """.pdparams: what paddle.save writes, by pickle's protocols."""
    w = paddle.to_tensor(np.arange(6, dtype="f").reshape(2, 3))
    state = {"fc.weight": w, "tied": w, "steps": {"a": [1, 2.5, "x", None, (b"b", True)]}, "n": np.float64(2), 7: 2**40}
    values = [state, {"fc.weight": w, "fc.bias": w}, [w, [w, (1, 2)]], np.asfortranarray(np.ones((2, 2)))]
    valid = [saved(value, protocol=protocol) for value in values for protocol in (2, 3, 4)]
    return Reader(
        lambda random: changed_bytes(valid, random), lambda content: load(io.BytesIO(content)), (ArgumentError,)
    )


def tensors() -> Reader:
    """Bare tensors of Paddle's runtime."""
    made = DenseTensor(np.ones((3, 2), "float32"))
    made.set_lod([[0, 1, 3]])
    valid = [
        saved(made, use_binary_format=True), written([Rows(np.arange(4)), Rows(np.zeros((2, 0, 3), "bool"))]),
        written([Rows(np.ones((), "complex128"), [[0, 1], [0, 1, 1]])]),
    ]  # fmt: skip
    return Reader(
        lambda random: changed_bytes(valid, random), lambda content: load(io.BytesIO(content)), (ArgumentError,)
    )


def model() -> tuple[static.Program, Any, Any]:
    """A program with blocks, gradients, a py_func and a parameter."""
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [2, 4], "float32")
        x.stop_gradient = False
        h = static.nn.fc(x[..., 0:4], 4, activation="relu") + paddle.assign(np.ones(4, "float32"))
        out = static.nn.cond(h.sum() > 0, lambda: paddle.exp(h), lambda: h)
        out = static.nn.while_loop(lambda v: v.sum() < 9.0, lambda v: [paddle.tanh(v) * v + 1.0], [out])[0]
        static.Executor().run(startup)
        with static.name_scope("layer"):
            static.gradients([paddle.tanh(x)], [x])
        assign(out.mean() * float("inf"))
    return main, x, out


def programs() -> Reader:
    """Programs as JSON, read and then printed, copied and drawn."""
    with static_mode():
        data = json.loads(to_bytes(model()[0]))

    def read(content: bytes) -> None:
        program = from_bytes(content)
        assert "\x1b" not in f"{program}{program.list_vars()!r}"
        with contextlib.suppress(OpscopeError):
            program.clone()

    return Reader(lambda random: changed_json([data], random), read, (ArgumentError,))


def inference_models() -> Reader:
    """Inference models: the file of the program, and that of the parameters."""
    with static_mode():
        main, x, out = model()
        data = json.loads(serialize_program([x], [out], program=main, format="opscope"))
        names = [v.name for v in deserialize_program(json.dumps(data).encode()).list_vars() if v.persistable]
        values = written(Rows(np.ones(main.global_block().var(n).shape, "float32")) for n in sorted(names))

    def make(random: Random) -> tuple[bytes, bytes]:
        if random.random() < 0.3:
            return json.dumps(data).encode(), changed_bytes([values], random)
        return changed_json([data], random), values

    def read(contents: tuple[bytes, bytes]) -> None:
        with static_mode(), static.scope_guard(static.Scope()):
            load_inference_model(None, None, model_filename=contents[0], params_filename=contents[1])

    return Reader(make, read, (ArgumentError,), lambda contents: len(contents[0]) + len(contents[1]))


def paddle_models() -> Reader:
    """Programs of Paddle (.pdmodel): their bytes, and messages with other numbers, names and dims in them."""
    archive = Path(__file__).parents[1] / "paddle" / "model_files" / "models.zip"
    with zipfile.ZipFile(archive) as kept:
        valid = [kept.read(f"{name}.pdmodel") for name in ("conv", "attention", "bilstm", "control")]

    def make(random: Random) -> bytes:
        if random.random() < 0.3:
            return changed_bytes(valid, random)
        desc = program_desc_class().FromString(random.choice(valid))
        for _ in range(random.randint(1, 3)):
            _change_message(desc, random, PADDLE_TEXTS)
        return desc.SerializePartialToString()

    def read(content: bytes) -> None:
        with static_mode(), warnings.catch_warnings(action="ignore"):
            program, *_ = read_program(content)
            assert "\x1b" not in f"{program}"

    return Reader(make, read, (OpscopeError,))


PADDLE_TEXTS = ["x", "feed", "while", "rnn", "", "\x1b[2J", "split", "tmp_3", "fill_constant", "slice"]
NUMBERS = (0, 1, -1, 2, 7, 5, 127, 1 << 20, 2**31 - 1, -(2**31))


def _change_message(message: Any, random: Random, texts: Sequence[str]) -> None:
    """Change one value somewhere in a message."""
    while True:
        field, value = random.choice(message.ListFields())
        many = hasattr(value, "append")
        if many and random.random() < 0.1:
            del value[random.randrange(len(value))]
            return
        item = value[at := random.randrange(len(value))] if many and len(value) else value
        if hasattr(item, "ListFields"):
            if not item.ListFields():
                return
            message = item
            continue
        if many and not len(value):
            return
        new: Any = random.choice(NUMBERS if field.enum_type is None else list(field.enum_type.values_by_number))
        if isinstance(item, float | bool):
            new = type(item)(new)
        elif isinstance(item, str | bytes):
            new = random.choice(texts)
            new = new.encode() if isinstance(item, bytes) else new
        if many:
            value[at] = new
        else:
            setattr(message, field.name, new)
        return


def recorded(folder: Path) -> None:
    """A recording of six steps of a program with random numbers, a py_func, an edit and an error."""
    with static_mode(), static.scope_guard(static.Scope()):
        main, startup = static.Program(), static.Program()
        with static.program_guard(main, startup):
            x = static.data("x", [2, 3], "float32")
            h = paddle.nn.functional.dropout(static.nn.fc(x, 3), 0.5)
            out = main.global_block().create_var("made", [2, 3], "float32")
            static.py_func(lambda v: np.asarray(v) + 1, h, out, lambda v, out, dout: np.asarray(dout))
            loss = paddle.mean(out)
            paddle.optimizer.SGD(0.1).minimize(loss)

        def train() -> None:
            exe = static.Executor()
            exe.run(startup)
            for step in range(6):
                exe.run(main, {"x": np.full((2, 3), step, "float32")}, [loss])

        run = debug.start(train)
        run.wait()
        run.save(folder)


def recorded_eagerly(folder: Path) -> None:
    """A recording of five eager steps with a view, writes in place, a PyLayer; one step keeps its values."""
    paddle.disable_static()
    paddle.seed(0)
    layer = paddle.nn.Linear(3, 2)
    embedding = paddle.nn.Embedding(4, 3, sparse=True)
    optimizer = paddle.optimizer.Adam(0.1, parameters=[*layer.parameters(), *embedding.parameters()])

    def train() -> None:
        for step in range(5):
            x = paddle.to_tensor(np.full((2, 3), step, "float32"))
            x[0] = 0.5 * step
            if step == 3:
                x = embedding(paddle.to_tensor([1, 2]))
            hidden = Doubled.apply(layer(x)).reshape([4])
            paddle.mean(hidden * float(step)).backward()
            optimizer.step()
            optimizer.clear_grad()

    debug.start(train, to=folder).wait()


class Doubled(paddle.autograd.PyLayer):
    """Twice a value, by NumPy."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return paddle.to_tensor(x.numpy() * 2)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return paddle.to_tensor(grads[0].numpy() * 2)


def temporary_folder() -> Path:
    """A new folder that is deleted when Python ends."""
    folder = tempfile.mkdtemp(prefix="opscope-fuzz-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


class Recordings:
    """Changes a line of a file of a recording, or its arrays, and repairs checksums and sizes."""

    def __init__(self, record: Callable[[Path], None]) -> None:
        self._folder = temporary_folder()
        record(self._folder / "valid")
        self._files = {
            path.relative_to(self._folder / "valid").as_posix(): path.read_bytes()
            for path in (self._folder / "valid").rglob("*")
            if path.is_file()
        }
        self._lines = {
            name: [decode_line(line) for line in content.splitlines(keepends=True)]
            for name, content in self._files.items()
            if not name.endswith(".arrays")
        }

    def make(self, random: Random) -> tuple[dict[str, bytes], bool]:
        """The files of a changed recording, and whether to step through it, which takes longest."""
        return self._changed(random), random.random() < 0.25

    def _changed(self, random: Random) -> dict[str, bytes]:
        files = dict(self._files)
        name = random.choice(sorted(files))
        if name.endswith(".arrays"):
            changed = changed_bytes([files[name]], random)
            files[name] = changed
            text = name.replace("arrays", "jsonl")
            lines = [list(line) if isinstance(line, list) else dict(line) for line in self._lines[text]]
        elif random.random() < 0.1:
            files[name] = changed_bytes([files[name]], random)
            return files
        else:
            text, lines = name, list(self._lines[name])
            at = random.randrange(len(lines))
            lines[at] = changed_data(lines[at], random)
        if text.endswith(".jsonl") and isinstance(lines[0], dict):
            rest = b"".join(map(encode_line, lines[1:]))
            arrays = files[text.replace("jsonl", "arrays")]
            lines[0] = {**lines[0], "bytes": [len(arrays), len(rest)]}
        files[text] = b"".join(map(encode_line, lines))
        return files

    def read(self, given: tuple[dict[str, bytes], bool]) -> None:
        """Read everything that a recording has, as a session would."""
        files, stepped = given
        folder = self._folder / "changed"
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        if stepped:
            with contextlib.suppress(RecordingError):
                self._step(folder)
        found = load_recording(folder)
        assert "\x1b" not in f"{found.title}{[str(p) for p in found.problems]}"
        for i in range(len(found.segments)):
            with contextlib.suppress(RecordingError):
                segment = found.segment(i)
                segment.keyframe.values()
                for record in segment.records:
                    if isinstance(record, EagerRecord):
                        _ = record.names
                        continue
                    for values in (
                        record.feeds,
                        record.scope_changes,
                        record.kept_values,
                        *record.call_results.values(),
                    ):
                        values.values()
                    for state in (record.rng_state, *record.rng_states.values()):
                        if state is not None:
                            generator = np.random.Philox(0)
                            generator.state = state

    def _step(self, folder: Path) -> None:
        """Go to some places, as a user does."""
        opened = debug.open(folder)
        assert "\x1b" not in repr(opened)
        first, last = opened.steps
        for step in {first, (first + last) // 2, last}:
            try:
                opened.goto(step)
                opened.names()
            except OpscopeError:
                pass
            except Exception as e:  # what an operator raises on values that are not its own, as in any run
                if not any("raised in" in note for note in getattr(e, "__notes__", ())):
                    raise


def recordings(record: Callable[[Path], None] = recorded) -> Reader:
    """Folders of recordings, with checksums that are right."""
    made = Recordings(record)
    return Reader(made.make, made.read, (RecordingError,), lambda given: sum(map(len, given[0].values())))


def tar_archive(files: dict[str, bytes], kind: int) -> bytes:
    """A tar archive; `kind` is that of its long names."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=kind) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def data_sets() -> Reader:
    """Data sets of given files: tar archives of pickles and of texts, IDX files, tables; as they are, or by gzip."""
    folder = temporary_folder()
    changed, images, labels = (str(folder / name) for name in ("changed", "images", "labels"))
    Path(images).write_bytes(bytes((0, 0, 8, 3)) + struct.pack(">3i", 2, 28, 28) + bytes(2 * 28 * 28))
    Path(labels).write_bytes(bytes((0, 0, 8, 1)) + struct.pack(">i", 2) + b"\1\2")
    batch = pickle.dumps({b"data": np.zeros((2, 3072), "uint8"), b"labels": [3, 9]}, 2)
    review = f"aclImdb/train/pos/{'long' * 30}.txt"
    kinds = tarfile.GNU_FORMAT, tarfile.PAX_FORMAT
    known: list[tuple[Callable[[], Any], list[bytes]]] = [
        (
            lambda: Cifar10(changed, backend="cv2"),
            [tar_archive({"c/data_batch_1": batch, "c/x": b""}, k) for k in kinds],
        ),
        (lambda: Imdb(changed), [tar_archive({review: b"Good!", "aclImdb/train/neg/0.txt": b"bad"}, k) for k in kinds]),
        (lambda: MNIST(changed, labels, backend="cv2"), [Path(images).read_bytes()]),
        (lambda: MNIST(images, changed, backend="cv2"), [Path(labels).read_bytes()]),
        (lambda: UCIHousing(changed), [b"1 2.5 -3e4 4 5 6 7 8 9 10 11 12 13 14\n" * 3]),
    ]

    def make(random: Random) -> tuple[Any, bytes]:
        load, valid = random.choice(known)
        packing = random.randrange(3)  # none, before the change, after it
        if packing == 1:
            valid = [gzip.compress(content, mtime=0) for content in valid]
        content = changed_bytes(valid, random)
        return load, gzip.compress(content, mtime=0) if packing == 2 else content

    def read(given: tuple[Any, bytes]) -> None:
        load, content = given
        Path(changed).write_bytes(content)
        list(itertools.islice(load(), 10))

    return Reader(make, read, (ArgumentError,), lambda given: len(given[1]))


COMMANDS: list[dict[str, Any]] = [
    {"kind": "attach", "view": "v"}, {"kind": "ack", "view": "v", "n": 1}, {"kind": "detach", "view": "v"},
    {"kind": "Pause", "request": 1}, {"kind": "Goto", "request": 2, "step": 3, "op": 4},
    {"kind": "SetBreakpoint", "request": 3, "spec": "op:relu", "condition": "nan(x)", "hits": 2},
    {"kind": "SetTapLevel", "request": 4, "pattern": "*", "level": "record"},
    {"kind": "FetchDetail", "request": 5, "name": "h"}, {"kind": "RunTo", "request": 6, "op": 3},
]  # fmt: skip


class _Panel(Panel):
    """A panel whose answers are kept."""

    def push(self, events: Any) -> None:
        for event in events:
            assert isinstance(event, ev.Response) and len(event.text) < 1000
            json.dumps(ev.to_dict(event), allow_nan=False)


def panel_messages() -> Reader:
    """Messages of a page to its panel: every one is answered or ignored; and the encodings of messages."""
    panel = _Panel("fuzz")
    panel.on_command(lambda command: None)

    def make(random: Random) -> Any:
        return changed_data(random.choice(COMMANDS), random)

    def read(content: Any) -> None:
        panel._receive(panel, content, [])
        assert len(panel._views) <= 32 and all(len(view) <= 100 for view in panel._views)
        for decode in (ev.from_dict, lambda c: ev.from_wire([c], [b"x"]), lambda c: ev.from_json(json.dumps(c))):
            with contextlib.suppress(ValueError):
                decode(content)

    return Reader(make, read, (), lambda content: len(json.dumps(content)))


REQUESTS: list[dict[str, Any]] = [
    {"command": "initialize", "arguments": {"adapterID": "x", "pathFormat": "path", "supportsVariablePaging": True}},
    {"command": "setBreakpoints", "arguments": {"source": {"path": __file__}, "breakpoints": [
        {"line": 7, "condition": "x", "hitCondition": ">= 2", "logMessage": "{x}"}]}},
    {"command": "setFunctionBreakpoints", "arguments": {"breakpoints": [{"name": "op:tanh", "condition": "step > 3"}]}},
    {"command": "setDataBreakpoints", "arguments": {"breakpoints": [{"dataId": "h", "accessType": "write"}]}},
    {"command": "setExceptionBreakpoints", "arguments": {
        "filters": ["nan"], "filterOptions": [{"filterId": "raised", "condition": "ValueError"}]}},
    {"command": "breakpointLocations", "arguments": {"source": {"path": __file__}, "line": 1, "endLine": 9}},
    {"command": "dataBreakpointInfo", "arguments": {"name": "x", "variablesReference": 0, "frameId": 0}},
    {"command": "threads"}, {"command": "loadedSources"}, {"command": "exceptionInfo", "arguments": {"threadId": 1}},
    {"command": "stackTrace", "arguments": {"threadId": 1, "startFrame": 0, "levels": 20}},
    {"command": "scopes", "arguments": {"frameId": 1}}, {"command": "source", "arguments": {"sourceReference": 1}},
    {"command": "variables", "arguments": {"variablesReference": 1000, "filter": "indexed", "start": 1, "count": 5}},
    {"command": "completions", "arguments": {"text": "x.m", "column": 4, "frameId": 0}},
    {"command": "readMemory", "arguments": {"memoryReference": "tensor1001", "offset": 1, "count": 100}},
    {"command": "gotoTargets", "arguments": {"source": {"path": __file__}, "line": 3}},
    {"command": "goto", "arguments": {"threadId": 1, "targetId": 1}},
    {"command": "cancel", "arguments": {"requestId": 3}}, {"command": "restartFrame", "arguments": {"frameId": 1}},
    {"command": "stepBack", "arguments": {"threadId": 1}},
]  # fmt: skip


def debug_adapter() -> Reader:
    """Requests of an editor about a run that stands still, and the bytes that they come in."""
    load_requests()
    run = debug.start(lambda: paddle.tanh(paddle.to_tensor([1.0, 2.0])), entry=True)
    atexit.register(lambda: run.done or run.stop())
    run.until_stopped(60)
    adapter = DebugAdapter(MessageWriter(io.BytesIO()), offered=run)
    adapter.adopt(AttachedRun(run), {})
    adapter.begun.set()
    for each in REQUESTS:  # what reads the program's own source is read once
        with contextlib.suppress(OpscopeError):
            HANDLERS[each["command"]].function(adapter, Arguments(each.get("arguments", {})))

    def make(random: Random) -> bytes:
        message = {"seq": 1, "type": "request", **random.choice(REQUESTS)}
        text = json.dumps(changed_data(message, random) if random.random() < 0.8 else message).encode()
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(text), text)
        return changed_bytes([framed, framed * 2], random) if random.random() < 0.5 else framed

    def read(content: bytes) -> None:
        reader = RequestReader(io.BytesIO(content))
        while (request := reader.read()) is not None:
            if request.command in {each["command"] for each in REQUESTS}:
                with adapter.relay.holding():
                    body = HANDLERS[request.command].function(adapter, Arguments(request.arguments, request.command))
                    run.flush()
                json.dumps(body, allow_nan=False)

    return Reader(make, read, (OpscopeError,))


def onnx_models() -> Reader:
    """ONNX files, their bytes or their messages changed: what is read, and the program that is built."""
    models = [nets.resnet(blocks=(1,), width=2), nets.encoder(layers=1, size=8, heads=2), *parts_of_onnx()]
    valid = [model.SerializeToString() for model in models]

    def make(random: Random) -> bytes:
        if random.random() < 0.3:
            return changed_bytes(valid, random)
        model = type(models[0]).FromString(random.choice(valid))
        for _ in range(random.randint(1, 3)):
            _change_message(model, random, ONNX_TEXTS)
        return model.SerializePartialToString()

    def read(content: bytes) -> None:
        assert "\x1b" not in f"{onnx.load(content)!r}"

    with static_mode():
        return Reader(make, read, (OpscopeError,))


ONNX_TEXTS = ["x", "y", "", "w", "f", "my", "If", "Loop", "axis", "\x1b[2J", "../x", "location", "offset", "Identity"]


def parts_of_onnx() -> list[Any]:
    """Small models with a sparse tensor, a tensor in another file, a function that calls one, and control flow."""
    from onnx import TensorProto, helper, numpy_helper

    def model(nodes: list[Any], initializers: Sequence[Any] = (), **options: Any) -> Any:
        x = helper.make_tensor_value_info("x", 1, [2, "n"])
        y = helper.make_tensor_value_info("y", 1, None)
        sparse = options.pop("sparse", ())
        graph = helper.make_graph(nodes, "g", [x], [y], initializers, sparse_initializer=sparse)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid("my", 1)]
        return helper.make_model(graph, opset_imports=opsets, **options)

    node, array = helper.make_node, numpy_helper.from_array
    places = array(np.array([[0, 1], [1, 0]]), "places")
    sparse = helper.make_sparse_tensor(array(np.ones(2, "float32"), "w"), places, [2, 3])
    beside = TensorProto(name="w", data_type=1, dims=[2], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": "w.bin", "offset": "0", "length": "8"}.items():
        beside.external_data.add(key=key, value=value)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("my", 1)]
    functions = [
        helper.make_function("my", "f", ["a"], ["c"], [node("g", ["a"], ["b"], domain="my"),
                                                       node("g", ["b"], ["c"], domain="my")], opsets),
        helper.make_function("my", "g", ["a"], ["b"], [node("Relu", ["a"], ["b"])], opsets),
    ]  # fmt: skip
    out = [helper.make_tensor_value_info("o", 1, None)]
    then = helper.make_graph([node("Tanh", ["x"], ["o"])], "then", [], out)
    other = helper.make_graph([node("Relu", ["x"], ["o"])], "else", [], out)
    shape = array(np.array([0, -1]), "s")
    return [
        model([node("Add", ["x", "w"], ["y"])], sparse=[sparse]),
        model([node("Add", ["x", "w"], ["y"])], [beside]),
        model([node("f", ["x"], ["y"], domain="my")], functions=functions),
        model([node("If", ["c"], ["y"], then_branch=then, else_branch=other)], [array(np.array(True), "c")]),
        model([node("Reshape", ["x", "s"], ["h"]), node("Expand", ["h", "e"], ["y"])],
              [shape, array(np.array([3, 1, 1]), "e")]),
    ]  # fmt: skip


READERS: dict[str, Callable[[], Reader]] = {
    "pdmodel": paddle_models, "pickle": pickles, "tensors": tensors, "program": programs,
    "inference-model": inference_models, "recording": recordings,
    "eager-recording": lambda: recordings(recorded_eagerly), "panel": panel_messages, "data-set": data_sets,
    "debug-adapter": debug_adapter, "onnx": onnx_models,
}  # fmt: skip
