"""A recording answers to the same names of the user's code as the run of which it was made."""

import json

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line, encode_line
from opscope.debug.disk.record_decoder import decode_plan
from opscope.errors import NotFound
from opscope.names.resolver import all_user_names
from opscope.names.stored_names import decode_names, encode_names
from opscope.paddle import static


def layer(inputs, width):
    y = paddle.tanh(static.nn.fc(inputs, width))
    return y  # noqa: RET504 (the name counts)


def head(inputs):
    y = static.nn.fc(inputs, 1)
    return y * 3


def train():
    paddle.enable_static()
    paddle.seed(1)
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup), paddle.utils.unique_name.guard():
        x = static.data("x", [None, 4], "float32")
        hidden = layer(x, 8)
        h = hidden * 2
        h = paddle.square(h)
        outs = [head(h) for _ in range(2)]
        loss = paddle.mean(outs[0] + outs[1])
        paddle.optimizer.SGD(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(startup)
    for i in range(3):
        exe.run(main, feed={"x": np.full((2, 4), i + 1, "float32")}, fetch_list=[loss])


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names") / "recorded"
    run = debug.start(train)
    run.wait()
    run.save(folder)
    return run, debug.open(folder)


def answer(call):
    try:
        return np.asarray(call()).tolist()
    except NotFound as e:
        return e.summary, e.fix


def test_all_names_mean_the_same_at_the_end_and_at_each_operator(both):
    run, recording = both
    program = run.program()
    names = all_user_names(program)
    assert {"hidden", "h", "y", "outs[1]", "loss"} <= names.keys()
    assert all_user_names(recording.program()) == names
    for name in names:
        one, other = (answer(lambda name=name, each=each: list(each.values(name).values())) for each in both)
        assert one == other, name
    for op in ("op:tanh", "op:square", "op:mean", "op:sgd"):
        for each in both:
            each.goto(2, op)
        for name in names:
            assert answer(lambda name=name: run.value(name)) == answer(lambda name=name: recording.value(name)), name


def test_a_name_that_is_given_twice_means_what_it_meant_there(both):
    _, recording = both
    recording.goto(2, "op:square")
    before = recording.value("h")
    recording.goto(2, "op:mean")
    assert np.array_equal(recording.value("h"), before**2)


def test_a_recording_without_names_can_be_read(both):
    """Those made before names were stored."""
    _, recording = both
    folder = recording.recorded.path
    for path in sorted((folder / "plans").iterdir()):
        data = decode_line(path.read_bytes())
        del data["names"]
        program = decode_plan(encode_line(data)).block.program
        assert all_user_names(program) == {}


@pytest.mark.parametrize(
    "names",
    [
        [],
        {},
        {"values": {}, "bindings": []},
        {"values": {"x": "x"}, "bindings": {}},
        {"values": {"x": [1]}, "bindings": {}},
        {"values": {}, "bindings": {"loss": ["x"]}},
        {"values": {}, "bindings": {"loss": [["x", 0]]}},
        {"values": {}, "bindings": {"loss": [["x", "0", 0]]}},
        {"values": {}, "bindings": {"loss": [["x", 0, None]]}},
        {"values": {}, "bindings": {"loss": [["nowhere", 0, 0]]}},
        {"values": {}, "bindings": {"loss": [[["x"], 0, 0]]}},
    ],
)
def test_names_of_another_form_are_refused(both, names):
    _, recording = both
    path = max((recording.recorded.path / "plans").iterdir())
    data = {**decode_line(path.read_bytes()), "names": names}
    with pytest.raises(DamagedFileError):
        decode_plan(encode_line(data))


def test_names_are_printed_without_their_terminal_escapes(both):
    _, recording = both
    program = recording.program().clone()
    bad = "los\x1b[2Js"
    decode_names(program, {"values": {"x": [bad]}, "bindings": {bad: [["x", 0, 0]]}})
    assert "\x1b" not in "".join(all_user_names(program)) and "los" in "".join(all_user_names(program))


def test_the_data_are_json_and_stay_the_same_when_they_are_stored_again(both):
    run, recording = both
    data = encode_names(run.program())
    assert json.loads(json.dumps(data)) == data
    assert encode_names(recording.program()) == data
