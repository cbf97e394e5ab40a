"""What stopped published programs, each on its own."""

import importlib

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import FeedError, OpscopeWarning, UnsupportedError
from opscope.ir.program.program import Parameter
from opscope.paddle import fluid, static

L = fluid.layers
ONES = np.ones((5, 1), "float32")


class TestRoles:
    @pytest.mark.parametrize("name", ["distributed.fleet.base.role_maker", "fluid.incubate.fleet.base.role_maker"])
    def test_the_one_worker(self, name):
        role_maker = importlib.import_module(f"opscope.paddle.{name}")
        role = role_maker.PaddleCloudRoleMaker(is_collective=True)
        paddle.distributed.fleet.init(role)
        assert role.is_worker() and not role.is_server() and (role.worker_index(), role.worker_num()) == (0, 1)
        assert role_maker.UserDefinedRoleMaker(
            current_id=0, role=role_maker.Role.WORKER, worker_num=1
        )._is_first_worker()
        assert role_maker.UserDefinedCollectiveRoleMaker(worker_endpoints=["127.0.0.1:6170"]).worker_num() == 1

    def test_another_role_is_refused(self, monkeypatch):
        role_maker = paddle.distributed.fleet.base.role_maker
        for options in ({"role": role_maker.Role.SERVER}, {"worker_num": 2}, {"server_endpoints": ["a:1"]}):
            with pytest.raises(UnsupportedError, match="there is only one process"):
                role_maker.UserDefinedRoleMaker(**options)
        monkeypatch.setenv("TRAINING_ROLE", "PSERVER")
        with pytest.raises(UnsupportedError, match="TRAINING_ROLE"):
            role_maker.PaddleCloudRoleMaker()

    def test_a_worker_of_paddle_1(self):
        fleet = importlib.import_module("opscope.paddle.fluid.incubate.fleet.collective").fleet
        fleet.init_worker()
        assert fleet.is_worker() and fleet.distributed_optimizer(fluid.optimizer.SGD(0.1)).current_step_lr() == 0.1
        fleet.stop_worker()


def test_names_that_programs_ask_for():
    assert not paddle.is_compiled_with_custom_device("npu") and not fluid.core.is_compiled_with_custom_device("npu")
    assert paddle.nn.layer.Conv1D is paddle.nn.Conv1D and L.io.data is L.data
    assert fluid.require_version is paddle.utils.require_version
    layer = paddle.nn.Linear(2, 3, weight_attr=fluid.ParamAttr(name="own"), bias_attr=False)
    assert (layer._weight_attr.name, layer._bias_attr) == ("own", False)


def test_kinds_of_variables():
    x = fluid.data("x", [None, 1])
    fluid.optimizer.Adam(0.1).minimize(L.mean(L.fc(x, 1)))
    found = fluid.default_main_program().list_vars()
    kinds = {v.name: (fluid.io.is_parameter(v), fluid.io.is_persistable(v)) for v in found}
    assert kinds["fc_0.w_0"] == (True, True) and kinds["x"] == (False, False)
    assert kinds["fc_0.w_0_moment1_0"] == (False, True)


def test_a_helper_makes_parameters_of_the_program():
    """After `import paddle.fluid` alone, without enable_static."""
    helper = importlib.import_module("opscope.paddle.fluid.layer_helper").LayerHelper("own")
    made = helper.create_parameter(fluid.ParamAttr(name="p"), shape=[2, 3], dtype="float32")
    assert isinstance(made, Parameter) and made.name == "p"
    with fluid.dygraph.guard():
        assert not isinstance(helper.create_parameter(fluid.ParamAttr(), [2], "float32"), Parameter)


def test_cross_entropy_of_labels_with_one_dim_less():
    p, label = fluid.data("p", [2, 3, 4]), fluid.data("label", [2, 3], dtype="int64")
    out = L.cross_entropy(p, label)
    assert out.shape == (2, 3)
    shares = np.random.RandomState(0).dirichlet(np.ones(4), (2, 3)).astype("float32")
    given = np.array([[0, 1, 2], [3, 0, -100]])
    (got,) = fluid.Executor().run(feed={"p": shares, "label": given}, fetch_list=[out])
    wanted = -np.log(np.take_along_axis(shares, np.maximum(given, 0)[..., None], 2)[..., 0]) * (given >= 0)
    np.testing.assert_allclose(got, wanted, rtol=1e-6)


def test_trailing_dims_of_one_may_be_missing_in_a_feed():
    """Paddle 2.6.2 takes [32] for [-1, 1] too, and lets the operators see [32]; here they see what was declared."""
    x, y = L.data("x", [1]), fluid.data("y", [None, 1, 1])
    exe = fluid.Executor()
    for _ in range(3):
        got = exe.run(feed={"x": np.ones(32, "float32"), "y": np.ones((2, 1), "float32")}, fetch_list=[x * 2, y * 2])
        assert [v.shape for v in got] == [(32, 1), (2, 1, 1)]
    for wrong in (np.ones((32, 2), "float32"), np.float32(1), np.ones((32, 1, 1), "float32")):
        with pytest.raises(FeedError, match="received fed shape"):
            exe.run(feed={"x": wrong, "y": np.ones((2, 1), "float32")}, fetch_list=[x * 2])


def test_rows_of_one_element_are_numbers():
    x = L.data("x", [1])
    (got,) = fluid.Executor().run(feed={"x": ONES}, fetch_list=[x * 2])
    assert ["%.2f" % row for row in got] == ["2.00"] * 5 and int(got[0]) == 2  # noqa: UP031 (what programs write)
    with pytest.raises(TypeError):
        float(got)


