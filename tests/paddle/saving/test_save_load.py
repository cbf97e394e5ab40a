"""save and load: what comes back, in this process and in another, and what files look like."""

import io
import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.paddle.optimizer import Adam, lr
from opscope.paddle.saving import load, save
from tests.forked import python

TABLE = "StructuredToParameterName@@"


def tensor(value=((1.0, 2.0), (3.0, 4.0)), name="linear_0.w_0", dtype="float32"):
    made = paddle.to_tensor(np.array(value, dtype))
    made.name = name
    return made


def through(value, protocol=4, **options):
    buffer = io.BytesIO()
    save(value, buffer, protocol)
    buffer.seek(0)
    return load(buffer, **options)


protocols = pytest.mark.parametrize("protocol", [2, 3, 4])


@protocols
@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -(2**70), 1.5, float("inf"), 1 + 2j, "text \u00e9\U0001f600", b"", b"\x00\xff", [], {}, (),
        {"a": [1, (2, {"b": None})], 3: "x", 1.5: b"y", None: ()},
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values_come_back(value, protocol):
    found = through(value, protocol)
    assert found == value and type(found) is type(value)


@protocols
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"])
def test_arrays_come_back_as_they_were(dtype, protocol):
    values = np.arange(6).reshape(2, 3)
    for array in (values.astype(dtype), np.asfortranarray(values.astype(dtype)), values.astype(dtype)[0, 1:1]):
        found = through({"here": {"a": array}}, protocol, return_numpy=True)["here"]["a"]
        assert found.dtype == array.dtype and np.array_equal(found, array) and found.flags.writeable
    scalar = through([np.dtype(dtype).type(1)], protocol)[0]
    assert scalar == 1 and scalar.dtype == dtype


@protocols
def test_a_state_dict_is_arrays_and_a_table_of_names(protocol):
    buffer = io.BytesIO()
    save({"fc.weight": tensor(), "LR_Scheduler": {"last_epoch": 3}}, buffer, protocol)
    content = pickle.loads(buffer.getvalue())  # what Paddle 2.6 reads it with
    assert list(content) == ["fc.weight", "LR_Scheduler", TABLE]
    assert content[TABLE] == {"fc.weight": "linear_0.w_0"} and content["LR_Scheduler"] == {"last_epoch": 3}
    assert type(content["fc.weight"]) is np.ndarray
    buffer.seek(0)
    found = load(buffer)
    assert list(found) == ["fc.weight", "LR_Scheduler"] and found["fc.weight"].name == "linear_0.w_0"
    assert found["fc.weight"].tolist() == [[1, 2], [3, 4]] and found["fc.weight"].stop_gradient
    buffer.seek(0)
    assert load(buffer, keep_name_table=True)[TABLE] == {"fc.weight": "linear_0.w_0"}
    buffer.seek(0)
    assert type(load(buffer, return_numpy=True)["fc.weight"]) is np.ndarray


@protocols
def test_other_tensors_are_pairs_of_a_name_and_an_array(protocol):
    array = np.ones(2, "f")
    buffer = io.BytesIO()
    save([tensor(), {"array": array}], buffer, protocol)
    name, data = pickle.loads(buffer.getvalue())[0]
    assert name == "linear_0.w_0" and data.tolist() == [[1, 2], [3, 4]]
    found = through([tensor(), {"array": array}], protocol)
    assert found[0].name == "linear_0.w_0" and type(found[1]["array"]) is np.ndarray
    alone = through(tensor(), protocol)
    assert alone.name == "linear_0.w_0" and through(array, protocol).tolist() == [1, 1]


class _Pairs:
    """Pickles as Paddle 2.6 pickles a Tensor: tuple((name, array))."""

    def __reduce__(self):
        return tuple, (("w_0", np.array([1.0, 2.0], "f")),)


class _Dense:
    """Pickles as Paddle 2.6 pickles a DenseTensor."""

    def __reduce__(self):
        return eval, ("data", {"data": np.array([1.0, 2.0], "f")})


@protocols
def test_tensors_of_paddle_are_read(protocol):
    found = load(io.BytesIO(pickle.dumps({"a": [_Pairs()], "b": 1}, protocol)))
    assert found["a"][0].name == "w_0" and found["a"][0].tolist() == [1, 2] and found["b"] == 1
    found = load(io.BytesIO(pickle.dumps({"a": _Dense()}, protocol)))
    assert found["a"].tolist() == [1, 2]


def test_an_array_that_old_protocols_cut_comes_in_one_piece():
    parts = {"w@@.0": np.arange(4.0), "w@@.1": np.arange(4.0, 6.0)}
    table = {"w": {"OriginShape": (2, 3), "slices": list(parts)}}
    found = load(io.BytesIO(pickle.dumps({**parts, "UnpackBigParamInfor@@": table, TABLE: {"w": "w_0"}}, 2)))
    assert list(found) == ["w"] and found["w"].tolist() == [[0, 1, 2], [3, 4, 5]] and found["w"].name == "w_0"


