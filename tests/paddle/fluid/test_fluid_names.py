"""fluid and base by their old names: each line of section 5.2 is there, and works with 1.x's parameters."""

import importlib

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import base, fluid, static
from opscope.paddle.jit.tracing import static_mode

FLUID = [
    "layers.data",
    "default_main_program",
    "framework.Program",
    "layers.fill_constant",
    "framework.program_guard",
    "default_startup_program",
    "CPUPlace",
    "dygraph.base.to_variable",
    "Executor",
    "core.is_compiled_with_cuda",
    "dygraph.to_variable",
    "data",
    "layers.fc",
    "CUDAPlace",
    "program_guard",
    "Program",
    "dygraph.guard",
    "global_scope",
    "layers.mean",
    "optimizer.SGD",
    "layers.cond",
    "framework.Parameter",
    "core.CPUPlace",
    "ParamAttr",
    "layers.less_than",
    "scope_guard",
    "layers.switch_case",
    "backward.append_backward",
    "initializer.ConstantInitializer",
    "Scope",
    "layers.elementwise_add",
    "layers.case",
    "layers.while_loop",
    "initializer.Constant",
    "layers.cross_entropy",
    "layers.reshape",
    "layers.reduce_mean",
    "core.CUDAPlace",
    "framework.default_main_program",
    "layers.increment",
    "optimizer.Adam",
    "core.Scope",
    "layers.concat",
    "CompiledProgram",
    "dygraph.Linear",
    "create_lod_tensor",
    "load",
    "clip.GradientClipByGlobalNorm",
    "initializer.UniformInitializer",
    "executor.Executor",
    "layers.assign",
    "initializer.NumpyArrayInitializer",
    "param_attr.ParamAttr",
    "load_program_state",
    "layers.relu",
    "layers.elementwise_mul",
    "layers.zeros",
    "layers.array_write",
    "layers.reduce_sum",
    "framework.default_startup_program",
    "gradients",
    "layers.create_parameter",
    "layers.equal",
    "layers.elementwise_sub",
    "layers.embedding",
    "dygraph.enabled",
    "dygraph.nn.Embedding",
    "layers.eye",
    "layers.square_error_cost",
    "optimizer.AdamOptimizer",
    "unique_name.guard",
    "dygraph.nn.Conv2D",
    "layers.softmax_with_cross_entropy",
    "unique_name.generate",
    "layers.create_global_var",
    "layers.tanh",
    "io.save_inference_model",
    "layers.dropout",
    "dygraph.nn.Linear",
    "layers.py_func",
    "set_program_state",
    "embedding",
    "layers.ones",
    "core.LoDTensor",
    "DataFeeder",
    "layers.one_hot",
    "layers.slice",
    "core.VarBase",
    "layers.sigmoid",
    "io.save_persistables",
    "initializer.XavierInitializer",
    "initializer.MSRAInitializer",
    "layers.unsqueeze",
    "framework._dygraph_place_guard",
    "name_scope",
    "layers.Print",
    "save",
    "io.get_program_persistable_vars",
    "layers.array_read",
    "layers.mul",
    "compiler.CompiledProgram",
    "layers.cast",
    "layers.split",
    "core.VarDesc.VarType.FP32",
    "core.EnforceNotMet",
    "core.VarDesc.VarType.FP16",
    "dygraph.nn.LayerNorm",
    "layers.matmul",
    "layers.While",
    "Linear",
    "Layer",
    "Embedding",
    "optimizer.RecomputeOptimizer",
    "dygraph.BackwardStrategy",
    "dygraph.nn.Conv2DTranspose",
    "dygraph.nn.BilinearTensorProduct",
    "dygraph.nn.GRUUnit",
    "dygraph.nn.PRelu",
    "dygraph.nn.NCE",
]
BASE = [
    "CPUPlace",
    "core.is_compiled_with_cuda",
    "Executor",
    "program_guard",
    "Program",
    "dygraph.guard",
    "CUDAPlace",
    "default_main_program",
    "framework.Program",
    "core.CPUPlace",
    "default_startup_program",
    "scope_guard",
    "framework.program_guard",
    "core.Scope",
    "backward.append_backward",
    "ParamAttr",
    "Scope",
    "core.CUDAPlace",
    "dygraph.to_variable",
    "CompiledProgram",
    "executor.Executor",
    "unique_name.guard",
    "core.VarDesc.VarType.FP32",
    "DataFeeder",
    "wrapped_decorator.wrap_decorator",
    "framework.default_main_program",
    "is_compiled_with_cuda",
    "framework.in_dygraph_mode",
    "in_dygraph_mode",
    "dygraph.grad",
    "core.VarDesc.VarType.FP64",
    "framework.default_startup_program",
    "framework.convert_np_dtype_to_dtype_",
    "compiler.CompiledProgram",
    "global_scope",
    "gradients",
    "enable_dygraph",
    "framework._dygraph_tracer",
    "core.VarDesc.VarType.SELECTED_ROWS",
    "core.get_cuda_device_count",
    "core.LoDTensor",
    "disable_dygraph",
    "dygraph.base.to_variable",
    "core.VarDesc.VarType.COMPLEX64",
    "core.is_float16_supported",
    "create_lod_tensor",
    "backward._strip_grad_suffix_",
    "core.is_bfloat16_supported",
    "framework.Variable",
    "framework.Parameter",
    "executor._as_lodtensor",
    "unique_name.generate",
    "name_scope",
    "core.eager.Tensor",
    "core.DenseTensor",
    "default_scope_funcs.get_cur_scope",
    "core.AttrType.INT",
    "data_feeder.convert_dtype",
    "device_guard",
    "dygraph.no_grad",
    "enable_imperative",
    "lod_tensor.create_lod_tensor",
    "BuildStrategy",
    "core.grad_var_suffix",
    "executor._fetch_var",
    "framework.dygraph_not_support",
    "set_global_initializer",
    "framework.use_pir_api",
]


