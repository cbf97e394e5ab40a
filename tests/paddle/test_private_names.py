"""Names of base.backward, base.executor, base.trainer_factory, base.framework and base.core that programs reach for."""

import threading

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import OpscopeWarning
from opscope.paddle import base, static
from opscope.paddle.base import backward, core, executor, framework
from opscope.paddle.base.trainer_factory import FetchHandlerMonitor


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


class TestBackward:
    @pytest.mark.parametrize(
        "name, plain",
        [
            ("x@GRAD", "x"), ("x@GRAD@GRAD", "x"), ("y@GRAD@RENAME@1", "y"), ("z@GRAD_slice_0@GRAD", "z@GRAD_slice_0"),
            ("grad/grad/z@GRAD@RENAME@block0@1@GRAD", "z"), ("x", "x"), ("z@GRAD_slice_0", "z@GRAD_slice_0"),
        ],
    )  # fmt: skip
    def test_suffixes(self, name, plain):
        assert backward._strip_grad_suffix_(name) == plain
        assert backward._append_grad_suffix_("x") == "x@GRAD" and backward._is_grad_var_(name) == ("@GRAD" in name)

    @pytest.fixture
    def net(self):
        x, z, e = (static.data(n, [2, 3]) for n in "xze")
        x.stop_gradient = False
        side = paddle.exp(x)
        total = x * z + e
        return x, side, total.argmax(), total.mean()

    def test_the_path_of_operators(self, net):
        x, _, _, loss = net
        unused = set()
        path = backward._find_op_path_(x.block, [loss], [x], unused)
        assert [o.type for o in path] == ["elementwise_mul", "elementwise_add", "reduce_mean"] and unused == {"z", "e"}
        assert backward._find_op_path_(x.block, [loss], [], set()) == path
        assert backward._find_op_path_(x.block, [loss], [loss], set()) == []

    def test_blocks_on_the_path(self):
        x = static.data("x", [1])
        x.stop_gradient = False
        y = static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)
        inside = {}
        path = backward._find_op_path_(x.block, [y], [x], set(), inside)
        assert path[-1].blocks and {i: [o.type for o in ops] for i, ops in inside.items()} == {
            1: ["scale"],
            2: ["scale"],
        }

    def test_what_leads_nowhere(self, net):
        x, side, _, loss = net
        path = backward._find_op_path_(x.block, [loss], [x], set())
        assert backward._find_no_grad_vars(x.block, path, [loss], set()) == set()
        assert backward._find_no_grad_vars(x.block, x.block.ops, [loss], set()) == {side.name}

    def test_gradients_that_are_stopped(self, net):
        program = static.default_main_program()
        assert backward._get_stop_gradients_(program) == {0: {"z@GRAD", "e@GRAD", f"{net[2].name}@GRAD"}}
        with pytest.raises(AssertionError, match="needs a Program"):
            backward._get_stop_gradients_(3)

    def test_a_gradients_shape(self, net):
        block = net[0].block
        block.create_var("x@GRAD", dtype="float64")
        backward._infer_var_data_type_shape_("x@GRAD", block)
        assert block.var("x@GRAD").shape == (2, 3) and block.var("x@GRAD").dtype is paddle.float32
        with pytest.warns(OpscopeWarning, match="the gradient q@GRAD gets the dtype float32"):
            backward._infer_var_data_type_shape_("q@GRAD", block)

    def test_sets_and_lists(self, net):
        assert backward._all_in_set_(["a"], {"a", "b"}) and not backward._all_in_set_([], {"a"})
        assert backward._some_in_set_(["a", "c"], {"c"}) and not backward._some_in_set_([], {"c"})
        assert backward._as_list(None) == [] and backward._as_list((1, 2)) == [1, 2] and backward._as_list(3) == [3]
        assert backward._get_no_grad_set_name([net[0], "e"]) == {"x", "e"}
        for wrong in (3, [3]):
            with pytest.raises(TypeError, match="The type of no_grad_set"):
                backward._get_no_grad_set_name(wrong)