def test_arrays_of_another_byte_order_become_native():
    found = load(io.BytesIO(pickle.dumps([np.array([1, 2], ">i4")], 4)), return_numpy=True)[0]
    assert found.dtype == np.int32 and found.dtype.isnative and found.tolist() == [1, 2]


def test_in_static_mode_arrays_become_dense_tensors():
    buffer = io.BytesIO()
    save({"w": tensor()}, buffer)
    paddle.enable_static()
    buffer.seek(0)
    assert isinstance(load(buffer)["w"], DenseTensor)
    assert np.array_equal(through({"w": DenseTensor(np.ones(2, "f"))}, return_numpy=True)["w"], [1, 1])


def test_bfloat16_is_an_array_only():
    content = pickle.dumps({"w": np.array([1], "uint16")}, 4)
    with pytest.raises(ArgumentError, match="uint16, which a Tensor cannot have"):
        load(io.BytesIO(content))
    assert load(io.BytesIO(content), return_numpy=True)["w"].dtype == np.uint16


def test_what_is_in_two_places_is_one():
    shared = [np.ones(2, "f")]
    found = through({"x": {"a": shared, "b": shared}}, return_numpy=True)["x"]
    assert found["a"] is found["b"]


def test_tensors_of_one_memory_come_back_apart():
    tied = tensor()
    found = through({"a": tied, "b": tied})
    found["a"].set_value(np.zeros((2, 2), "f"))
    assert found["b"].tolist() == [[1, 2], [3, 4]]


# --- files ------------------------------------------------------------------------------------------


def test_files_by_string_and_path_with_their_directories(tmp_path: Path):
    save({"w": tensor()}, tmp_path / "new" / "model.pdparams")
    save({"w": tensor()}, str(tmp_path / "model.pdparams"))
    for path in (tmp_path / "new" / "model.pdparams", str(tmp_path / "model.pdparams")):
        assert load(path)["w"].tolist() == [[1, 2], [3, 4]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.pdparams", "new"]
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "model.pdparams").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_link_stays_one(tmp_path: Path):
    (tmp_path / "best").symlink_to(tmp_path / "epoch-3.pdparams")
    save({"w": tensor()}, tmp_path / "best")
    assert (tmp_path / "best").is_symlink() and load(tmp_path / "epoch-3.pdparams")["w"].shape == [2, 2]