@pytest.mark.parametrize("root, name", [(fluid, n) for n in FLUID] + [(base, n) for n in BASE], ids=str)
def test_the_name_is_there(root, name):
    found = root
    for part in name.split("."):
        found = getattr(found, part)
    assert found is not None or name.endswith("tracer")


@pytest.mark.parametrize("name", ["framework", "core", "backward", "initializer", "unique_name", "layers", "optimizer"])
def test_modules_can_be_imported(name):
    assert importlib.import_module(f"opscope.paddle.fluid.{name}") is getattr(fluid, name)


def run(*fetch, **feed):
    return fluid.Executor(fluid.CPUPlace()).run(feed=feed, fetch_list=list(fetch))


X = np.arange(6, dtype="float32").reshape(2, 3)


def test_arithmetic_with_an_axis_and_an_activation():
    x, y = fluid.data("x", [2, 3]), fluid.layers.fill_constant([2], "float32", -2.0)
    out = fluid.layers.elementwise_add(x, y, axis=0, act="relu")
    total = fluid.layers.reduce_sum(x, dim=[0], keep_dim=True)
    times = fluid.layers.matmul(x, x, transpose_y=True, alpha=2.0)
    got = run(out, total, times, x=X)
    assert np.array_equal(got[0], np.maximum(X - 2, 0)) and got[1].tolist() == [[3, 5, 7]]
    assert np.array_equal(got[2], 2 * X @ X.T)


def test_what_is_written_to_a_given_variable():
    i, n = fluid.layers.fill_constant([1], "int64", 0), fluid.layers.fill_constant([1], "int64", 3)
    going = fluid.layers.less_than(i, n)
    loop = fluid.layers.While(going)
    total = fluid.layers.zeros([1], "int64")
    with loop.block():
        fluid.layers.assign(total + i, total)
        fluid.layers.increment(i, in_place=True)
        fluid.layers.less_than(i, n, cond=going)
    assert [v.tolist() for v in run(total, i)] == [[3], [3]]


def test_losses_of_probabilities():
    x, label = fluid.data("x", [2, 3]), fluid.data("y", [2, 1], "int64")
    p = fluid.layers.softmax(x)
    both = run(
        fluid.layers.cross_entropy(p, label),
        fluid.layers.softmax_with_cross_entropy(x, label),
        x=X,
        y=np.array([[2], [0]]),
    )
    np.testing.assert_allclose(both[0], both[1], rtol=1e-5)
    assert both[0].shape == (2, 1)
    assert run(fluid.layers.one_hot(label, 3), x=X, y=np.array([[2], [0]]))[0].tolist() == [[0, 0, 1], [1, 0, 0]]


def test_shapes():
    x = fluid.data("x", [2, 3])
    parts = fluid.layers.split(x, 3, dim=1)
    joined = fluid.layers.concat(parts[::-1], axis=1)
    tall = fluid.layers.unsqueeze(fluid.layers.expand(x, [2, 1]), [0])
    got = run(joined, tall, fluid.layers.flatten(fluid.layers.reshape(x, [1, 2, 3]), axis=2), x=X)
    assert np.array_equal(got[0], X[:, ::-1]) and got[1].shape == (1, 4, 3) and got[2].shape == (2, 3)


