"""Messages, arguments and pages of variables."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from opscope.dap.arguments import Arguments
from opscope.dap.messages import MAX_MESSAGE, MalformedMessage, MessageWriter, NotTheProtocol, Request, RequestReader
from opscope.dap.request_registry import HANDLERS
from opscope.dap.requests import load_requests
from opscope.dap.requests.lifecycle_requests import CAPABILITIES
from opscope.dap.values import full_text, value_text
from opscope.dap.variables import References, memory, object_item, page
from opscope.errors import ArgumentError, NotFound

GOOD = b'{"seq": 7, "type": "request", "command": "threads"}'


def framed(text: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(text), text)


def read_all(data: bytes) -> list[Request | str]:
    """The requests of a stream, and the refusals between them."""
    reader, found = RequestReader(io.BytesIO(data)), list[Request | str]()
    while True:
        try:
            request = reader.read()
        except MalformedMessage as e:
            found.append(e.summary)
            continue
        if request is None:
            return found
        found.append(request)


@pytest.mark.parametrize(
    "bad, answer",
    [
        (framed(b"nonsense"), "not JSON"),
        (framed(b"\xff\xfe"), "not JSON"),
        (framed(b"[" * 100_000), "not JSON"),
        (framed(b"[1]"), "an object, not list"),
        (framed(b'{"seq": 1, "type": "response", "command": "x"}'), "type 'request'"),
        (framed(b'{"seq": 1, "type": "request"}'), "the request has no command"),
        (framed(b'{"type": "request", "command": "x"}'), "needs its number"),
        (framed(b'{"seq": 1, "type": "request", "command": "x", "arguments": []}'), "must be an object, not list"),
        (b"Content-Length: %d\r\n\r\n" % (MAX_MESSAGE + 1), "too long"),
        (b"Content-Length: nine\r\n\r\n", "bytes were skipped"),
        (b"x" * 300_000, "300000 bytes were skipped"),
    ],
)
def test_what_is_malformed_is_refused_and_the_next_message_is_read(bad: bytes, answer: str):
    first, *rest = read_all(bad + framed(GOOD))
    assert isinstance(first, str) and answer in first
    assert rest == [Request(7, "threads", {})]


def test_headers():
    other = b"content-length: %d\r\nContent-Type: application/json\r\n\r\n%b" % (len(GOOD), GOOD)
    assert read_all(framed(GOOD) + other) == [Request(7, "threads", {})] * 2
    assert read_all(framed(GOOD)[:-1]) == []  # it never came as a whole


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", b"POST /\r\n" + framed(GOOD), b"Content-Length: x" * 1000])
def test_a_strict_reader_ends_at_another_protocol(data: bytes):
    with pytest.raises(NotTheProtocol):
        RequestReader(io.BytesIO(data), strict=True).read()


def test_a_writer_counts_and_survives_its_client():
    stream = io.BytesIO()
    writer = MessageWriter(stream)
    writer.event("initialized")
    writer.refuse(7, "threads", "no {field}")
    texts = [part.partition(b"\r\n\r\n")[2] for part in stream.getvalue().split(b"Content-Length: ")[1:]]
    first, second = map(json.loads, texts)
    assert (first["seq"], first["event"]) == (1, "initialized")
    assert (second["request_seq"], second["success"]) == (7, False)
    assert "{" not in second["body"]["error"]["format"]  # the client would replace it
    stream.close()
    writer.event("output")  # nobody reads it


def test_arguments_have_types_and_bounds():
    given = Arguments({"line": 3, "name": "x", "on": True, "list": [1], "text": "x" * 200_000}, "test")
    assert (given.integer("line"), given.text("name"), given.flag("on"), given.integer("none", 5)) == (3, "x", True, 5)
    for wrong in (
        lambda: given.integer("name"),
        lambda: given.integer("on"),
        lambda: given.integer("line", least=4),
        lambda: given.integer("missing"),
        lambda: given.text("line"),
        lambda: given.text("text"),
        lambda: given.flag("line"),
        lambda: given.texts("list"),
        lambda: given.objects("list"),
        lambda: given.object("line"),
        lambda: given.texts("name"),
    ):
        with pytest.raises(ArgumentError, match="test"):
            wrong()


def test_every_capability_has_its_request():
    load_requests()
    supported = {name.removeprefix("supports").removesuffix("Request") for name in CAPABILITIES if "Request" in name}
    handled = {command[0].upper() + command[1:] for command in HANDLERS}
    known = {"GotoTargets", "LoadedSources", "Completions", "ConfigurationDone", "ReadMemory", "Cancel", "Terminate"}
    assert known <= supported and supported <= handled | {"StepInTargets"}


# --- variables ------------------------------------------------------------------------------------------


def names(found) -> list[str]:
    return [item.name for item in found]


def test_pages():
    rows = object_item("x", np.arange(2500.0)).children
    assert rows is not None and (rows.named, rows.indexed) == (1, 2500)
    assert names(page(rows, "indexed", 10, 3)) == ["[10]", "[11]", "[12]"]
    assert names(page(rows, "", 0, 3)) == ["statistics", "[0]", "[1]"]
    assert names(page(rows, "indexed", 2498, 10)) == ["[2498]", "[2499]"]
    assert page(rows, "indexed", 5000, 10) == []
    whole = page(rows, "indexed", 0, 0)
    assert len(whole) == 1001 and "1500 more" in whole[-1].text
    assert len(page(rows, "indexed", 0, 10**9)) == 1000


def test_a_tensor_is_a_tree_of_its_axes():
    array = np.arange(24, dtype="float32").reshape(2, 3, 4)
    (half,) = page(object_item("x", array, "x").children, "indexed", 1, 1)
    (row,) = page(half.children, "indexed", 2, 1)
    (number,) = page(row.children, "indexed", 3, 1)
    assert (half.type, row.type, number.text, number.children) == ("float32[3, 4]", "float32[4]", "23.0", None)
    assert (half.expression, row.expression, number.expression) == ("x[1]", "x[1, 2]", "x[1, 2, 3]")
    (measured,) = page(object_item("x", array).children, "named", 0, 0)
    assert {i.name: i.text for i in page(measured.children, "", 0, 0)}["mean"] == "11.5"


def test_objects():
    class Broken:
        def __repr__(self):
            raise ValueError("never")

    class Net:
        def __init__(self):
            self._sub_layers = {"fc": 1}
            self.fc = 1
            self.config = {"a": [1, 2], 3: "x", (4,): "y"}

    assert "Broken" in value_text(Broken()) and "Broken" in full_text(Broken())
    tree = {i.name: i for i in page(object_item("net", Net(), "net").children, "", 0, 0)}
    assert list(tree) == ["config", "fc", "_sub_layers"]
    config = {i.name: i for i in page(tree["config"].children, "", 0, 0)}
    assert [i.expression for i in config.values()] == ["net.config['a']", "net.config[3]", ""]
    assert len(value_text("x" * 10**6)) <= 200 and len(full_text("x" * 10**6)) <= 100_000


def test_references_end_with_the_stop():
    references = References()
    number = references.add(object_item("x", [1, 2]).children)
    assert references.find(number).indexed == 2
    references.clear()
    with pytest.raises(NotFound, match="the program has continued"):
        references.find(number)
    assert references.add(object_item("x", [1]).children) != number


def test_memory_is_that_of_the_elements_in_their_order():
    array = np.arange(12, dtype="int32").reshape(3, 4).T
    whole = np.ascontiguousarray(array).tobytes()
    for offset, count in [(0, 48), (3, 7), (5, 1000), (48, 4), (0, 0)]:
        assert memory(array, offset, count) == whole[offset : offset + count]
