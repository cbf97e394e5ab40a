"""static.save and load, inference models: round trips, also in another process, and errors."""

import os

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, OpscopeWarning, UnsupportedError, UsageError
from opscope.paddle import static
from opscope.paddle.inference import Config, create_predictor
from opscope.paddle.saving import load, save
from tests.forked import python

X = np.random.default_rng(0).normal(size=(5, 3)).astype("float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def trained():
    """(executor, x, out) of a program that has taken a step."""
    x = static.data("x", [None, 3])
    out = static.nn.fc(x, 2, activation="tanh")
    paddle.optimizer.Adam(0.1).minimize((out * out).mean())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    exe.run(feed={"x": X})
    return exe, x, out


def test_a_program_goes_on_from_what_was_saved(trained, tmp_path):
    exe, _, out = trained
    prefix = str(tmp_path / "deep" / "model")
    program = static.default_main_program()
    static.save(program, prefix)
    assert sorted(os.listdir(tmp_path / "deep")) == ["model.opscope.json", "model.pdopt", "model.pdparams"]
    after = [exe.run(feed={"x": X}, fetch_list=[out])[0] for _ in range(3)]
    static.load(program, prefix, exe)
    again = [exe.run(feed={"x": X}, fetch_list=[out])[0] for _ in range(3)]
    assert all(np.array_equal(a, b) for a, b in zip(after, again, strict=True))
    state = static.load_program_state(prefix)
    assert state.keys() == program.state_dict().keys()
    with static.scope_guard(static.Scope()):
        with pytest.raises(AssertionError, match=r"the scope has no Variable"):
            static.set_program_state(program, state)
        exe.run(static.default_startup_program())
        static.set_program_state(program, state)
        assert np.array_equal(exe.run(feed={"x": X}, fetch_list=[out])[0], after[0])


def test_what_does_not_fit_is_refused(trained, tmp_path):
    program, prefix = static.default_main_program(), str(tmp_path / "m")
    static.save(program, prefix)
    with pytest.raises(FileNotFoundError, match=r"nope.pdparams"):
        static.load(program, str(tmp_path / "nope"))
    with pytest.raises(AssertionError, match="model_path must have the form dirname/filename"):
        static.save(program, str(tmp_path) + "/")
    with pytest.raises(UsageError, match="program must be a Program"):
        static.save(3, prefix)
    with pytest.raises(AssertionError, match="of the program has the shape"):
        static.set_program_state(program, {"fc_0.w_0": np.ones(3)})
    with pytest.warns(OpscopeWarning, match="These values are not set"):
        static.set_program_state(program, {"nope": np.ones(3)})
    other = static.Program()
    with static.program_guard(other, static.Program()):
        paddle.create_parameter([2, 2], "float32", name="fc_0.w_0")
        with pytest.raises(ArgumentError, match="but its value in the file has the shape"):
            static.load(other, prefix)
        paddle.create_parameter([2, 2], "float32", name="mine")
        with pytest.raises(AssertionError, match=r"has no value for the variable mine"):
            static.load(other, prefix, var_list=[other.global_block().var("mine")])


def test_a_model_runs_in_another_process(trained, tmp_path):
    exe, x, out = trained
    prefix = str(tmp_path / "model")
    static.save_inference_model(prefix, [x], [out], exe)
    assert sorted(os.listdir(tmp_path)) == ["model.pdiparams", "model.pdmodel"]
    want = exe.run(
        static.normalize_program(static.default_main_program(), [x], [out]), feed={"x": X}, fetch_list=[out]
    )[0]
    np.save(tmp_path / "x.npy", X)
    code = (
        "import numpy as np, opscope as paddle\n"
        "from opscope import static\n"
        "paddle.enable_static()\n"
        "exe = static.Executor()\n"
        f"program, feeds, fetches = static.load_inference_model({prefix!r}, exe)\n"
        f"got = exe.run(program, feed={{feeds[0]: np.load({str(tmp_path / 'x.npy')!r})}}, fetch_list=fetches)\n"
        f"np.save({str(tmp_path / 'got.npy')!r}, got[0])\n"
        "print(feeds, [v.name for v in fetches], len(program.global_block().ops))"
    )
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"['x'] ['{out.name}'] 3"
    assert np.array_equal(np.load(tmp_path / "got.npy"), want)


def test_bytes_and_a_model_without_parameters(trained, tmp_path):
    exe, x, _ = trained
    y = x * 2.0
    content = static.serialize_program([x], [y])
    assert [o.type for o in static.deserialize_program(content).global_block().ops] == ["scale"]
    static.save_to_file(str(tmp_path / "p"), content)
    assert static.load_from_file(str(tmp_path / "p")) == content
    static.save_inference_model(str(tmp_path / "m"), x, y, exe)
    assert not (tmp_path / "m.pdiparams").exists()
    program, feeds, (out,) = static.load_inference_model(str(tmp_path / "m"), exe)
    assert np.array_equal(exe.run(program, feed={feeds[0]: X}, fetch_list=[out])[0], X * 2)


@pytest.mark.parametrize(
    "junk", [b"", b"{}", b"[]", b"\xff\xfe", b'{"format": "opscope inference model 1"}', b"[" * 99999]
)
def test_other_files_are_refused(trained, tmp_path, junk):
    exe, x, out = trained
    static.save_inference_model(str(tmp_path / "m"), [x], [out], exe)
    params = (tmp_path / "m.pdiparams").read_bytes()
    (tmp_path / "m.pdiparams").write_bytes(junk)
    with pytest.raises(ArgumentError, match="the file of parameters contains 0 tensors, but 2"):
        static.load_inference_model(str(tmp_path / "m"), exe)
    (tmp_path / "m.pdiparams").write_bytes(params)
    (tmp_path / "m.pdmodel").write_bytes(junk)
    with pytest.raises(ArgumentError, match="this is not an inference model"):
        static.load_inference_model(str(tmp_path / "m"), exe)


def test_names_python_functions_and_missing_values(trained, tmp_path):
    exe, x, out = trained
    with pytest.raises(ValueError, match=r"'feed_vars' should be a Variable or a list of Variables."):
        static.save_inference_model(str(tmp_path / "m"), ["x"], [out], exe)
    with pytest.raises(TypeError, match=r"program must be a Program"):
        static.normalize_program(3, [x], [out])
    called = static.default_main_program().current_block().create_var("c", [None, 2], "float32")
    static.py_func(lambda v: np.array(v), out, called)
    with pytest.warns(OpscopeWarning, match="is a Python function of this process"):
        static.serialize_program([x], [called])
    with static.scope_guard(static.Scope()), pytest.raises(ArgumentError, match="Can not find Variable"):
        static.save_inference_model(str(tmp_path / "m"), [x], [out], exe)
    assert not (tmp_path / "m.pdmodel").exists()


def test_a_model_that_paddles_format_cannot_express_has_a_name_of_its_own(trained, tmp_path):
    exe, x, out = trained
    y, prefix = paddle.logcumsumexp(out, axis=1), str(tmp_path / "m")
    static.save_inference_model(prefix, [x], [out], exe)
    with pytest.warns(
        OpscopeWarning, match="opscope's own format, because Paddle's format is not possible: .*logcumsumexp"
    ):
        static.save_inference_model(prefix, [x], [y], exe)
    assert sorted(os.listdir(tmp_path)) == ["m.opscope.json", "m.pdiparams"]  # not the former model, too
    program = static.normalize_program(static.default_main_program(), [x], [y])
    want = exe.run(program, feed={"x": X}, fetch_list=[y.name])[0]
    for name in ("m.opscope.json", "m.pdmodel"):  # JSON was once called so
        (tmp_path / "m.opscope.json").rename(tmp_path / name)
        program, feeds, fetches = static.load_inference_model(prefix, exe)
        assert np.array_equal(exe.run(program, feed={feeds[0]: X}, fetch_list=fetches)[0], want)
        assert len(load(prefix, return_numpy=True)) == 2
        (tmp_path / name).rename(tmp_path / "m.opscope.json")
    predictor = create_predictor(Config(f"{prefix}.pdmodel", f"{prefix}.pdiparams"))
    predictor.get_input_handle("x").copy_from_cpu(X)
    predictor.run()
    assert np.array_equal(predictor.get_output_handle(y.name).copy_to_cpu(), want)
    with pytest.raises(UnsupportedError, match="logcumsumexp"):
        static.save_inference_model(prefix, [x], [y], exe, format="paddle")
    static.save_inference_model(prefix, [x], [out], exe, format="opscope")
    assert (tmp_path / "m.opscope.json").read_bytes()[:1] == b"{"
    static.save_inference_model(prefix, [x], [out], exe)
    assert sorted(os.listdir(tmp_path)) == ["m.pdiparams", "m.pdmodel"]
    operators = static.load_inference_model(prefix, exe)[0].global_block().ops
    assert all("test_files.py" in str(o.site.filename) for o in operators)  # the lines are kept


class TestBareTensors:
    """save_vars and its like: files of tensors without names, as Paddle 2.6 writes them."""

    def test_the_bytes_are_paddles(self, tmp_path):
        save(DenseTensor(np.arange(3, dtype="float32").reshape(1, 3)), str(tmp_path / "t"), use_binary_format=True)
        about = b"\x08\x05\x10\x01\x10\x03"
        content = bytes(4 + 8 + 4) + b"\x06\0\0\0" + about + np.arange(3, dtype="<f4").tobytes()
        assert (tmp_path / "t").read_bytes() == content
        assert np.array(load(str(tmp_path / "t"))).tolist() == [[0, 1, 2]]

    @pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "float64", "complex64"])
    def test_every_dtype_comes_back_and_lod_does(self, tmp_path, dtype):
        made = DenseTensor(np.ones((300, 1), dtype))
        made.set_lod([[0, 2, 3], [0, 100, 200, 300]])
        save(made, str(tmp_path / "t"), use_binary_format=True)
        back = load(str(tmp_path / "t"))
        assert back.lod() == made.lod() and np.array(back).dtype == dtype and back.shape() == [300, 1]
        assert np.array_equal(load(str(tmp_path / "t"), return_numpy=True), np.array(made))

    def test_what_is_cut_short_or_no_tensor_is_refused(self, tmp_path):
        path = tmp_path / "t"
        save(DenseTensor(np.ones((2, 2))), str(path), use_binary_format=True)
        content = path.read_bytes()
        for broken in (content[:9], content[:-1], content + b"\0", b"\0\0\0\0\xff" + content[5:]):
            path.write_bytes(broken)
            with pytest.raises(ArgumentError, match="the file cannot be loaded"):
                load(str(path))
        with pytest.raises(NotImplementedError, match="can save only a Tensor, but received <class 'dict'>"):
            save({}, str(path), use_binary_format=True)

    @pytest.mark.parametrize("filename", [None, "all"])
    def test_what_save_persistables_wrote_is_found_by_all(self, trained, tmp_path, filename):
        exe, _, out = trained
        program, place = static.default_main_program(), str(tmp_path / "deep")
        kept = [v for v in program.list_vars() if v.persistable]
        before = exe.run(program.clone(for_test=True), feed={"x": X}, fetch_list=[out])[0]
        paddle.distributed.io.save_persistables(exe, place, program, filename=filename)
        assert sorted(os.listdir(place)) == (sorted(v.name for v in kept) if filename is None else ["all"])
        whole = place if filename is None else os.path.join(place, filename)
        for load_again in (
            lambda: static.load(program, whole, exe, kept),
            lambda: static.set_program_state(program, static.load_program_state(whole, kept)),
            lambda: paddle.distributed.io.load_persistables(exe, place, program, filename=filename),
        ):
            exe.run(static.default_startup_program())
            load_again()
            assert np.array_equal(exe.run(program.clone(for_test=True), feed={"x": X}, fetch_list=[out])[0], before)
        if filename is None:
            assert load(place).keys() == {v.name for v in kept}
            return
        for use in (static.load_program_state, lambda path: static.load(program, path, exe)):
            with pytest.raises(ArgumentError, match="var_list is needed"):
                use(whole)
        with pytest.raises(ArgumentError, match="contains 11 tensors, but 1"):
            static.load_program_state(whole, kept[:1])

    def test_the_values_of_a_saved_model_by_name(self, trained, tmp_path):
        exe, x, out = trained
        static.save_inference_model(str(tmp_path / "m"), [x], [out], exe)
        found = load(str(tmp_path / "m"), return_numpy=True)
        weight = static.default_main_program().all_parameters()[0]
        assert len(found) == 2 and np.array_equal(found[weight.name], np.array(weight.get_value()))
        (tmp_path / "m.pdmodel").write_bytes(b"[]")
        with pytest.raises(ArgumentError, match=r"not an inference model"):
            load(str(tmp_path / "m"))