class TestExecutor:
    def test_arrays(self):
        tensor = DenseTensor(np.ones(2))
        assert executor.as_numpy([tensor, DenseTensor()])[0].tolist() == [1, 1]
        assert executor.as_numpy([DenseTensor()]) == [None]
        tensor.set_lod([[0, 1, 2]])
        with pytest.raises(RuntimeError, match="Some of your fetched tensors hold LoD information"):
            executor.as_numpy(tensor)
        with pytest.raises(AssertionError):
            executor.as_numpy(np.ones(2))

    def test_names(self):
        x = static.data("x", [2])
        assert executor._to_name_str(x) == "x" == executor._to_name_str(("x", 3))
        assert executor._to_name_str([x, "y"]) == "x,y" and executor._to_name_str((x * 2).op).isdigit()
        with pytest.raises(TypeError, match="3 should be Variable, Operator or str"):
            executor._to_name_str(3)

    def test_values(self):
        static.create_global_var([2], 3.0, "float32", persistable=True, name="g")
        static.Executor().run(static.default_startup_program())
        assert executor._fetch_var("g").tolist() == [3, 3] and executor._fetch_var("g", return_numpy=False).shape() == [
            2
        ]
        with pytest.raises(AssertionError, match="Cannot find nobody in scope"):
            executor._fetch_var("nobody")

    def test_what_can_be_fed(self):
        x = static.data("x", [None, 2], "float32")
        assert executor.dtype_is_compatible_with("float32", np.float32)
        assert not executor.dtype_is_compatible_with("float32", "int64")
        assert executor.dimension_is_compatible_with([-1, 2], [None, 2])
        assert not executor.dimension_is_compatible_with([1, 2], [1, 3])
        assert not executor.dimension_is_compatible_with([1, 2], [1])
        assert executor.check_feed_shape_type(x, DenseTensor(np.ones((3, 2), "float32")))
        with pytest.raises(ValueError, match="The data type of fed Variable 'x' must be 'float32'"):
            executor.check_feed_shape_type(x, DenseTensor(np.ones((3, 2))))


class TestFetchHandler:
    def test_it_is_called_with_values(self, capsys):
        """As in Paddle's test_fetch_handler.py, without waiting for seconds."""
        x, y = (static.create_global_var([1], v, "float32", True, name=n) for n, v in {"x": 3.0, "y": 4.0}.items())
        scope, called, seen = static.Scope(), threading.Event(), []
        static.Executor().run(static.default_startup_program(), scope=scope)

        class Handler(base.executor.FetchHandler):
            def handler(self, res_dict):
                seen.append(res_dict)
                called.set()

        monitor = FetchHandlerMonitor(scope, Handler(var_dict={"x": x, "y": y, "gone": x * 2}, period_secs=0.01))
        assert not monitor.running
        monitor.start()
        assert called.wait(60) and monitor.running
        monitor.stop()
        monitor.fetch_thread.join(60)
        assert not monitor.fetch_thread.is_alive() and not monitor.running
        assert (seen[0]["x"].tolist(), seen[0]["y"].tolist(), seen[0]["gone"]) == ([3], [4], None)
        base.executor.FetchHandler({"x": x}).handler(seen[0])
        base.executor.FetchHandler.help()
        assert "x[0]: 3.0 y[0]: 4.0 \n" in capsys.readouterr().out

    def test_it_needs_variables(self):
        with pytest.raises(AssertionError, match="FetchHandler needs a var_dict"):
            base.executor.FetchHandler()
        assert base.executor.FetchHandler({}).period_secs == 60