def test_the_lod_of_what_a_py_func_gets():
    seen = []
    x = fluid.data("x", [None, 1], lod_level=1)
    out = fluid.default_main_program().global_block().create_var(name="out", shape=[-1, 1], dtype="float32")
    L.py_func(lambda x: (seen.append((x.lod(), x.recursive_sequence_lengths())), np.array(x))[1], x, out)
    fed = fluid.create_lod_tensor(ONES, [[2, 3]], fluid.CPUPlace())
    for _ in range(3):
        fluid.Executor().run(feed={"x": fed}, fetch_list=[out], return_numpy=False)
    assert seen == [([[0, 2, 5]], [[2, 3]])] * 3


def test_a_lod_that_a_py_func_returns_is_not_lost_silently():
    """Paddle passes it on; here the LoD of a value is known before the program runs."""
    x = fluid.data("x", [None, 1], lod_level=1)
    out = fluid.default_main_program().global_block().create_var(name="out", shape=[-1, 1], dtype="float32")
    L.py_func(lambda x: x, x, out)
    again = L.lod_reset(out, x)
    fed = fluid.create_lod_tensor(ONES, [[2, 3]], fluid.CPUPlace())
    exe = fluid.Executor()

    def runs():
        return [exe.run(feed={"x": fed}, fetch_list=[out, again], return_numpy=False) for _ in range(3)]

    with pytest.warns(OpscopeWarning, match="returned out with a LoD, but py_func passes on only the rows") as warned:
        got = runs()[-1]
    assert len(warned) == 1 and "lod_reset(out, x)" in str(warned[0].message)
    assert [each.lod() for each in got] == [[], [[0, 2, 5]]]


def test_the_first_step_of_adam():
    """The rate itself: 1 - beta2 is rounded as the power of beta2 is."""
    x = fluid.data("x", [1, 1])
    attr = fluid.ParamAttr(name="w", initializer=fluid.initializer.Constant(0.0))
    fluid.optimizer.Adam(0.1).minimize(L.mean(L.fc(x, 1, param_attr=attr, bias_attr=False)))
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    exe.run(feed={"x": np.ones((1, 1), "float32")})
    parameter = paddle.create_parameter([1], "float32", default_initializer=paddle.nn.initializer.Constant(0.0))
    (parameter * 1.0).sum().backward()
    paddle.optimizer.Adam(0.1, parameters=[parameter]).step()
    steps = [np.array(fluid.global_scope().find_var("w").get_tensor()).item(), parameter.item()]
    assert steps == [np.float32(-0.1)] * 2


class TestReaders:
    def batches(self):
        return iter([[(np.full(2, i, "float32"), i), (np.full(2, i, "float32"), i)] for i in range(3)])

    @pytest.mark.parametrize("by_data", [False, True])
    def test_runs_read_until_the_end(self, by_data):
        if by_data:
            data = [fluid.data("image", [None, 2]), fluid.data("label", [None, 1], dtype="int64")]
            reader = L.create_py_reader_by_data(capacity=4, feed_list=data)
        else:
            reader = L.py_reader(capacity=4, shapes=[[-1, 2], [-1, 1]], dtypes=["float32", "int64"], lod_levels=[0, 0])
        image, label = L.read_file(L.double_buffer(reader))
        total = L.reduce_sum(image) + L.cast(L.reduce_sum(label), "float32")
        reader.decorate_paddle_reader(self.batches)
        exe = fluid.Executor()
        for _ in range(2):
            reader.start()
            got = [float(exe.run(fetch_list=[total])[0]) for _ in range(3)]
            with pytest.raises(fluid.core.EOFException, match="There is no next data"):
                exe.run(fetch_list=[total])
            reader.reset()
            assert got == [0, 6, 12]

    def test_loaders_that_are_not_iterable(self):
        x = fluid.data("x", [None, 1])
        loader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=2, iterable=False)
        loader.set_batch_generator(lambda: iter([[ONES], [ONES * 2]]), places=fluid.CPUPlace())
        loader.start()
        exe, program = fluid.Executor(), fluid.CompiledProgram(fluid.default_main_program())
        assert [exe.run(program, fetch_list=[x])[0].max() for _ in range(2)] == [1, 2]
        with pytest.raises(fluid.core.EOFException):
            exe.run(program, fetch_list=[x])
        assert exe.run(feed={"x": ONES * 3}, fetch_list=[x])[0].max() == 3  # what is fed comes first


def test_taps_are_listed_by_name():
    paddle.enable_static()
    x = static.data("x", [2])
    exe = static.Executor()
    taps = debug.attach(exe).tap("x")
    assert list(taps) == []
    exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[x * 2])
    assert list(taps) == ["x"] and "x" in taps and "y" not in taps


def test_a_stop_on_the_way_to_a_step_is_said():
    paddle.enable_static()
    x = static.data("x", [2])
    out, exe = paddle.tanh(x), static.Executor()

    def train():
        for i in range(4):
            exe.run(feed={"x": np.full(2, i, "float32")}, fetch_list=[out])

    run = debug.start(train, entry=True)
    run.until_stopped(30)
    run.breakpoint("op:tanh", "step == 2")
    with pytest.warns(OpscopeWarning, match="stopped on the way to step 4, in step 2: breakpoint"):
        here = run.goto(4, timeout=30)
    assert (here.step, here.reason) == (2, "breakpoint")
    assert run.goto(4, timeout=30).step == 4
    run.stop(5.0)