def test_inside_a_guard_layers_compute_at_once():
    paddle.enable_static()
    with fluid.dygraph.guard():
        assert fluid.dygraph.enabled()
        linear = fluid.dygraph.Linear(3, 2, act="relu")
        x = fluid.dygraph.to_variable(X)
        loss = fluid.layers.reduce_mean(linear(x)) + fluid.layers.fill_constant([1], "float32", 1.0)
        loss.backward()
        fluid.optimizer.SGD(0.1, parameter_list=linear.parameters()).minimize(loss)
        assert loss.numpy().shape == (1,) and (linear(x).numpy() >= 0).all()
    assert not fluid.dygraph.enabled()


def test_base_guards_and_counters():
    with base.unique_name.guard("a/"):
        assert [base.unique_name.generate("x") for _ in range(2)] == ["a/x_0", "a/x_1"]
        former = base.unique_name.switch(mine := base.unique_name.UniqueNameGenerator("my_"))
        assert base.unique_name.generate("x") == "my_x_0" and base.unique_name.switch()[0] is mine
        assert base.unique_name.generate("x") == "x_0"
        base.unique_name.switch(former)
        assert base.unique_name.generate("x") == "a/x_2"
    with static_mode():
        made = static.data("v", [1])
    assert made.dtype == base.core.VarDesc.VarType.FP32
    assert base.backward._strip_grad_suffix_("grad/grad/x@GRAD@RENAME@block0@0") == "x"
    base.default_scope_funcs.scoped_function(lambda: base.default_scope_funcs.var("v"))
    assert base.default_scope_funcs.find_var("v") is None
    with pytest.raises(AssertionError, match="dtype must be passed"):
        base.executor._as_lodtensor([1, 2], base.CPUPlace())
    tensor = base.executor._as_lodtensor([1, 2], base.CPUPlace(), "float32")
    assert tensor.shape() == [2] and base.data_feeder.convert_dtype(paddle.int64) == "int64"


def test_values_in_directories(tmp_path):
    x = fluid.layers.data("x", [3])
    y = fluid.layers.fc(x, 2)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    (before,) = run(y, x=X)
    fluid.io.save_persistables(exe, str(tmp_path / "each"))
    fluid.io.save_params(exe, str(tmp_path / "one"), filename="all")
    assert sorted(p.name for p in (tmp_path / "each").iterdir()) == ["fc_0.b_0", "fc_0.w_0"]
    for load, folder, name in ((fluid.io.load_persistables, "each", None), (fluid.io.load_params, "one", "all")):
        y.block.var("fc_0.w_0").set_value(np.zeros((3, 2)))
        load(exe, str(tmp_path / folder), filename=name)
        assert np.array_equal(run(y, x=X)[0], before)
    assert fluid.io.save_inference_model(str(tmp_path / "m"), ["x"], [y], exe) == [y.name]
    paddle.enable_static()
    program, feeds, fetches = fluid.io.load_inference_model(str(tmp_path / "m"), exe)
    assert feeds == ["x"] and np.array_equal(exe.run(program, feed={"x": X}, fetch_list=fetches)[0], before)


def test_what_means_something_else_is_refused():
    with pytest.raises(UnsupportedError, match="diag_num"):
        fluid.initializer.UniformInitializer(diag_num=3)


@pytest.mark.parametrize(
    "file, names",
    [
        ("nn", "fc relu soft_relu leaky_relu softmax linear_chain_crf label_smooth uniform_random clip smooth_l1"),
        ("tensor", "cast concat sums argmax reverse has_nan create_global_var"),
        ("ops", "cumsum sigmoid uniform_random thresholded_relu"),
        ("control_flow", "While increment less_than equal DynamicRNN is_empty array_write"),
        ("loss", "cross_entropy edit_distance nce hsigmoid sampled_softmax_with_cross_entropy"),
        ("rnn", "dynamic_lstm dynamic_gru lstm beam_search BeamSearchDecoder dynamic_decode GRUCell"),
        ("detection", "prior_box multiclass_nms ssd_loss box_clip anchor_generator"),
        ("sequence_lod", "sequence_conv sequence_pool sequence_expand"),
        ("io", "data py_reader"),
        ("metric_op", "accuracy auc"),
        ("learning_rate_scheduler", "noam_decay linear_lr_warmup"),
    ],
)
def test_names_are_found_in_the_files_that_paddle_has_them_in(file: str, names: str):
    module = importlib.import_module(f"opscope.paddle.fluid.layers.{file}")
    for name in names.split():
        assert getattr(module, name) is getattr(fluid.layers, name)
    with pytest.raises(ImportError, match="no_such_name"):
        exec(f"from opscope.paddle.fluid.layers.{file} import no_such_name")