class TestFramework:
    def test_the_tracer_is_that_of_dygraph(self):
        assert framework._dygraph_tracer() is None
        paddle.disable_static()
        tracer = framework._dygraph_tracer()
        assert tracer._has_grad and tracer._train_mode
        tracer._has_grad = False
        assert not paddle.is_grad_enabled()
        tracer._has_grad = True
        tracer.eval_mode()
        assert not tracer._train_mode
        tracer.train_mode()
        assert tracer._train_mode and str(tracer._expected_place) == "Place(cpu)"
        tracer._expected_place = "cpu"

    def test_small_ones(self):
        x = static.data("x", [2])
        assert framework._get_var("x") is x and framework._get_var("x", static.default_main_program()) is x
        assert str(framework._get_paddle_place("cpu")) == "Place(cpu)" and framework._get_paddle_place(None) is None
        framework._set_expected_place("cpu")
        assert framework.dtype_is_floating("float16") and not framework.dtype_is_floating("int32")
        with static.name_scope("a"):
            assert framework._full_name_scope() == "/a/"
        assert (framework.GRAD_VAR_SUFFIX, framework.EMPTY_VAR_NAME) == ("@GRAD", "@EMPTY@")

    def test_programs_are_switched(self):
        mine, first = static.Program(), static.default_main_program()
        assert framework.switch_main_program(mine) is first and static.default_main_program() is mine
        assert framework.switch_main_program(first) is mine
        other = static.default_startup_program()
        assert framework.switch_startup_program(mine) is other and framework.switch_startup_program(other) is mine


class TestCore:
    def test_values_for_what_is_loaded(self):
        w, scope = static.create_parameter([2], "float32", name="w"), static.Scope()
        core._create_loaded_parameter([w], scope, static.Executor()._default_executor)
        tensor = scope.find_var("w").get_tensor()
        assert np.array(tensor).tolist() == [0, 0]
        tensor.set(np.ones(2, "float32"))
        core._create_loaded_parameter([w], scope, static.Executor())
        assert np.array(tensor).tolist() == [1, 1]

    def test_what_is_there_and_what_not(self):
        assert core._set_eager_deletion_mode(0.0, 1.0, True) is None
        with pytest.raises(TypeError, match=r"_cuda_synchronize needs a CUDAPlace, but received Place\(cpu\)"):
            core._cuda_synchronize(paddle.CPUPlace())
        if not paddle.is_compiled_with_cuda():
            with pytest.raises(RuntimeError, match="cupy"):
                core._cuda_synchronize(paddle.CUDAPlace(0))
        assert core.size_of_dtype("float64") == 8 and core.kGradVarSuffix() == "@GRAD"
        assert core.empty_var_name() == "@EMPTY@" == core.kEmptyVarName()
        assert core.is_compiled_with_avx() and not core.supports_bfloat16() and not core.is_compiled_with_mkldnn()

    def test_dlpack(self):
        tensor = DenseTensor(np.arange(6.0).reshape(2, 3))
        again = core.from_dlpack(tensor._to_dlpack())
        np.testing.assert_array_equal(np.array(again), np.array(tensor))
        again._set_double_element(0, 9.0)
        assert np.array(tensor)[0, 0] == 0
        assert np.array(core.from_dlpack(np.arange(3).__dlpack__())).tolist() == [0, 1, 2]
        with pytest.raises(TypeError, match="must be PyCapsule object, but received <class 'int'>"):
            core.from_dlpack(3)


