"""paddle.inference: a saved model, run by handles or by values; in programs and from traced layers."""

from pathlib import Path

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError, UnsupportedError
from opscope.paddle import static
from opscope.paddle.inference import (
    Config,
    DataType,
    PredictorPool,
    create_predictor,
    get_num_bytes_of_data_type,
    get_version,
)

X = np.linspace(-1, 1, 6).reshape(2, 3).astype("float32")


@pytest.fixture
def saved(tmp_path):
    """(path of a model with two outputs, what they are for X)."""
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        x = static.data("x", [None, 3])
        y = static.nn.fc(x, 2)
        executor = static.Executor()
        executor.run(static.default_startup_program())
        static.save_inference_model(str(tmp_path / "m"), [x], [y, y * 2], executor)
        expected = executor.run(feed={"x": X}, fetch_list=[y])[0]
    paddle.disable_static()
    return str(tmp_path / "m"), expected


def test_handles(saved):
    path, expected = saved
    predictor = create_predictor(Config(f"{path}.pdmodel", f"{path}.pdiparams"))
    assert predictor.get_input_names() == ["x"] and len(predictor.get_output_names()) == 2
    handle = predictor.get_input_handle("x")
    assert handle.shape() == [-1, 3] and handle.type() is DataType.FLOAT32 and handle.name() == "x"
    for rows in (1, 2, 2):
        handle.reshape([rows, 3])
        handle.copy_from_cpu(X[:rows])
        assert predictor.run() is True
        first, second = map(predictor.get_output_handle, predictor.get_output_names())
        np.testing.assert_allclose(first.copy_to_cpu(), expected[:rows], rtol=1e-6)
        np.testing.assert_allclose(second.copy_to_cpu(), 2 * expected[:rows], rtol=1e-6)
        assert first.shape() == [rows, 2] and first.lod() == []
    predictor.clear_intermediate_tensor()
    assert predictor.try_shrink_memory() == 0


def test_values(saved):
    path, expected = saved
    predictor = create_predictor(Config(f"{path}.pdmodel", f"{path}.pdiparams"))
    for given in (X, paddle.to_tensor(X)):
        found = predictor.run([given])
        assert [isinstance(t, paddle.Tensor) for t in found] == [True, True]
        np.testing.assert_allclose(found[0].numpy(), expected, rtol=1e-6)
    predictor.get_input_handle("x").share_external_data(paddle.to_tensor(X[:1]))
    predictor.run()
    assert predictor.get_output_handle(predictor.get_output_names()[0]).shape() == [1, 2]


def test_models_keep_their_parameters_apart(saved):
    path, expected = saved
    config = Config(f"{path}.pdmodel", f"{path}.pdiparams")
    pool = PredictorPool(config, 2)
    one, two, three = pool.retrieve(0), pool.retrieve(1), pool.retrieve(0).clone()
    names = [n for n in one._scope.local_var_names() if ".w_" in n]
    one._scope.find_var(names[0]).get_tensor().set(
        np.zeros(one._scope.find_var(names[0]).get_tensor().shape(), "float32")
    )
    assert not np.allclose(one.run([X])[0].numpy(), expected)
    for other in (two, three):
        np.testing.assert_allclose(other.run([X])[0].numpy(), expected, rtol=1e-6)
    with pytest.raises(ValueError, match="there is no predictor 2"):
        pool.retrieve(2)
    with pytest.raises(ValueError, match="size of the PredictorPool"):
        PredictorPool(config, 0)


def test_contents_and_directories(saved, tmp_path):
    path, expected = saved
    contents = [Path(f"{path}.{kind}").read_bytes() for kind in ("pdmodel", "pdiparams")]
    config = Config()
    config.set_model_buffer(contents[0], len(contents[0]), contents[1], len(contents[1]))
    assert config.model_from_memory()
    np.testing.assert_allclose(create_predictor(config).run([X])[0].numpy(), expected, rtol=1e-6)
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "__model__").write_bytes(contents[0])
    (folder / "__params__").write_bytes(contents[1])
    config = Config(str(folder))
    assert config.model_dir() == str(folder) and config.prog_file() == "" and not config.model_from_memory()
    np.testing.assert_allclose(create_predictor(config).run([X])[0].numpy(), expected, rtol=1e-6)


def test_a_traced_layer(tmp_path):
    layer = paddle.nn.Linear(3, 2)
    path = str(tmp_path / "layer")
    paddle.jit.save(layer, path, input_spec=[static.InputSpec([None, 3], "float32", "image")])
    predictor = create_predictor(Config(f"{path}.pdmodel", f"{path}.pdiparams"))
    assert predictor.get_input_names() == ["image"]
    found = predictor.run([X])[0]
    np.testing.assert_allclose(found.numpy(), layer(paddle.to_tensor(X)).numpy(), rtol=1e-6)


def test_config_says_what_it_was_told():
    config = Config("a.pdmodel", "a.pdiparams")
    assert (config.prog_file(), config.params_file(), config.model_dir()) == ("a.pdmodel", "a.pdiparams", "")
    config.set_prog_file("b")
    config.set_params_file("c")
    assert "b" in config.summary() and "c" in config.summary() and "use_gpu" in config.summary()
    config.switch_ir_optim(False)
    config.enable_memory_optim()
    config.set_cpu_math_library_num_threads(3)
    config.switch_use_feed_fetch_ops(False)
    config.switch_specify_input_names(True)
    config.disable_glog_info()
    config.disable_gpu()
    config.disable_mkldnn()
    assert (config.ir_optim(), config.cpu_math_library_num_threads(), config.glog_info_disabled()) == (False, 3, True)
    assert not config.use_gpu() and config.gpu_device_id() == 0 and config.memory_pool_init_size_mb() == 100
    assert config.specify_input_name() and not config.mkldnn_enabled() and not config.tensorrt_engine_enabled()
    config.set_model("d", "e")
    assert config.prog_file() == "d"
    assert get_num_bytes_of_data_type(DataType.INT64) == 8 and get_version().startswith("version: ")


def test_what_cannot_be_is_refused(saved, tmp_path):
    path, _ = saved
    predictor = create_predictor(Config(f"{path}.pdmodel", f"{path}.pdiparams"))
    for call, error, words in [
        (
            lambda: create_predictor(Config(str(tmp_path / "no.pdmodel"), "no")),
            RuntimeError,
            "Cannot open the model file",
        ),
        (lambda: predictor.get_input_handle("y"), RuntimeError, "no input 'y'"),
        (lambda: predictor.get_output_handle("y"), RuntimeError, "no output 'y'"),
        (lambda: predictor.run(), RuntimeError, "no value yet"),
        (lambda: predictor.run([X, X]), ValueError, "has 1 inputs"),
        (lambda: predictor.get_input_handle("x").copy_from_cpu([1.0]), TypeError, "needs a NumPy array"),
        (lambda: predictor.get_input_handle("x").share_external_data(X), TypeError, "only support Tensor"),
        (lambda: Config().enable_tensorrt_engine(), UnsupportedError, "no such backend"),
        (lambda: Config().enable_use_gpu(100, 99), ValueError, "no GPU 99"),
        (lambda: paddle.inference.convert_to_mixed_precision("a"), UnsupportedError, "is not supported"),
    ]:
        with pytest.raises(error, match=words) as caught:
            call()
        assert isinstance(caught.value, OpscopeError)
    handle = predictor.get_input_handle("x")
    handle.reshape([1, 3])
    with pytest.raises(ValueError, match="has set the shape"):
        handle.copy_from_cpu(X)