def test_a_save_that_fails_leaves_the_former_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "model.pdparams"
    save({"w": tensor()}, path)
    before = path.read_bytes()
    with pytest.raises(UnsupportedError):
        save({"w": object()}, path)

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr("opscope.paddle.saving.to_file.pickle.dump", full)
    with pytest.raises(OSError, match="no space left"):
        save({"w": tensor()}, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


MODEL = """
import sys
import numpy as np
from opscope import paddle
from opscope.paddle.optimizer import Adam
from opscope.paddle.saving import load, save

def steps(count):
    for i in range(count):
        x = paddle.to_tensor(np.full((2, 3), i + 1.0, "float32"))
        loss = (paddle.matmul(x, w) + b).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
    print(w.numpy().tobytes().hex(), b.numpy().tobytes().hex())

paddle.seed(int(sys.argv[3]))
w = paddle.create_parameter([3, 2], "float32")
b = paddle.create_parameter([2], "float32", is_bias=True)
optimizer = Adam(0.1, parameters=[w, b])
where = sys.argv[1] + "/model"
if sys.argv[2] == "first":
    steps(3)
    save({"w": w, "b": b}, where + ".pdparams")
    save(optimizer.state_dict(), where + ".pdopt")
else:
    state = load(where + ".pdparams")
    w.set_value(state["w"])
    b.set_value(state["b"])
    optimizer.set_state_dict(load(where + ".pdopt"))
steps(3)
"""


def test_a_model_goes_on_in_another_process(tmp_path: Path):
    (tmp_path / "model.py").write_text(MODEL)
    outputs = []
    for which, seed in (("first", "1"), ("second", "2")):
        done = python(str(tmp_path / "model.py"), str(tmp_path), which, seed)
        assert not done.returncode, done.stderr
        outputs.append(done.stdout.split("\n")[-2])
    assert outputs[0] == outputs[1]


def test_the_state_of_an_optimizer_through_a_file():
    w = tensor()
    w.stop_gradient, w.grad = False, tensor()
    optimizer = Adam(lr.StepDecay(0.5, 2), parameters=[w])
    optimizer.step()
    found = through(optimizer.state_dict())
    assert list(found) == list(optimizer.state_dict()) and found["LR_Scheduler"]["last_epoch"] == 0
    other = Adam(lr.StepDecay(0.5, 2), parameters=[w])
    other.set_state_dict(found)
    for name, value in optimizer.state_dict().items():
        if name != "LR_Scheduler":
            assert np.array_equal(found[name], value)


# --- refused ----------------------------------------------------------------------------------------


class _Layer:
    def sublayers(self):
        """What says that it is one."""

    def state_dict(self):
        """What to save."""


@pytest.mark.parametrize(
    "value, message",
    [
        ({"a": [1, {2}]}, "an object of the type `set`.\n    found  the value, at 'a', at 1"),
        ({("a",): 1}, "keys of type tuple"),
        (np.array(["a"]), "an array with the dtype <U1 cannot be saved"),
        ([np.array([object()])], "an array with the dtype object cannot be saved"),
    ],
    ids=["set", "key", "text", "objects"],
)
def test_what_is_no_data_is_not_saved(value, message):
    with pytest.raises(UnsupportedError, match=message.replace("\n", r"\n")):
        save(value, io.BytesIO())


def test_a_layer_is_not_saved():
    with pytest.raises(ArgumentError, match=r"cannot save an object of the type `nn\.Layer`"):
        save({"net": _Layer()}, io.BytesIO())


def test_at_its_end_there_is_nothing_to_load(tmp_path):
    """An EOFError ends loops over what was saved one after the other, as in Paddle."""
    buffer = io.BytesIO()
    save([1], buffer)
    save([2], buffer)
    buffer.seek(0)
    assert [load(buffer), load(buffer)] == [[1], [2]]
    with pytest.raises(
        EOFError, match=r"it has no content after the current position of the BytesIO[^Z]*fix: go to the beginning"
    ):
        load(buffer)
    (tmp_path / "empty.pdparams").touch()
    with pytest.raises(EOFError, match="it is empty"):
        load(tmp_path / "empty.pdparams")


def test_what_lies_too_deep_is_not_saved():
    value: list = []
    for _ in range(100):
        value = [value]
    with pytest.raises(UnsupportedError, match="deeper than 64"):
        save(value, io.BytesIO())
    endless: dict = {}
    endless["a"] = endless
    with pytest.raises(UnsupportedError, match="deeper than 64"):
        save(endless, io.BytesIO())


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda d: save(1, d / "x", protocol="4"), ArgumentError, "protocol must be an int"),
        (lambda d: save(1, d / "x", protocol=5), ArgumentError, "protocol must be 2, 3 or 4"),
        (lambda d: save(1, d / "x", use_binary_format=True), UnsupportedError, "use_binary_format"),
        (lambda d: save(1, d / "x", other=1), ArgumentError, "does not take other"),
        (lambda d: save(1, 3), UsageError, r"save\(\) needs a path or a BytesIO"),
        (lambda d: save(1, f"{d}/"), ArgumentError, "dirname/filename"),
        (lambda d: load(3), UsageError, r"load\(\) needs a path or a BytesIO"),
        (lambda d: load(d), ArgumentError, "is a directory"),
        (lambda d: load(d / "nope.pdparams"), FileNotFoundError, "nope.pdparams"),
        (lambda d: load(d / "x", other=1), ArgumentError, "load.. does not take other"),
        (lambda d: load(d / "x", model_filename="m"), UnsupportedError, "model_filename"),
    ],
    ids=range(11),
)
def test_arguments_are_checked(call, error, message, tmp_path):
    with pytest.raises(error, match=message):
        call(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_program_comes_back_and_runs_with_the_same_results(tmp_path):
    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        x = paddle.static.data("x", [None, 2])
        y = paddle.tanh(paddle.static.nn.fc(x, 3))
    executor = paddle.static.Executor()
    executor.run(startup)
    save(main, tmp_path / "main.pdmodel")
    feed = {"x": np.ones((2, 2), "float32")}
    (before,) = executor.run(main, feed=feed, fetch_list=[y])
    again = load(tmp_path / "main.pdmodel")
    assert str(again) == str(main)
    assert np.array_equal(executor.run(again, feed=feed, fetch_list=[y.name])[0], before)


@pytest.mark.parametrize("content", [b"{", b"{}", b'{"blocks": 3}', b"{\xff}"])
def test_what_begins_like_a_program_and_is_none_is_refused(content):
    with pytest.raises(ArgumentError, match="the file cannot be loaded: the content is not a program"):
        load(io.BytesIO(content))


def test_several_values_in_one_buffer():
    """As in Paddle 2.6.2: `load` leaves the buffer behind what it has read."""
    buffer = io.BytesIO()
    buffer.write(b"head")
    for value in ({"a": tensor()}, tensor(), [1, "two"]):
        save(value, buffer)
    save(tensor(((5.0,),)), buffer, use_binary_format=True)
    save({"b": 3}, buffer)
    buffer.seek(4)
    assert list(load(buffer)) == ["a"] and load(buffer).shape == [2, 2] and load(buffer) == [1, "two"]
    assert load(buffer).tolist() == [[5.0]] and load(buffer) == {"b": 3}
    assert buffer.tell() == len(buffer.getvalue())


def test_the_former_name_of_protocol(tmp_path):
    for protocol in (2, 3):
        save({"a": 1}, tmp_path / "a", pickle_protocol=protocol)
        assert (tmp_path / "a").read_bytes()[1] == protocol and load(tmp_path / "a") == {"a": 1}
    with pytest.raises(ArgumentError, match="protocol must be 2, 3 or 4, but it is 7"):
        save({"a": 1}, tmp_path / "a", pickle_protocol=7)