class TestAllocation:
    """What Paddle's test_tensor.py does to tensors."""

    def test_dims_come_before_memory(self):
        tensor = core.LoDTensor()
        assert tensor.shape() == [0]
        tensor._set_dims([2, 3])
        assert (tensor._get_dims(), tensor._is_initialized(), tensor._numel()) == ([2, 3], False, 6)
        tensor._alloc_float(paddle.CPUPlace())
        assert tensor._dtype() is paddle.float32 and np.array(tensor).shape == (2, 3)
        tensor._set_float_element(5, 2.5)
        assert tensor._get_float_element(5) == 2.5 == np.array(tensor)[1, 2]
        tensor._alloc_float()  # has it already
        assert tensor._get_float_element(5) == 2.5
        tensor._set_dims([3, 2])
        assert np.array(tensor)[2, 1] == 2.5
        tensor._set_dims([7])
        assert not tensor._is_initialized()

    @pytest.mark.parametrize("kind, dtype", [("int", "int32"), ("double", "float64"), ("float", "float32")])
    def test_dtypes(self, kind, dtype):
        tensor = core.LoDTensor()
        tensor._set_dims([2])
        getattr(tensor, f"_alloc_{kind}")(paddle.CPUPlace())
        assert np.array(tensor).dtype == dtype

    def test_addresses(self):
        tensor = core.LoDTensor()
        tensor._set_dims([4])
        address = tensor._mutable_data(paddle.CPUPlace(), core.VarDesc.VarType.FP64)
        assert address == tensor._ptr() and tensor._dtype() is paddle.float64

    @pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
    def test_elements(self, dtype):
        tensor = core.LoDTensor(np.zeros((2, 2), dtype))
        name = {"float32": "float", "float64": "double"}.get(dtype, dtype)
        read, write = (getattr(tensor, f"_{what}_{name}_element") for what in ("get", "set"))
        write(3, 1.5)
        assert read(3) == 1.5 == np.array(tensor)[1, 1] and read(0) == 0
        with pytest.raises(ValueError, match=r"The offset exceeds the size of tensor\."):
            write(4, 1.0)
        with pytest.raises(TypeError):
            read(-1)

    def test_elements_of_another_dtype(self):
        with pytest.raises(ValueError, match="it holds int64, but desires to be float32"):
            core.LoDTensor(np.arange(3))._get_float_element(0)

    def test_a_write_reaches_the_next_run_and_no_fetched_value(self):
        static.create_global_var([2], 3.0, "float32", persistable=True, name="g")
        exe = static.Executor()
        exe.run(static.default_startup_program())
        before = exe.run(fetch_list=["g"], return_numpy=False)[0]
        static.global_scope().find_var("g").get_tensor()._set_float_element(0, 7.0)
        assert exe.run(fetch_list=["g"])[0].tolist() == [7, 3] and np.array(before).tolist() == [3, 3]

    def test_copies(self):
        tensor = core.LoDTensor(np.arange(6.0).reshape(3, 2))
        tensor.set_lod([[0, 1, 3]])
        copied = tensor._copy(paddle.CPUPlace())
        copied._set_double_element(0, -1.0)
        assert np.array(tensor)[0, 0] == 0 and copied.lod() == [[0, 1, 3]]
        first = core.LoDTensor()
        first._copy_from(core.LoDTensor(np.arange(6.0).reshape(3, 2)), paddle.CPUPlace(), 2)
        assert first.shape() == [2, 2]
        assert np.array(tensor._as_type(core.VarDesc.VarType.INT32)).dtype == "int32"
        assert np.array(tensor._slice(1, 3)).tolist() == [[2, 3], [4, 5]]

    @pytest.mark.parametrize(
        "rows, words", [((2, 5), "The end row index is out of bound"), ((2, 1), "must be less than the end row index")]
    )
    def test_rows_that_are_not_there(self, rows, words):
        with pytest.raises(ValueError, match=words):
            core.LoDTensor(np.ones((3, 2)))._slice(*rows)

    def test_layouts(self):
        tensor = core.LoDTensor(np.ones(2))
        assert tensor._layout() == "NCHW"
        tensor._set_layout("NHWC")
        assert "layout: NHWC" in str(tensor)
        with pytest.raises(ValueError, match="Unknown data layout type string: zzz"):
            tensor._set_layout("zzz")

    def test_lengths_of_sequences(self):
        """Each level adds up to the number of sequences of the next, the last one to the rows."""
        tensor = core.LoDTensor([[1, 2, 3]])
        assert tensor.lod() == [[0, 1, 3, 6]] and not tensor._is_initialized()
        for wrong in ([[], [1], [3]], [[0], [2], [3]], [[2, 2], [1, 1]]):
            with pytest.raises(ValueError, match="recursive_sequence_lengths info is invalid"):
                tensor.set_recursive_sequence_lengths(wrong)
        tensor.set(np.ones((6, 1)))
        assert tensor.has_valid_recursive_sequence_lengths()
        with pytest.raises(ValueError, match=r"The provided LoD is invalid, the LoD is \{\{0, 2, 9\}\}"):
            tensor.set_lod([[0, 2, 9]])
        tensor.set_recursive_sequence_lengths([[2, 1], [1, 2, 3]])
        assert tensor.lod() == [[0, 2, 3], [0, 1, 3, 6]]
        tensor.set(np.ones((5, 1)))
        assert not tensor.has_valid_recursive_sequence_lengths()
